"""The shortest way to a place of an exploration, walked again as one conversation."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass

from agent.errors import AgentError
from agent.scenarios.answers import Answer
from agent.scenarios.exploring import Exploration
from agent.scenarios.leg import START, Leg
from agent.scenarios.progress import Move

# A fact stated beforehand counts as one more thing the customer says, and an answer is preferred to it.
_ANSWER, _FACT = 1000, 1001


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: the question, what is answered, and the facts that were stated with it."""

    asked: Move
    answer: Answer
    facts: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """Facts known at the beginning, and the turns that follow."""

    known: tuple[tuple[str, object], ...]
    turns: tuple[Turn, ...]


class Ways:
    """Shortest ways through what an exploration has found."""

    def __init__(self, exploration: Exploration) -> None:
        self._walks = exploration
        self._cost: dict[Hashable, int] = {START: 0}
        self._last: dict[Hashable, Leg] = {}
        self._measure()

    def cost(self, leg: Leg) -> int:
        """What the way to the end of `leg` costs."""
        return self._cost.get(leg.node, 1 << 60) + _cost(leg)

    def way(self, leg: Leg, onward: Iterable[Leg] = ()) -> Way:
        """The shortest way to the end of `leg`, and `onward` from there, as the walk really takes it."""
        legs = [leg]
        while legs[-1].node in self._last:
            legs.append(self._last[legs[-1].node])
        return self._taken(list(_calls(itertools.chain(reversed(legs), onward))))

    def _measure(self) -> None:
        order = itertools.count()
        waiting: list[tuple[int, int, Hashable]] = [(0, 0, START)]
        while waiting:
            cost, _, node = heapq.heappop(waiting)
            if cost > self._cost[node]:
                continue
            for after, leg in self._walks.after.get(node, {}).items():
                new = cost + _cost(leg)
                if new < self._cost.get(after, 1 << 60):
                    self._cost[after] = new
                    self._last[after] = leg
                    heapq.heappush(waiting, (new, next(order), after))

    def _taken(self, calls: list[tuple[Answer | None, tuple[tuple[str, object], ...]]]) -> Way:
        known = dict(calls[0][1]) if calls else {}
        earlier = {name: value for _, facts in calls for name, value in facts if self._walks.is_count(name)}
        first, turns = tuple({**known, **earlier}.items()), list[Turn]()
        try:
            move = self._walks.first(known, earlier=earlier)
            for answer, facts in calls[1:]:
                if answer is None or move.progress.over:
                    break
                stated = tuple(each for each in facts if each[0] not in earlier)
                turns.append(Turn(move, answer, stated))
                known |= dict(stated)
                move = self._walks.then(move, answer, known)
        except (AgentError, ArithmeticError, LookupError, TypeError, ValueError):
            pass  # the way leads to the very fault: what came before is told
        return Way(first, tuple(turns))


def _cost(leg: Leg) -> int:
    return (_ANSWER if leg.answer is not None else 0) + _FACT * len(leg.facts)


def _calls(legs: Iterable[Leg]) -> Iterator[tuple[Answer | None, tuple[tuple[str, object], ...]]]:
    """(answer, facts) of each move of the walk: legs without an answer belong to the move before."""
    answer: Answer | None = None
    facts: list[tuple[str, object]] = []
    for leg in legs:
        if leg.answer is not None:
            yield answer, tuple(facts)
            answer, facts = leg.answer, []
        facts += leg.facts
    yield answer, tuple(facts)
