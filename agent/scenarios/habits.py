"""What an exploration has found out about the answers to one question, so that it need not take them all again."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from agent.scenarios.answers import Answer, Unclear

# Where an answer leads at once, with the facts that needs.
Led = dict[Hashable, tuple[tuple[str, object], ...]]


class Habits:
    """What is known of the answers to one question: which lead on alike at every asking, which are as good as unclear.

    An answer is known by its number among those that can be given.
    """

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.answers = answers
        self.steady: set[int] = set()
        self.as_unclear: set[int] = set()
        self._unclear = answers.index(Unclear()) if Unclear() in answers else -1
        self._fickle: set[int] = set()
        self._compared = False

    def learn(self, number: int, led: Led, before: Led) -> None:
        """`before`: where the same answer led when the question had been put another number of times."""
        if number not in self._fickle:
            (self.steady if led.keys() == before.keys() else self._fickle).add(number)

    def compare(self, led: Mapping[int, Led]) -> None:
        """Which answers led where an unclear one did; one that ever did not is never taken for it again."""
        unclear = led.get(self._unclear)
        same = {
            each
            for each in led
            if unclear is not None and each != self._unclear and led[each].keys() == unclear.keys()
        }
        self.as_unclear = same & self.as_unclear if self._compared else same
        self._compared = True


def but_for_attempts(key: tuple[object, ...]) -> Hashable:
    """A key without how often its question was put, and whether a wait is over."""
    return "sibling", *key[:2], *key[4:]
