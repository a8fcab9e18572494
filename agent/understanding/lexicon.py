"""Finding a pack's words and phrases in a text: one look-up per word, whatever the size of the pack, and however many
phrases begin alike.

A phrase is words in a row. `dėž*` stands for any ending, `_` for any one word, `= on` for a text that is nothing
else. Every word of a text may also
match without its negating prefix ("nešviečia" as "šviečia"): the find then says it was negated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from agent.language import Token
from agent.understanding.remembered import LONG, remembered

_SHORTEST_CORE = 3
_ALONE = "="  # stands before a phrase that must be the whole text
_REMEMBERED = 20000  # words whose phrases are remembered
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


class Branch:
    """Phrases that begin alike: those that end here by `names`, those that end here and must be the whole text, and how the
    others go on."""

    __slots__ = ("_any", "_exact", "_open", "alone", "names")

    def __init__(self) -> None:  # most branches have one of all these: what is empty is not made
        self.names: tuple[str, ...] = ()
        self.alone: tuple[str, ...] = ()
        self._exact: dict[str, Branch] | None = None
        self._open: dict[str, dict[str, Branch]] | None = None  # `dėž*`, filed by how the word begins
        self._any: Branch | None = None

    @property
    def ends(self) -> bool:
        """Whether nothing goes on from here."""
        return self._exact is None and self._open is None and self._any is None

    def begun_with(self, part: str) -> Branch:
        """The branch of the phrases that go on with `part`, new where there is none."""
        if part.endswith("*"):
            self._open = {} if self._open is None else self._open
            part = part[:-1]
            filed = self._open.setdefault(part[:_KEY], {})
        else:
            filed = self._exact = {} if self._exact is None else self._exact
        found = filed.get(part)
        if found is None:
            found = filed[part] = Branch()
        return found

    def followed_by(self, part: str) -> Branch:
        """The same for a part that is not the first: only there does `_` stand for any word."""
        if part != "_":
            return self.begun_with(part)
        self._any = self._any or Branch()
        return self._any

    def after(self, word: str) -> list[Branch]:
        """Where the phrases go on whose next part `word` fits."""
        found = [self._exact[word]] if self._exact is not None and word in self._exact else []
        if self._any is not None:
            found.append(self._any)
        if self._open is not None:
            for size in range(min(_KEY, len(word)) + 1):
                begun = self._open.get(word[:size])
                if begun is not None:
                    found += [branch for stem, branch in begun.items() if word.startswith(stem)]
        return found


_Step = tuple[Branch, bool]
"""Where phrases go on, and whether the word that led there is denied by its prefix."""


class Lexicon:
    """Named phrases, filed word by word: all that begin alike are followed together."""

    def __init__(self, entries: Iterable[tuple[str, str]], prefixes: Prefixes | None = None) -> None:
        self._prefixes = prefixes or Prefixes()
        self._first = Branch()
        self._known: dict[str, tuple[_Step, ...]] = {}
        self._all, self._outer = remembered(self._found, LONG), remembered(self._outermost, LONG)
        for name, phrase in entries:
            self._file(name, tuple(phrase.split()))
            if "'" in phrase:  # "doesnt" is typed as often as "doesn't"
                self._file(name, tuple(phrase.replace("'", "").split()))

    def _file(self, name: str, phrase: tuple[str, ...]) -> None:
        first, *rest = phrase[1:] if phrase[0] == _ALONE else phrase
        branch = self._first.begun_with(first)
        for part in rest:
            branch = branch.followed_by(part)
        if phrase[0] == _ALONE:
            branch.alone = (*branch.alone, name)
        else:
            branch.names = (*branch.names, name)

    def find(self, tokens: Sequence[Token]) -> tuple[Find, ...]:
        """What is found, from left to right. A find inside a longer one is dropped."""
        return self._outer(tuple([token.folded for token in tokens]))

    def outer_in(self, folded: tuple[str, ...]) -> tuple[Find, ...]:
        """The same in words folded already."""
        return self._outer(folded)

    def find_all(self, tokens: Sequence[Token]) -> frozenset[Find]:
        """Everything found, also inside other finds."""
        return self._all(tuple([token.folded for token in tokens]))

    def found_in(self, folded: tuple[str, ...]) -> frozenset[Find]:
        """The same in words folded already."""
        return self._all(folded)

    def _outermost(self, folded: tuple[str, ...]) -> tuple[Find, ...]:
        return tuple(outermost(self._all(folded), _swallows))

    def _found(self, folded: tuple[str, ...]) -> frozenset[Find]:
        found: set[Find] = set()
        for start, word in enumerate(folded):
            for branch, negated in self._beginning(word):
                self._follow(branch, negated, folded, start, start + 1, found)
        return frozenset(found)

    def _beginning(self, word: str) -> tuple[_Step, ...]:
        """Where the phrases go on that `word` may begin, remembered: customers use few words."""
        known = self._known.get(word)
        if known is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            core = self._prefixes.core(word)
            denied = self._first.after(core) if core is not None else ()
            known = (*((each, False) for each in self._first.after(word)), *((each, True) for each in denied))
            self._known[word] = known
        return known

    def _follow(
        self, branch: Branch, negated: bool, folded: tuple[str, ...], start: int, place: int, found: set[Find]
    ) -> None:
        """Adds to `found` what ends at `place`, and what goes on behind it."""
        for name in branch.names:
            found.add(Find(name, start, place, negated))
        if place == len(folded):
            alone = branch.alone if start == 0 else ()
            found.update(Find(name, start, place, negated) for name in alone)
        elif not branch.ends:
            for each, denied in self._steps(branch, folded[place]):
                self._follow(each, negated or denied, folded, start, place + 1, found)

    def _steps(self, branch: Branch, word: str) -> Iterator[_Step]:
        """Where `word` leads, and where what it denies does: a part that the whole word fits is not read as the denial."""
        plain = branch.after(word)
        yield from ((each, False) for each in plain)
        if (core := self._prefixes.core(word)) is not None:
            yield from ((each, True) for each in branch.after(core) if each not in plain)


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
