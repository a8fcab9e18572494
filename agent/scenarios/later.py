"""A guide entered by goto_scenario: for the first time or again, with whatever came before it in the conversation.

What an earlier part of a conversation leaves behind and the walk still reads: facts, how often each step was asked,
how many goal tests failed, what systems answered. Facts are open to every walk (see `oracle`). The counts are opened
here in the same way: decided only where the walk reads them, once for every value that makes a difference. That is
more than any conversation can bring along, so what holds for all of it holds for every second, third or fourth visit.

Two things are left out, because nothing that a guide leads to depends on them. How often the pending question was put
before: every question is met when it is put for the last time, from where each of its answers leads on as it does at
any other asking, and an unclear one ends it. And how many steps failed is not kept: where only escalation rules read it, it
ends the walk as written, wherever that is, and is seen on entering; else it is decided anew at each move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from agent.scenarios.answers import Chosen
from agent.scenarios.conditions import Situation
from agent.scenarios.journey import Journey
from agent.scenarios.model import DEFAULT_ATTEMPTS, Action, Library, Outcome, Scenario, Step, outcomes_of
from agent.scenarios.oracle import FAILED, Known, conditions_of
from agent.scenarios.progress import STEP_PHASES, Kind, Move, Progress
from agent.scenarios.results import results_of
from agent.scenarios.states import most_failures
from agent.scenarios.text import NO_TEXT
from agent.scenarios.walk import VISIT_LIMIT, advance

_DOOR, _ASKED, _PROBE = "…door", "asked before: ", "said before by "
_COUNTS = tuple(range(1, VISIT_LIMIT + 1))
# A step that is come to twice at most: asked once more and then passed over, or passed over. "Once" is as good as never.
_TWICE = _COUNTS[-2:]


class Before:
    """What may have come before `root` is entered.

    `choices`: the values of each open count; `fixed`: those that stay closed behind the first move; `door`: where the
    walk comes from.
    """

    def __init__(self, library: Library, together: Library, root: str) -> None:
        self._conditions = [each for whose in together.values() for each in conditions_of(whose)]
        self._probes = self._probes_read(library)
        self._reads_attempts = any("attempts" in each.names for each in self._conditions)
        self._back = tuple(_led_back(together))
        self.choices: Mapping[str, tuple[object, ...]] = {
            **{
                f"{_ASKED}{whose.id}/{each.ref}": _TWICE if _is_left_soon(whose, together) else _COUNTS
                for whose in together.values()
                for each in whose.steps
            },
            **{f"{_PROBE}{name}": values for name, values in self._probes.items()},
            FAILED: self._failures(together),
        }
        self.fixed: Mapping[str, object] = {FAILED: None} if self._only_rules_count(together) else {}
        self.door = _door(root)

    def enter(
        self,
        library: Library,
        known: Mapping[str, object],
        entering: Callable[[Journey, int], None] | None = None,
        earlier: Mapping[str, object] | None = None,
    ) -> Move:
        """The first move of the guide, taken by the walk's own goto_scenario. `earlier`: counts decided already."""
        visits = {ref: _count(known.get(f"{_ASKED}{ref}")) for ref in self._back}
        for name, count in (earlier or {}).items():
            if name.startswith(_ASKED):
                visits[name.removeprefix(_ASKED)] = _count(count)
        probes = {name: said for name in self._probes if (said := known.get(f"{_PROBE}{name}")) is not None}
        at: Any = {"scenario": _DOOR, "digest": "", "step_id": _DOOR, "attempts": 1, "origin": _DOOR}
        progress = Progress(**at, visits=visits, learned={}, probes=probes)
        return self.asked_last(advance(library, progress, Chosen(_DOOR), known, entering=entering))

    def decide(self, journey: Journey, place: int, known: Known) -> None:
        """How often the step at `place`, which the walk comes to, was asked before. Raises Undecided."""
        if place < len(journey.scenario.steps):
            ref = journey.ref(journey.scenario.steps[place])
            if ref not in journey.visits:
                journey.visits[ref] = _count(known.get(f"{_ASKED}{ref}"))

    def kept(self, known: Mapping[str, object]) -> Mapping[str, object]:
        """`known` without the counts: the walk keeps those it goes on with."""
        return {name: value for name, value in known.items() if name not in self.choices}

    def asked_last(self, move: Move) -> Move:
        """`move` with its question put for the last time, unless a condition counts how often it was."""
        step = move.step
        if step is None or move.progress.over or self._reads_attempts:
            return move
        most = DEFAULT_ATTEMPTS if move.kind in (Kind.CLOSING, Kind.CONFIRMING) else step.max_attempts
        return move._replace(progress=move.progress._replace(attempts=most, waited=True))

    def _failures(self, together: Library) -> tuple[int, ...]:
        """The counts of failed steps that conditions tell apart from none and from each other."""
        reading = [each for each in self._conditions if "failed_steps" in each.names]
        counts = range(most_failures(together.values()) + 1)
        if any(each.names != {"failed_steps"} for each in reading):
            return tuple(counts[1:])
        told = {
            tuple(each.holds(Situation({}, failed_steps=count)) for each in reading): count
            for count in reversed(counts)
        }
        return tuple(sorted(count for count in told.values() if count))

    def _only_rules_count(self, together: Library) -> bool:
        """Whether failed steps are read by nothing but escalation rules, which end the walk: seen once, on entering."""
        rules = {id(rule.when) for whose in together.values() for rule in whose.escalation.rules}
        return all(id(each) in rules for each in self._conditions if "failed_steps" in each.names)

    def _probes_read(self, library: Library) -> Mapping[str, tuple[object, ...]]:
        """What systems may have answered before, where a condition looks at it."""
        sources = [each.source for each in self._conditions if "probes" in each.names]
        return {
            step.probe or step.act: results_of(step, library.values())
            for scenario in library.values()
            for step in scenario.steps
            if (step.probe or step.act) and any((step.probe or step.act) in source for source in sources)
        }


def is_entered(library: Library, scenario_id: str) -> bool:
    """Whether a guide goes on in `scenario_id` by goto_scenario."""
    return any(
        each.action is Action.GOTO_SCENARIO and each.target == scenario_id
        for scenario in library.values()
        for each in outcomes_of(scenario)
    )


def questions_at(move: Move) -> int:
    """How often the question of `move` may be put, a volunteered "it works" each time but the last included."""
    if move.step is None or move.progress.over or move.kind in (Kind.PROBE, Kind.ACT):
        return 0 if move.progress.over else 1
    if move.kind not in STEP_PHASES:
        return max(DEFAULT_ATTEMPTS, move.step.max_attempts)
    most = move.step.max_attempts
    return most + (most - 1) * DEFAULT_ATTEMPTS + (1 if move.step.wait_time else 0)


def _count(value: object) -> int:
    return value if isinstance(value, int) else 0


def _door(root: str) -> Scenario:
    on = Outcome(_DOOR, Action.GOTO_SCENARIO, target=root)
    return Scenario(_DOOR, NO_TEXT, "", (Step(_DOOR, 1, fact=_DOOR, outcomes=(on,)),), routable=False)


def _is_left_soon(scenario: Scenario, together: Library) -> bool:
    """Whether one stay comes to each step of `scenario` twice at most: no answer leads back, two calls, or a call and a partly."""
    calls = sum(
        each.action is Action.CALL_SCENARIO and each.target == scenario.id
        for whose in together.values()
        for each in outcomes_of(whose)
    )
    back = any(
        each.action is Action.GOTO_STEP and 0 <= scenario.place(each.target) <= place
        for place, step in enumerate(scenario.steps)
        for each in step.outcomes
    )
    partly = scenario.closing.partly
    again = partly is not None and partly.action is Action.GOTO_STEP
    return not back and not _called_by_partly(scenario, together) and max(calls, 1) + again <= 2


def _called_by_partly(scenario: Scenario, together: Library) -> bool:
    """Whether a partial success calls `scenario`: each goal test may have one."""
    found = (whose.closing.partly for whose in together.values())
    return any(
        each is not None and each.action is Action.CALL_SCENARIO and each.target == scenario.id
        for each in found
    )


def _led_back(together: Library) -> Iterator[str]:
    """The steps a partial success leads back to: the walk asks whether they were visited without coming to them."""
    for scenario in together.values():
        partly = scenario.closing.partly
        step = scenario.step(partly.target) if partly and partly.action is Action.GOTO_STEP else None
        if step is not None:
            yield f"{scenario.id}/{step.ref}"
