"""Steps from one shape of the tables to the next, each written once and never changed (Alembic)."""
