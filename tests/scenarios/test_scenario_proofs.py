"""Proofs in several processes: the same proofs, in the same order, whatever becomes of the processes."""

from __future__ import annotations

import logging
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any

import pytest

from agent.errors import Severity
from agent.scenarios import Library, declared_facts, inspect, most_jobs, proofs, prove_all, read_text

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


def _no_room(*_: object) -> Any:
    raise OSError("no semaphores here")


@pytest.mark.parametrize("pool", [_Gone, _no_room])
def test_without_processes_everything_is_proven_in_this_one(
    pool: object, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(proofs, "ProcessPoolExecutor", pool)
    with caplog.at_level(logging.WARNING):
        shared = prove_all(GUIDES, DECLARED, jobs=4)
    assert shared == prove_all(GUIDES, DECLARED)
    assert "proven in one" in caplog.text


def test_one_guide_needs_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "ProcessPoolExecutor", None)
    (proof,) = prove_all(GUIDES, DECLARED, ("fix", "fix"), jobs=8)
    assert proof.scenario == "fix"
    assert most_jobs() >= 1
