"""The keyword fields of a small corpus end to end, so that one pass over one array scores a question on all of them.

Among a thousand texts a question is held up by the calls that are made, not by the numbers that are added: one call for
the lists of all fields, each entry with its weight beside it, is as quick as one for each field and part. A field's rows
are counted on from those of the field before, so that the sums come out one field after the other. Letters that are
common are rows of their own (block.py) and have no list here. Larger corpora are added up field by field, as far as a
budget goes (postings.py).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from agent.knowledge.block import Block
from agent.knowledge.postings import Floats, Postings, Rows, Sums, Terms

COMMON = "letters"  # the field whose common terms are rows
_ENTRY = np.dtype([("row", np.int32), ("weight", np.float32)])
_NO_ROWS: Rows = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Pool:
    """`fields` over the same `count` texts, that with common terms first; `firsts` are their first columns.

    By column: `spans` says where its entries end, how many they are, and which row of `block` it is (−1 = none).
    """

    count: int
    fields: Mapping[str, Postings]
    firsts: Mapping[str, int]
    spans: NDArray[np.int64]
    entries: NDArray[np.void]
    block: Block

    @classmethod
    def of(cls, fields: Mapping[str, Postings], count: int) -> Pool | None:
        """The fields put together; None where the corpus is too small or too large for it."""
        some = fields.get(COMMON)
        block = None if some is None else Block.of(some.starts, some.rows, some.weights, count)
        if some is None or block is None:
            return None
        ordered = {COMMON: some, **fields}
        places = np.full(sum(len(field.idf) for field in fields.values()), -1, dtype=np.int64)
        places[: len(block.places)] = block.places
        sizes = np.concatenate([np.diff(field.starts) for field in ordered.values()])
        entries = np.concatenate([_entries(field, at * count) for at, field in enumerate(ordered.values())])
        entries = entries[(places < 0).repeat(sizes)]
        sizes[places >= 0] = 0
        firsts = accumulate((len(field.idf) for field in ordered.values()), initial=0)
        spans = np.stack([sizes.cumsum(), sizes, places], axis=1)
        return cls(count, ordered, dict(zip(ordered, firsts, strict=False)), spans, entries, block)

    def added(self, asked: Mapping[str, Terms]) -> dict[str, Sums]:
        """The sums of every text for a question's terms in some of the fields."""
        columns = np.concatenate([self._columns(name, terms) for name, terms in asked.items()])
        times = _times(asked.values())
        ends, sizes, places = self.spans.take(columns, axis=0).T
        # the positions of all lists in one array: each list's begin, then counting on
        listed = (ends - sizes.cumsum()).repeat(sizes)
        listed += np.arange(len(listed))
        entries = self.entries.take(listed)
        weights = entries["weight"] if times is None else entries["weight"] * times.repeat(sizes)
        sums: NDArray[np.float64] = np.bincount(
            entries["row"], weights, len(self.fields) * self.count
        ).astype(np.float64, copy=False)  # of no entry at all numpy makes integers
        common = places >= 0
        some = sums[: self.count]
        np.add(some, self.block.added(places[common], None if times is None else times[common]), out=some)
        rows = zip(self.fields.items(), sums.reshape(-1, self.count), strict=True)
        return {
            name: Sums(field, row, (), asked[name].scale, _NO_ROWS)
            for (name, field), row in rows
            if name in asked
        }

    def _columns(self, name: str, terms: Terms) -> NDArray[np.int64]:
        first = self.firsts[name]
        return terms.columns + first if first else terms.columns


def _entries(field: Postings, first: int) -> NDArray[np.void]:
    """The lists of a field, rows counted from `first`."""
    entries = np.zeros(len(field.rows), dtype=_ENTRY)
    entries["row"] = field.rows + first
    entries["weight"] = field.weights
    return entries


def _times(asked: Collection[Terms]) -> Floats | None:
    """How much the terms of all fields count; None = all of them once."""
    if all(terms.times is None for terms in asked):
        return None
    return np.concatenate(
        [np.ones(len(terms.columns)) if terms.times is None else terms.times for terms in asked]
    )
