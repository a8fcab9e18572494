"""An inverted list, and one question scored against it with numpy alone.

Common words have long lists that decide little. So lists are added up rarest first, as many as fit a budget; what
did not fit is looked up only for the rows that came in question (score at a time with a budget: Lin & Trotman,
"Anytime ranking for impact-ordered indexes", ICTIR 2015). While the lists of a question fit together, which for words and
letters ends near 3,700 texts, the scores of all rows are exact; beyond, those of the rows that are asked for.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agent.knowledge.block import Block

Floats = NDArray[np.floating]
Rows = NDArray[Any]

BUDGET = 30_000  # entries of lists that one question adds up: about a quarter of a millisecond
_SAMPLE = 1024
_LONG = 150  # entries a list, on the average: from there on copying lists beats picking entries
PARTS = ("idf", "starts", "rows", "weights")


@dataclass(frozen=True, slots=True)
class Sums:
    """One question against one field. `sums` of every row, to which `rest` (column, weight) is still to be added.

    Scores are (sum + rest) · `scale`. `rare` holds rows of the rarest terms: a sample in which the best are likely.
    """

    field: Postings
    sums: NDArray[np.float64]
    rest: tuple[tuple[int, float], ...]
    scale: float
    rare: Rows

    def of(self, rows: Rows) -> Floats:
        """The exact scores of `rows`."""
        found = self.sums.take(rows)
        for column, weight in self.rest:
            found += weight * self.field.looked_up(column, rows)
        found *= self.scale
        return found.astype(np.float32)


@dataclass(frozen=True, slots=True)
class Postings:
    """One vocabulary with its inverted lists: column j holds `rows[starts[j]:starts[j+1]]`, ascending, with weights.

    A weight is what a term that is asked once adds to the score; `idf` says how rare the term is. `block` holds the
    common terms once more, where that is quicker.
    """

    vocabulary: Mapping[str, int]
    idf: Floats
    starts: NDArray[np.int64]
    rows: NDArray[np.int32]
    weights: Floats
    block: Block | None = None

    def cosine(self, features: Sequence[str], count: int, budget: int = BUDGET) -> Sums:
        """Cosine 0..1 of the question with each of `count` texts, whose weights must be of length 1 (times the idf).

        A question weighs (1 + ln tf) · idf a term, and terms that no text has count in its length: a question about
        something else scores low although one of its words occurs.
        """
        asked = Counter(features)
        columns = self._columns(asked)
        known = columns >= 0
        unknown = math.log(1 + count) + 1  # the idf of a term that no text has
        weights = np.where(known, self.idf.take(columns, mode="wrap"), unknown) if len(self.idf) else unknown
        times = None
        if len(asked) < len(features):
            times = 1 + np.log(np.fromiter(asked.values(), np.int64, len(asked)))
            weights = weights * times
            times = times[known]
        length = _length(weights, len(asked))
        return self._added(columns[known], times, count, 1 / length if length else 0.0, budget)

    def bounded(self, features: Sequence[str], count: int, budget: int = BUDGET) -> Sums:
        """The sum of weights of each of `count` texts, divided by what a text with all of the question could have.

        That is Σ idf, with the highest idf there can be for a word that no text has: without it, a question about
        something else of which one rare word occurs would look like a perfect hit.
        """
        asked = set(features)
        columns = sorted(self.vocabulary[feature] for feature in asked if feature in self.vocabulary)
        unknown = math.log1p((count + 0.5) / 0.5)
        chosen = np.array(columns, dtype=np.int64)
        bound = float(self.idf.take(chosen).sum()) + unknown * (len(asked) - len(columns))
        return self._added(chosen, None, count, 1 / bound if bound else 0.0, budget)

    def _columns(self, features: Collection[str]) -> NDArray[np.int64]:
        """The column of each feature, −1 for those that no text has."""
        return np.array(list(map(self.vocabulary.get, features, repeat(-1))), dtype=np.int64)

    def with_block(self, count: int) -> Postings:
        """The same with its common terms written out, where `count` texts are few enough for it."""
        return replace(self, block=Block.of(self.starts, self.rows, self.weights, count))

    def looked_up(self, column: int, rows: Rows) -> Floats:
        """The weight of one term in each of `rows`, 0 where it does not stand."""
        begin, end = int(self.starts[column]), int(self.starts[column + 1])
        listed = self.rows[begin:end]
        places = np.minimum(np.searchsorted(listed, rows), end - begin - 1)
        weights: Floats = np.where(listed[places] == rows, self.weights[begin:end][places], np.float32(0))
        return weights

    def _added(
        self, columns: NDArray[np.int64], times: Floats | None, count: int, scale: float, budget: int
    ) -> Sums:
        """`times` None = each term counts once."""
        if not len(columns):
            return Sums(self, np.zeros(count), (), 0.0, np.zeros(0, dtype=np.int64))
        if self.block is None:
            return self._listed(columns, times, count, scale, budget)
        places = self.block.places.take(columns)
        common = places >= 0
        written = self.block.added(places[common], None if times is None else times[common])
        lists = ~common
        found = self._listed(columns[lists], None if times is None else times[lists], count, scale, budget)
        np.add(found.sums, written, out=found.sums)
        return found

    def _listed(
        self, columns: NDArray[np.int64], times: Floats | None, count: int, scale: float, budget: int
    ) -> Sums:
        """What the lists of these terms add up to, rarest first and as many as fit."""
        begins, ends = self.starts.take(columns), self.starts[1:].take(columns)
        sizes = ends - begins
        rest: tuple[tuple[int, float], ...] = ()
        if count > _SAMPLE:  # rarest first: below, no budget and no sample is needed
            order = np.argsort(sizes, kind="stable")
            fits = max(int(np.searchsorted(np.cumsum(sizes[order]), budget, side="right")), 1)
            left = order[fits:]
            rest = tuple((int(columns[at]), 1.0 if times is None else float(times[at])) for at in left)
            order = order[:fits]
            begins, ends, sizes = begins[order], ends[order], sizes[order]
            times = None if times is None else times[order]
        rows, weights = self._entries(begins, ends, sizes)
        if times is not None:
            weights = weights * np.repeat(times, sizes)
        sums = np.bincount(rows, weights, count).astype(np.float64, copy=False)
        return Sums(self, sums, rest, scale, rows[:_SAMPLE])

    def _entries(
        self, begins: NDArray[np.int64], ends: NDArray[np.int64], sizes: NDArray[np.int64]
    ) -> tuple[Rows, Floats]:
        """The rows and weights of several lists, one list after the other."""
        last = np.cumsum(sizes)
        if len(last) and last[-1] > _LONG * len(
            last
        ):  # long lists are copied whole, short ones entry by entry
            cuts = list(map(slice, begins.tolist(), ends.tolist()))
            return np.concatenate([self.rows[cut] for cut in cuts]), np.concatenate(
                [self.weights[cut] for cut in cuts]
            )
        # the positions of all lists in one array: each list's begin, then counting on
        places = np.repeat(ends - last, sizes)
        places += np.arange(len(places))
        return self.rows.take(places), self.weights.take(places)


def _length(weights: Floats | float, count: int) -> float:
    """The length of a question with these weights, or with this one for each of `count` terms."""
    if isinstance(weights, float):
        return weights * math.sqrt(count)
    return math.sqrt(float(weights @ weights))


def parts_of(name: str, field: Postings) -> dict[str, NDArray[Any]]:
    """Its arrays under the names of an npz file."""
    return {f"{name}_{part}": getattr(field, part) for part in PARTS}


def from_parts_of(name: str, arrays: Mapping[str, NDArray[Any]], vocabulary: Sequence[str]) -> Postings:
    """The inverse of `parts_of`. Raises ValueError or KeyError when the parts do not fit together."""
    idf, starts, rows, weights = (arrays[f"{name}_{part}"] for part in PARTS)
    field = Postings({term: column for column, term in enumerate(vocabulary)}, idf, starts, rows, weights)
    sizes = (len(field.vocabulary), len(field.idf), len(field.starts) - 1)
    if len(set(sizes)) != 1 or len(field.rows) != len(field.weights) or field.starts[-1] != len(field.rows):
        raise ValueError(f"the keyword field `{name}` does not fit together: {sizes}")
    return field


def _different(rows: Rows) -> Rows:
    """Each row once. np.unique, which asks no more of a few rows, takes ten times as long."""
    ordered = np.sort(rows)
    return ordered[np.flatnonzero(np.diff(ordered, prepend=-1))]


def best_rows(
    scores: NDArray[np.floating],
    count: int,
    mask: NDArray[np.bool_] | None = None,
    sample: Rows | None = None,
) -> Rows:
    """The rows of the `count` highest scores above 0 (in no order), only those in `mask` if given.

    `sample`, rows that are likely high, spares sorting the rest: what is below its `count`-th best cannot win.
    """
    allowed = scores if mask is None else scores * mask
    if len(allowed) <= 4 * _SAMPLE:
        best = allowed.argpartition(-count)[-count:] if count < len(allowed) else np.arange(len(allowed))
        return best[allowed.take(best) > 0]
    least = 0.0
    if sample is not None:
        seen = allowed[_different(sample)]
        if len(seen) >= count:
            least = float(np.partition(seen, -count)[-count])
    rows = np.flatnonzero(allowed >= least if least > 0 else allowed > 0)
    if len(rows) <= count:
        return rows
    found: Rows = rows[np.argpartition(-allowed[rows], count)[:count]]
    return found
