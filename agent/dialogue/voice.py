"""How the engine speaks in one language: its own phrases, authors' texts, both filled with facts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from agent.conversation import Choice
from agent.filling import filled, whole
from agent.operator import PLACEHOLDER, Operator
from agent.phrases import Phrases

# A fact that ends in an abbreviation ("9–17 val.") at the end of a sentence must not bring a second full stop.
_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")

PRONOUN = "I"  # English writes it large everywhere


class SaidInLanguages(Protocol):
    """An author's text in one or more languages."""

    def get(self, language: str, /) -> str: ...


@dataclass(frozen=True, slots=True)
class Voice:
    """Speaks `language`. `turn` picks among turns of phrase, so that the same thing is not said twice alike."""

    language: str
    phrases: Mapping[str, Phrases]
    operator: Operator
    turn: int = 0
    facts: Mapping[str, Any] = field(default_factory=dict)

    def say(self, phrase: str, /, **values: object) -> str:
        """One of the engine's own phrases."""
        return self.say_nth(phrase, self.turn, **values)

    def knows(self, phrase: str) -> bool:
        """Whether there is such a phrase."""
        return phrase in self.phrases[self.language].texts

    def wordings(self, phrase: str) -> int:
        """How many wordings a phrase has."""
        return self.phrases[self.language].count(phrase)

    def say_nth(self, phrase: str, nth: int, /, **values: object) -> str:
        """The `nth` wording of a phrase: for things said again in a stated order. A sentence of it whose `{name}` nobody fills is
        left out: no customer reads a bare name."""
        said = self.phrases[self.language].say(phrase, nth)
        return self.fill(filled(whole(said, {*values, *self._known()}), values))

    def text(self, authored: SaidInLanguages | None) -> str:
        """An author's text in this language (or the author's own), filled; empty when there is none."""
        return self.fill(whole(authored.get(self.language), self._known())).strip() if authored else ""

    def _known(self) -> frozenset[str]:
        return self.operator.names.union(self.facts)

    def fill(self, text: str) -> str:
        """`{names}` replaced by operator facts, then by what is known of this case."""
        filled = self.operator.fill(text, self.language)
        filled = PLACEHOLDER.sub(lambda found: str(self.facts.get(found[1], found[0])), filled)
        return _TWO_STOPS.sub(".", filled)

    def listed(self, choices: Sequence[Choice]) -> str:
        """The labels of one or more choices inside a sentence: “as usual”, “red LOS” or “a box is dark”."""
        *others, last = (self.say("option", label=inside(choice.label)) for choice in choices)
        return f"{', '.join(others)} {self.say('or_one_of')} {last}" if others else last

    def speaking(self, language: str) -> Voice:
        """The same voice in another language."""
        return replace(self, language=language) if language in self.phrases else self


def inside(text: str) -> str:
    """A title or label inside a sentence: a small first letter, unless the first word is a name ("TV", "Wi-Fi") or "I"."""
    word = text.split(" ", 1)[0]
    name = any(letter.isupper() or letter.isdigit() for letter in word[1:])
    return text if name or word.partition("'")[0] == PRONOUN else text[:1].lower() + text[1:]
