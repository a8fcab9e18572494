"""Faults an author may make in a scenario, as changes of its YAML tree. Declared before any check was tuned to them.

An operator yields places where it applies; each place is a function that changes a copy of the tree and says what
it did. Whether a change is caught is not asked here.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Tree = dict[str, Any]
Change = Callable[[Tree], str]
Operator = Callable[[Tree], Iterator[Change]]

_TEXTS = (
    "title",
    "instruction",
    "help_text",
    "label",
    "say",
    "reason",
    "message",
    "question",
    "success",
    "safety",
)
_PLACEHOLDER = re.compile(r"\{[a-z_]+\}")


def steps_of(tree: Tree) -> list[Tree]:
    """The steps of a scenario's tree."""
    return list(tree["scenario"]["steps"])


def _outcomes(tree: Tree, wanted: Callable[[Tree], bool] = lambda outcome: True) -> Iterator[tuple[int, int]]:
    for at, step in enumerate(steps_of(tree)):
        for place, outcome in enumerate(step["expected_outcomes"]):
            if wanted(outcome):
                yield at, place


def _step(tree: Tree, at: int) -> Tree:
    step: Tree = tree["scenario"]["steps"][at]
    return step


def _outcome(tree: Tree, at: int, place: int) -> Tree:
    outcome: Tree = _step(tree, at)["expected_outcomes"][place]
    return outcome


def _on_outcome(at: int, place: int, change: Callable[[Tree], str]) -> Change:
    def run(tree: Tree) -> str:
        outcome = _outcome(tree, at, place)
        return f"{_step(tree, at)['id']}.{outcome.get('id')}: {change(outcome)}"

    return run


def _on_step(at: int, change: Callable[[Tree], str]) -> Change:
    return lambda tree: f"{_step(tree, at)['id']}: {change(_step(tree, at))}"


def _without(*keys: str) -> Callable[[Tree], str]:
    def change(part: Tree) -> str:
        for key in keys:
            part.pop(key, None)
        return f"without {', '.join(keys)}"

    return change


def _with(**values: object) -> Callable[[Tree], str]:
    def change(part: Tree) -> str:
        part.update(values)
        return f"with {values}"

    return change


def _has_target(outcome: Tree) -> bool:
    return "target" in outcome


def _acts(action: str) -> Callable[[Tree], bool]:
    return lambda outcome: outcome.get("action") == action


def drop_target(tree: Tree) -> Iterator[Change]:
    """A target is not written."""
    return (_on_outcome(*at, _without("target")) for at in _outcomes(tree, _has_target))


def misspell_target(tree: Tree) -> Iterator[Change]:
    """A target is misspelt."""
    for at in _outcomes(tree, _has_target):
        yield _on_outcome(*at, _with(target=f"{_outcome(tree, *at)['target']}s"))


def swap_actions(tree: Tree) -> Iterator[Change]:
    """Two answers of a step lead where the other one should."""
    for at, step in enumerate(steps_of(tree)):
        for place in range(len(step["expected_outcomes"]) - 1):
            yield _on_step(at, _swapped(place))


def _swapped(place: int) -> Callable[[Tree], str]:
    def change(step: Tree) -> str:
        one, two = step["expected_outcomes"][place : place + 2]
        for key in ("action", "target", "reason", "reason_en"):
            mine, other = one.pop(key, None), two.pop(key, None)
            if other is not None:
                one[key] = other
            if mine is not None:
                two[key] = mine
        return f"{one.get('id')} and {two.get('id')} swap actions"

    return change


def escalate_to_next(tree: Tree) -> Iterator[Change]:
    """An answer that needs a person goes on with the next step."""
    keys = {"action": "next_step"}
    for at in _outcomes(tree, _acts("escalate")):
        yield _on_outcome(*at, lambda o: (_without("reason", "reason_en")(o), _with(**keys)(o))[1])


def untested_fix(tree: Tree) -> Iterator[Change]:
    """A fix is not followed by the goal test."""
    return (_on_outcome(*at, _with(action="next_step")) for at in _outcomes(tree, _acts("retry_connection")))


def premature_resolve(tree: Tree) -> Iterator[Change]:
    """An answer that goes on is taken for a solution."""
    return (_on_outcome(*at, _with(action="resolve")) for at in _outcomes(tree, _acts("next_step")))


def drop_outcome(tree: Tree) -> Iterator[Change]:
    """An answer is not listed."""
    for at, place in _outcomes(tree):
        yield _on_step(
            at, lambda step, place=place: f"without {step['expected_outcomes'].pop(place).get('id')}"
        )  # type: ignore[misc]


def drop_escalation_outcome(tree: Tree) -> Iterator[Change]:
    """The answer that leads to a person is not listed."""
    for at, place in _outcomes(tree, _acts("escalate")):
        yield _on_step(
            at, lambda step, place=place: f"without {step['expected_outcomes'].pop(place).get('id')}"
        )  # type: ignore[misc]


def drop_escalation_rule(tree: Tree) -> Iterator[Change]:
    """A condition that hands the case over is gone."""
    for place, _ in enumerate(tree["scenario"].get("escalation", {}).get("conditions") or ()):
        yield lambda t, place=place: f"without rule {t['scenario']['escalation']['conditions'].pop(place)}"  # type: ignore[misc]


def drop_escalation(tree: Tree) -> Iterator[Change]:
    """The whole escalation block is gone."""
    yield lambda t: f"without escalation {bool(t['scenario'].pop('escalation', None))}"


def drop_reason(tree: Tree) -> Iterator[Change]:
    """A person gets a case without a reason."""
    return (_on_outcome(*at, _without("reason", "reason_en")) for at in _outcomes(tree, _acts("escalate")))


def lose_language(tree: Tree) -> Iterator[Change]:
    """A text is not translated."""
    for at, step in enumerate(steps_of(tree)):
        for key in (name for name in step if name.endswith("_en") and name[:-3] in _TEXTS):
            yield _on_step(at, _without(key))
    for at, place in _outcomes(tree):
        for key in (
            name for name in _outcome(tree, at, place) if name.endswith("_en") and name[:-3] in _TEXTS
        ):
            yield _on_outcome(at, place, _without(key))


def lose_instruction(tree: Tree) -> Iterator[Change]:
    """A step says nothing."""
    return (_on_step(at, _without("instruction", "instruction_en")) for at, _ in enumerate(steps_of(tree)))


def lose_label(tree: Tree) -> Iterator[Change]:
    """A button has no words."""
    return (_on_outcome(*at, _without("label", "label_en")) for at in _outcomes(tree))


def overlap_pattern(tree: Tree) -> Iterator[Change]:
    """The words of one answer are also written for its sibling."""
    for at, step in enumerate(steps_of(tree)):
        for place in range(len(step["expected_outcomes"]) - 1):
            first = str(step["expected_outcomes"][place].get("pattern", "")).split("|")[0]
            if first and "(" not in first and "[" not in first:
                other = _outcome(tree, at, place + 1).get("pattern", "")
                yield _on_outcome(at, place + 1, _with(pattern=f"{other}|{first}"))


def lose_pattern(tree: Tree) -> Iterator[Change]:
    """An answer has neither pattern nor examples."""
    return (_on_outcome(*at, _without("pattern", "examples")) for at in _outcomes(tree))


def foreign_pattern(tree: Tree) -> Iterator[Change]:
    """Two answers have each other's patterns."""
    for at, step in enumerate(steps_of(tree)):
        for place in range(len(step["expected_outcomes"]) - 1):
            yield _on_step(at, _patterns_swapped(place))


def _patterns_swapped(place: int) -> Callable[[Tree], str]:
    def change(step: Tree) -> str:
        one, two = step["expected_outcomes"][place : place + 2]
        one["pattern"], two["pattern"] = two.get("pattern", "x"), one.get("pattern", "x")
        return f"{one.get('id')} and {two.get('id')} swap patterns"

    return change


def cycle_back(tree: Tree) -> Iterator[Change]:
    """An answer leads back to an earlier step."""
    refs = [step["id"] for step in steps_of(tree)]
    for at, place in _outcomes(tree, _acts("next_step")):
        if at > 0:
            yield _on_outcome(at, place, _with(action="goto_step", target=refs[at - 1]))


def cycle_self(tree: Tree) -> Iterator[Change]:
    """An answer asks the same step again."""
    refs = [step["id"] for step in steps_of(tree)]
    for at, place in _outcomes(tree, _acts("next_step")):
        yield _on_outcome(at, place, _with(action="goto_step", target=refs[at]))


def change_placeholder(tree: Tree) -> Iterator[Change]:
    """A placeholder is misspelt in one language."""
    for at, step in enumerate(steps_of(tree)):
        for key in (
            name for name, said in step.items() if isinstance(said, str) and _PLACEHOLDER.search(said)
        ):
            changed = _PLACEHOLDER.sub("{no_such_thing}", step[key], count=1)
            yield _on_step(at, _with(**{key: changed}))


def drop_placeholder(tree: Tree) -> Iterator[Change]:
    """A placeholder is lost in one language."""
    for at, step in enumerate(steps_of(tree)):
        for key in (
            name for name, said in step.items() if isinstance(said, str) and _PLACEHOLDER.search(said)
        ):
            yield _on_step(at, _with(**{key: _PLACEHOLDER.sub("", step[key], count=1)}))


def unreachable_step(tree: Tree) -> Iterator[Change]:
    """A step is always skipped."""
    return (_on_step(at, _with(skip_if=["true"])) for at, _ in enumerate(steps_of(tree)))


def jump_over(tree: Tree) -> Iterator[Change]:
    """Every answer of a step jumps over the one behind it."""
    refs = [step["id"] for step in steps_of(tree)]
    for at in range(len(refs) - 2):
        yield _on_step(at, _all_going_to(refs[at + 2]))


def _all_going_to(target: str) -> Callable[[Tree], str]:
    def change(step: Tree) -> str:
        for outcome in step["expected_outcomes"]:
            if outcome.get("action") == "next_step":
                outcome.update(action="goto_step", target=target)
        step["expected_outcomes"] = step["expected_outcomes"] or []
        return f"next_step is goto_step {target}"

    return change


def invert_skip(tree: Tree) -> Iterator[Change]:
    """A step is skipped exactly when it should not be."""
    for at, step in enumerate(steps_of(tree)):
        if step.get("skip_if"):
            yield _on_step(at, _with(skip_if=[f"!({step['skip_if'][0]})", *step["skip_if"][1:]]))


def misspell_fact(tree: Tree) -> Iterator[Change]:
    """A condition reads a fact by a wrong name."""
    for at, step in enumerate(steps_of(tree)):
        for place, source in enumerate(step.get("skip_if") or ()):
            wrong = re.sub(r'"(\w+)" in problem_context', r'"\1x" in problem_context', source, count=1)
            if wrong != source:
                skips = [*step["skip_if"][:place], wrong, *step["skip_if"][place + 1 :]]
                yield _on_step(at, _with(skip_if=skips))


def misspell_value(tree: Tree) -> Iterator[Change]:
    """A condition compares with a value that does not exist."""
    for at, step in enumerate(steps_of(tree)):
        for place, source in enumerate(step.get("skip_if") or ()):
            wrong = re.sub(r'== "(\w+)"', r'== "\1x"', source, count=1)
            if wrong != source:
                skips = [*step["skip_if"][:place], wrong, *step["skip_if"][place + 1 :]]
                yield _on_step(at, _with(skip_if=skips))


def drop_step(tree: Tree) -> Iterator[Change]:
    """A step is gone."""
    return (_step_dropped(at) for at, _ in enumerate(steps_of(tree)))


def _step_dropped(at: int) -> Change:
    return lambda tree: f"without step {tree['scenario']['steps'].pop(at)['id']}"


def swap_steps(tree: Tree) -> Iterator[Change]:
    """Two steps stand in the wrong order."""
    for at in range(len(steps_of(tree)) - 1):
        yield _steps_swapped(at)


def _steps_swapped(at: int) -> Change:
    def change(tree: Tree) -> str:
        steps = tree["scenario"]["steps"]
        steps[at], steps[at + 1] = steps[at + 1], steps[at]
        return f"{steps[at]['id']} stands before {steps[at + 1]['id']}"

    return change


def drop_safety(tree: Tree) -> Iterator[Change]:
    """A safety warning is gone."""
    for at, step in enumerate(steps_of(tree)):
        if "safety" in step:
            yield _on_step(at, _without("safety", "safety_en"))


def drop_call(tree: Tree) -> Iterator[Change]:
    """A sub-procedure is jumped to instead of called: nobody comes back."""
    return (_on_outcome(*at, _with(action="goto_scenario")) for at in _outcomes(tree, _acts("call_scenario")))


def drop_return(tree: Tree) -> Iterator[Change]:
    """A sub-procedure goes on instead of coming back."""
    return (_on_outcome(*at, _with(action="next_step")) for at in _outcomes(tree, _acts("return")))


def duplicate_id(tree: Tree) -> Iterator[Change]:
    """Two answers of a step have one id."""
    for at, step in enumerate(steps_of(tree)):
        ids = [outcome["id"] for outcome in step["expected_outcomes"]]
        if len(ids) > 1:
            yield _on_outcome(at, 1, _with(id=ids[0]))


OPERATORS: Mapping[str, Operator] = {
    operator.__name__: operator
    for operator in (
        drop_target, misspell_target, swap_actions, escalate_to_next, untested_fix, premature_resolve, drop_outcome,
        drop_escalation_outcome, drop_escalation_rule, drop_escalation, drop_reason, lose_language, lose_instruction,
        lose_label, overlap_pattern, lose_pattern, foreign_pattern, cycle_back, cycle_self, change_placeholder,
        drop_placeholder, unreachable_step, jump_over, invert_skip, misspell_fact, misspell_value, drop_step,
        swap_steps, drop_safety, drop_call, drop_return, duplicate_id,
    )
}  # fmt: skip


def mutated(tree: Tree, change: Change) -> tuple[Tree, str]:
    """A changed copy of `tree`, and what was changed."""
    changed = copy.deepcopy(tree)
    return changed, change(changed)
