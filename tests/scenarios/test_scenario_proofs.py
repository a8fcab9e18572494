"""Proofs in several processes: the same proofs, in the same order, whatever becomes of the processes."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path
from typing import Any

import pytest

from agent.errors import Severity
from agent.scenarios import Library, declared_facts, inspect, most_jobs, proofs, prove_all, read_text
from agent.scenarios.model import outcomes_of

GUIDES = Library(
    guide for guide in inspect(Path(__file__).parent / "library")[0].values() if guide.id in ("fix", "other")
)
DECLARED = declared_facts(GUIDES.values())


def deep_fault(depth: int) -> Library:
    """The guides and one more, in whose step `depth` stands a return that nobody waits for."""
    head = "scenario: {id: deep, title: T, title_en: T, problem_type: internet, description: D, description_en: D, steps: ["
    text = "label: L, label_en: E, pattern"
    steps = [
        f"{{step_id: {n}, id: s{n}, title: K{n}, title_en: Q{n}, instruction: Kas?, instruction_en: What?, expected_outcomes: ["
        f"{{id: a, {text}: pa, action: {'return' if n == depth else 'next_step'}}},"
        f"{{id: b, {text}: pb, action: escalate, reason: R, reason_en: R}}]}}"
        for n in range(1, depth + 2)
    ]
    scenario, problems = read_text(f"{head}{', '.join(steps)}]}}", "deep.yaml")
    assert scenario is not None
    assert not [problem for problem in problems if problem.severity is Severity.ERROR], problems
    return Library([*GUIDES.values(), scenario])


def test_two_processes_prove_what_one_proves() -> None:
    library = deep_fault(12)
    declared = declared_facts(library.values())
    told: list[tuple[int, int]] = []
    alone = prove_all(library, declared)
    shared = prove_all(library, declared, progress=lambda *step: told.append(step), jobs=2)
    assert shared == alone
    assert [each.scenario for each in shared] == list(library)
    assert told == [(done, len(library)) for done in range(1, len(library) + 1)]
    (deep,) = (each for each in shared if each.scenario == "deep")
    assert [each.problem.code for each in deep.findings if "K12" in each.conversation[-1]] == [
        "proof_wrong_end"
    ]


class _Gone:
    """A pool whose processes die before they bring anything."""

    def __init__(self, *_: object) -> None: ...

    def __enter__(self) -> _Gone:
        return self

    def __exit__(self, *_: object) -> None: ...

    def submit(self, *_: object) -> Any:
        raise BrokenExecutor("a process was killed")

    def shutdown(self, **_: object) -> None: ...


class _Unsendable(_Gone):
    """A pool that cannot send anything: what is wrong shows in the result."""

    def submit(self, *_: object) -> Any:
        failed = Future[Any]()
        failed.set_exception(TypeError("cannot pickle this"))
        return failed


def _no_room(*_: object) -> Any:
    raise OSError("no semaphores here")


@pytest.mark.parametrize("pool", [_Gone, _no_room, _Unsendable])
def test_without_processes_everything_is_proven_in_this_one(
    pool: object, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(proofs, "ProcessPoolExecutor", pool)
    with caplog.at_level(logging.WARNING):
        shared = prove_all(GUIDES, DECLARED, jobs=4)
    assert shared == prove_all(GUIDES, DECLARED)
    assert "proven in one" in caplog.text


def test_what_reads_facts_is_begun_before_what_has_more_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[object] = []

    class Listening(_Gone):
        def submit(self, *call: object) -> Any:
            sent.append(call[-1])
            return Future[Any]() if len(sent) < len(library) else super().submit()

    monkeypatch.setattr(proofs, "ProcessPoolExecutor", Listening)
    reads = inspect(Path(__file__).parent / "library")[0]["guide"]
    library = Library([*deep_fault(12).values(), reads])
    prove_all(library, declared_facts(library.values()), jobs=2)
    assert sent.index("guide") < sent.index("deep")
    assert sum(1 for _ in outcomes_of(library["deep"])) > sum(1 for _ in outcomes_of(reads))


def test_one_guide_needs_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "ProcessPoolExecutor", None)
    (proof,) = prove_all(GUIDES, DECLARED, ("fix", "fix"), jobs=8)
    assert proof.scenario == "fix"
    assert most_jobs() >= 1


@pytest.mark.parametrize("fact", [threading.Lock(), lambda: None])
def test_what_cannot_be_sent_is_proven_in_this_process(fact: Any, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        shared = prove_all(GUIDES, {**DECLARED, "nobody_reads_it": (fact,)}, jobs=2)
    assert shared == prove_all(GUIDES, DECLARED)
    assert "proven in one" in caplog.text
    assert not multiprocessing.active_children()


def test_a_daemonic_process_starts_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "ProcessPoolExecutor", None)
    monkeypatch.setitem(multiprocessing.current_process()._config, "daemon", True)  # type: ignore[attr-defined]
    assert len(prove_all(GUIDES, DECLARED, jobs=2)) == len(GUIDES)


def test_no_more_processes_than_windows_can_wait_for() -> None:
    assert proofs._allowed(1000) == 61


def test_ctrl_c_ends_what_is_under_way() -> None:
    """The processes themselves take no notice of it: they end because this one tells them to."""
    with pytest.raises(KeyboardInterrupt), proofs._pool(1) as pool:
        assert pool.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN
        pool.submit(time.sleep, 600)
        started = time.monotonic()
        raise KeyboardInterrupt
    assert time.monotonic() - started < 60
    assert not multiprocessing.active_children()


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Windows has no masks of signals")
def test_ctrl_c_does_not_break_off_a_process_that_is_still_loading() -> None:
    """It takes no notice of it from its first instruction on; the one that started it hears of it at once."""
    with proofs._pool(1) as pool:
        with proofs._uninterrupted():
            begun = pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ())
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
        assert signal.SIGINT in begun.result()


KILLED = """
import os, time
from agent.scenarios import proofs
with proofs._pool(1) as pool:
    pool.submit(os.getpid).result()
    pool.submit(time.sleep, 600)
    print("under way", flush=True)
    time.sleep(600)
"""


def test_a_killed_parent_leaves_no_process_behind() -> None:
    """Its processes share its output, which ends when the last of them has."""
    parent = subprocess.Popen(
        [sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert parent.stdout
        assert parent.stdout.readline() == "under way\n"
        parent.terminate()
        assert parent.communicate(timeout=60)[0] == ""
    except BaseException:
        os.killpg(parent.pid, signal.SIGKILL)
        raise


@pytest.mark.parametrize(
    ("quota", "cores"),
    [
        ("max 100000\n", 61),
        ("150000 100000\n", 1),
        ("300000 100000\n", 3),
        ("50000 100000\n", 1),
        ("5 0", 61),
        ("", 61),
    ],
)
def test_a_container_gets_no_more_processes_than_its_quota(quota: str, cores: int, tmp_path: Path) -> None:
    file = tmp_path / "cpu.max"
    file.write_text(quota, encoding="ascii")
    assert proofs._cores_of(file) == cores
    assert 1 <= most_jobs(file) <= min(cores, 4)


def test_where_there_is_no_quota_four_processes_are_the_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(64)), raising=False)
    assert most_jobs(tmp_path / "none") == 4
