"""How often each term stands in each text, as sparse matrices (texts × terms) for the keyword side.

A word is stemmed and cut into letters once, however many texts it stands in; everything else is arithmetic on
numbers. Nothing is kept between builds, and names are sorted, so that a corpus always gives the same matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Matrix = Any  # scipy.sparse.csr_array, imported only when building


@dataclass(frozen=True, slots=True)
class Stream:
    """What stands in `count` texts, in order: `names[ids[i]]` in text `rows[i]`."""

    names: Sequence[str]
    ids: Numbers
    rows: Numbers
    count: int

    @classmethod
    def of(cls, texts: Sequence[Sequence[str]]) -> Stream:
        """The words of each text."""
        names, ids = _numbered(chain.from_iterable(texts))
        rows = np.repeat(np.arange(len(texts)), [len(words) for words in texts])
        return cls(names, ids, rows, len(texts))

    @classmethod
    def numbered(cls, names: Sequence[str], texts: Sequence[Numbers]) -> Stream:
        """The same of texts whose words are numbers of `names`, which may hold more than these texts do."""
        ids = np.concatenate([np.zeros(0, dtype=np.int64), *texts])
        used, inverse = np.unique(ids, return_inverse=True)
        order = sorted(range(len(used)), key=[names[number] for number in used.tolist()].__getitem__)
        places = np.empty(len(used), dtype=np.int64)
        places[order] = np.arange(len(used))
        rows = np.repeat(np.arange(len(texts)), [len(words) for words in texts])
        return cls([names[used[at]] for at in order], places[inverse], rows, len(texts))

    def renamed(self, rename: Callable[[str], str]) -> Stream:
        """The same with other names, of which several may become one."""
        names, ids = _numbered(map(rename, self.names))
        return Stream(names, ids[self.ids], self.rows, self.count)

    def pairs(self) -> Stream:
        """Neighbours within a text: "not work" is another pair than "work"."""
        together = self.rows[:-1] == self.rows[1:]
        codes = (self.ids[:-1] * len(self.names) + self.ids[1:])[together]
        distinct, ids = np.unique(codes, return_inverse=True)
        firsts, seconds = np.divmod(distinct, max(len(self.names), 1))
        names = [
            f"{self.names[one]} {self.names[other]}"
            for one, other in zip(firsts.tolist(), seconds.tolist(), strict=True)
        ]
        return Stream(names, ids, self.rows[:-1][together], self.count)

    def by_text(self) -> list[list[int]]:
        """The numbers of each text."""
        ends = np.cumsum(np.bincount(self.rows, minlength=self.count))
        return [part.tolist() for part in np.split(self.ids, ends[:-1])] if self.count else []

    def counts(self) -> Matrix:
        """How often each name stands in each text."""
        return _counted(self.rows, self.ids, (self.count, len(self.names)))


def parts(words: Stream, cut: Callable[[str], Sequence[str]]) -> tuple[Sequence[str], Matrix]:
    """The names of the parts that `cut` makes of words, and how often each stands in each text."""
    pieces = [cut(word) for word in words.names]
    names, ids = _numbered(chain.from_iterable(pieces))
    rows = np.repeat(np.arange(len(pieces)), [len(piece) for piece in pieces])
    return names, words.counts() @ _counted(rows, ids, (len(pieces), len(names)))


def side_by_side(*streams: Stream) -> tuple[Sequence[str], Matrix]:
    """The names and counts of several streams over the same texts, one after the other."""
    from scipy.sparse import hstack  # noqa: PLC0415 - only when building

    names = list(chain.from_iterable(stream.names for stream in streams))
    return names, hstack([stream.counts() for stream in streams], format="csr")


def _numbered(names: Iterable[str]) -> tuple[list[str], Numbers]:
    """The different names, sorted, and the number of each one that was given."""
    found: dict[str, int] = {}
    ids = np.fromiter((found.setdefault(name, len(found)) for name in names), dtype=np.int64)
    ordered = sorted(found)
    places = np.empty(len(found), dtype=np.int64)
    places[[found[name] for name in ordered]] = np.arange(len(found))
    return ordered, places[ids]


def _counted(rows: Numbers, columns: Numbers, shape: tuple[int, int]) -> Matrix:
    from scipy.sparse import csr_array  # noqa: PLC0415 - only when building

    return csr_array((np.ones(len(rows), dtype=np.float32), (rows, columns)), shape=shape)
