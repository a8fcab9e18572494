"""Guides written for one test in a line per step, and what the proof says of them."""

from __future__ import annotations

from agent.errors import Severity
from agent.scenarios import Finding, Library, Proof, declared_facts, prove, read_text

ANSWER = "{{id: {id}, label: L{id}, label_en: E{id}, pattern: p{id}, {then}}}"


def step(number: int, *answers: str, more: str = "") -> str:
    """One step in both languages; an answer is "id: what follows"."""
    lines = [
        f"    - {{step_id: {number}, id: s{number}, title: Klausimas {number}, title_en: Question {number},"
        f" instruction: Kas?, instruction_en: What?, {more}expected_outcomes: ["
    ]
    for answer in answers:
        name, _, then = answer.partition(":")
        lines.append("      " + ANSWER.format(id=name, then=then.strip()) + ",")
    return "\n".join([*lines, "      ]}"])


def library(*steps: str, more: str = "") -> Library:
    """A library of one guide, `guide`."""
    head = "scenario:\n  id: guide\n  title: T\n  title_en: T\n  problem_type: internet\n  description: D\n  description_en: D\n"
    scenario, problems = read_text(f"{head}{more}  steps:\n" + "\n".join(steps), "guide.yaml")
    assert scenario is not None
    assert not [problem for problem in problems if problem.severity is Severity.ERROR], problems
    return Library([scenario])


def proof_of(guides: Library, name: str = "guide") -> Proof:
    return prove(guides, name, declared_facts(guides.values()))


def codes(proof: Proof) -> list[str]:
    return [finding.problem.code for finding in proof.findings]


def only(proof: Proof, code: str) -> Finding:
    (found,) = (finding for finding in proof.findings if finding.problem.code == code)
    return found


NEXT = "a: action: next_step"
DONE = "a: action: resolve"
CALL = "b: action: escalate, reason: R, reason_en: R"
