"""The common terms of a small corpus, written out: one number for every text instead of a list.

A question's letters are some sixty lists, of which the longest hold nearly all entries and say the least. Adding whole
rows costs less than a nanosecond a text, an entry of a list six to eight; so a term that stands in one text of sixteen
or more is quicker as a row. Only for small corpora, and only where all rows together take 16 MB at most.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FEWEST, MOST = 256, 4_096  # texts: below, lists are short anyway; above, rows would take too much memory
_ONE_OF = 16
_MOST_BYTES = (
    16_000_000  # texts that are much alike share most of their letters, so that nearly all terms are common
)


@dataclass(frozen=True, slots=True)
class Block:
    """`rows[places[column]]` holds a term's weight in every text; the place is −1 for terms that are lists only."""

    places: NDArray[np.int64]
    rows: NDArray[np.float32]

    @classmethod
    def of(
        cls,
        starts: NDArray[np.int64],
        listed: NDArray[np.int32],
        weights: NDArray[np.floating],
        count: int,
    ) -> Block | None:
        """The common terms of lists over `count` texts; None where lists serve better."""
        if not FEWEST <= count <= MOST:
            return None
        sizes = np.diff(starts)
        common = np.flatnonzero(sizes * _ONE_OF >= count)
        if len(common) * count * np.dtype(np.float32).itemsize > _MOST_BYTES:
            return None
        places = np.full(len(sizes), -1, dtype=np.int64)
        places[common] = np.arange(len(common))
        of_each = np.repeat(places, sizes)
        there = of_each >= 0
        rows = np.zeros((len(common), count), dtype=np.float32)
        rows[of_each[there], listed[there]] = weights[there]
        return cls(places, rows)

    def added(self, places: NDArray[np.int64], times: NDArray[np.floating] | None) -> NDArray[np.float32]:
        """The sum of these rows, each `times` (None = once). Text by text in the same order, so that equal texts get
        equal sums, which a product of matrices does not promise."""
        rows = self.rows.take(places, axis=0)
        if times is not None:
            rows *= times.astype(np.float32)[:, None]
        total: NDArray[np.float32] = np.add.reduce(rows, axis=0)
        return total
