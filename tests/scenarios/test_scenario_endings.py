"""Guides that only lead on to each other are told, with the shortest conversation; those that can end are not."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from agent.errors import Problem
from agent.scenarios import Chosen, Kind, Library, advance, begin, inspect, read_text, reasons
from agent.scenarios.roads import MAX_CALLS

HEAD = """scenario:
  id: {name}
  title: T
  title_en: T
  problem_type: internet
  description: D
  steps:
"""
STEP = "    - {{step_id: {number}, title: Klausimas {name}{number}, title_en: Q, instruction: Kas?, instruction_en: W?, expected_outcomes: [{answers}]}}\n"
ANSWER = "{{id: {name}, label: L{name}, label_en: E{name}, pattern: p{name}, {then}}}"
GOTO, CALL = "action: goto_scenario, target: {}".format, "action: call_scenario, target: {}".format
NEXT, RESOLVE, RETURN = "action: next_step", "action: resolve", "action: return"
ESCALATE = "action: escalate, reason: R, reason_en: R"


def guide(name: str, *steps: tuple[str, ...], more: str = "") -> str:
    """A guide; a step is what follows from each of its answers, called a, b, …"""
    lines = [
        STEP.format(
            name=name,
            number=number,
            answers=", ".join(
                ANSWER.format(name=letter, then=then) for letter, then in zip("abc", step, strict=False)
            ),
        )
        for number, step in enumerate(steps, 1)
    ]
    return HEAD.format(name=name) + "".join(lines) + more


def told(folder: Path, *guides: str) -> dict[str, Problem]:
    """What is told of guides without an end, by guide."""
    for text in guides:
        name = text.split("id: ", 1)[1].split("\n", 1)[0]
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return {Path(each.file).stem: each for each in inspect(folder)[1] if each.code == "endless_guides"}


def test_two_guides_that_only_lead_to_each_other_are_told(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        guide("aaa", (NEXT,), (GOTO("bbb"), GOTO("bbb"))),
        guide("bbb", (GOTO("aaa"), GOTO("aaa"))),
    )
    assert found.keys() == {"aaa", "bbb"}
    assert (
        "Klausimas aaa1 – La · Klausimas aaa2 – La → bbb · Klausimas bbb1 – La → aaa" in found["aaa"].message
    )
    assert (found["aaa"].line, found["bbb"].line) == (9, 8)
    assert "resolve" in found["aaa"].mend


def test_who_leads_into_such_a_circle_is_told_with_the_whole_way(tmp_path: Path) -> None:
    found = told(
        tmp_path, guide("aaa", (GOTO("bbb"),)), guide("bbb", (GOTO("aaa"),)), guide("ccc", (GOTO("aaa"),))
    )
    assert found.keys() == {"aaa", "bbb", "ccc"}
    assert (
        "Klausimas ccc1 – La → aaa · Klausimas aaa1 – La → bbb · Klausimas bbb1 – La → aaa"
        in found["ccc"].message
    )


ENDLESS: Mapping[str, tuple[str, ...]] = {
    "three in a row": (
        guide("aaa", (GOTO("bbb"), GOTO("ccc"))), guide("bbb", (GOTO("ccc"),)), guide("ccc", (GOTO("aaa"),)),
    ),
    "a call that never comes back": (guide("aaa", (CALL("bbb"),), (ESCALATE,)), guide("bbb", (GOTO("aaa"),))),
    "itself": (guide("aaa", (GOTO("aaa"), GOTO("aaa"))),),
    "an end no answer leads to": (guide("aaa", (GOTO("bbb"),), (RESOLVE,)), guide("bbb", (GOTO("aaa"),))),
}  # fmt: skip


@pytest.mark.parametrize("name", ENDLESS)
def test_no_end_by_any_road_is_told(tmp_path: Path, name: str) -> None:
    assert told(tmp_path, *ENDLESS[name]).keys() == {
        text.split("id: ", 1)[1].split("\n", 1)[0] for text in ENDLESS[name]
    }


SOUND: Mapping[str, tuple[str, ...]] = {
    "both ways, and an end in one": (guide("aaa", (GOTO("bbb"),)), guide("bbb", (GOTO("aaa"), RESOLVE))),
    "a person": (guide("aaa", (GOTO("bbb"),)), guide("bbb", (GOTO("aaa"), ESCALATE))),
    "the end of the list": (guide("aaa", (GOTO("bbb"),)), guide("bbb", (GOTO("aaa"), NEXT))),
    "a call that comes back": (
        guide("aaa", (CALL("bbb"),), (ESCALATE,)), guide("bbb", (GOTO("aaa"), RETURN)),
    ),
    "a call that ends": (guide("aaa", (CALL("bbb"),), (GOTO("aaa"),)), guide("bbb", (RESOLVE, RETURN))),
    "a rule over what was answered": (
        guide("aaa", (GOTO("bbb"),)),
        guide(
            "bbb", (NEXT,), (GOTO("aaa"),),
            more="  escalation: {conditions: [{when: 'problem_context.step_1 == \"a\"', reason: R, reason_en: R}]}\n",
        ),
    ),
    "another file is faulty": (
        guide("aaa", (GOTO("bbb"),)), guide("bbb", ("action: nonsense",)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SOUND)
def test_guides_that_can_end_are_not_told(tmp_path: Path, name: str) -> None:
    assert not told(tmp_path, *SOUND[name])


def test_who_is_led_round_all_the_same_gets_a_person_with_the_reason() -> None:
    """Each guide can end, but this customer never says so: after four changes a person is called, and is told why."""
    texts = guide("aaa", (GOTO("bbb"), RESOLVE)), guide("bbb", (GOTO("aaa"), RESOLVE))
    guides = Library(each for text in texts if (each := read_text(text, "x.yaml")[0]) is not None)
    move = begin(guides, "aaa", {})
    while not move.progress.over:
        move = advance(guides, move.progress, Chosen("a"), {})
    changes = [count for ref, count in move.progress.visits.items() if ref.endswith("/")]
    assert (move.kind, sum(changes)) == (Kind.ESCALATE, MAX_CALLS)
    stated = reasons.too_deep("").text
    assert {language: move.reason.get(language) for language in ("lt", "en")} == dict(stated)
