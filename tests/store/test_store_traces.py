"""After a deletion nothing of the customer stands in any file of the database, byte by byte."""

from __future__ import annotations

import random
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from agent.conversation import Contact
from agent.store import Effect, SqlStore

from .store_values import NOON, a_conversation, a_ticket, a_turn


def every_byte(folder: Path) -> bytes:
    """The database, its log, its index, its locks: all of it."""
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def live_through(store: SqlStore, rounds: int, seed: int) -> dict[str, str]:
    """Conversations that grow, shrink and rub shoulders in the same pages; id -> the mark in all its words."""
    chance = random.Random(seed)
    marks: dict[str, str] = {}
    for number in range(16):
        mark = f"MARK{seed:02d}x{number:02d}"
        conversation = a_conversation(mark, id=f"id-{mark}", contact=Contact(customer=mark))
        store.put(conversation, None, (), 0)
        marks[conversation.id] = mark
    for _ in range(rounds):
        cid = chance.choice(list(marks))
        before, mark = store.get(cid), marks[cid]
        assert before is not None
        after = replace(before, turns=before.turns + 1, complaint=mark * chance.randint(1, 300))
        turn = a_turn(after, after.turns, f"{mark}-{after.turns}", mark * chance.randint(1, 40))
        effects = (
            a_ticket(f"T-{mark}-{after.turns}", text=mark * chance.randint(1, 60)),
            Effect("webhook", turn.message_id or "", {"m": mark}),
        )
        store.put(after, turn, effects if chance.random() < 0.3 else (), before.version)
    return marks


@pytest.mark.parametrize("seed", range(3))
def test_no_byte_of_a_deleted_customer_is_left(file_store: SqlStore, tmp_path: Path, seed: int) -> None:
    marks = live_through(file_store, 150, seed)
    for effect in file_store.due_effects(NOON, 10):
        file_store.mark_delivered(effect.id, NOON, "r")
    gone = list(marks)[:6]
    assert all(marks[cid].encode() in every_byte(tmp_path) for cid in gone)
    for cid in gone:
        assert file_store.delete(cid)
        left = every_byte(tmp_path)
        assert marks[cid].encode() not in left
        assert cid.encode() not in left
    for cid in list(marks)[6:]:
        assert file_store.get(cid) is not None


def test_the_file_is_its_owners_only(file_store: SqlStore, tmp_path: Path) -> None:
    file_store.put(a_conversation(), None, (), 0)
    for file in tmp_path.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
