"""Every walk through one scenario, breadth first, taken with the real begin and advance.

What lies behind a goto_scenario is not followed: that scenario is explored by itself, entered with every set of known
facts and with whatever may have been asked and failed before. A call is followed, because the walk comes back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

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
from agent.scenarios.habits import Habits, Led, but_for_attempts
from agent.scenarios.journey import Journey
from agent.scenarios.later import Before, questions_at
from agent.scenarios.leg import START, Leg
from agent.scenarios.model import Library, Step
from agent.scenarios.oracle import (
    FAILED,
    Desk,
    Known,
    Named,
    Undecided,
    choices_of,
    conditions_of,
    excused,
    watched,
)
from agent.scenarios.passage import Halt, Met, Passage, last_taken
from agent.scenarios.progress import OVER, Kind, Move, Progress, Visit
from agent.scenarios.results import results_of
from agent.scenarios.states import States, group
from agent.scenarios.walk import Entering, advance, begin

# One unclear answer stands for all that do not fit a question: the walk takes none of them for anything else.
_GOAL: tuple[Answer, ...] = (Works(), NotWorking(), Partly(), Unclear())
_STEP: tuple[Answer, ...] = (Unclear(), CannotDo(), AlreadyDone(), Works())
_ELAPSED = Elapsed()
_NONE = frozenset[str]()
_CONSENT: tuple[Answer, ...] = (Consent(yes=True), Consent(yes=False), Unclear(), Works())


class State(NamedTuple):
    """One state as it was met first. `settled`: steps of the root asked or passed over; `last`: the one that was taken
    last. A tuple, because every move makes one."""

    move: Move
    known: Mapping[str, object]
    settled: frozenset[str]
    last: str = ""

    @property
    def progress(self) -> Progress:
        """Where the walk stands."""
        return self.move.progress


@dataclass(frozen=True, slots=True)
class Crash:
    """A move that raised."""

    leg: Leg
    error: Exception


# What of a visit matters to what was seen at all: (scenario, step, outcome, why it was passed over: the reason's source).
Seen = tuple[str, str, str, str]


def _alike(read: tuple[str, ...], now: Mapping[str, object], earlier: Mapping[str, object]) -> bool:
    """Whether the same was decided of the facts `read`. Mostly it is the very same value; True is 1 to Python."""
    for name in read:
        if now[name] is not earlier[name] and repr(now[name]) != repr(earlier[name]):
            return False
    return True


Watch = Callable[["State"], None]
# What has been decided of open facts, and the halts at which a move is taken up again with it.
_Decisions = tuple[Mapping[str, object], Sequence[Halt]]


class Exploration:
    """All states of `root`, and the moves between them. `on_move` sees every single move taken, also to old states.

    `later`: the walk does not begin here but comes by goto_scenario, whatever was asked, failed or found out before:
    see `agent.scenarios.later`.
    """

    def __init__(
        self, library: Library, root: str, declared: Mapping[str, tuple[Value, ...]], later: bool = False
    ) -> None:
        together = group(library, root)
        read = Named(
            (condition for each in together.values() for condition in conditions_of(each)),
            (step for each in together.values() for step in each.steps),
        )
        self._before = Before(library, together, root) if later else None
        counts = self._before.choices if self._before else {}
        self._choices = {**choices_of(read, declared), **counts}
        self._desk = Desk(self._choices)
        self.root = root
        scenarios = [watched(each, self._desk) for each in together.values()]
        self.library = Library([*scenarios, self._before.door] if self._before else scenarios)
        self.keys = States(together, root, self._choices, later)
        self._results: dict[str, tuple[Answer, ...]] = {}
        self._ids: dict[Hashable, int] = {}
        self.states: dict[Hashable, State] = {}
        self.after: dict[Hashable, dict[Hashable, Leg]] = {}
        self.leg = Leg(START)
        self.crashes: list[Crash] = []
        self.moves = 0
        # What was answered or passed over → how that came about first.
        self.visits: dict[Seen, Leg] = {}
        # By which answer it was come to first: the facts that were read, and what was decided of them.
        self._arrivals: dict[int, tuple[int, tuple[str, ...], Mapping[str, object]]] = {}
        self._calls = 0
        self._led: Led = {}
        self._habits: dict[object, Habits] = {}
        # What a state is, but for how often its question was put, and whether a wait is over.
        self._sibling_of: dict[Hashable, int] = {}
        self._siblings: dict[Hashable, dict[int, Led]] = {}

    def run(self, on_move: Watch, most: int) -> bool:
        """Visit everything; False when more than `most` states were found and the rest was left."""
        waiting: deque[tuple[Hashable, State]] = deque()
        for state in self._taken(START, None, None):
            self._meet(state, waiting)
            on_move(state)
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
        habits = self._habits_at(state)
        siblings = self._siblings.setdefault(self._sibling_of[key], {})
        again = state.move.progress.attempts > 1
        for number, answer in enumerate(habits.answers):
            if (again and number in habits.as_unclear) or (answer is _ELAPSED and state.move.progress.waited):
                continue
            known = siblings.get(number)
            if known is not None and number in habits.steady:
                self._link_all(key, answer, known)
                continue
            self._led = {}
            for after in self._taken(key, state, answer):
                self._meet(after, waiting)
                on_move(after)
            if known is None:
                siblings[number] = self._led
            else:
                habits.learn(number, self._led, known)
        if not again:
            habits.compare(siblings)

    def _habits_at(self, state: State) -> Habits:
        question = (state.move.scenario_id, state.move.progress.step_id, state.move.kind)
        found = self._habits.get(question)
        if found is None:
            found = self._habits[question] = Habits(tuple(self._answers_at(state.move)))
        return found

    def answers(self, state: State) -> Iterator[Answer]:
        """Everything that can come back to the pending question."""
        waited = state.move.progress.waited
        return (each for each in self._answers_at(state.move) if not (waited and each is _ELAPSED))

    def _answers_at(self, move: Move) -> Iterator[Answer]:
        """The answers to the pending question, the end of a wait among them."""
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
        if step.wait_time:
            yield _ELAPSED

    def key_of(self, state: State) -> Hashable:
        """The key of a state, as a number."""
        return self._number(self._long_key_of(state))

    def state_of(self, move: Move, known: Mapping[str, object]) -> State:
        """The state of a move made outside the exploration."""
        return self._state(move, known, None)

    def first(
        self,
        known: Mapping[str, object],
        entering: Entering | None = None,
        earlier: Mapping[str, object] | None = None,
    ) -> Move:
        """The first move of a walk with all that is `known` before it, and what is decided of `earlier` guides."""
        if self._before is None:
            return begin(self.library, self.root, known, entering=entering)
        return self._before.enter(self.library, known, entering, earlier)

    def then(
        self, move: Move, answer: Answer, known: Mapping[str, object], entering: Entering | None = None
    ) -> Move:
        """The move that follows `answer`."""
        after = advance(self.library, move.progress, answer, known, entering=entering)
        return self.at_last(after)

    def at_last(self, move: Move) -> Move:
        """`move` as it stands for all askings of its question, where those are not told apart."""
        return self._before.asked_last(move) if self._before else move

    def questions(self, state: State) -> int:
        """How many questions the state stands for."""
        return questions_at(state.move) if self._before else int(not state.progress.over)

    def is_count(self, name: str) -> bool:
        """Whether `name` is no fact, but a count of what came before."""
        return self._before is not None and name in self._before.choices

    def excused(self, step: Step, state: State) -> bool:
        """Whether a skip_if of `step` holds in `state`, whatever may be known beside what was read so far."""
        failed = (0, *self._choices.get(FAILED, ())) if self._before else (state.progress.failed_steps,)
        return excused(step, state.known, state.progress, self._choices, failed)

    def note(self, visit: Visit, leg: Callable[[], Leg]) -> None:
        """Remembers how an answer, or a passing over, came about first."""
        why = visit.reasons[0].source if visit.answer is None and visit.reasons else ""
        what = visit.scenario, visit.step_id, visit.outcome, why
        if what not in self.visits:
            self.visits[what] = leg()

    def come_to(self, road: Passage, key: Hashable) -> int:
        """Notes that `road` leads to the arrival `key`. Raises Met when another one came there first.

        The same call may come again with the same facts read: it has decided others, which matter further on.
        """
        number = self._number(key)
        if number not in self.after.get(road.last, ()) or (road.answered and number not in self._led):
            self._link(road.leg(), number)
        first, known = self._arrivals.get(number), road.known
        if first is None:
            self._arrivals[number] = self._calls, tuple(known.read), known.now
            return number
        call, read, now = first
        if call != self._calls or read != tuple(known.read) or not _alike(read, known.now, now):
            raise Met
        return number

    def decide(self, journey: Journey, place: int, known: Known) -> None:
        """Where the walk came from another guide: how often the step at `place` was asked before."""
        if self._before is not None:
            self._before.decide(journey, place, known)

    def _long_key_of(self, state: State) -> tuple[object, ...]:
        """An end is known by its kind and place."""
        progress = state.move.progress
        if progress.phase in OVER:
            return progress.phase, progress.scenario, state.move.target
        return self.keys.key(progress, state.known, state.settled)

    def _number(self, key: Hashable) -> int:
        """Keys are long: as numbers they are quick to compare."""
        return self._ids.setdefault(key, len(self._ids))

    def _taken(self, key: Hashable, state: State | None, answer: Answer | None) -> Iterator[State]:
        """The states that `answer` leads to from `state` (None: those where a walk begins). A move that raises ends them.

        One state for each way of deciding the open facts that the move reads.
        """
        before: Mapping[str, object] = state.known if state else {}
        earlier = self._before
        self._calls += 1
        waiting: list[_Decisions] = [(earlier.fixed if earlier and state else {}, ())]
        try:
            while waiting:
                now, halts = waiting.pop()
                road = Passage(self, key, Known(before, now, self._choices), state, answer, halts)
                move = self._walked(road, state, waiting)
                if move is not None:
                    self.moves += 1
                    self.leg = road.leg()
                    road.note(move.progress.trail)
                    known = road.known.decided
                    yield self._state(move, earlier.kept(known) if earlier else known, state)
        except Exception as error:  # whatever a broken guide makes the walk raise is a finding
            self.crashes.append(Crash(Leg(key, answer), error))

    def _walked(self, road: Passage, state: State | None, waiting: list[_Decisions]) -> Move | None:
        """The move of `road`, None where it is broken off: a fact must be decided first, which leaves it `waiting`.

        It is broken off also where it comes to a step as an earlier move did, with all equal that is still read: what
        follows is known.
        """
        self._desk.known = known = road.known
        try:
            return road.walk()
        except Undecided as fact:
            # Where a walk begins it notes what is known, so that is begun anew.
            halts = road.standing(fact.name) if state or self._before else ()
            now = known.now
            waiting += [({**now, fact.name: value}, halts) for value in self._different(fact.name, state)]
        except Met:
            pass
        finally:
            self._desk.known = None
        return None

    def _different(self, name: str, state: State | None) -> Sequence[object]:
        """The values of an open fact that still make a difference behind `state`, None (unknown) the last."""
        if state is None or self.is_count(name):
            return (*self._choices[name], None)
        return self.keys.different(name, state.progress)

    def _state(self, move: Move, known: Mapping[str, object], before: State | None) -> State:
        progress, root = move.progress, self.root
        trail, settled, last = progress.trail, _NONE, ""
        if before is not None:
            trail, settled, last = trail[len(before.move.progress.trail) :], before.settled, before.last
        new = [visit.step_id for visit in trail if visit.scenario == root]
        if new:
            last = last_taken(trail, root) or last
        if move.step is not None and progress.scenario == root:
            new.append(move.step.ref)
        return State(move, known, settled if settled.issuperset(new) else settled.union(new), last)

    def _meet(self, state: State, waiting: deque[tuple[Hashable, State]]) -> None:
        long_key = self._long_key_of(state)
        key = self._number(long_key)
        self._link(self.leg, key)
        if key not in self.states:
            self.states[key] = state
            if not state.progress.over:
                self._sibling_of[key] = self._number(but_for_attempts(long_key))
                waiting.append((key, state))

    def _link(self, leg: Leg, after: Hashable) -> None:
        following = self.after.get(leg.node)
        if following is None:
            self.after[leg.node] = {after: leg}
        elif after not in following:
            following[after] = leg
        if leg.answer is not None:
            self._led.setdefault(after, leg.facts)

    def _link_all(self, key: Hashable, answer: Answer, led: Led) -> None:
        known = self.after.setdefault(key, {})
        for after, facts in led.items():
            if after not in known:
                known[after] = Leg(key, answer, facts)

    def _results_of(self, step: Step) -> tuple[Answer, ...]:
        name = step.probe or step.act
        if step.ref not in self._results:
            found = results_of(step, self.library.values())
            self._results[step.ref] = tuple(Result(name, value) for value in found)
        return self._results[step.ref]
