"""Brings a database to the present tables, step by step (`agent/migrations/versions`), each applied once."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect

from agent.errors import SettingsError
from agent.store.database import Database

HEAD = "0001"
"""The newest step; a test compares it to the folder. Known here so that a start need not load Alembic."""

SCRIPTS = Path(__file__).parent.parent / "migrations"
_ONE_AT_A_TIME = 7_241_905_113_002  # any fixed number: the advisory lock of migrations on PostgreSQL


def migrate(database_url: str) -> str:
    """Applies the missing steps and returns the revision reached. Safe to run again, and by two at once.

    Raises SettingsError database_url, database_driver, database_file; OutsideError store_failed.
    """
    database = Database(database_url)
    try:
        return upgrade(database)
    finally:
        database.close()


def upgrade(database: Database) -> str:
    """As `migrate`, on a database that is open already."""
    if revision(database) == HEAD:
        return HEAD
    with database.write(durable=True) as connection:
        if not database.is_sqlite:  # SQLite's BEGIN IMMEDIATE keeps others out already
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
        _run(connection)
        return _revision(connection) or ""


def require_head(database: Database) -> None:
    """Raises SettingsError database_not_migrated unless the tables are the present ones."""
    found = revision(database)
    if found != HEAD:
        raise SettingsError(
            f"The database is at revision {found or 'none'}, this version needs {HEAD}.",
            mend="Run `agent migrate`.",
            code="database_not_migrated",
        )


def revision(database: Database) -> str | None:
    """Where the database stands; None when it was never migrated."""
    with database.read() as connection:
        return _revision(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one_or_none()
    return None if found is None else str(found)


def _run(connection: Connection) -> None:
    # Loaded here: it costs a quarter of a second, and only a database that lacks a step needs it.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
