"""Where every answer leads: targets that exist, steps that are reached, walks that can end, calls that come back."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from agent.errors import Problem
from agent.scenarios.model import (
    SCENARIO_TARGET,
    Action,
    Library,
    Outcome,
    Scenario,
    Status,
    Step,
    outcomes_of,
)
from agent.scenarios.reader import Faults, suggestion

MAX_CALLS = 4

_GOOD = frozenset({Action.RETRY_CONNECTION, Action.RESOLVE})
_TESTS = frozenset({Action.RETRY_CONNECTION, Action.RESOLVE, Action.ESCALATE, Action.RETURN})
_ENDS = frozenset(
    {Action.RETRY_CONNECTION, Action.RESOLVE, Action.ESCALATE, Action.RETURN, Action.GOTO_SCENARIO}
)


def check_roads(scenario: Scenario, faults: Faults, library: Library, follow: bool = True) -> None:
    """Faults of one scenario's roads; without `follow` only names of targets are checked."""
    for whose, outcome in _outcomes(scenario):
        _check_target(scenario, whose, outcome, faults, library)
    if not follow:
        return
    reached = _reached(scenario)
    for place, step in enumerate(scenario.steps):
        if place not in reached:
            faults.error(
                step.line, "step_unreachable", f'no answer ever leads to step "{step.ref}"',
                f"lead to it with goto_step, target: {step.ref}, or take it out",
            )  # fmt: skip
    _check_loops(scenario, reached, faults)
    for place, step in enumerate(scenario.steps):
        _check_fix(scenario, place, step, faults)
        _check_good_only(step, faults)
    _check_last(scenario, faults)


def _outcomes(scenario: Scenario) -> Iterator[tuple[str, Outcome]]:
    for step in scenario.steps:
        for outcome in step.outcomes:
            yield f'outcome "{outcome.id}" of step "{step.ref}"', outcome
    if scenario.closing.partly:
        yield 'outcome "partly" of closing', scenario.closing.partly


def _check_target(scenario: Scenario, whose: str, outcome: Outcome, faults: Faults, library: Library) -> None:
    if not outcome.target:
        return
    if outcome.action is Action.GOTO_STEP and scenario.place(outcome.target) < 0:
        known = [step.ref for step in scenario.steps]
        mend = suggestion(outcome.target, known) or f"the steps are {', '.join(known)}"
        faults.error(
            outcome.line,
            "missing_target",
            f'{whose} leads to step "{outcome.target}", which does not exist',
            mend,
        )
    if outcome.action in SCENARIO_TARGET:
        target = library.get(outcome.target)
        if target is None:
            mend = suggestion(outcome.target, library) or f"write scenarios/{outcome.target}.yaml"
            faults.error(
                outcome.line,
                "missing_target",
                f'{whose} leads to scenario "{outcome.target}", which does not exist',
                mend,
            )
        elif target.status is Status.RETIRED:
            faults.warn(
                outcome.line,
                "target_retired",
                f'{whose} leads to the retired scenario "{target.id}"',
                "choose another",
            )


def _next_places(scenario: Scenario, place: int) -> set[int]:
    """The steps an answer at `place` may lead to; `len(steps)` stands for the end of the list."""
    step = scenario.steps[place]
    found = {place + 1} if step.skip_if else set[int]()
    for outcome in step.outcomes:
        found |= places_after(scenario, place, outcome)
    return found


def places_after(scenario: Scenario, place: int, outcome: Outcome) -> set[int]:
    """The steps of the same scenario that `outcome` of the step at `place` may lead to; `len(steps)`: the end of the list."""
    if outcome.action is Action.GOTO_STEP:
        target = scenario.place(outcome.target)
        return {target} if target >= 0 else set()
    if outcome.action in (Action.RETRY_CONNECTION, Action.RESOLVE):
        partly = scenario.closing.partly
        return {place + 1} | (
            places_after(scenario, place, partly)
            if partly and partly.action is not Action.RETRY_CONNECTION
            else set()
        )
    return {place + 1} if outcome.action in (Action.NEXT_STEP, Action.CALL_SCENARIO) else set()


def _reached(scenario: Scenario) -> set[int]:
    reached, waiting = set[int](), [0]
    while waiting:
        place = waiting.pop()
        if place in reached or place >= len(scenario.steps):
            continue
        reached.add(place)
        waiting += _next_places(scenario, place)
    return reached


def _check_loops(scenario: Scenario, reached: set[int], faults: Faults) -> None:
    """A reached step from which no sequence of answers comes to an end."""
    ending = {place for place in reached if _ends_at(scenario, place)}
    grown = True
    while grown:
        more = {place for place in reached - ending if _next_places(scenario, place) & ending}
        grown = bool(more)
        ending |= more
    endless = sorted(reached - ending)
    if endless:
        path = " → ".join(_loop(scenario, endless[0]))
        faults.error(
            scenario.steps[endless[0]].line, "endless_loop", f"whatever the customer answers, this never ends: {path}",
            "let one answer resolve, escalate or go elsewhere",
        )  # fmt: skip


def _ends_at(scenario: Scenario, place: int) -> bool:
    ends = any(outcome.action in _ENDS for outcome in scenario.steps[place].outcomes)
    return ends or len(scenario.steps) in _next_places(scenario, place)


def _loop(scenario: Scenario, place: int) -> list[str]:
    """The refs of the steps from `place` until one comes again."""
    path: list[int] = []
    while place not in path:
        path.append(place)
        place = min(_next_places(scenario, place), default=place)
    return [scenario.steps[each].ref for each in [*path, place]]


def _check_fix(scenario: Scenario, place: int, step: Step, faults: Faults) -> None:
    """A step the customer waits for, or a system acts in, mended something: the goal test must follow."""
    if not (step.wait_time or step.act) or not scenario.routable:
        return
    for outcome in step.outcomes:
        if any(each.action in _TESTS for each in step.outcomes):
            return
        following = [
            scenario.steps[each]
            for each in places_after(scenario, place, outcome)
            if each < len(scenario.steps)
        ]
        tested = following and all(
            any(each.action in _TESTS for each in after.outcomes) for after in following
        )
        if outcome.action in (Action.NEXT_STEP, Action.GOTO_STEP) and not tested:
            faults.warn(
                outcome.line, "fix_untested", f'step "{step.ref}" mends something, but after "{outcome.id}" nobody asks if it works',
                "use action: retry_connection",
            )  # fmt: skip
            return


def _check_good_only(step: Step, faults: Faults) -> None:
    """Whoever was not helped must find an answer, too: unread, it is asked again until attempts run out."""
    given = () if step.act else step.for_customer
    if given and all(each.action in _GOOD for each in given):
        faults.warn(
            step.line, "fix_good_only", f'step "{step.ref}" lists no answer for whom it did not help',
            "add one: action: next_step, for instance",
        )  # fmt: skip


def _check_last(scenario: Scenario, faults: Faults) -> None:
    if not scenario.steps:
        return
    step = scenario.steps[-1]
    falling = [
        outcome.id for outcome in step.outcomes if outcome.action in (Action.NEXT_STEP, Action.CALL_SCENARIO)
    ]
    if falling:
        ends = (
            "the walk escalates: all steps tried" if scenario.routable else "the walk returns to the caller"
        )
        faults.warn(
            step.line, "next_after_last", f'nothing stands behind the last step "{step.ref}": after {", ".join(falling)} {ends}',
            "say so: action: escalate with a reason" if scenario.routable else "say so: action: return",
        )  # fmt: skip


def check_calls(library: Library) -> list[Problem]:
    """Calls that nest too deep or in a circle, called scenarios that never return, and returns nobody waits for."""
    problems: list[Problem] = []
    calls = {name: _called(scenario) for name, scenario in library.items()}
    called = {target for targets in calls.values() for target in targets}
    chains = _chains(calls)
    for name, scenario in library.items():
        faults = Faults(scenario.file)
        path = chains[name]
        if len(path) - 1 > MAX_CALLS:
            faults.error(
                scenario.line,
                "call_depth",
                f"calls nest deeper than {MAX_CALLS}: {' → '.join(path)}",
                "call in a row, not nested",
            )
        returns = any(outcome.action is Action.RETURN for outcome in outcomes_of(scenario))
        if name in called and not returns:
            faults.warn(
                scenario.line,
                "call_no_return",
                f'"{name}" is called by others, but never returns',
                "add action: return",
            )
        if returns and scenario.routable and name not in called:
            faults.warn(
                scenario.line,
                "return_uncalled",
                f'"{name}" returns, but nobody calls it',
                "use resolve, or write routable: false",
            )
        problems += faults.found
    return problems


def _called(scenario: Scenario) -> set[str]:
    return {o.target for o in outcomes_of(scenario) if o.action is Action.CALL_SCENARIO and o.target}


def _chains(calls: Mapping[str, Collection[str]]) -> Mapping[str, tuple[str, ...]]:
    """The longest chain of calls from each scenario; in a circle, and where it is too long, cut one past the limit.

    One call more in each round, from the chains of the round before: no path is followed by itself, so guides that
    all call each other cost no more than others.
    """
    chains: dict[str, tuple[str, ...]] = {name: (name,) for name in calls}
    for _ in range(MAX_CALLS + 1):
        chains = {
            name: max(((name, *chains.get(each, (each,))) for each in targets), key=_length, default=(name,))
            for name, targets in calls.items()
        }
    return chains


def _length(chain: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    return len(chain), chain
