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
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
Rows = NDArray[Any]

BUDGET = 30_000  # entries of lists that one question adds up: about a quarter of a millisecond
_SAMPLE = 1024
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
        found = self.sums[rows]
        for column, weight in self.rest:
            found = found + weight * self.field.looked_up(column, rows)
        return (found * self.scale).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Postings:
    """One vocabulary with its inverted lists: column j holds `rows[starts[j]:starts[j+1]]`, ascending, with weights.

    A weight is what a term that is asked once adds to the score; `idf` says how rare the term is.
    """

    vocabulary: Mapping[str, int]
    idf: Floats
    starts: NDArray[np.int64]
    rows: NDArray[np.int32]
    weights: Floats

    def cosine(self, features: Sequence[str], count: int, budget: int = BUDGET) -> Sums:
        """Cosine 0..1 of the question with each of `count` texts, whose weights must be of length 1 (times the idf).

        A question weighs (1 + ln tf) · idf a term, and terms that no text has count in its length: a question about
        something else scores low although one of its words occurs.
        """
        asked = Counter(features)
        columns, times = self._columns(asked), np.ones(len(asked))
        if len(asked) < len(features):
            times += np.log(np.fromiter(asked.values(), np.int64, len(asked)))
        known = columns >= 0
        unknown = math.log(1 + count) + 1  # the idf of a term that no text has
        weights = times * (np.where(known, self.idf[columns], unknown) if len(self.idf) else unknown)
        length = math.sqrt(float(weights @ weights))
        return self._added(columns[known], times[known], count, 1 / length if length else 0.0, budget)

    def bounded(self, features: Sequence[str], count: int, budget: int = BUDGET) -> Sums:
        """The sum of weights of each of `count` texts, divided by what a text with all of the question could have.

        That is Σ idf, with the highest idf there can be for a word that no text has: without it, a question about
        something else of which one rare word occurs would look like a perfect hit.
        """
        asked = set(features)
        columns = sorted(self.vocabulary[feature] for feature in asked if feature in self.vocabulary)
        unknown = math.log1p((count + 0.5) / 0.5)
        bound = float(self.idf[columns].sum()) + unknown * (len(asked) - len(columns))
        chosen = np.array(columns, dtype=np.int64)
        return self._added(chosen, np.ones(len(columns)), count, 1 / bound if bound else 0.0, budget)

    def _columns(self, features: Collection[str]) -> NDArray[np.int64]:
        """The column of each feature, −1 for those that no text has."""
        find = self.vocabulary.get
        return np.fromiter((find(feature, -1) for feature in features), np.int64, len(features))

    def looked_up(self, column: int, rows: Rows) -> Floats:
        """The weight of one term in each of `rows`, 0 where it does not stand."""
        begin, end = int(self.starts[column]), int(self.starts[column + 1])
        listed = self.rows[begin:end]
        places = np.minimum(np.searchsorted(listed, rows), end - begin - 1)
        weights: Floats = np.where(listed[places] == rows, self.weights[begin:end][places], np.float32(0))
        return weights

    def _added(
        self, columns: NDArray[np.int64], times: Floats, count: int, scale: float, budget: int
    ) -> Sums:
        if not len(columns):
            return Sums(self, np.zeros(count), (), 0.0, np.zeros(0, dtype=np.int64))
        begins = self.starts[columns]
        sizes = self.starts[columns + 1] - begins
        rest: tuple[tuple[int, float], ...] = ()
        if count > _SAMPLE:  # rarest first: below, no budget and no sample is needed
            order = np.argsort(sizes, kind="stable")
            fits = max(int(np.searchsorted(np.cumsum(sizes[order]), budget, side="right")), 1)
            rest = tuple((int(columns[at]), float(times[at])) for at in order[fits:])
            order = order[:fits]
            begins, sizes, times = begins[order], sizes[order], times[order]
        # the positions of all lists in one array: each list's begin, then counting on
        ends = np.cumsum(sizes)
        places = np.repeat(begins - ends + sizes, sizes)
        places += np.arange(ends[-1])
        rows, weights = self.rows.take(places), self.weights.take(places)
        for at in np.flatnonzero(times > 1).tolist():
            weights[ends[at] - sizes[at] : ends[at]] *= times[at]
        sums = np.bincount(rows, weights, count).astype(np.float64, copy=False)
        return Sums(self, sums, rest, scale, rows[:_SAMPLE])


def parts_of(name: str, field: Postings) -> dict[str, NDArray[Any]]:
    """Its arrays under the names of an npz file."""
    return {f"{name}_{part}": getattr(field, part) for part in PARTS}


def from_parts_of(name: str, arrays: Mapping[str, NDArray[Any]], vocabulary: Sequence[str]) -> Postings:
    """The inverse of `parts_of`. Raises ValueError or KeyError when the parts do not fit together."""
    parts = {part: arrays[f"{name}_{part}"] for part in PARTS}
    field = Postings({term: column for column, term in enumerate(vocabulary)}, **parts)
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
        best = np.argpartition(allowed, -count)[-count:] if count < len(allowed) else np.arange(len(allowed))
        return best[allowed[best] > 0]
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
