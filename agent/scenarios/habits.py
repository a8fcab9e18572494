"""What an exploration has found out about the answers to one question, so that it need not take them all again."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from agent.scenarios.answers import Answer, Unclear

# Where an answer leads at once, with the facts that needs.
Led = dict[Hashable, tuple[tuple[str, object], ...]]


class Habits:
    """What is known of the answers to one question: which lead on alike at every asking, which are as good as unclear."""

    def __init__(self) -> None:
        self.steady: set[Answer] = set()
        self.as_unclear: set[Answer] = set()
        self._fickle: set[Answer] = set()
        self._compared = False

    def learn(self, answer: Answer, led: Led, before: Led | None) -> None:
        """`before`: where the same answer led when the question had been put another number of times."""
        if before is None or answer in self._fickle:
            return
        (self.steady if led.keys() == before.keys() else self._fickle).add(answer)

    def compare(self, led: Mapping[Answer, Led]) -> None:
        """Which answers led where an unclear one did; one that ever did not is never taken for it again."""
        unclear = led.get(Unclear())
        same = {
            each
            for each in led
            if unclear is not None and each != Unclear() and led[each].keys() == unclear.keys()
        }
        self.as_unclear = same & self.as_unclear if self._compared else same
        self._compared = True


def but_for_attempts(key: tuple[object, ...]) -> Hashable:
    """A key without how often its question was put, and whether a wait is over."""
    return "sibling", *key[:2], *key[4:]
