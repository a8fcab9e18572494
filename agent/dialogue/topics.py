"""What a message speaks of after danger, or while a call is awaited: words that only then mean anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from agent.language import fold, tokens, typed
from agent.phrases import Phrases
from agent.understanding.cues import Cue, Cues
from agent.understanding.remembered import remembered

_PREFIX = "words_"
_HARMLESS = "harmless_"


class Topics:
    """Finds the topics that the phrase files list under `words_<topic>`, in all languages at once: customers mix them.

    Within what is listed under `harmless_<topic>` its words mean nothing of the kind ("sick of waiting").
    """

    def __init__(self, phrases: Mapping[str, Phrases]) -> None:
        self._cues = Cues(_listed(phrases, _PREFIX), _listed(phrases, _HARMLESS))
        self._found = remembered(lambda text: tuple(self._cues.find(tokens(text))))
        self._of = remembered(lambda text: frozenset(cue.name for cue in self._found(text)))

    def of(self, text: str) -> frozenset[str]:
        """The topics that `text` touches."""
        return self._of(text)

    def cues(self, topic: str, text: str) -> tuple[Cue, ...]:
        """Where `text` speaks of `topic`."""
        return tuple(cue for cue in self._found(text) if cue.name == topic)

    def without(self, topic: str, text: str) -> str:
        """`text` without the words that speak of `topic`."""
        pieces = tokens(text)
        spoken = {
            place
            for cue in self._found(text)
            if cue.name == topic
            for find in cue.finds
            for place in range(find.start, find.end)
        }
        return typed(piece for place, piece in enumerate(pieces) if place not in spoken)


def _listed(phrases: Mapping[str, Phrases], prefix: str) -> Iterator[tuple[str, str]]:
    for each in phrases.values():
        for key, listed in each.texts.items():
            if key.startswith(prefix):
                yield from ((key.removeprefix(prefix), fold(phrase)) for phrase in listed)
