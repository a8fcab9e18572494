"""Guides that only lead on to each other: whatever is answered, nobody is ever helped or handed over.

Each of them looks sound by itself, because going on in another guide ends it. Over all guides together one of these must be
reached from each, by listed answers alone: resolve, escalate, return, or the end of the list.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from agent.errors import Problem
from agent.scenarios.model import SCENARIO_TARGET, Action, Library, Outcome, Scenario, Step, outcomes_of
from agent.scenarios.reader import Faults
from agent.scenarios.roads import places_after

_ENDS = frozenset({Action.RETRY_CONNECTION, Action.RESOLVE, Action.ESCALATE})
# A step by its scenario and place; a place behind the last step is the end of the list.
_At = tuple[str, int]


class _Leg(NamedTuple):
    """One listed answer to a step, None where the step was skipped, and the step it leads to."""

    step: Step
    outcome: Outcome | None
    after: _At


def check_endings(library: Library, broken: Collection[str] = ()) -> list[Problem]:
    """An error for each guide that no answers bring to an end. `broken`: files with faults, which are taken to end."""
    roads = _Roads(library, broken)
    problems: list[Problem] = []
    for name in library:
        way = roads.endless(name)
        if not way:
            continue
        faults, told = Faults(library[name].file), " · ".join(_words(library, way))
        line = next(
            (leg.outcome.line for leg in way if leg.outcome and leg.after[0] != name), library[name].line
        )
        faults.error(
            line, "endless_guides", f'whatever is answered, "{name}" only leads to guides that lead on: {told}',
            "let one of the answers resolve, escalate, or lead to a guide that does",
        )  # fmt: skip
        problems += faults.found
    return problems


class _Roads:
    """Which guides end the case (`closing`) and which come back to their caller (`returning`), by answers alone."""

    def __init__(self, library: Library, broken: Collection[str]) -> None:
        self._library = library
        sure = {name for name, each in library.items() if each.file in broken}
        self._closing, self._returning = set(sure), set(sure)
        self._circles: dict[str, tuple[_Leg, ...]] = {}
        self._grow()

    def _grow(self) -> None:
        """Looks at a guide again when one that it leads to turns out to end."""
        led: dict[str, set[str]] = {}
        for name, scenario in self._library.items():
            for outcome in outcomes_of(scenario):
                if outcome.action in SCENARIO_TARGET:
                    led.setdefault(outcome.target, set()).add(name)
        waiting = deque(self._library)
        while waiting:
            name = waiting.popleft()
            before = name in self._closing, name in self._returning
            self._look_at(self._library[name])
            if before != (name in self._closing, name in self._returning):
                waiting += led.get(name, ())

    def _look_at(self, scenario: Scenario) -> None:
        reached = self._reached(scenario)
        steps = [scenario.steps[place] for place in reached if place < len(scenario.steps)]
        outcomes = [outcome for step in steps for outcome in step.outcomes]
        if len(scenario.steps) in reached or any(each.action is Action.RETURN for each in outcomes):
            self._returning.add(scenario.id)
        ruled = any(rule.when and rule.when.facts for rule in scenario.escalation.rules)
        if ruled or any(self._closes(each) for each in outcomes):
            self._closing.add(scenario.id)

    def _closes(self, outcome: Outcome) -> bool:
        if outcome.action is Action.GOTO_SCENARIO:
            return self._ends(outcome.target)
        if outcome.action is Action.CALL_SCENARIO:
            return outcome.target in self._closing
        return outcome.action in _ENDS

    def _ends(self, name: str) -> bool:
        return name not in self._library or name in self._closing or name in self._returning

    def _reached(self, scenario: Scenario) -> set[int]:
        reached, waiting = set[int](), [0]
        while waiting:
            place = waiting.pop()
            if place not in reached:
                reached.add(place)
                waiting += [
                    leg.after[1] for leg in self._legs((scenario.id, place)) if leg.after[0] == scenario.id
                ]
        return reached

    def _legs(self, at: _At) -> Iterator[_Leg]:
        """Every listed answer at a step, with where it leads."""
        scenario, place = self._library[at[0]], at[1]
        for step in scenario.steps[place : place + 1]:
            if step.skip_if:
                yield _Leg(step, None, (scenario.id, place + 1))
            for outcome in step.outcomes:
                if outcome.action in SCENARIO_TARGET and outcome.target in self._library:
                    yield _Leg(step, outcome, (outcome.target, 0))
                    if outcome.action is Action.GOTO_SCENARIO or outcome.target not in self._returning:
                        continue
                for after in sorted(places_after(scenario, place, outcome)):
                    yield _Leg(step, outcome, (scenario.id, after))

    # ---- the shortest conversation

    def endless(self, name: str) -> tuple[_Leg, ...]:
        """The shortest way from a guide that does not end round to a guide that it went through; empty if it ends.

        Empty too where it never leaves itself: that is told of its steps.
        """
        if self._ends(name):
            return ()
        ways = self._ways(name)
        found = [
            (*self._way(ways, (other, 0)), *self._circle(other))
            for other in self._library
            if (other, 0) in ways or other == name
            if self._circle(other)
        ]
        return min(found, key=len, default=())

    def _circle(self, name: str) -> tuple[_Leg, ...]:
        """The shortest way from a guide through another back to it."""
        if name not in self._circles:
            ways = self._ways(name)
            back = [
                (*self._way(ways, at), leg)
                for at in [(name, 0), *ways]
                for leg in self._legs(at)
                if leg.after == (name, 0) and leg.outcome and leg.outcome.action in SCENARIO_TARGET
            ]
            self._circles[name] = min(back, key=len, default=())
        return self._circles[name]

    def _ways(self, name: str) -> Mapping[_At, tuple[_At, _Leg]]:
        """How each step is come to first from the beginning of a guide."""
        start: _At = (name, 0)
        found: dict[_At, tuple[_At, _Leg]] = {}
        waiting = deque([start])
        while waiting:
            at = waiting.popleft()
            for leg in self._legs(at):
                if leg.after != start and leg.after not in found:
                    found[leg.after] = at, leg
                    waiting.append(leg.after)
        return found

    def _way(self, ways: Mapping[_At, tuple[_At, _Leg]], at: _At) -> tuple[_Leg, ...]:
        legs: list[_Leg] = []
        while at in ways:
            at, leg = ways[at]
            legs.append(leg)
        return tuple(reversed(legs))


def _words(library: Library, way: tuple[_Leg, ...]) -> Iterator[str]:
    """One piece an answer: what is asked, what is answered, and the guide it leads to."""
    for step, outcome, after in way:
        if outcome is None:
            continue
        language = library[after[0]].language
        onward = f" → {after[0]}" if outcome.action in SCENARIO_TARGET else ""
        yield f"{step.title.get(language) or step.ref} – {outcome.label.get(language) or outcome.id}{onward}"
