"""Conditions: CEL over what is known; undecidable is false; unsound is told at load."""

import pytest

from agent.scenarios import STATED, Condition, ConditionError, Situation
from agent.scenarios.conditions import try_out

HOLDS = [
    ('"router_lights" in problem_context', {"router_lights": "red"}, True),
    ('"router_lights" in problem_context', {}, False),
    ("failed_steps >= 2 && attempts == 1", {}, True),
    ('problem_context.scope == "all_devices"', {}, False),
    ("problem_context.speed < 10", {"speed": "slow"}, False),
    (
        '"already_tried" in problem_context && "restart" in problem_context.already_tried',
        {"already_tried": ("restart",)},
        True,
    ),
    ("problem_context.bills.exists(b, b.overdue)", {"bills": [{"overdue": False}, {"overdue": True}]}, True),
    ("customer.balance < 0.0", {}, True),
    ('probes.line == "up"', {}, False),
    ("6 / (failed_steps - 2) > 2", {}, False),
    ("failed_steps % (attempts - 1) == 0", {}, False),
    ("[attempts][failed_steps] == 1", {}, False),
]


@pytest.mark.parametrize(("source", "facts", "expected"), HOLDS)
def test_holds(source: str, facts: dict[str, object], expected: bool) -> None:
    situation = Situation(facts, attempts=1, failed_steps=2, customer={"balance": -3.5})
    assert Condition(source).holds(situation) is expected


REFUSED = [
    ("failed_steps >=", "condition_syntax", "failed_steps >= 3"),
    ('"a" in problem_context and true', "condition_syntax", "&&"),
    ("failed_steps = 3", "condition_syntax", "=="),
    ("steps_failed > 3", "condition_variable", "failed_steps"),
    ('"red" in lights', "condition_variable", "problem_context.lights"),
    ("isBroken(problem_context)", "condition_function", "size"),
    ("x" * 501, "condition_too_long", "500"),
]


@pytest.mark.parametrize(("source", "code", "mend"), REFUSED)
def test_refused_with_a_mend(source: str, code: str, mend: str) -> None:
    with pytest.raises(ConditionError) as caught:
        Condition(source)
    assert caught.value.code == code
    assert mend in caught.value.mend


TRIED = [
    ('"scope" in problem_context', set()),
    ('has(problem_context.scope) && problem_context.scope == "one_room"', set()),
    ('problem_context.scope == "one_room"', {"condition_unguarded"}),
    ('"scope" in problem_context && problem_context.scope > 3', {"condition_evaluation"}),
    ("6 / failed_steps > 2", {"condition_evaluation"}),
    ("failed_steps > 0 && 6 / failed_steps > 2", set()),
    ("failed_steps + 1", {"condition_not_boolean"}),
    ('"scope" in problem_context && problem_context.scope == "room"', {"condition_never"}),
    ('"since" in problem_context && problem_context.since == "vakar"', set()),
    ('"already_tried" in problem_context && "reset" in problem_context.already_tried', set()),
    ("failed_steps >= 4", set()),
]


@pytest.mark.parametrize(("source", "codes"), TRIED)
def test_tried_on_samples(source: str, codes: set[str]) -> None:
    assert {fault.code for fault in try_out(Condition(source), STATED)} == codes


def test_the_facts_a_condition_reads() -> None:
    source = '"a" in problem_context && problem_context.b == 1 && problem_context["c"] > 2 && "x" in problem_context.d'
    assert Condition(source).facts == ("a", "b", "c", "d")
