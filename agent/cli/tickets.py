"""`agent tickets`: what was handed to people, and what could not be delivered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from agent.cli.shared import note, plain, prepared, print_json
from agent.errors import ConversationError
from agent.store import ConversationStore, open_store


def run(number: str | None, limit: int, dead: bool, retry: int | None, as_json: bool) -> None:
    """List, show, or try again. Raises ConversationError for a number that does not exist."""
    store = open_store(prepared().database_url)
    try:
        if retry is not None:
            _retry(store, retry)
        elif dead:
            _list_dead(store, limit, as_json)
        elif number is not None:
            _show(store, number, as_json)
        else:
            _list(store, limit, as_json)
    finally:
        store.close()


def _list(store: ConversationStore, limit: int, as_json: bool) -> None:
    rows = store.tickets(limit).items
    if as_json:
        print_json(rows)
        return
    for row in rows:
        when = row.created_at.astimezone().strftime("%Y-%m-%d %H:%M")
        print(f"{row.number}  {when}  {row.status}  {row.priority}  {row.ticket_type}  {row.conversation_id}")
    if not rows:
        note("No tickets yet.")


def _show(store: ConversationStore, number: str, as_json: bool) -> None:
    row = store.ticket(number)
    if row is None:
        raise ConversationError(f"There is no ticket {number}.", code="ticket_not_found", status=404)
    if as_json:
        print_json(row)
        return
    for line in _told(row.payload, ""):
        print(plain(line))


def _told(payload: Mapping[str, Any], indent: str) -> Iterator[str]:
    for name, value in payload.items():
        if isinstance(value, Mapping):
            yield f"{indent}{name}:"
            yield from _told(value, indent + "  ")
        elif isinstance(value, list | tuple):
            yield f"{indent}{name}:{'' if value else ' –'}"
            for each in value:
                yield from _item(each, indent + "  ")
        else:
            yield f"{indent}{name}: {value}"


def _item(value: Any, indent: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        lines = list(_told(value, indent + "  "))
        yield f"{indent}- {lines[0].strip() if lines else ''}"
        yield from lines[1:]
    else:
        yield f"{indent}- {value}"


def _list_dead(store: ConversationStore, limit: int, as_json: bool) -> None:
    rows = store.dead_letters(limit)
    if as_json:
        print_json(rows)
        return
    for row in rows:
        print(plain(f"{row.id}  {row.kind} {row.key}  {row.attempts} attempts  {row.error}"))
    note("Try one again with `agent tickets --retry NUMBER`." if rows else "Nothing was given up on.")


def _retry(store: ConversationStore, effect: int) -> None:
    if not store.retry(effect, datetime.now(UTC)):
        raise ConversationError(
            f"Delivery {effect} was not given up on.",
            code="not_dead",
            status=404,
            mend="See `agent tickets --dead`.",
        )
    print(f"Delivery {effect} will be tried again.")
