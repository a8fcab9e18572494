"""Where conversations live between turns: one read, one write, one transaction a turn.

    values    ── Effect, TicketRow, OutboxRow, Page; the `ConversationStore` seam
    schema    ── the tables                     database ── how SQLite and PostgreSQL are opened and written
    sql       ── conversations and turns        outbox   ── tickets and effects on their way out
    leases    ── one message at a time for a conversation, across threads and processes

The only room that imports SQLAlchemy (the steps of `agent/migrations` aside).
"""

from __future__ import annotations

from agent.store.migrating import migrate
from agent.store.sql import SqlStore, open_store
from agent.store.values import (
    TICKET_CHANGE,
    ConversationStore,
    DuplicateMessage,
    Effect,
    OutboxRow,
    OutboxState,
    Page,
    TicketRow,
    TicketStatus,
)

__all__ = [
    "TICKET_CHANGE",
    "ConversationStore",
    "DuplicateMessage",
    "Effect",
    "OutboxRow",
    "OutboxState",
    "Page",
    "SqlStore",
    "TicketRow",
    "TicketStatus",
    "migrate",
    "open_store",
]
