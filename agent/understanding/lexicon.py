"""Finding a pack's words and phrases in a text: one look-up per word, whatever the size of the pack.

A phrase is words in a row. `dėž*` stands for any ending, `_` for any one word, `= on` for a text that is nothing
else. Every word of a text may also
match without its negating prefix ("nešviečia" as "šviečia"): the find then says it was negated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.language import Token

_SHORTEST_CORE = 3
_LAST = "="  # stands behind a phrase that must be the whole text
_REMEMBERED = 20000  # words whose phrases are remembered
_Begun = tuple[str, tuple[str, ...], bool]
_KEY = 3  # letters by which endings-free words are filed


@dataclass(frozen=True, slots=True)
class Find:
    """`name` was found at tokens `start`..`end` (exclusive). `negated`: by a prefix of the word itself."""

    name: str
    start: int
    end: int
    negated: bool = False

    @property
    def length(self) -> int:
        """How many words it covers."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Prefixes:
    """How a language negates inside a word, and the words that only look so."""

    prefixes: tuple[str, ...] = ()
    apart: frozenset[str] = frozenset()

    def core(self, word: str) -> str | None:
        """What `word` denies, or None when it denies nothing."""
        if word in self.apart:
            return None
        for prefix in self.prefixes:
            if word.startswith(prefix) and len(word) - len(prefix) >= _SHORTEST_CORE:
                return word[len(prefix) :]
        return None


class Lexicon:
    """Named phrases, filed by how their first word begins."""

    def __init__(self, entries: Iterable[tuple[str, str]], prefixes: Prefixes | None = None) -> None:
        self._prefixes = prefixes or Prefixes()
        self._exact: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        self._known: dict[str, tuple[_Begun, ...]] = {}
        self._begun: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        for name, phrase in entries:
            self._file(name, tuple(phrase.split()))
            if "'" in phrase:  # "doesnt" is typed as often as "doesn't"
                self._file(name, tuple(phrase.replace("'", "").split()))

    def _file(self, name: str, phrase: tuple[str, ...]) -> None:
        if phrase[0] == "=":
            phrase = (*phrase[1:], _LAST)
        first = phrase[0]
        if first.endswith("*"):
            self._begun.setdefault(first[:-1][:_KEY], []).append((name, phrase))
        else:
            self._exact.setdefault(first, []).append((name, phrase))

    def find(self, tokens: Sequence[Token]) -> list[Find]:
        """What is found, from left to right. A find inside a longer one is dropped."""
        return outermost(self.find_all(tokens), _swallows)

    def find_all(self, tokens: Sequence[Token]) -> set[Find]:
        """Everything found, also inside other finds."""
        folded = [token.folded for token in tokens]
        found: set[Find] = set()
        for start, word in enumerate(folded):
            for name, rest, negated in self._beginning(word):
                if rest and rest[-1] == _LAST:
                    if start or len(folded) != len(rest):
                        continue
                    rest = rest[:-1]
                end = self._end(folded, start + 1, rest) if rest else (start + 1, False)
                if end is not None:
                    found.add(Find(name, start, end[0], negated or end[1]))
        return found

    def _beginning(self, word: str) -> tuple[_Begun, ...]:
        """The phrases that `word` may begin, remembered: customers use few words."""
        known = self._known.get(word)
        if known is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            known = tuple(self._candidates(word, False))
            if (core := self._prefixes.core(word)) is not None:
                known += tuple(self._candidates(core, True))
            self._known[word] = known
        return known

    def _candidates(self, word: str, negated: bool) -> Iterator[_Begun]:
        for name, phrase in self._exact.get(word, ()):
            yield name, phrase[1:], negated
        for size in range(1, min(_KEY, len(word)) + 1):
            for name, phrase in self._begun.get(word[:size], ()):
                if word.startswith(phrase[0][:-1]):
                    yield name, phrase[1:], negated

    def _end(self, folded: list[str], place: int, rest: tuple[str, ...]) -> tuple[int, bool] | None:
        """Where the `rest` of a phrase ends that goes on at `place`, and whether a word of it is denied by a prefix."""
        negated = False
        for part in rest:
            if place >= len(folded):
                return None
            if not fits(part, folded[place]):
                core = self._prefixes.core(folded[place])
                if core is None or not fits(part, core):
                    return None
                negated = True
            place += 1
        return place, negated


@lru_cache(maxsize=32768)
def fits(part: str, word: str) -> bool:
    """Whether `word` is what one part of a phrase stands for."""
    if part == "_":
        return True
    return word.startswith(part[:-1]) if part.endswith("*") else word == part


def outermost(found: Iterable[Find], swallows: Callable[[Find, Find], bool]) -> list[Find]:
    """`found` from left to right, without what says nothing of its own: what lies in a find before it, the longer first, that
    `swallows` it. Each is held against those only that cover its first word."""
    kept: list[Find] = []
    over: dict[int, list[Find]] = {}
    for find in sorted(found, key=lambda f: (-f.length, f.negated, f.start, f.name)):
        covering = (each for each in over.get(find.start, ()) if find.end <= each.end)
        if not any(swallows(each, find) for each in covering):
            kept.append(find)
            for place in range(find.start, find.end):
                over.setdefault(place, []).append(find)
    return sorted(kept, key=lambda f: (f.start, -f.end, f.name))


def _swallows(kept: Find, find: Find) -> bool:
    return kept.length > find.length or is_same_word(kept, find)


def is_same_word(kept: Find, find: Find) -> bool:
    """A word listed as it stands is not also read as the denial of its core."""
    return kept.length == find.length and find.negated and not kept.negated
