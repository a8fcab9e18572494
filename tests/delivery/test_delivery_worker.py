"""The worker: delivers once, comes back later, gives up in the end, survives whatever a desk does."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from agent.conversation import Conversation
from agent.delivery import Backoff, Delivery, Round
from agent.errors import OutsideError
from agent.escalation import BuiltInDesk, Desk, DeskRefusal, MemoryDesk
from agent.store import Effect, SqlStore, open_store

NOON = datetime(2026, 11, 5, 12, 0, tzinfo=UTC)
AWAY = OutsideError("away", code="desk_failed")


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def store() -> Iterator[SqlStore]:
    """An empty store."""
    opened = open_store("sqlite://")
    yield opened
    opened.close()


@pytest.fixture
def clock() -> Clock:
    """At noon."""
    return Clock()


def put_ticket(store: SqlStore, number: str = "T-1", kind: str = "ticket") -> None:
    """A turn that made a ticket."""
    conversation = Conversation(id=f"c-{number}", language="lt", opened_at=NOON, updated_at=NOON)
    store.put(conversation, None, (Effect(kind, number, {"number": number}),), 0)


def worker(store: SqlStore, desk: Desk, clock: Clock, **changes: Any) -> Delivery:
    """A worker whose chance is always the middle."""
    return Delivery(store, {"ticket": desk}, clock=clock, chance=lambda: 0.0, **changes)


def test_what_is_due_is_delivered_once(store: SqlStore, clock: Clock) -> None:
    desk = MemoryDesk()
    put_ticket(store, "T-1")
    put_ticket(store, "T-2")
    delivery = worker(store, desk, clock)
    assert delivery.deliver_due() == Round(delivered=2)
    assert delivery.deliver_due() == Round()
    assert desk.attempts == ["T-1", "T-2"]
    ticket = store.ticket("T-1")
    assert ticket is not None
    assert (ticket.reference, ticket.delivered_at) == ("T-1", NOON)


def test_a_desk_that_is_away_is_tried_again_later_and_later(store: SqlStore, clock: Clock) -> None:
    desk = MemoryDesk((AWAY, AWAY, AWAY))
    put_ticket(store)
    delivery = worker(store, desk, clock)
    waits = []
    for _ in range(3):
        assert delivery.deliver_due() == Round(postponed=1)
        began = clock.now
        while not store.due_effects(clock.now, 0) and len(waits) < 3:
            clock.now += timedelta(seconds=1)
            if clock.now - began >= timedelta(seconds=[1, 2, 4][len(waits)]):
                break
        waits.append((clock.now - began).seconds)
    assert waits == [1, 2, 4]
    assert delivery.deliver_due() == Round(delivered=1)


def test_a_refusal_is_a_dead_letter_at_once_and_can_be_retried(store: SqlStore, clock: Clock) -> None:
    desk = MemoryDesk((DeskRefusal("HTTP 422"),))
    put_ticket(store)
    delivery = worker(store, desk, clock)
    assert delivery.deliver_due() == Round(dead=1)
    (dead,) = store.dead_letters()
    assert (dead.key, dead.error) == ("T-1", "HTTP 422")
    store.retry(dead.id, clock.now)
    assert delivery.deliver_due() == Round(delivered=1)


def test_it_gives_up_after_the_last_attempt(store: SqlStore, clock: Clock) -> None:
    put_ticket(store)
    delivery = worker(store, MemoryDesk((AWAY,) * 9), clock, backoff=Backoff(attempts=3))
    results = []
    for _ in range(4):
        results.append(delivery.deliver_due())
        clock.now += timedelta(hours=2)
    assert results == [Round(postponed=1), Round(postponed=1), Round(dead=1), Round()]


class Broken:
    """A desk with a mistake in it."""

    def deliver(self, ticket: Mapping[str, Any], key: str) -> str | None:
        raise ZeroDivisionError(ticket["number"])


def test_a_broken_desk_stops_nothing_and_leaks_nothing(store: SqlStore, clock: Clock) -> None:
    heard: list[str] = []
    put_ticket(store, "T-1")
    put_ticket(store, "T-2")
    delivery = worker(store, Broken(), clock, on_fault=lambda message, _effect: heard.append(message))
    assert delivery.deliver_due() == Round(postponed=2)
    assert heard == ["the desk broke: ZeroDivisionError"] * 2


def test_an_effect_nobody_takes_is_a_dead_letter(store: SqlStore, clock: Clock) -> None:
    put_ticket(store, "W-1", kind="webhook")
    assert worker(store, BuiltInDesk(), clock).deliver_due() == Round(dead=1)
    assert "webhook" in store.dead_letters()[0].error


def test_a_worker_that_died_leaves_its_effect_to_the_next_with_the_same_key(
    store: SqlStore, clock: Clock
) -> None:
    desk = MemoryDesk()
    put_ticket(store)
    (claimed,) = store.due_effects(clock.now, claim_seconds=60)
    desk.deliver(claimed.payload, claimed.key)  # delivered, then killed before it could say so
    delivery = worker(store, desk, clock)
    assert delivery.deliver_due() == Round()
    clock.now += timedelta(seconds=61)
    assert delivery.deliver_due() == Round(delivered=1)
    assert desk.attempts == ["T-1", "T-1"]
    assert len(desk.tickets) == 1


def test_the_thread_delivers_wakes_and_stops(store: SqlStore, clock: Clock) -> None:
    desk = MemoryDesk()
    delivery = worker(store, desk, clock, pause_seconds=30)
    delivery.start()
    delivery.start()  # again changes nothing
    put_ticket(store)
    delivery.wake()
    wait_until(lambda: "T-1" in desk.tickets)
    assert delivery.stop(5)
    assert delivery.stop(5)
    assert not [thread for thread in threading.enumerate() if thread.name == "delivery"]


def test_a_store_that_fails_does_not_end_the_thread(clock: Clock) -> None:
    heard: list[str] = []

    class Away:
        def due_effects(self, *_: object, **__: object) -> tuple[()]:
            raise OutsideError("gone", code="store_failed")

    delivery = Delivery(
        Away(),  # type: ignore[arg-type]
        {},
        clock=clock,
        pause_seconds=0.01,
        on_fault=lambda message, _effect: heard.append(message),
    )
    delivery.start()
    wait_until(lambda: len(heard) >= 2)
    assert delivery.stop(5)


def test_backoff_doubles_up_to_its_limit_and_spans_a_night() -> None:
    backoff = Backoff()
    assert [backoff.seconds(n, 0.0) for n in (1, 2, 3, 23)] == [1.0, 2.0, 4.0, 1800.0]
    assert backoff.seconds(1, 0.999) == pytest.approx(2.0, abs=0.01)
    assert backoff.seconds(24, 0.0) is None
    hours = sum(backoff.seconds(n, 0.5) or 0 for n in range(1, 24)) / 3600
    assert 8 < hours < 14


def wait_until(holds: Any, seconds: float = 5.0) -> None:
    """Waits for something a thread does."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "too long"
        time.sleep(0.005)
