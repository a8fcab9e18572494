"""When two walks are the same from here on: the key of a state.

A walk carries much that no later move reads: visits to steps it cannot come back to, facts nobody asks for, the
wording of what was answered. A key holds what may still be read, found by following every road ahead from where
the walk stands; so walks with one key get the same moves for the same answers.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from agent.scenarios.conditions import Condition, Situation
from agent.scenarios.journey import Journey
from agent.scenarios.model import Action, Library, Outcome, Scenario, Step, outcomes_of
from agent.scenarios.oracle import (
    FAILED,
    MOST_TRIED,
    Choices,
    Known,
    Named,
    Probed,
    as_they_are,
    conditions_of,
)
from agent.scenarios.progress import STEP_PHASES, Frame, Kind, Progress

# (scenario, place) of each call under way and of the pending question, outermost first.
_Place = tuple[tuple[str, int], ...]
_GOAL = (Kind.CLOSING, Kind.CONFIRMING)
_PENDING, _ARRIVING, _CALLED = range(3)
# How many steps failed in earlier guides: this move has not asked yet.
_OPEN = -1


_NOTHING = Named((), ())
_NO_PROBES = Probed(())
# How often a step was asked that never was, as often as one is looked up.
_NEVER = itertools.repeat(0)
# The known facts that are read, by what stands for their values, and a number for it.
_Told = tuple[int, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class _Ahead:
    """What may be read behind one place of a scenario. `visits` are refs "scenario/step"."""

    places: frozenset[int]
    loose: tuple[Condition, ...]
    entered: tuple[Step, ...]
    written: frozenset[str]
    visits: tuple[str, ...]
    probes: bool
    failed: bool
    facts: tuple[str, ...] = ()
    named: Named = _NOTHING
    probed: Probed = _NO_PROBES
    # What was found out already: what stands for facts as they are; what that and visits decide; which values of a
    # fact are told apart; of steps behind.
    told: dict[Hashable, _Told] = field(default_factory=dict)
    weights: dict[tuple[int, tuple[int, ...]], int] = field(default_factory=dict)
    kinds: dict[str, tuple[object, ...]] = field(default_factory=dict)
    behind: dict[frozenset[str], _Behind] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Behind:
    """What lies behind a place: steps jumped over, a number for those ahead that were taken, what the skip_ifs read.

    `all_facts`: with those read ahead. `told`: a number for what is read behind and ahead, by its values as they are.
    """

    jumped: tuple[Step, ...]
    taken: int
    facts: tuple[str, ...]
    probes: bool
    failed: bool
    all_facts: tuple[str, ...]
    excuses: dict[Hashable, tuple[object, ...]] = field(default_factory=dict)
    told: dict[Hashable, int] = field(default_factory=dict)


class _Standing(NamedTuple):
    """Where a walk stands: the places, the steps a partial success may lead back to, and what may be read behind it.

    `ahead`: by which of those steps were not visited yet; `always`: where there is no such step.
    """

    here: _Place
    backs: tuple[str, ...]
    ahead: dict[tuple[bool, ...], _Ahead]
    always: _Ahead | None


class States:
    """Keys of walks through `root` and what it calls. `later`: how many steps failed is open, and so in no key."""

    def __init__(self, library: Library, root: str, choices: Choices, later: bool = False) -> None:
        self._library = dict(library)
        self._root = library[root]
        self._choices = choices
        self._numbers: dict[Hashable, int] = {}
        excuses = [each for step in self._root.steps for each in step.skip_if]
        self._excusing, self._excusing_probes = Named(excuses, ()), Probed(excuses)
        self._answers: dict[tuple[object, ...], object] = {}
        self._probed = {step.fact for s in library.values() for step in s.steps if step.probe or step.act}
        self._aheads: dict[tuple[str, int, int, bool], _Ahead] = {}
        self._standings: dict[tuple[object, ...], _Standing] = {}
        self._partly = {
            each.id: (each.place(partly.target), f"{each.id}/{each.steps[each.place(partly.target)].ref}")
            for each in library.values()
            if (partly := each.closing.partly) and partly.action is Action.GOTO_STEP
        }
        self._attempts = any("attempts" in c.names for each in library.values() for c in conditions_of(each))
        self._most_failures = 0 if later else most_failures(library.values())
        self._waits = {(s.id, step.ref) for s in library.values() for step in s.steps if step.wait_time}

    def key(
        self, progress: Progress, known: Mapping[str, object], settled: frozenset[str]
    ) -> tuple[object, ...]:
        """The key of a walk that waits for an answer. `settled`: steps of the root asked or passed over so far."""
        goal, (here, live) = progress.phase in _GOAL, self._pending(progress)
        again = not goal or progress.volunteered
        return (
            progress.phase,
            here,
            progress.attempts,
            progress.waited and again and (progress.scenario, progress.step_id) in self._waits,
            _asked_before(progress) if goal and progress.volunteered else 0,
            self._rest(live, here[0][1], settled, {**known, **progress.learned}, progress),
        )

    def arrival(
        self, journey: Journey, place: int, known: Known, settled: frozenset[str], last: str
    ) -> Hashable:
        """The key of a walk that comes to the step at `place`, not decided yet whether to ask it.

        `last`: the step of the root that was taken last. If it is required, the end of the list is a written one.
        """
        step = self._root.step(last)
        here, live = self._live_at(_ARRIVING, journey.scenario.id, place, journey)
        before, unknown = known.read_so_far()
        facts = {**before, **journey.learned}
        return (
            "",
            here,
            journey.attempts if self._attempts else 0,
            step is not None and step.required,
            tuple(name for name in live.facts if name in unknown and name not in facts) if unknown else (),
            known.now.get(FAILED) if FAILED in known.read else _OPEN,
            self._rest(live, here[0][1], settled, facts, journey),
        )  # fmt: skip

    def different(self, name: str, progress: Progress) -> tuple[object, ...]:
        """One value of each kind that is told apart of a fact behind `progress`, None (unknown) the last."""
        _, live = self._pending(progress)
        found = live.kinds.get(name)
        if found is None:
            kinds = {live.named.of(name, value): value for value in self._choices[name]}
            found = live.kinds[name] = (*kinds.values(), None)
        return found

    def _rest(
        self,
        live: _Ahead,
        place: int,
        settled: frozenset[str],
        facts: Mapping[str, object],
        walk: Progress | Journey,
    ) -> int:
        """A number for what of facts, visits, probes and failures is still going to be read, and for what lies behind.

        Looked up by the values as they are, which tell more apart than is read, but are quick to put together.
        """
        behind = live.behind.get(settled)
        if behind is None:
            behind = live.behind[settled] = self._look_behind(live, place, settled)
        raw = (
            as_they_are(facts, behind.all_facts),
            tuple(map(walk.visits.get, live.visits, _NEVER)),
            repr(sorted(walk.probes.items())) if live.probes or behind.probes else "",
            walk.failed_steps if live.failed or behind.failed else 0,
        )
        found = behind.told.get(raw)
        if found is None:
            read = *self._read_later(live, facts, walk), *self._behind(live, behind, facts, walk)
            found = behind.told[raw] = self._number(read)
        return found

    def _read_later(
        self, live: _Ahead, facts: Mapping[str, object], walk: Progress | Journey
    ) -> tuple[object, ...]:
        """What of facts, visits, probes and failures is still going to be read."""
        probes = self._probes_of(live.probed, walk) if live.probes else ()
        failed = min(walk.failed_steps, self._most_failures) if live.failed else 0
        return self._weight_of(live, facts, walk.visits), probes, failed

    def _probes_of(self, probed: Probed, walk: Progress | Journey) -> tuple[object, ...]:
        return tuple((name, probed.of(name, value)) for name, value in sorted(walk.probes.items()))

    def _weight_of(self, live: _Ahead, facts: Mapping[str, object], visits: Mapping[str, int]) -> int:
        """`_weight`, looked up by what stands for the facts, and by the visits."""
        number, told = self._told(live, facts)
        counted = tuple(map(visits.get, live.visits, _NEVER))
        found = live.weights.get((number, counted))
        if found is None:
            found = live.weights[number, counted] = self._weight(live, told, counted)
        return found

    def _told(self, live: _Ahead, facts: Mapping[str, object]) -> _Told:
        """What stands for the facts, looked up by the values as they are."""
        raw = as_they_are(facts, live.facts)
        found = live.told.get(raw)
        if found is None:
            told = {name: live.named.of(name, facts[name]) for name in live.facts if name in facts}
            found = live.told[raw] = self._number(tuple(told.items())), told
        return found

    def _weight(self, live: _Ahead, told: Mapping[str, object], counted: tuple[int, ...]) -> int:
        """What facts and visits still decide: conditions that are certain, else the facts they read.

        A step that is certain to be skipped reads nothing more, and one that was asked is not passed over as known.
        """
        parts: list[object] = [self._certain(live, each, told) for each in live.loose]
        for count, step in zip(counted, live.entered, strict=True):
            skips = tuple([self._certain(live, each, told) for each in step.skip_if])
            parts.append(True if True in skips else (skips, count or told.get(step.fact)))
        return self._number(tuple(parts))

    def _certain(self, live: _Ahead, condition: Condition, values: Mapping[str, object]) -> object:
        """True or False when nothing that may still be learned changes it, else its answers to all that may be."""
        read = tuple(values.get(name) for name in condition.facts)
        open_facts = tuple(name for name in condition.facts if name in live.written or name not in values)
        if not condition.names <= {"problem_context"} or self._probed.intersection(open_facts):
            return read
        key = (condition.source, read, open_facts)
        if key not in self._answers:
            self._answers[key] = self._answer(condition, open_facts, values)
        return read if self._answers[key] is None else self._answers[key]

    def _answer(
        self, condition: Condition, open_facts: tuple[str, ...], values: Mapping[str, object]
    ) -> object:
        """A truth value, or what the condition says to every value of the open facts; None: they are too many."""
        # A known fact may change, but is never forgotten.
        choices = [(values.get(name), *self._choices.get(name, ())) for name in open_facts]
        if math.prod(map(len, choices)) > MOST_TRIED:
            return None
        fixed = {name: _stands_for(values[name]) for name in condition.facts if name in values}
        answers = []
        for chosen in itertools.product(*choices):
            facts = {**fixed, **dict(zip(open_facts, map(_stands_for, chosen), strict=True))}
            answers.append(
                condition.holds(Situation({name: v for name, v in facts.items() if v is not None}))
            )
        return answers[0] if len(set(answers)) == 1 else (*open_facts, bytes(answers))

    def _pending(self, progress: Progress) -> tuple[_Place, _Ahead]:
        place = self._library[progress.scenario].place(progress.step_id or "")
        return self._live_at(_PENDING, progress.scenario, place, progress)

    def _where(self, scenario_id: str, place: int, stack: Sequence[Frame]) -> _Place:
        """(scenario, place) of each call under way and of the pending question, outermost first."""
        calls = [(each.scenario, self._library[each.scenario].place(each.step_id)) for each in stack]
        return (*calls, (scenario_id, place))

    def _number(self, part: Hashable) -> int:
        """One small number for each different part of a key, so that keys are quick to compare."""
        return self._numbers.setdefault(part, len(self._numbers))

    def _look_behind(self, live: _Ahead, place: int, settled: frozenset[str]) -> _Behind:
        jumped = tuple(step for step in self._root.steps[:place] if step.ref not in settled)
        taken = frozenset(step.ref for step in self._root.steps[place + 1 :] if step.ref in settled)
        hopeless = tuple(step for step in jumped if not step.skip_if)[:1]
        excuses = [each for step in hopeless or jumped for each in step.skip_if]
        facts = tuple(dict.fromkeys(name for each in excuses for name in each.facts))
        return _Behind(
            jumped=hopeless or jumped,
            taken=self._number(taken),
            facts=facts,
            probes=any("probes" in each.names for each in excuses),
            failed=any("failed_steps" in each.names for each in excuses),
            all_facts=tuple(dict.fromkeys((*live.facts, *facts))),
        )

    def _behind(
        self, live: _Ahead, behind: _Behind, facts: Mapping[str, object], walk: Progress | Journey
    ) -> tuple[object, ...]:
        """Steps of the root that were jumped over, with what excuses them, and those ahead that were taken.

        A jumped one that nothing excuses decides alone whether an untried step remains, so it stands for all of them.
        """
        if not behind.jumped:
            return behind.taken, ()
        raw = (
            as_they_are(facts, behind.facts),
            self._probes_of(self._excusing_probes, walk) if behind.probes else (),
            min(walk.failed_steps, self._most_failures) if behind.failed else 0,
        )
        excuses = behind.excuses.get(raw)
        if excuses is None:
            excuses = behind.excuses[raw] = self._excuses(live, behind, facts, walk)
        return behind.taken, excuses

    def _excuses(
        self, live: _Ahead, behind: _Behind, facts: Mapping[str, object], walk: Progress | Journey
    ) -> tuple[object, ...]:
        """What excuses each step that was jumped over."""
        excuses = {step.ref: self._excuse(live, step, facts, walk) for step in behind.jumped}
        return (False,) if False in excuses.values() else tuple(excuses.items())

    def _excuse(
        self, live: _Ahead, step: Step, facts: Mapping[str, object], walk: Progress | Journey
    ) -> object:
        """What the skip_ifs of a jumped step still depend on; True where one is certain to hold, False where none can."""
        names = {name for each in step.skip_if for name in each.facts}
        values = {name: self._excusing.of(name, facts[name]) for name in names if name in facts}
        skips = tuple(self._certain(live, each, values) for each in step.skip_if)
        if True in skips:
            return True
        if all(each is False for each in skips):
            return False
        read = {name for each in step.skip_if for name in each.names}
        probes = self._probes_of(self._excusing_probes, walk) if "probes" in read else ()
        return skips, probes, min(walk.failed_steps, self._most_failures) if "failed_steps" in read else 0

    def _live_at(
        self, how: int, scenario_id: str, place: int, walk: Progress | Journey
    ) -> tuple[_Place, _Ahead]:
        """The place of `walk`, and what it may read from there, in its pending scenario and in those that wait for it."""
        standing = self._standings.get(key := (how, scenario_id, place, *walk.stack))
        if standing is None:
            here = self._where(scenario_id, place, walk.stack)
            backs = tuple(self._partly_leads_back(*each) for each in here)
            always = None if any(backs) else self._look_from(here, how, (False,) * len(backs))
            standing = self._standings[key] = _Standing(here, backs, {}, always)
        if standing.always is not None:
            return standing.here, standing.always
        back = tuple([bool(ref) and not walk.visits.get(ref) for ref in standing.backs])
        found = standing.ahead.get(back)
        if found is None:
            found = standing.ahead[back] = self._look_from(standing.here, how, back)
        return standing.here, found

    def _look_from(self, here: _Place, how: int, back: tuple[bool, ...]) -> _Ahead:
        manners = [_CALLED] * (len(here) - 1) + [how]
        ahead = [self._ahead_of(*at, way, turn) for at, way, turn in zip(here, manners, back, strict=True)]
        loose = tuple(dict.fromkeys(c for each in ahead for c in each.loose))
        entered = tuple(step for each in ahead for step in each.entered)
        conditions = (*loose, *(c for step in entered for c in step.skip_if))
        return _Ahead(
            places=ahead[-1].places,
            loose=loose,
            entered=entered,
            written=frozenset(name for each in ahead for name in each.written),
            named=(named := Named(conditions, entered)),
            facts=tuple(sorted(named.values)),
            visits=tuple(ref for each in ahead for ref in each.visits),
            probes=any(each.probes for each in ahead),
            probed=Probed(conditions),
            failed=any(each.failed for each in ahead),
        )

    def _partly_leads_back(self, scenario_id: str, place: int) -> str:
        """The earlier step a partial success may lead back to, "" for none: the walk never leads it to one asked."""
        target, ref = self._partly.get(scenario_id, (-1, ""))
        return ref if 0 <= target <= place else ""

    def _ahead_of(self, scenario_id: str, place: int, how: int, back: bool) -> _Ahead:
        key = (scenario_id, place, how, back)
        found = self._aheads.get(key)
        if found is None:
            found = self._aheads[key] = self._look_ahead(self._library[scenario_id], place, how, back)
        return found

    def _look_ahead(self, scenario: Scenario, place: int, how: int, back: bool) -> _Ahead:
        """What may be read from `place` on: asked there (`_PENDING`), about to be entered, or come back to behind it."""
        jump = self._partly.get(scenario.id, (-1, ""))[0]
        places = _reach(scenario, place, jump if back or jump > place else -1)
        places |= {place} if how == _ARRIVING and place < len(scenario.steps) else set()
        here = {place} if how == _PENDING else set[int]()
        steps = [scenario.steps[each] for each in sorted(places | here)]
        leading = [*(each for step in steps for each in step.outcomes), *_partly(scenario)]
        called = [self._library[each] for each in sorted(_called(leading, self._library))]
        conditions = [*_loose(scenario, steps), *(c for each in called for c in _loose(each, each.steps))]
        entered = [(scenario, scenario.steps[each]) for each in sorted(places)]
        entered += [(each, step) for each in called for step in each.steps]
        skips = [c for _, step in entered for c in step.skip_if]
        names = {name for condition in (*conditions, *skips) for name in condition.names}
        written = {
            name
            for step in (*steps, *(one for each in called for one in each.steps))
            for name in _written(step)
        }
        for whose in (scenario, *called):
            written |= set(whose.closing.partly.sets) if whose.closing.partly else set()
        return _Ahead(
            places=frozenset(places),
            loose=tuple(conditions),
            entered=tuple(step for _, step in entered),
            written=frozenset(written),
            visits=tuple(f"{whose.id}/{step.ref}" for whose, step in entered),
            probes="probes" in names,
            failed="failed_steps" in names,
        )

    def foreseen(self, scenario_id: str, place: int, following: int, back: bool) -> bool:
        """Whether a walk at `place` may come to the step `following` of the same scenario, as keys count on."""
        return following in self._ahead_of(scenario_id, place, _PENDING, back).places or following == len(
            self._library[scenario_id].steps
        )


def _stands_for(value: object) -> object:
    """A value of the class `value` stands for."""
    if not isinstance(value, tuple) or not value:
        return value
    return value[1] if value[0] == "truth" else list(value[1:])


def _loose(scenario: Scenario, steps: Iterable[Step]) -> Iterator[Condition]:
    """The conditions that do not belong to the entering of one step."""
    yield from (rule.when for rule in scenario.escalation.rules if rule.when)
    for step in steps:
        yield from (outcome.when for outcome in step.outcomes if outcome.when)


def _written(step: Step) -> set[str]:
    """The facts an answer to `step` may change."""
    return {step.fact, *(name for outcome in step.outcomes for name in outcome.sets)}


def _reach(scenario: Scenario, place: int, jump: int) -> set[int]:
    """The places that may be entered after `place`; `jump`: where a partial success leads, -1 if nowhere."""
    reached, waiting = set[int](), [place + 1, jump]
    if 0 <= place < len(scenario.steps):
        waiting += _targets(scenario, scenario.steps[place])
    while waiting:
        at = waiting.pop()
        if 0 <= at < len(scenario.steps) and at not in reached:
            reached.add(at)
            waiting += [at + 1, *_targets(scenario, scenario.steps[at])]
    return reached


def _targets(scenario: Scenario, step: Step) -> list[int]:
    return [scenario.place(each.target) for each in step.outcomes if each.action is Action.GOTO_STEP]


def _partly(scenario: Scenario) -> tuple[Outcome, ...]:
    return (scenario.closing.partly,) if scenario.closing.partly else ()


def _called(outcomes: Iterable[Outcome], library: Mapping[str, Scenario]) -> set[str]:
    """The scenarios `outcomes` may call, and those they call."""
    found, waiting = set[str](), list(outcomes)
    while waiting:
        outcome = waiting.pop()
        target = outcome.target
        if outcome.action is Action.CALL_SCENARIO and target in library and target not in found:
            found.add(target)
            waiting += outcomes_of(library[target])
    return found


def group(library: Library, root: str) -> Library:
    """`root` and everything it calls, however deep: what one proof walks through."""
    return Library(
        [
            library[root],
            *(library[each] for each in sorted(_called(outcomes_of(library[root]), library) - {root})),
        ]
    )


def _asked_before(progress: Progress) -> int:
    """How often the pending step had been asked when the customer volunteered that it works."""
    return next(
        (
            v.attempt
            for v in reversed(progress.trail)
            if v.step_id == progress.step_id and v.phase in STEP_PHASES
        ),
        1,
    )


def most_failures(scenarios: Iterable[Scenario]) -> int:
    """The count of failed steps from which on no condition tells one count from another."""
    numbers = [int(n) for s in scenarios for c in conditions_of(s) for n in re.findall(r"\d+", c.source)]
    return max(numbers, default=0) + 1
