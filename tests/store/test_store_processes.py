"""Several processes on one database, and processes that die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from agent.store import SqlStore, open_store
from agent.store.migrating import HEAD

from .store_values import a_conversation, say

WRITER = Path(__file__).with_name("writer.py")


def writer(url: str, cid: str, name: str, count: int) -> subprocess.Popen[str]:
    """A process that answers `count` messages of one conversation."""
    command = [sys.executable, str(WRITER), url, cid, name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def opened_with_one(url: str) -> tuple[SqlStore, str]:
    """A store with a fresh conversation in it."""
    store = open_store(url)
    conversation = a_conversation()
    store.put(conversation, None, (), 0)
    return store, conversation.id


def test_two_processes_race_on_one_conversation_and_all_is_kept_in_order(shared_url: str) -> None:
    store, cid = opened_with_one(shared_url)
    racers = [writer(shared_url, cid, name, 15) for name in ("a", "b")]
    assert [racer.wait(60) for racer in racers] == [0, 0]
    turns = store.turns(cid)
    assert [turn.number for turn in turns] == list(range(1, 31))
    for name in ("a", "b"):
        mine = [turn.text for turn in turns if turn.text.startswith(name)]
        assert mine == [f"{name}-{n}" for n in range(15)]
    conversation = store.get(cid)
    assert conversation is not None
    assert (conversation.turns, conversation.version) == (30, 31)
    store.delete(cid)
    store.close()


@pytest.mark.parametrize(
    "after_turns", [7, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 3, 20, 60))]
)
def test_a_killed_writer_loses_nothing_it_acknowledged(shared_url: str, after_turns: int) -> None:
    store, cid = opened_with_one(shared_url)
    victim = writer(shared_url, cid, "x", 100_000)
    assert victim.stdout is not None
    said = [victim.stdout.readline() for _ in range(after_turns + 1)]
    time.sleep(0.002 * after_turns)  # somewhere inside a later turn
    os.kill(victim.pid, signal.SIGKILL)
    said += victim.stdout.readlines()
    victim.wait()
    acknowledged = [line.split() for line in said[1:] if line.endswith("\n")]
    kept = {turn.message_id: turn.number for turn in store.turns(cid)}
    assert all(kept[mark] == int(number) for number, mark in acknowledged)
    assert sorted(kept.values()) == list(range(1, len(kept) + 1))
    assert all(store.ticket(f"T-{cid}-{mark}") for mark in kept)  # a turn and its ticket: both
    assert store.ticket(f"T-{cid}-x-{len(kept)}") is None  # or neither
    began = time.monotonic()
    with store.lease(cid, 5):
        say(store, cid, "toliau")
    assert time.monotonic() - began < 2  # a dead process holds nothing
    store.delete(cid)
    store.close()


def test_processes_that_start_at_once_make_the_tables_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'deep' / 'taisa.db'}"
    code = "import sys; from agent.store import open_store; open_store(sys.argv[1]).close()"
    starters = [subprocess.Popen([sys.executable, "-c", code, url]) for _ in range(2)]
    assert [starter.wait(60) for starter in starters] == [0, 0]
    from agent.store.database import Database
    from agent.store.migrating import revision

    database = Database(url)
    assert revision(database) == HEAD
    database.close()


def test_connections_that_meet_at_a_new_file_wait_for_each_other(tmp_path: Path) -> None:
    from agent.store.database import Database

    def opened(url: str, together: Barrier) -> str:
        database = Database(url)
        together.wait()
        with database.write() as connection:
            mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
        database.close()
        return str(mode)

    with ThreadPoolExecutor(4) as threads:
        for n in range(60):  # without the retry about one meeting in twenty said "database is locked"
            together = Barrier(4)
            url = f"sqlite:///{tmp_path / f'{n}.db'}"
            assert list(threads.map(opened, [url] * 4, [together] * 4)) == ["wal"] * 4


def test_a_deletion_cut_short_is_finished_at_the_next_start(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'taisa.db'}"
    store = open_store(url)
    conversation = a_conversation("ŽYMĖ-paslaptis " * 300)
    store.put(conversation, None, (), 0)
    store._remove((conversation.id,))  # the process dies before it has scrubbed the files
    store.close()
    open_store(url).close()
    assert "ŽYMĖ-paslaptis".encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
