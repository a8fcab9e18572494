"""The tables. A change here needs a step in `agent/migrations/versions`; a test compares the two."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)
from sqlalchemy.engine import Dialect


class Instant(TypeDecorator[datetime]):
    """A moment as ISO 8601 text in UTC with microseconds: sorts as it reads, the same on every database."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Aware datetime -> text. A naive one is a mistake of the caller: ValueError."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored time needs its time zone")
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """Text -> aware datetime."""
        return None if value is None else datetime.fromisoformat(value)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_N_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# `state` holds the whole value; the other columns repeat what is searched by.
conversations = Table(
    "conversations",
    metadata,
    Column("id", String(200), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("owner", String(16), nullable=False),
    Column("status", String(32), nullable=False),
    Column("customer", String(200)),
    Column("updated_at", Instant, nullable=False),
    Column("due_at", Instant),
    Column("state", Text, nullable=False),
    Index("ix_conversations_updated_at", "updated_at", "id"),
    # Few conversations are with a person or wait: partial indexes keep the common write cheap.
    Index(
        "ix_conversations_with_person",
        "updated_at",
        "id",
        sqlite_where=text("owner = 'person'"),
        postgresql_where=text("owner = 'person'"),
    ),
    Index(
        "ix_conversations_due_at",
        "due_at",
        sqlite_where=text("due_at IS NOT NULL"),
        postgresql_where=text("due_at IS NOT NULL"),
    ),
    Index(
        "ix_conversations_customer",
        "customer",
        sqlite_where=text("customer IS NOT NULL"),
        postgresql_where=text("customer IS NOT NULL"),
    ),
)

_CONVERSATION = "conversations.id"

turns = Table(
    "turns",
    metadata,
    Column("conversation_id", String(200), ForeignKey(_CONVERSATION), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("message_id", String(200)),
    Column("at", Instant, nullable=False),
    Column("record", Text, nullable=False),
    UniqueConstraint("conversation_id", "message_id", name="uq_turns_message"),
)

scenario_versions = Table(
    "scenario_versions",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("scenario_id", String(200), nullable=False),
    Column("source", Text, nullable=False),
)

tickets = Table(
    "tickets",
    metadata,
    Column("number", String(64), primary_key=True),
    Column("conversation_id", String(200), ForeignKey(_CONVERSATION), nullable=False, index=True),
    Column("status", String(16), nullable=False),
    Column("ticket_type", String(64), nullable=False),
    Column("priority", String(16), nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("reference", String(200)),
    Column("delivered_at", Instant),
    Column("payload", Text, nullable=False),
    Index("ix_tickets_created_at", "created_at", "number"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("key", String(200), nullable=False, unique=True),
    Column("kind", String(32), nullable=False),
    Column("conversation_id", String(200), ForeignKey(_CONVERSATION), nullable=False, index=True),
    Column("state", String(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("next_at", Instant, nullable=False),
    Column("delivered_at", Instant),
    Column("error", Text, nullable=False),
    Column("payload", Text, nullable=False),
    CheckConstraint("state IN ('due', 'delivered', 'dead')", name="state"),
    Index(
        "ix_outbox_due",
        "next_at",
        sqlite_where=text("state = 'due'"),
        postgresql_where=text("state = 'due'"),
    ),
)
