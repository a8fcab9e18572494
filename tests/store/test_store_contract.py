"""What every store promises, on every database."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest

from agent.conversation import Owner, Status
from agent.errors import ConversationError
from agent.store import DuplicateMessage, Effect, OutboxState, SqlStore, TicketStatus

from .store_values import NOON, a_conversation, a_ticket, a_turn, new_id, say


def kept(store: SqlStore, **changes: object) -> str:
    """A stored conversation's id."""
    conversation = a_conversation(**changes)  # type: ignore[arg-type]
    store.put(conversation, None, (), 0)
    return conversation.id


# ── conversations and turns ─────────────────────────────────────────────────────────────────────────────────────────
def test_what_is_put_is_got_back_whole(store: SqlStore) -> None:
    conversation = a_conversation(due_at=NOON, status=Status.WAITING, last_text="ąčęėįšųūž 👍 \u0000 '\"")
    store.put(conversation, None, (), 0)
    assert store.get(conversation.id) == replace(conversation, version=1)


def test_read_only_mappings_can_be_stored(store: SqlStore) -> None:
    conversation = replace(a_conversation(), facts=type(a_conversation().facts)({}))
    bare = type(conversation)(id=new_id(), language="lt", opened_at=NOON, updated_at=NOON)
    store.put(bare, None, (), 0)
    assert store.get(bare.id) == replace(bare, version=1)


@pytest.mark.parametrize("unknown", ["nobody", "", "a\x00b", "\ud800", "x" * 5000, "'; DROP TABLE turns; --"])
def test_an_unknown_id_is_none(store: SqlStore, unknown: str) -> None:
    assert store.get(unknown) is None
    assert store.reply_to(unknown, "m") is None
    assert store.ticket(unknown) is None
    assert store.turns(unknown) == ()
    assert store.delete(unknown) is False


def test_turns_come_oldest_first_and_in_pages(store: SqlStore) -> None:
    cid = kept(store)
    for number in range(1, 6):
        assert say(store, cid, f"žinutė {number}") == number
    assert [turn.text for turn in store.turns(cid)] == [f"žinutė {n}" for n in range(1, 6)]
    assert [turn.number for turn in store.turns(cid, limit=2)] == [4, 5]
    assert [turn.number for turn in store.turns(cid, limit=2, before=4)] == [2, 3]


def test_a_turn_is_got_back_whole(store: SqlStore) -> None:
    conversation = a_conversation()
    turn = a_turn(conversation, 1, "m-1")
    store.put(conversation, turn, (), 0)
    assert store.turns(conversation.id) == (turn,)
    assert store.reply_to(conversation.id, "m-1") == turn.reply
    assert store.reply_to(conversation.id, "m-2") is None


def test_the_same_message_twice_is_refused_and_nothing_of_it_stays(store: SqlStore) -> None:
    cid = kept(store)
    say(store, cid, "pirma", "m-1")
    with pytest.raises(DuplicateMessage):
        say(store, cid, "ta pati", "m-1")
    conversation = store.get(cid)
    assert conversation is not None
    assert (conversation.turns, conversation.version) == (1, 2)
    with pytest.raises(DuplicateMessage):  # also when it raced and the version is old
        store.put(conversation, a_turn(conversation, 1, "m-1"), (), 1)


def test_one_message_id_may_occur_in_two_conversations_and_turns_without_one_are_many(
    store: SqlStore,
) -> None:
    first, second = kept(store), kept(store)
    say(store, first, "a", "m-1")
    say(store, second, "b", "m-1")
    say(store, first, "c")
    say(store, first, "d")
    assert len(store.turns(first)) == 3


def test_an_old_version_is_refused(store: SqlStore) -> None:
    cid = kept(store)
    old = store.get(cid)
    assert old is not None
    say(store, cid, "kažkas buvo greitesnis")
    with pytest.raises(ConversationError) as refused:
        store.put(old, a_turn(old, 1), (a_ticket("T-" + new_id()),), old.version)
    assert (refused.value.code, refused.value.status) == ("version_conflict", 409)
    assert len(store.turns(cid)) == 1


def test_a_new_conversation_is_made_once(store: SqlStore) -> None:
    conversation = a_conversation()
    store.put(conversation, None, (), 0)
    with pytest.raises(ConversationError) as refused:
        store.put(conversation, None, (), 0)
    assert refused.value.code == "version_conflict"


def test_what_was_deleted_meanwhile_does_not_come_back(store: SqlStore) -> None:
    cid = kept(store)
    mine = store.get(cid)
    assert mine is not None
    store.delete(cid)
    with pytest.raises(ConversationError) as refused:
        store.put(mine, a_turn(mine, 1), (), mine.version)
    assert (refused.value.code, refused.value.status) == ("not_found", 404)
    assert store.get(cid) is None


def test_a_failed_effect_takes_the_whole_turn_back(store: SqlStore) -> None:
    number = "T-" + new_id()
    store.put(a_conversation(), None, (a_ticket(number),), 0)
    other = a_conversation()
    with pytest.raises(ConversationError) as refused:
        store.put(other, a_turn(other, 1), (a_ticket(number),), 0)
    assert refused.value.code == "ticket_number_taken"
    assert store.get(other.id) is None


def test_list_is_newest_first_filtered_and_paged(store: SqlStore) -> None:
    later = NOON + timedelta(days=4000)  # before all that other tests left
    ids = [kept(store, updated_at=later + timedelta(minutes=n)) for n in range(5)]
    person = kept(
        store, updated_at=later + timedelta(minutes=9), owner=Owner.PERSON, status=Status.WITH_PERSON
    )
    first = store.list(limit=4)
    assert [c.id for c in first.items] == [person, ids[4], ids[3], ids[2]]
    assert [c.id for c in store.list(limit=2, cursor=first.next).items] == [ids[1], ids[0]]
    assert store.list(owner=Owner.PERSON, limit=1).items[0].id == person
    assert store.list(status=Status.WITH_PERSON, limit=1).items[0].id == person
    assert store.list(owner=Owner.AGENT, limit=1).items[0].id == ids[4]
    for cid in (*ids, person):
        store.delete(cid)


@pytest.mark.parametrize("cursor", ["", "nonsense", "bm8gY3Vyc29y", "ąž", "a" * 5000])
def test_a_strange_cursor_is_the_callers_mistake(store: SqlStore, cursor: str) -> None:
    with pytest.raises(ConversationError) as refused:
        store.list(cursor=cursor)
    assert (refused.value.code, refused.value.status) == ("invalid_cursor", 422)


def test_due_conversations_are_found(store: SqlStore) -> None:
    cid = kept(store, due_at=NOON - timedelta(days=9000))
    assert store.due(NOON - timedelta(days=8999))[0] == cid
    assert cid not in store.due(NOON - timedelta(days=9001))


def test_scenarios_are_remembered_by_digest(store: SqlStore) -> None:
    digest = new_id()
    store.keep_scenario(digest, "guide", "turinys: ą")
    store.keep_scenario(digest, "guide", "kitas")
    assert store.scenario_version(digest) == "turinys: ą"
    assert store.scenario_version("none") is None


# ── deletion ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_deletion_takes_turns_tickets_and_effects_along(store: SqlStore) -> None:
    conversation, number = a_conversation(), "T-" + new_id()
    store.put(
        conversation, a_turn(conversation, 1, "m"), (a_ticket(number), Effect("webhook", new_id(), {})), 0
    )
    stays = kept(store)
    assert store.delete(conversation.id) is True
    assert store.get(conversation.id) is None
    assert store.turns(conversation.id) == ()
    assert store.ticket(number) is None
    assert all(
        e.conversation_id != conversation.id for e in store.due_effects(NOON + timedelta(days=9000), 500)
    )
    assert store.delete(conversation.id) is False
    assert store.get(stays) is not None


def test_idle_conversations_are_removed_by_age(store: SqlStore) -> None:
    old, new = kept(store, updated_at=NOON - timedelta(days=9999)), kept(store)
    assert store.delete_idle(NOON - timedelta(days=9998)) == 1
    assert store.get(old) is None
    assert store.get(new) is not None
    assert store.delete_idle(NOON - timedelta(days=9998)) == 0


# ── tickets and the outbox ──────────────────────────────────────────────────────────────────────────────────────────
def drained(store: SqlStore) -> None:
    """Nothing due: what other tests left is claimed for long."""
    store.due_effects(NOON + timedelta(days=3650), 500, claim_seconds=1e9)


def test_a_ticket_stands_before_anybody_delivers_it(store: SqlStore) -> None:
    conversation, number = a_conversation(), "T-" + new_id()
    store.put(conversation, a_turn(conversation, 1), (a_ticket(number, problem="ą"),), 0)
    ticket = store.ticket(number)
    assert ticket is not None
    assert (ticket.conversation_id, ticket.status, ticket.priority) == (
        conversation.id,
        TicketStatus.OPEN,
        "high",
    )
    assert ticket.payload["problem"] == "ą"
    assert ticket.delivered_at is None


def test_the_same_effect_twice_is_one(store: SqlStore) -> None:
    drained(store)
    conversation, number = a_conversation(), "T-" + new_id()
    store.put(conversation, None, (a_ticket(number),), 0)
    store.put(conversation, None, (a_ticket(number), a_ticket(number)), 1)
    assert [effect.key for effect in store.due_effects(NOON, 500)] == [number]


def test_a_claimed_effect_is_for_one_worker_until_the_claim_ends(store: SqlStore) -> None:
    drained(store)
    number = "T-" + new_id()
    store.put(a_conversation(), None, (a_ticket(number),), 0)
    assert store.due_effects(NOON - timedelta(seconds=1)) == ()
    (effect,) = store.due_effects(NOON, claim_seconds=60)
    assert (effect.key, effect.attempts, effect.payload["number"]) == (number, 1, number)
    assert store.due_effects(NOON + timedelta(seconds=59)) == ()
    (again,) = store.due_effects(NOON + timedelta(seconds=61))  # the first worker died
    assert (again.id, again.attempts) == (effect.id, 2)


def test_a_delivered_effect_is_done_and_the_ticket_knows(store: SqlStore) -> None:
    drained(store)
    number = "T-" + new_id()
    store.put(a_conversation(), None, (a_ticket(number),), 0)
    (effect,) = store.due_effects(NOON)
    store.mark_delivered(effect.id, NOON, "ZAMMAD-77")
    store.mark_failed(effect.id, NOON, "a slow worker comes too late")
    assert store.due_effects(NOON + timedelta(days=1)) == ()
    ticket = store.ticket(number)
    assert ticket is not None
    assert (ticket.reference, ticket.delivered_at) == ("ZAMMAD-77", NOON)


def test_a_failed_effect_comes_back_later_then_is_given_up_and_can_be_retried(store: SqlStore) -> None:
    drained(store)
    store.put(a_conversation(), None, (a_ticket("T-" + new_id()),), 0)
    (effect,) = store.due_effects(NOON)
    store.mark_failed(effect.id, NOON + timedelta(seconds=30), "HTTP 503")
    assert store.due_effects(NOON + timedelta(seconds=29)) == ()
    (effect,) = store.due_effects(NOON + timedelta(seconds=30))
    store.mark_failed(effect.id, None, "HTTP 422")
    assert store.due_effects(NOON + timedelta(days=1)) == ()
    dead = {row.id: row for row in store.dead_letters(500)}[effect.id]
    assert (dead.state, dead.error, dead.attempts) == (OutboxState.DEAD, "HTTP 422", 2)
    assert store.retry(effect.id, NOON) is True
    assert store.retry(effect.id, NOON) is False
    assert store.due_effects(NOON)[0].attempts == 1


def test_tickets_are_listed_and_marked(store: SqlStore) -> None:
    later = NOON + timedelta(days=4000)
    numbers = [f"T-{new_id()}" for _ in range(3)]
    for minute, number in enumerate(numbers):
        moment = later + timedelta(minutes=minute)
        store.put(a_conversation(updated_at=moment), None, (a_ticket(number),), 0)
    page = store.tickets(limit=2)
    assert [ticket.number for ticket in page.items] == [numbers[2], numbers[1]]
    assert store.tickets(limit=1, cursor=page.next).items[0].number == numbers[0]
    assert store.mark_ticket(numbers[2], TicketStatus.TAKEN) is True
    assert store.mark_ticket("T-none", TicketStatus.TAKEN) is False
    assert [t.number for t in store.tickets(status=TicketStatus.TAKEN).items] == [numbers[2]]
    assert store.tickets(limit=1, status=TicketStatus.OPEN).items[0].number == numbers[1]
    for ticket in store.tickets(limit=3).items:
        store.delete(ticket.conversation_id)


def test_workers_share_effects_without_taking_one_twice(store: SqlStore) -> None:
    drained(store)
    keys = {f"T-{new_id()}" for _ in range(24)}
    store.put(a_conversation(), None, [a_ticket(key) for key in keys], 0)

    def work(_: int) -> list[str]:
        taken: list[str] = []
        while claimed := store.due_effects(NOON, limit=2):
            taken += [effect.key for effect in claimed]
        return taken

    with ThreadPoolExecutor(4) as pool:
        taken = [key for keys_of_one in pool.map(work, range(4)) for key in keys_of_one]
    assert sorted(taken) == sorted(keys)


# ── leases ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_threads_answer_one_conversation_in_turn(store: SqlStore) -> None:
    cid = kept(store)

    def message(number: int) -> None:
        with store.lease(cid, 60):
            say(store, cid, str(number), f"m-{number}")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(message, range(30)))
    turns = store.turns(cid)
    assert [turn.number for turn in turns] == list(range(1, 31))
    assert {turn.text for turn in turns} == {str(number) for number in range(30)}


def test_a_lease_that_is_taken_is_told_after_the_wait(store: SqlStore) -> None:
    cid = kept(store)
    with store.lease(cid):
        with ThreadPoolExecutor(1) as pool:
            refused = pool.submit(_try_lease, store, cid, 0.05).result()
        assert refused == ("conversation_busy", 409)
        with store.lease(new_id(), 0.05):
            pass  # others are not held up
    assert _try_lease(store, cid, 0.05) is None


def _try_lease(store: SqlStore, cid: str, seconds: float) -> tuple[str, int] | None:
    try:
        with store.lease(cid, seconds):
            return None
    except ConversationError as busy:
        return busy.code, busy.status


def test_two_stores_on_one_database_exclude_each_other(shared_url: str) -> None:
    from agent.store import open_store

    first, second = open_store(shared_url), open_store(shared_url)
    try:
        with first.lease("shared"):
            assert _try_lease(second, "shared", 0.05) == ("conversation_busy", 409)
        assert _try_lease(second, "shared", 1.0) is None
    finally:
        first.close()
        second.close()


def test_waiting_threads_are_let_in_by_arrival(store: SqlStore) -> None:
    order: list[int] = []

    def wait(number: int) -> None:
        with store.lease("queue", 30):
            order.append(number)

    threads = [threading.Thread(target=wait, args=(number,)) for number in range(6)]
    with store.lease("queue"):
        for thread in threads:
            thread.start()
            time.sleep(0.01)
    for thread in threads:
        thread.join()
    assert order == list(range(6))


def test_a_lease_is_given_back_after_a_fault(store: SqlStore) -> None:
    with pytest.raises(RuntimeError), store.lease("fault"):
        raise RuntimeError
    assert _try_lease(store, "fault", 0.05) is None
