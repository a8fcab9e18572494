"""Conversations, turns, scenario versions, tickets, outbox."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_INSTANT = sa.String(32)


def upgrade() -> None:
    """Makes the first tables."""
    _conversations()
    _turns()
    _scenario_versions()
    _tickets()
    _outbox()


def downgrade() -> None:
    """Drops them, with everything in them."""
    for table in ("outbox", "tickets", "scenario_versions", "turns", "conversations"):
        op.drop_table(table)


def _partial_index(name: str, table: str, columns: list[str], where: str) -> None:
    op.create_index(name, table, columns, sqlite_where=sa.text(where), postgresql_where=sa.text(where))


def _belongs(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["conversation_id"], ["conversations.id"], name=f"fk_{table}_conversation_id"
    )


def _conversations() -> None:
    op.create_table(
        "conversations",
        sa.Column("id", sa.String(200), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(16), nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("customer", sa.String(200)),
        sa.Column("updated_at", _INSTANT, nullable=False),
        sa.Column("due_at", _INSTANT),
        sa.Column("state", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_conversations"),
    )
    op.create_index("ix_conversations_updated_at", "conversations", ["updated_at", "id"])
    _partial_index("ix_conversations_with_person", "conversations", ["updated_at", "id"], "owner = 'person'")
    _partial_index("ix_conversations_due_at", "conversations", ["due_at"], "due_at IS NOT NULL")
    _partial_index("ix_conversations_customer", "conversations", ["customer"], "customer IS NOT NULL")


def _turns() -> None:
    op.create_table(
        "turns",
        sa.Column("conversation_id", sa.String(200), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("message_id", sa.String(200)),
        sa.Column("at", _INSTANT, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        _belongs("turns"),
        sa.PrimaryKeyConstraint("conversation_id", "number", name="pk_turns"),
        sa.UniqueConstraint("conversation_id", "message_id", name="uq_turns_message"),
    )


def _scenario_versions() -> None:
    op.create_table(
        "scenario_versions",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("scenario_id", sa.String(200), nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_scenario_versions"),
    )


def _tickets() -> None:
    op.create_table(
        "tickets",
        sa.Column("number", sa.String(64), nullable=False),
        sa.Column("conversation_id", sa.String(200), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("ticket_type", sa.String(64), nullable=False),
        sa.Column("priority", sa.String(16), nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("reference", sa.String(200)),
        sa.Column("delivered_at", _INSTANT),
        sa.Column("payload", sa.Text, nullable=False),
        _belongs("tickets"),
        sa.PrimaryKeyConstraint("number", name="pk_tickets"),
    )
    op.create_index("ix_tickets_conversation_id", "tickets", ["conversation_id"])
    op.create_index("ix_tickets_created_at", "tickets", ["created_at", "number"])


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("conversation_id", sa.String(200), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("next_at", _INSTANT, nullable=False),
        sa.Column("delivered_at", _INSTANT),
        sa.Column("error", sa.Text, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        _belongs("outbox"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint("key", name="uq_outbox_key"),
        sa.CheckConstraint("state IN ('due', 'delivered', 'dead')", name="ck_outbox_state"),
    )
    op.create_index("ix_outbox_conversation_id", "outbox", ["conversation_id"])
    _partial_index("ix_outbox_due", "outbox", ["next_at"], "state = 'due'")
