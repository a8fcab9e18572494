"""The steps one move comes to on its way to the next question, and where it can be taken up again.

A move that reads an open fact is taken once for each value of it. What came before it read the fact stays as it was,
so the walk is taken up again from a copy made at the last step it had come to, not from the answer.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from agent.scenarios.answers import Answer
from agent.scenarios.journey import Journey
from agent.scenarios.leg import Leg
from agent.scenarios.oracle import Known
from agent.scenarios.progress import Move, Visit
from agent.scenarios.walk import go_on

if TYPE_CHECKING:
    from agent.scenarios.exploring import Exploration, State


_NONE = frozenset[str]()


class Met(Exception):  # noqa: N818  (no error: the rest of this move is known)
    """The walk came to a step as another walk did before."""


class Halt(NamedTuple):
    """The walk as it came to the step at `place`, known as `node`, nothing of that step decided yet.

    `read`, `glanced`: as in Known; `since`, `settled`, `taken`: as in Passage.
    """

    node: int
    journey: Journey
    place: int
    read: dict[str, None]
    glanced: dict[str, int]
    since: int
    settled: frozenset[str]
    taken: str


class Passage:
    """The steps one move comes to, from the state `last` on.

    `halts`: those it came to before a fact was decided, which stand: it is taken up at the last of them.
    """

    __slots__ = (
        "_answer", "_exploration", "_halts", "_settled", "_since", "_start", "_state", "_taken", "_told", "known", "last",
    )  # fmt: skip

    def __init__(
        self,
        exploration: Exploration,
        start: Hashable,
        known: Known,
        state: State | None,
        answer: Answer | None,
        halts: Sequence[Halt],
    ) -> None:
        self.last = start
        self.known = known
        self._exploration = exploration
        self._start = start
        self._state = state
        self._answer = answer
        self._halts = list(halts)
        if halts:
            self._restore(halts[-1])
            return
        self._told = 0
        self._since = len(state.move.progress.trail) if state else 0
        self._settled = state.settled if state else _NONE
        self._taken = state.last if state else ""

    def _restore(self, halt: Halt) -> None:
        self.last = halt.node
        self.known.read = dict(halt.read)
        self.known.glanced = dict(halt.glanced)
        self.known.arrivals = len(self._halts)
        self._told = len(halt.read)
        self._since, self._settled, self._taken = halt.since, halt.settled, halt.taken

    def walk(self) -> Move:
        """The move: from the answer on, or taken up where the walk halted last."""
        walks, known = self._exploration, self.known
        if self._halts:
            halt = self._halts[-1]
            journey = halt.journey.copy(known)
            walks.decide(journey, halt.place, known)
            return walks.at_last(go_on(journey, halt.place, self.entering))
        if self._state is None or self._answer is None:
            return walks.first(known, self.entering)
        return walks.then(self._state.move, self._answer, known, self.entering)

    def standing(self, name: str) -> Sequence[Halt]:
        """The halts that stand when the open fact `name` is decided: the walk had not looked at it before them."""
        return self._halts[: self.known.glanced.get(name, len(self._halts))]

    def entering(self, journey: Journey, place: int) -> None:
        """Called by the walk."""
        known = self.known
        self.last = self._exploration.come_to(self, self._key(journey, place))
        self._told = len(known.read)
        known.arrivals += 1
        self._halts.append(
            Halt(
                self.last,
                journey.copy(known),
                place,
                dict(known.read),
                dict(known.glanced),
                self._since,
                self._settled,
                self._taken,
            )
        )
        self._exploration.decide(journey, place, known)

    def _key(self, journey: Journey, place: int) -> Hashable:
        visits = journey.visited(self._since)
        if visits:
            self._look_at(visits)
        return self._exploration.keys.arrival(journey, place, self.known, self._settled, self._taken)

    def note(self, trail: Sequence[Visit]) -> None:
        """Has the exploration note what was answered or passed over since the last step it came to."""
        for visit in trail[self._since :]:
            self._exploration.note(visit, self.leg)

    def _look_at(self, visits: Sequence[Visit]) -> None:
        """What was answered or passed over since the last step it came to."""
        root = self._exploration.root
        self._since += len(visits)
        new = [visit.step_id for visit in visits if visit.scenario == root]
        for visit in visits:
            self._exploration.note(visit, self._whole)
        if new:
            self._settled = self._settled.union(new)
            self._taken = last_taken(visits, root) or self._taken

    @property
    def answered(self) -> bool:
        """Whether an answer led from `last` on."""
        return self._answer is not None and self.last == self._start

    def leg(self) -> Leg:
        """How it came on from `last`."""
        return Leg(self.last, self._answer if self.last == self._start else None, self._facts(self._told))

    def _whole(self) -> Leg:
        return Leg(self._start, self._answer, self._facts(0))

    def _facts(self, since: int) -> tuple[tuple[str, object], ...]:
        if len(self.known.read) == since:
            return ()
        now = self.known.now
        read = list(self.known.read)[since:] if since else self.known.read
        return tuple([(each, now[each]) for each in read if now[each] is not None])


def last_taken(trail: Sequence[Visit], scenario_id: str) -> str:
    """The last step of a scenario that was answered, or passed over because its answer was known; "" if none was."""
    for each in reversed(trail):
        if each.scenario == scenario_id and is_taken(each):
            return each.step_id
    return ""


def is_taken(visit: Visit) -> bool:
    """Whether a step was answered, or passed over because its answer was known; not where it was skipped."""
    return visit.answer is not None or bool(visit.outcome)
