"""The store on SQL: conversations and their turns, with what belongs to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from agent.conversation import CONVERSATION, TURN, Conversation, Owner, Reply, Status, Turn
from agent.errors import ConversationError
from agent.store import paging
from agent.store.database import Database
from agent.store.leases import AdvisoryLocks, FileLocks, Leases, Locks
from agent.store.migrating import require_head, upgrade
from agent.store.outbox import Outbox, add_effects
from agent.store.schema import conversations, outbox, scenario_versions, tickets, turns
from agent.store.values import DuplicateMessage, Effect, OutboxRow, Page, TicketRow, TicketStatus

# Built once: SQLAlchemy then finds the compiled statement by identity of its parts.
_GET = select(conversations.c.state).where(conversations.c.id == bindparam("cid"))
_ADD = insert(conversations)
_CHANGE = (
    update(conversations)
    .where(conversations.c.id == bindparam("cid"), conversations.c.version == bindparam("expected"))
    .values(
        {column.name: bindparam(column.name) for column in conversations.columns if not column.primary_key}
    )
)
_ADD_TURN = insert(turns)
_TURN_OF = select(turns.c.record).where(
    turns.c.conversation_id == bindparam("cid"), turns.c.message_id == bindparam("mid")
)
_TURNS = (
    select(turns.c.record).where(turns.c.conversation_id == bindparam("cid")).order_by(turns.c.number.desc())
)
_KEPT = select(scenario_versions.c.source).where(scenario_versions.c.digest == bindparam("digest"))
_OWNED = (turns, tickets, outbox)


def open_store(database_url: str) -> SqlStore:
    """The store at `database_url`. SQLite is brought up to date, PostgreSQL must have been (`agent migrate`).

    Raises SettingsError database_url, database_driver, database_file, database_not_migrated; OutsideError.
    """
    database = Database(database_url)
    try:
        if database.is_sqlite:
            upgrade(database)
            database.forget()
        else:
            require_head(database)
        return SqlStore(database, Leases(_locks(database)))
    except BaseException:
        database.close()
        raise


def _locks(database: Database) -> Locks | None:
    if database.file is not None:
        return FileLocks(database.file.with_name(database.file.name + ".lock"))
    return None if database.is_memory else AdvisoryLocks(database.url)


class SqlStore:
    """A ConversationStore on SQLite or PostgreSQL. Safe from any thread."""

    def __init__(self, database: Database, leases: Leases) -> None:
        self._database, self._leases, self._outbox = database, leases, Outbox(database)

    def get(self, conversation_id: str) -> Conversation | None:
        """The conversation as last put."""
        if not _is_id(conversation_id):
            return None
        with self._database.read() as connection:
            state = connection.execute(_GET, {"cid": conversation_id}).scalar_one_or_none()
        return None if state is None else CONVERSATION.validate_json(state)

    def reply_to(self, conversation_id: str, message_id: str) -> Reply | None:
        """What was answered to this message, if it was."""
        if not (_is_id(conversation_id) and _is_id(message_id)):
            return None
        with self._database.read() as connection:
            record = connection.execute(
                _TURN_OF, {"cid": conversation_id, "mid": message_id}
            ).scalar_one_or_none()
        return None if record is None else TURN.validate_json(record).reply

    def put(
        self, conversation: Conversation, turn: Turn | None, effects: Sequence[Effect], expected_version: int
    ) -> None:
        """One transaction: the conversation as version `expected_version + 1`, its turn and its effects."""
        row = _row(replace(conversation, version=expected_version + 1))
        try:
            with self._database.write(durable=bool(effects)) as connection:
                if not _save(connection, row, expected_version):
                    self._refuse(connection, conversation.id, turn)
                if turn is not None:
                    connection.execute(_ADD_TURN, _turn_row(turn))
                if effects:
                    add_effects(connection, conversation.id, effects, conversation.updated_at)
        except IntegrityError as fault:
            if (
                turn is not None
                and turn.message_id is not None
                and self.reply_to(conversation.id, turn.message_id)
            ):
                raise DuplicateMessage(conversation.id, turn.message_id) from fault
            raise _conflict(conversation.id) from fault

    def turns(
        self, conversation_id: str, limit: int | None = None, before: int | None = None
    ) -> tuple[Turn, ...]:
        """The last `limit` turns below number `before`, oldest first."""
        if not _is_id(conversation_id):
            return ()
        query = _TURNS if before is None else _TURNS.where(turns.c.number < before)
        query = query if limit is None else query.limit(max(0, limit))
        with self._database.read() as connection:
            records = connection.execute(query, {"cid": conversation_id}).scalars().all()
        return tuple(TURN.validate_json(record) for record in reversed(records))

    def list(
        self,
        owner: Owner | None = None,
        status: Status | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Conversation]:
        """Conversations, last touched first."""
        columns = conversations.c
        listed = select(columns.id, columns.updated_at, columns.state)
        query = paging.newest_first(listed, columns.updated_at, columns.id, limit, cursor)
        if owner is not None:
            # A literal, so that the partial index of conversations with a person can serve.
            query = query.where(columns.owner == bindparam("owned_by", owner.value, literal_execute=True))
        if status is not None:
            query = query.where(columns.status == status.value)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        return paging.page(
            rows,
            limit,
            lambda row: (row.updated_at, row.id),
            lambda row: CONVERSATION.validate_json(row.state),
        )

    def delete(self, conversation_id: str) -> bool:
        """Removes every trace of a conversation, from SQLite's files too (on PostgreSQL: after its vacuum)."""
        found = _is_id(conversation_id) and self._remove((conversation_id,)) > 0
        self._database.forget()
        return found

    def delete_idle(self, before: datetime, limit: int = 500) -> int:
        """Removes every trace of conversations last touched before `before`."""
        columns = conversations.c
        oldest = (
            select(columns.id).where(columns.updated_at < before).order_by(columns.updated_at).limit(limit)
        )
        with self._database.read() as connection:
            ids = tuple(connection.execute(oldest).scalars())
        removed = self._remove(ids, idle_since=before) if ids else 0
        self._database.forget()
        return removed

    def due(self, now: datetime, limit: int = 100) -> tuple[str, ...]:
        """Ids of conversations whose due time has come."""
        columns = conversations.c
        query = select(columns.id).where(columns.due_at <= now).order_by(columns.due_at).limit(limit)
        with self._database.read() as connection:
            return tuple(connection.execute(query).scalars())

    def keep_scenario(self, digest: str, scenario_id: str, source: str) -> None:
        """Remembers a scenario as it was; the same digest again changes nothing."""
        with self._database.write() as connection:
            build = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
            values = {"digest": digest, "scenario_id": scenario_id, "source": source}
            connection.execute(build(scenario_versions).on_conflict_do_nothing(), values)

    def scenario_version(self, digest: str) -> str | None:
        """The source of a scenario kept earlier."""
        with self._database.read() as connection:
            return connection.execute(_KEPT, {"digest": digest}).scalar_one_or_none()

    def ticket(self, number: str) -> TicketRow | None:
        """One ticket."""
        return self._outbox.ticket(number) if _is_id(number) else None

    def tickets(
        self, limit: int = 50, cursor: str | None = None, status: TicketStatus | None = None
    ) -> Page[TicketRow]:
        """Tickets, newest first."""
        return self._outbox.tickets(limit, cursor, status)

    def mark_ticket(self, number: str, status: TicketStatus) -> bool:
        """Says what people did with a ticket."""
        return _is_id(number) and self._outbox.mark_ticket(number, status)

    def due_effects(
        self, now: datetime, limit: int = 20, claim_seconds: float = 60.0
    ) -> tuple[OutboxRow, ...]:
        """Effects to deliver now, claimed for this caller."""
        return self._outbox.claim(now, limit, claim_seconds)

    def mark_delivered(self, effect_id: int, at: datetime, reference: str | None = None) -> None:
        """The receiver has it."""
        self._outbox.delivered(effect_id, at, reference)

    def mark_failed(self, effect_id: int, next_at: datetime | None, error: str) -> None:
        """Try again at `next_at`, or (None) give up."""
        self._outbox.failed(effect_id, next_at, error)

    def dead_letters(self, limit: int = 50) -> tuple[OutboxRow, ...]:
        """Effects given up on."""
        return self._outbox.dead(limit)

    def retry(self, effect_id: int, now: datetime) -> bool:
        """Makes a dead letter due again."""
        return self._outbox.retry(effect_id, now)

    @contextmanager
    def lease(self, conversation_id: str, seconds: float = 10.0) -> Iterator[None]:
        """Alone with a conversation; waits its turn for up to `seconds`."""
        with self._leases.hold(conversation_id, seconds):
            yield

    def close(self) -> None:
        """Gives back files and connections."""
        self._leases.close()
        self._database.close()

    def _refuse(self, connection: Connection, conversation_id: str, turn: Turn | None) -> None:
        """Says why a put found no row of the expected version."""
        if turn is not None and turn.message_id is not None:
            answered = connection.execute(_TURN_OF, {"cid": conversation_id, "mid": turn.message_id}).first()
            if answered is not None:
                raise DuplicateMessage(conversation_id, turn.message_id)
        if connection.execute(_GET, {"cid": conversation_id}).first() is None:
            raise ConversationError(
                f"There is no conversation {conversation_id} (any more).", code="not_found", status=404
            )
        raise _conflict(conversation_id)

    def _remove(self, ids: Sequence[str], idle_since: datetime | None = None) -> int:
        """Deletes conversations and all that is theirs, unless they were touched since `idle_since`."""
        columns = conversations.c
        with self._database.write(durable=True) as connection:
            going = select(columns.id).where(columns.id.in_(ids)).with_for_update()
            if idle_since is not None:
                going = going.where(columns.updated_at < idle_since)
            gone = tuple(connection.execute(going).scalars())
            for table in _OWNED:
                connection.execute(delete(table).where(table.c.conversation_id.in_(gone)))
            connection.execute(delete(conversations).where(columns.id.in_(gone)))
            if gone:
                self._database.owe_scrub(connection)
        return len(gone)


def _save(connection: Connection, row: dict[str, Any], expected_version: int) -> bool:
    """Writes the conversation; False when the stored version is another."""
    if expected_version == 0:
        connection.execute(_ADD, row)
        return True
    change = {name: value for name, value in row.items() if name != "id"}
    found = connection.execute(_CHANGE, change | {"cid": row["id"], "expected": expected_version})
    return found.rowcount == 1


def _row(conversation: Conversation) -> dict[str, Any]:
    return {
        "id": conversation.id,
        "version": conversation.version,
        "owner": conversation.owner.value,
        "status": conversation.status.value,
        "customer": conversation.contact.customer,
        "updated_at": conversation.updated_at,
        "due_at": conversation.due_at,
        "state": _json(CONVERSATION, conversation),
    }


def _turn_row(turn: Turn) -> dict[str, Any]:
    return {
        "conversation_id": turn.conversation_id,
        "number": turn.number,
        "message_id": turn.message_id,
        "at": turn.at,
        "record": _json(TURN, turn),
    }


def _json(adapter: TypeAdapter[Any], value: object) -> str:
    # Read-only mappings are what frozen values are made of; pydantic knows plain ones only, and would warn.
    return adapter.dump_json(value, fallback=_plain, warnings=False).decode()


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Set):
        return sorted(value, key=str)
    raise TypeError(f"a {type(value).__name__} cannot be stored")


def _is_id(text: str) -> bool:
    """Whether a database could hold it at all: asking with anything else is asking for something unknown."""
    return 0 < len(text) <= 200 and text.isprintable()


def _conflict(conversation_id: str) -> ConversationError:
    return ConversationError(
        f"Conversation {conversation_id} changed while this message was answered.",
        mend="Send the message again, with the same message_id.",
        code="version_conflict",
        status=409,
    )
