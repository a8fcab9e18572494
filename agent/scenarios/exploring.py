"""Every walk through one scenario, breadth first, taken with the real begin and advance.

What lies behind a goto_scenario is not followed: that scenario is explored by itself from every set of known facts,
which holds the ones this walk would bring along. A call is followed, because the walk comes back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.scenarios.answers import (
    AlreadyDone,
    Answer,
    CannotDo,
    Chosen,
    Consent,
    Elapsed,
    NotWorking,
    Partly,
    Result,
    Unclear,
    Works,
)
from agent.scenarios.asked import asked_outcomes
from agent.scenarios.facts import Value
from agent.scenarios.journey import Journey
from agent.scenarios.model import Library, Step
from agent.scenarios.oracle import Desk, Known, Named, Undecided, choices_of, conditions_of, watched
from agent.scenarios.progress import Kind, Move, Progress, Visit
from agent.scenarios.reasons import Reason
from agent.scenarios.results import results_of
from agent.scenarios.states import States, group
from agent.scenarios.walk import Entering, advance, begin

# The node before the first move.
START: Hashable = ("begin",)
_GOAL: tuple[Answer, ...] = (
    Works(),
    NotWorking(),
    Partly(),
    Unclear(),
    CannotDo(),
    AlreadyDone(),
    Elapsed(),
    Consent(yes=True),
)
_STEP: tuple[Answer, ...] = (Unclear(), CannotDo(), AlreadyDone(), Works(), NotWorking(), Partly(), Elapsed())
_CONSENT: tuple[Answer, ...] = (Consent(yes=True), Consent(yes=False), Unclear(), CannotDo(), Works())


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """One state as it was met first, and the state and answer before it."""

    move: Move
    known: Mapping[str, object]
    settled: frozenset[str]
    before: State | None = None
    answer: Answer | None = None

    @property
    def progress(self) -> Progress:
        """Where the walk stands."""
        return self.move.progress


@dataclass(frozen=True, slots=True)
class Leg:
    """How a walk goes on from a node: the answer given there (None: it was not waiting for one), the facts it needs."""

    node: Hashable
    answer: Answer | None = None
    facts: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Crash:
    """A move that raised."""

    leg: Leg
    error: Exception


# Where an answer leads at once, with the facts that needs.
_Led = dict[Hashable, tuple[tuple[str, object], ...]]


class _Habits:
    """What is known of the answers to one question: which lead on alike at every asking, which are as good as unclear."""

    def __init__(self) -> None:
        self.steady: set[Answer] = set()
        self.as_unclear: set[Answer] = set()
        self._fickle: set[Answer] = set()
        self._compared = False

    def learn(self, answer: Answer, led: _Led, before: _Led | None) -> None:
        """`before`: where the same answer led when the question had been put another number of times."""
        if before is None or answer in self._fickle:
            return
        (self.steady if led.keys() == before.keys() else self._fickle).add(answer)

    def compare(self, led: Mapping[Answer, _Led]) -> None:
        """Which answers led where an unclear one did; one that ever did not is never taken for it again."""
        unclear = led.get(Unclear())
        same = {
            each
            for each in led
            if unclear is not None and each != Unclear() and led[each].keys() == unclear.keys()
        }
        self.as_unclear = same & self.as_unclear if self._compared else same
        self._compared = True


def _but_for_attempts(key: Hashable) -> Hashable:
    """A key without how often its question was put, and whether a wait is over."""
    return (*key[:2], *key[4:]) if isinstance(key, tuple) else key


class _Met(Exception):  # noqa: N818  (no error: the rest of this move is known)
    """The walk came to a step as another walk did before."""


class _Road:
    """The steps one move comes to, from the state `last` on."""

    def __init__(
        self,
        exploration: Exploration,
        start: Hashable,
        known: Known,
        state: State | None,
        answer: Answer | None,
    ) -> None:
        self.last = start
        self.known = known
        self._exploration = exploration
        self._start = start
        self._answer = answer
        self._told = 0
        self._since = len(state.progress.trail) if state else 0
        self._settled = state.settled if state else frozenset[str]()

    def entering(self, journey: Journey, place: int) -> None:
        """Called by the walk."""
        visits = journey.visited(self._since)
        root = self._exploration.root
        new = [visit.step_id for visit in visits if visit.scenario == root]
        settled = self._settled.union(new) if new else self._settled
        for visit in visits:
            what = (visit.scenario, visit.step_id, visit.outcome, visit.reasons)
            if what not in self._exploration.visits:
                self._exploration.visits[what] = Leg(self._start, self._answer, self._facts(0))
        last = last_taken(journey.visited(0), root)
        self._exploration.come_to(
            self, self._exploration.keys.arrival(journey, place, self.known, settled, last)
        )

    def leg(self) -> Leg:
        """How it came on from `last`."""
        return Leg(self.last, self._answer if self.last == self._start else None, self._facts(self._told))

    def arrived(self, key: Hashable) -> None:
        """It stands at `key` now."""
        self.last = key
        self._told = len(self.known.read)

    def _facts(self, since: int) -> tuple[tuple[str, object], ...]:
        names = list(self.known.read)[since:]
        return tuple((name, self.known.now[name]) for name in names if self.known.now[name] is not None)


def last_taken(trail: Sequence[Visit], scenario_id: str) -> str:
    """The last step of a scenario that was answered, or passed over because its answer was known; "" if none was."""
    return next(
        (
            each.step_id
            for each in reversed(trail)
            if each.scenario == scenario_id and (each.answer or each.outcome)
        ),
        "",
    )


Watch = Callable[["State", "State"], None]


class Exploration:
    """All states of `root`, and the moves between them. `on_move` sees every single move taken, also to old states."""

    def __init__(self, library: Library, root: str, declared: Mapping[str, tuple[Value, ...]]) -> None:
        together = group(library, root)
        self._desk = Desk()
        self.root = root
        self.library = Library(watched(each, self._desk) for each in together.values())
        read = Named(
            (condition for each in together.values() for condition in conditions_of(each)),
            (step for each in together.values() for step in each.steps),
        )
        self._choices = choices_of(read, declared)
        self._desk.choices = self._choices
        self.keys = States(together, root, self._choices)
        self._results: dict[str, tuple[Answer, ...]] = {}
        self.states: dict[Hashable, State] = {}
        self.after: dict[Hashable, dict[Hashable, Leg]] = {}
        self.leg = Leg(START)
        self.crashes: list[Crash] = []
        self.moves = 0
        # (scenario, step, outcome, reasons) of what was answered or passed over → how that came about first.
        self.visits: dict[tuple[str, str, str, tuple[Reason, ...]], Leg] = {}
        self._arrivals: dict[Hashable, object] = {}
        self._calls = 0
        self._led: _Led = {}
        self._habits: dict[object, _Habits] = {}
        self._siblings: dict[Hashable, dict[Answer, _Led]] = {}

    def run(self, on_move: Watch, most: int) -> bool:
        """Visit everything; False when more than `most` states were found and the rest was left."""
        waiting: deque[tuple[Hashable, State]] = deque()
        for state in self._beginnings():
            self._meet(state, waiting)
            on_move(state, state)
        while waiting:
            if len(self.states) > most:
                return False
            key, state = waiting.popleft()
            self._answer_all(key, state, waiting, on_move)
        return True

    def _answer_all(
        self, key: Hashable, state: State, waiting: deque[tuple[Hashable, State]], on_move: Watch
    ) -> None:
        """Takes every answer to the question of `state`, except those that are known to lead nowhere new.

        Whether an answer leads on alike however often the question was put, or is as good as an unclear one, is
        found out the first time a question is put again, and taken for granted after that.
        """
        habits = self._habits.setdefault(
            (state.progress.scenario, state.progress.step_id, state.move.kind), _Habits()
        )
        siblings = self._siblings.setdefault(_but_for_attempts(key), {})
        again = state.progress.attempts > 1
        for answer in self.answers(state):
            if again and answer in habits.as_unclear:
                continue
            known = siblings.get(answer)
            if known is not None and answer in habits.steady:
                for after, facts in known.items():
                    self._link(Leg(key, answer, facts), after)
                continue
            self._led = {}
            for after in self._next(key, state, answer):
                self._meet(after, waiting)
                on_move(state, after)
            habits.learn(answer, self._led, known)
            siblings.setdefault(answer, self._led)
        if not again:
            habits.compare(siblings)

    def answers(self, state: State) -> Iterator[Answer]:
        """Everything that can come back to the pending question."""
        move = state.move
        step = move.step
        if step is None or move.progress.over:
            return
        if move.kind in (Kind.PROBE, Kind.ACT):
            yield from self._results_of(step)
            return
        if move.kind is Kind.CONSENT:
            yield from _CONSENT
            return
        if move.kind in (Kind.CLOSING, Kind.CONFIRMING):
            yield from _GOAL
            return
        yield from (Chosen(each.id) for each in asked_outcomes(move, self.library))
        yield from _STEP

    def key_of(self, state: State) -> Hashable:
        """The key of a state; an end is known by its kind and place."""
        progress = state.progress
        if progress.over:
            return (progress.phase.value, progress.scenario, state.move.target)
        return self.keys.key(progress, state.known, state.settled)

    def state_of(self, move: Move, known: Mapping[str, object]) -> State:
        """The state of a move made outside the exploration."""
        return State(move, known, self._settled(move, frozenset(), 0))

    def _beginnings(self) -> Iterator[State]:
        def call(facts: Known, entering: Entering) -> Move:
            return begin(self.library, self.root, facts, entering=entering)

        try:
            for move, known in self._taken(START, call, None, None):
                yield State(move, known, self._settled(move, frozenset(), 0))
        except Exception as error:  # as below
            self.crashes.append(Crash(Leg(START), error))

    def _next(self, key: Hashable, state: State, answer: Answer) -> Iterator[State]:
        progress = state.progress

        def call(facts: Known, entering: Entering) -> Move:
            return advance(self.library, progress, answer, facts, entering=entering)

        try:
            for move, known in self._taken(key, call, state, answer):
                settled = self._settled(move, state.settled, len(progress.trail))
                yield State(move, known, settled, state, answer)
        except Exception as error:  # whatever a broken guide makes the walk raise is a finding
            self.crashes.append(Crash(Leg(key, answer), error))

    def _taken(
        self,
        key: Hashable,
        call: Callable[[Known, Entering], Move],
        state: State | None,
        answer: Answer | None,
    ) -> Iterator[tuple[Move, Mapping[str, object]]]:
        """The moves `call` makes, one for each way of deciding the open facts it reads.

        Where it comes to a step as an earlier move did, with all equal that is still read, it is broken off:
        what follows is known.
        """
        before: Mapping[str, object] = state.known if state else {}
        self._calls += 1
        waiting: list[Mapping[str, object]] = [{}]
        while waiting:
            now = waiting.pop()
            facts = self._desk.known = Known(before, now, self._choices)
            road = _Road(self, key, facts, state, answer)
            try:
                move = call(facts, road.entering)
            except Undecided as fact:
                waiting += [{**now, fact.name: value} for value in (*self._different(fact.name, state), None)]
            except _Met:
                continue
            else:
                self.moves += 1
                self.leg = road.leg()
                yield move, facts.decided
            finally:
                self._desk.known = None

    def _different(self, name: str, state: State | None) -> Iterable[object]:
        """The values of an open fact that still make a difference behind `state`."""
        if state is None:
            return self._choices[name]
        return self.keys.different(name, self._choices[name], state.progress)

    def _settled(self, move: Move, before: frozenset[str], since: int) -> frozenset[str]:
        new = [visit.step_id for visit in move.progress.trail[since:] if visit.scenario == self.root]
        if move.step is not None and move.progress.scenario == self.root:
            new.append(move.step.ref)
        return before.union(new) if new else before

    def _meet(self, state: State, waiting: deque[tuple[Hashable, State]]) -> None:
        key = self.key_of(state)
        self._link(self.leg, key)
        if key not in self.states:
            self.states[key] = state
            if not state.progress.over:
                waiting.append((key, state))

    def _link(self, leg: Leg, after: Hashable) -> None:
        self.after.setdefault(leg.node, {}).setdefault(after, leg)
        if leg.answer is not None:
            self._led.setdefault(after, leg.facts)

    def come_to(self, road: _Road, key: Hashable) -> None:
        """Notes that `road` leads to the arrival `key`. Raises _Met when another one came there first."""
        self._link(road.leg(), key)
        road.arrived(key)
        mine = (self._calls, tuple((name, repr(road.known.now[name])) for name in road.known.read))
        if self._arrivals.setdefault(key, mine) != mine:
            raise _Met

    def _results_of(self, step: Step) -> tuple[Answer, ...]:
        name = step.probe or step.act
        if step.ref not in self._results:
            found = results_of(step, self.library.values())
            self._results[step.ref] = tuple(Result(name, value) for value in found)
        return self._results[step.ref]
