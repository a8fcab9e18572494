"""Taking a move up again: it comes to the same states, by the same moves, as taking each of them from its answer on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from agent.scenarios import Library, declared_facts
from agent.scenarios.exploring import Exploration
from agent.scenarios.passage import Halt, Passage
from tests.scenarios.test_scenario_proof_beside import LEADS_ON
from tests.scenarios.written import CALL, DONE, NEXT, library, step


def says(fact: str, value: str) -> str:
    return f'"{fact}" in problem_context && problem_context.{fact} == "{value}"'


def glanced() -> Library:
    """Where a is not x, step 2 has looked at b, and passes over for the sake of c; step 3 is the first to need b."""
    guide = library(
        step(1, NEXT, CALL),
        step(2, NEXT, CALL, more=f"skip_if: ['{says('a', 'x')} && {says('b', 'y')}', '{says('c', 'z')}'], "),
        step(3, NEXT, CALL, more=f"skip_if: ['{says('b', 'y')}'], "),
        step(4, DONE, CALL),
    )
    asks = [
        step(number, *(f"{value}: action: next_step" for value in values), more=f"learns: {fact}, ")
        for number, fact, values in ((11, "a", "xo"), (12, "b", "yo"), (13, "c", "zo"))
    ]
    return Library([guide["guide"], replace(library(*asks, LEADS_ON)["guide"], id="other")])


def explored() -> Exploration:
    guides = glanced()
    walks = Exploration(guides, "guide", declared_facts(guides.values()), later=True)
    assert walks.run(lambda state: None, 10_000)
    assert not walks.crashes
    return walks


def never(road: Passage, name: str) -> Sequence[Halt]:
    return ()


def test_a_move_taken_up_again_is_the_move_taken_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fact that a condition had glanced at is decided from there on: behind that the walk is another one."""
    resumed = explored()
    monkeypatch.setattr(Passage, "standing", never)
    anew = explored()
    assert (resumed.moves, len(resumed.states)) == (55, 13)
    assert (resumed.moves, resumed.states.keys()) == (anew.moves, anew.states.keys())
    assert resumed.after == anew.after
    assert resumed.visits == anew.visits
