"""Patterns as automata: whether a text exists that is wholly one expression and holds another as words.

The grammar is RE2's, on folded text. Zero-width conditions (^, $, \\b) are left out, so an automaton accepts at least
what the expression does: where the product of two automata is empty, no common text exists at all. Where it is not,
its words are tried on the real patterns, shortest first; only what they confirm counts.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

_TOP = 0x10FFFF
_MOST_STATES = 20_000
_MOST_REPEATS = 40
_VISITS = 3
_MOST_PAIRS = 60_000

_TIMES = re.compile(r"\{(\d+)(,?)(\d*)\}\??")
_FLAGS = re.compile(r"\?(?:P?<\w+>|[imsU-]*:|[imsU-]+\))")

# Code points as sorted, disjoint intervals.
Chars = tuple[tuple[int, int], ...]


def chars(*spans: str) -> Chars:
    """The characters of "a-z"-like spans and of single ones."""
    found = [(ord(each[0]), ord(each[-1])) for each in spans]
    return _union(found)


def _union(spans: Iterable[tuple[int, int]]) -> Chars:
    merged: list[tuple[int, int]] = []
    for low, high in sorted(spans):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return tuple(merged)


def _but(spans: Chars) -> Chars:
    edges = [-1, *(edge for low, high in spans for edge in (low - 1, high + 1)), _TOP + 1]
    gaps = [(edges[0] + 1, spans[0][0] - 1)] if spans else [(0, _TOP)]
    gaps += [(one[1] + 1, two[0] - 1) for one, two in pairwise(spans)]
    gaps += [(spans[-1][1] + 1, _TOP)] if spans else []
    return tuple((low, high) for low, high in gaps if low <= high)


def _both(one: Chars, two: Chars) -> Chars:
    return tuple((max(a, c), min(b, d)) for a, b in one for c, d in two if max(a, c) <= min(b, d))


ANY: Chars = ((0, _TOP),)
DIGIT, SPACE = chars("0-9"), chars(" ", "\t", "\n", "\r", "\f")
# What RE2 calls \\w, and what ends a word here: letters beyond ASCII belong to words too.
ASCII_WORD = chars("0-9", "a-z", "A-Z", "_")
LETTER = _union([*chars("a-z", "A-Z"), (0x00AA, 0x024F), (0x0370, 0x1FFF)])
WORD = _union([*ASCII_WORD, *LETTER])
_CLASSES = {
    "d": DIGIT,
    "w": ASCII_WORD,
    "s": SPACE,
    "D": _but(DIGIT),
    "W": _but(ASCII_WORD),
    "S": _but(SPACE),
}
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a"}
# The letter a witness shows for a set of characters, the first that is in it.
_SHOWN = "aeioxyz31 -,."


@dataclass
class Automaton:
    """States by number; `moves[state]` are (characters, next); `free[state]` cost no character."""

    moves: list[list[tuple[Chars, int]]] = field(default_factory=list)
    free: list[list[int]] = field(default_factory=list)
    start: int = 0
    ends: frozenset[int] = frozenset()
    _reached: dict[int, frozenset[int]] = field(default_factory=dict)

    def state(self) -> int:
        """A new state. Raises OverflowError when there are too many."""
        if len(self.moves) >= _MOST_STATES:
            raise OverflowError("the pattern has too many states")
        self.moves.append([])
        self.free.append([])
        return len(self.moves) - 1

    def reach(self, state: int) -> frozenset[int]:
        """`state` and what it leads to without a character; remembered, so ask only once all is built."""
        known = self._reached.get(state)
        if known is None:
            found, waiting = {state}, [state]
            while waiting:
                for following in self.free[waiting.pop()]:
                    if following not in found:
                        found.add(following)
                        waiting.append(following)
            known = self._reached[state] = frozenset(found)
        return known


class UnreadableError(ValueError):
    """An expression this reader does not know."""


class _Reader:
    """One expression, read into an automaton piece by piece: every piece is (first state, last state)."""

    def __init__(self, source: str, into: Automaton) -> None:
        self._source = source
        self._at = 0
        self._into = into

    def read(self) -> tuple[int, int]:
        piece = self._choice()
        if self._at < len(self._source):
            raise UnreadableError(self._source)
        return piece

    def _next(self) -> str:
        return self._source[self._at : self._at + 1]

    def _take(self, text: str) -> bool:
        found = self._source.startswith(text, self._at)
        self._at += len(text) if found else 0
        return found

    def _join(self, one: int, two: int) -> None:
        self._into.free[one].append(two)

    def _choice(self) -> tuple[int, int]:
        first, last = self._into.state(), self._into.state()
        while True:
            begin, end = self._row()
            self._join(first, begin)
            self._join(end, last)
            if not self._take("|"):
                return first, last

    def _row(self) -> tuple[int, int]:
        first = last = self._into.state()
        while self._next() not in ("", "|", ")"):
            begin, end = self._repeated()
            self._join(last, begin)
            last = end
        return first, last

    def _repeated(self) -> tuple[int, int]:
        start = self._at
        piece = self._atom()
        stop = self._at
        while (times := self._times()) is not None:
            low, high = times
            after = self._at
            piece = self._many(start, stop, low, high)
            self._at = after
        return piece

    def _times(self) -> tuple[int, int | None] | None:
        for mark, times in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self._take(mark):
                self._take("?")
                return times
        found = _TIMES.match(self._source, self._at)
        if found is None:
            return None
        self._at = found.end()
        low = int(found[1])
        high = low if not found[2] else int(found[3]) if found[3] else None
        return min(low, _MOST_REPEATS), None if high is None or high > _MOST_REPEATS else high

    def _many(self, start: int, stop: int, low: int, high: int | None) -> tuple[int, int]:
        """The piece written from `start` to `stop`, `low` to `high` times (None: any number)."""
        first = last = self._into.state()
        for _ in range(low):
            begin, end = self._again(start, stop)
            self._join(last, begin)
            last = end
        if high is None:
            begin, end = self._again(start, stop)
            self._join(last, begin)
            self._join(end, last)
            return first, last
        final = self._into.state()
        for _ in range(high - low):
            self._join(last, final)
            begin, end = self._again(start, stop)
            self._join(last, begin)
            last = end
        self._join(last, final)
        return first, final

    def _again(self, start: int, stop: int) -> tuple[int, int]:
        return _Reader(self._source[start:stop], self._into).read()

    def _atom(self) -> tuple[int, int]:
        if self._take("("):
            return self._group()
        if self._take("["):
            return self._piece(self._set())
        if self._take("\\"):
            return self._escape()
        if self._next() in ("^", "$"):
            self._at += 1
            state = self._into.state()
            return state, state
        if self._next() in ("*", "+", "?"):
            raise UnreadableError(self._source)
        mark = self._next()
        self._at += 1
        return self._piece(_but(chars("\n")) if mark == "." else chars(mark))

    def _group(self) -> tuple[int, int]:
        flags = _FLAGS.match(self._source, self._at)
        if flags:
            self._at = flags.end()
            if flags.group().endswith(")"):
                state = self._into.state()
                return state, state
        piece = self._choice()
        if not self._take(")"):
            raise UnreadableError(self._source)
        return piece

    def _escape(self) -> tuple[int, int]:
        mark = self._next()
        self._at += 1
        if mark in "bBAz":
            state = self._into.state()
            return state, state
        return self._piece(self._escaped(mark))

    def _escaped(self, mark: str) -> Chars:
        if mark in _CLASSES:
            return _CLASSES[mark]
        if mark in ("p", "P"):
            found = re.compile(r"\{\^?(\w+)\}|\w").match(self._source, self._at)
            if found is None:
                raise UnreadableError(self._source)
            self._at = found.end()
            return ANY  # at least what is meant
        if mark == "x":
            found = re.compile(r"\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{2})").match(self._source, self._at)
            if found is None:
                raise UnreadableError(self._source)
            self._at = found.end()
            return chars(chr(int(found[1] or found[2], 16)))
        return chars(_CONTROLS.get(mark, mark))

    def _set(self) -> Chars:
        inverse = self._take("^")
        found: list[tuple[int, int]] = []
        first = True
        while first or self._next() != "]":
            if not self._next():
                raise UnreadableError(self._source)
            first = False
            found += self._member()
        self._at += 1
        whole = _union(found)
        return _but(whole) if inverse else whole

    def _member(self) -> Chars:
        if named := re.compile(r"\[:\^?\w+:\]").match(self._source, self._at):
            self._at = named.end()
            return ANY  # at least what is meant
        low = self._one()
        if (
            len(low) == 1
            and low[0][0] == low[0][1]
            and self._next() == "-"
            and self._source[self._at + 1 : self._at + 2] not in ("]", "")
        ):
            self._at += 1
            high = self._one()
            return ((low[0][0], high[-1][1]),)
        return low

    def _one(self) -> Chars:
        if self._take("\\"):
            mark = self._next()
            self._at += 1
            return self._escaped(mark)
        mark = self._next()
        self._at += 1
        return chars(mark)

    def _piece(self, what: Chars) -> tuple[int, int]:
        first, last = self._into.state(), self._into.state()
        self._into.moves[first].append((what, last))
        return first, last


def whole(sources: Iterable[str]) -> Automaton:
    """The texts that are wholly one of the expressions. Raises UnreadableError, OverflowError."""
    found = Automaton()
    found.start = found.state()
    ends = set[int]()
    for source in sources:
        first, last = _Reader(source, found).read()
        found.free[found.start].append(first)
        ends.add(last)
    found.ends = frozenset(ends)
    return found


def holding(sources: Iterable[str]) -> Automaton:
    """The texts that hold one of the expressions as words, perhaps with a denying prefix."""
    found = Automaton()
    between, inside, over, done = (found.state() for _ in range(4))
    other = _but(WORD)
    found.start = between
    found.moves[between] += [(other, between), (WORD, inside)]
    found.moves[inside] += [(other, between), (WORD, inside)]
    found.moves[over].append((other, done))
    found.moves[done].append((ANY, done))
    for source in sources:
        first, last = _Reader(f"(?:nebe|ne)?(?:{source})", found).read()
        found.free[between].append(first)
        found.free[last].append(over)
    found.ends = frozenset({over, done})
    return found


def common(one: Automaton, two: Automaton) -> Iterator[str]:
    """Texts both accept, shortest first: none at all when there is none, else several to choose from."""
    waiting: deque[tuple[int, int, str]] = deque([(one.start, two.start, "")])
    visits: Counter[tuple[int, int]] = Counter({(one.start, two.start): 1})
    while waiting and len(visits) < _MOST_PAIRS:
        here, there, text = waiting.popleft()
        nearby, around = one.reach(here), two.reach(there)
        if nearby & one.ends and around & two.ends:
            yield text
        for mine, after in ((what, then) for state in nearby for what, then in one.moves[state]):
            for other, later in ((what, then) for state in around for what, then in two.moves[state]):
                shared = _both(mine, other)
                if shared and visits[after, later] < _VISITS:
                    visits[after, later] += 1
                    waiting.append((after, later, text + _shown(shared)))


def _shown(what: Chars) -> str:
    return next(
        (letter for letter in _SHOWN if any(low <= ord(letter) <= high for low, high in what)),
        chr(what[0][0]),
    )
