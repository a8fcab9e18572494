"""Tickets, and effects on their way out: rows written with a turn, claimed by a worker, delivered or given up on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from agent.errors import ConversationError
from agent.store import paging
from agent.store.database import Database
from agent.store.schema import outbox, tickets
from agent.store.values import TICKET_CHANGE, Effect, OutboxRow, OutboxState, Page, TicketRow, TicketStatus

TICKET = "ticket"
_LONGEST_ERROR = 500

_ADD_TICKET = insert(tickets)
_TICKET_OWNER = select(tickets.c.conversation_id).where(tickets.c.number == bindparam("number"))
_ONE_TICKET = select(tickets).where(tickets.c.number == bindparam("number"))
_DUE = (
    select(outbox.c.id)
    .where(outbox.c.state == OutboxState.DUE.value, outbox.c.next_at <= bindparam("now"))
    .order_by(outbox.c.next_at, outbox.c.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)  # PostgreSQL: workers do not wait for each other; SQLite ignores it
)
_CLAIM = (
    update(outbox)
    .where(outbox.c.id.in_(_DUE.scalar_subquery()))
    .values(attempts=outbox.c.attempts + 1, next_at=bindparam("until"))
    .returning(outbox)
)
_DELIVERED = (
    update(outbox)
    .where(outbox.c.id == bindparam("effect"), outbox.c.state != OutboxState.DELIVERED.value)
    # The payload has served: what a person needs of it is in the ticket.
    .values(state=OutboxState.DELIVERED.value, delivered_at=bindparam("at"), error="", payload="{}")
    .returning(outbox.c.kind, outbox.c.key)
)
_TICKET_DELIVERED = (
    update(tickets)
    .where(tickets.c.number == bindparam("ticket"))
    .values(delivered_at=bindparam("at"), reference=bindparam("known_as"))
)
_CHANGED_TICKET = (
    update(tickets)
    .where(tickets.c.number == bindparam("ticket"), tickets.c.conversation_id == bindparam("cid"))
    .values(payload=bindparam("told"))
)
# One that waits goes out as it reads now; one that was delivered is not sent again.
_CHANGED_EFFECT = (
    update(outbox)
    .where(
        outbox.c.key == bindparam("ticket"),
        outbox.c.conversation_id == bindparam("cid"),
        outbox.c.state != OutboxState.DELIVERED.value,
    )
    .values(payload=bindparam("told"))
)
_DEAD = (
    select(outbox)
    .where(outbox.c.state == OutboxState.DEAD.value)
    .order_by(outbox.c.id)
    .limit(bindparam("most"))
)


def add_effects(
    connection: Connection, conversation_id: str, effects: Sequence[Effect], at: datetime
) -> None:
    """Writes what the turn wants told. An effect whose key is known already is left alone."""
    for effect in effects:
        if effect.kind == TICKET_CHANGE:
            values = {"ticket": effect.key, "cid": conversation_id, "told": _dump(effect.payload)}
            connection.execute(_CHANGED_TICKET, values)
            connection.execute(_CHANGED_EFFECT, values)
            continue
        if effect.kind == TICKET:
            _add_ticket(connection, conversation_id, effect, at)
        build = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        connection.execute(
            build(outbox).on_conflict_do_nothing(index_elements=[outbox.c.key]),
            {
                "key": effect.key,
                "kind": effect.kind,
                "conversation_id": conversation_id,
                "state": OutboxState.DUE.value,
                "attempts": 0,
                "created_at": at,
                "next_at": at,
                "error": "",
                "payload": _dump(effect.payload),
            },
        )


def _add_ticket(connection: Connection, conversation_id: str, effect: Effect, at: datetime) -> None:
    owner = connection.execute(_TICKET_OWNER, {"number": effect.key}).scalar_one_or_none()
    if owner == conversation_id:
        return
    if owner is not None:
        raise _number_taken(effect.key)
    row = {
        "number": effect.key,
        "conversation_id": conversation_id,
        "status": TicketStatus.OPEN.value,
        "ticket_type": str(effect.payload.get("ticket_type", "")),
        "priority": str(effect.payload.get("priority", "normal")),
        "created_at": at,
        "payload": _dump(effect.payload),
    }
    try:
        connection.execute(_ADD_TICKET, row)
    except IntegrityError as fault:  # two conversations chose one number at the same instant
        raise _number_taken(effect.key) from fault


def _number_taken(number: str) -> ConversationError:
    return ConversationError(
        f"The ticket number {number} belongs to another conversation.", code="ticket_number_taken", status=409
    )


class Outbox:
    """Reads and moves tickets and effects of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def ticket(self, number: str) -> TicketRow | None:
        """One ticket."""
        with self._database.read() as connection:
            row = connection.execute(_ONE_TICKET, {"number": number}).one_or_none()
        return None if row is None else _ticket(row)

    def tickets(self, limit: int, cursor: str | None, status: TicketStatus | None) -> Page[TicketRow]:
        """Tickets, newest first."""
        query = paging.newest_first(select(tickets), tickets.c.created_at, tickets.c.number, limit, cursor)
        if status is not None:
            query = query.where(tickets.c.status == status.value)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        return paging.page(rows, limit, lambda row: (row.created_at, row.number), _ticket)

    def mark_ticket(self, number: str, status: TicketStatus) -> bool:
        """Says what people did with a ticket."""
        change = update(tickets).where(tickets.c.number == number).values(status=status.value)
        with self._database.write() as connection:
            return connection.execute(change).rowcount == 1

    def claim(self, now: datetime, limit: int, claim_seconds: float) -> tuple[OutboxRow, ...]:
        """Due effects, for this caller alone until `claim_seconds` are over."""
        values = {"now": now, "most": limit, "until": now + timedelta(seconds=claim_seconds)}
        with self._database.write() as connection:
            rows = connection.execute(_CLAIM, values).all()
        return tuple(sorted((_effect(row) for row in rows), key=lambda effect: effect.id))

    def delivered(self, effect_id: int, at: datetime, reference: str | None) -> None:
        """The receiver has it."""
        with self._database.write(durable=True) as connection:
            done = connection.execute(_DELIVERED, {"effect": effect_id, "at": at}).one_or_none()
            if done is not None and done.kind == TICKET:
                connection.execute(_TICKET_DELIVERED, {"ticket": done.key, "at": at, "known_as": reference})

    def failed(self, effect_id: int, next_at: datetime | None, error: str) -> None:
        """Not this time; without `next_at`, not at all."""
        state = OutboxState.DEAD if next_at is None else OutboxState.DUE
        values: dict[str, Any] = {"state": state.value, "error": error[:_LONGEST_ERROR]}
        if next_at is not None:
            values["next_at"] = next_at
        undelivered = outbox.c.state != OutboxState.DELIVERED.value
        with self._database.write() as connection:
            connection.execute(update(outbox).where(outbox.c.id == effect_id, undelivered).values(values))

    def dead(self, limit: int) -> tuple[OutboxRow, ...]:
        """Effects given up on."""
        with self._database.read() as connection:
            return tuple(_effect(row) for row in connection.execute(_DEAD, {"most": limit}))

    def retry(self, effect_id: int, now: datetime) -> bool:
        """Due again, from the first attempt."""
        change = (
            update(outbox)
            .where(outbox.c.id == effect_id, outbox.c.state == OutboxState.DEAD.value)
            .values(state=OutboxState.DUE.value, attempts=0, next_at=now)
        )
        with self._database.write() as connection:
            return connection.execute(change).rowcount == 1


def _dump(payload: Mapping[str, Any]) -> str:
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))


def _ticket(row: Row[Any]) -> TicketRow:
    return TicketRow(
        number=row.number,
        conversation_id=row.conversation_id,
        status=TicketStatus(row.status),
        ticket_type=row.ticket_type,
        priority=row.priority,
        created_at=row.created_at,
        payload=json.loads(row.payload),
        reference=row.reference,
        delivered_at=row.delivered_at,
    )


def _effect(row: Row[Any]) -> OutboxRow:
    return OutboxRow(
        id=row.id,
        kind=row.kind,
        key=row.key,
        conversation_id=row.conversation_id,
        payload=json.loads(row.payload),
        state=OutboxState(row.state),
        attempts=row.attempts,
        created_at=row.created_at,
        next_at=row.next_at,
        error=row.error,
    )
