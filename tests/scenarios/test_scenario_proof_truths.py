"""The proof tells a truth value from a number, as conditions do, though Python takes True for 1."""

from __future__ import annotations

import pytest

from agent.scenarios import Chosen, Library, advance, begin, declared_facts
from agent.scenarios.exploring import Exploration
from tests.scenarios.written import CALL, DONE, codes, library, proof_of, step

UNLESS = '!("flag" in problem_context) || problem_context.flag == '
SETS = {
    "number first": ("x: action: next_step, sets: {flag: 1}", "y: action: next_step, sets: {flag: true}"),
    "truth first": ("x: action: next_step, sets: {flag: true}", "y: action: next_step, sets: {flag: 1}"),
}


def flagged(order: str, value: str) -> Library:
    """Step 3 is only asked where flag is the other one than `value`."""
    return library(
        step(1, *SETS[order], more="required: true, "),
        step(2, "a: action: next_step", CALL),
        step(3, DONE, CALL, more=f"skip_if: ['{UNLESS}{value}'], "),
        step(4, DONE, CALL),
    )


@pytest.mark.parametrize("order", SETS)
@pytest.mark.parametrize("value", ["true", "1"])
def test_the_walks_of_a_truth_value_and_of_a_number_are_both_taken(order: str, value: str) -> None:
    guides = flagged(order, value)
    walks = Exploration(guides, "guide", declared_facts(guides.values()))
    assert walks.run(lambda state: None, 10_000)
    answered = {each.move.step.ref for each in walks.states.values() if each.move.step}
    assert answered == {"s1", "s2", "s3", "s4"}
    assert not codes(proof_of(guides))
    after = [advance(guides, begin(guides, "guide", {}).progress, Chosen(each), {}) for each in "xy"]
    one, other = (walks.key_of(walks.state_of(move, {})) for move in after)
    assert one != other
    assert {one, other} <= walks.states.keys()


@pytest.mark.parametrize("order", SETS)
def test_both_are_declared(order: str) -> None:
    declared = declared_facts(flagged(order, "1").values())["flag"]
    assert sorted((type(value).__name__, value) for value in declared) == [("bool", True), ("int", 1)]
