"""Guides beside each other: whose example stands in another guide too."""

from __future__ import annotations

import pytest

from agent.scenarios import Library, read_text
from agent.scenarios.authoring import new_scenario
from agent.scenarios.company import near_duplicates


def guide(name: str, example: str) -> Library:
    text = new_scenario(name).replace("    lt: []\n", f'    lt: ["{example}"]\n')
    scenario, problems = read_text(text, f"{name}.yaml")
    assert scenario is not None
    assert not problems
    return Library([scenario])


@pytest.mark.parametrize(
    ("one", "two", "near"),
    [
        ("nėra interneto namuose", "Nera interneto namuose!!", True),
        ("nėra interneto namuose", "nėra interneto viename kambaryje", False),
        ("televizorius nerodo", "internetas neveikia", False),
    ],
)
def test_examples_that_nearly_coincide_are_told(one: str, two: str, near: bool) -> None:
    library = Library([*guide("one", one).values(), *guide("two", two).values()])
    found = list(near_duplicates(library))
    assert [problem.code for problem in found] == (["example_twice"] if near else [])


def test_a_guide_may_repeat_itself() -> None:
    assert not list(near_duplicates(guide("one", "nėra interneto")))
