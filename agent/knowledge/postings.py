"""An inverted list, and one question scored against it with numpy alone.

Common words have long lists that decide little. So lists are added up rarest first, as many as fit a budget; what
did not fit is looked up only for the rows that came in question (score at a time with a budget: Lin & Trotman,
"Anytime ranking for impact-ordered indexes", ICTIR 2015). While the lists of a question fit together, which for words and
letters ends near 3,700 texts, the scores of all rows are exact; beyond, those of the rows that are asked for.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
Rows = NDArray[Any]
Found = tuple[tuple[int, ...], tuple[str, ...]]  # columns of known terms; terms that no text has

BUDGET = 30_000  # entries of lists that one question adds up: about a quarter of a millisecond
_SAMPLE = 1024
_LONG = 150  # entries a list, on the average: from there on copying lists beats picking entries
PARTS = ("idf", "starts", "rows", "weights")


class Terms(NamedTuple):
    """What a question asks of one field: the columns of its known terms, how much each counts (`times`; None = once),
    and the `scale` that makes a sum of weights a score of 0..1."""

    columns: NDArray[np.int64]
    times: Floats | None
    scale: float

    def times_of(self, some: NDArray[Any]) -> Floats | None:
        """How much some of them count."""
        return None if self.times is None else self.times[some]


class Sums(NamedTuple):
    """One question against one field. `sums` of every row, to which `rest` (column, weight) is still to be added.

    Scores are (sum + rest) · `scale`. `rare` holds rows of the rarest terms: a sample in which the best are likely.
    """

    field: Postings
    sums: NDArray[np.float64]
    rest: tuple[tuple[int, float], ...]
    scale: float
    rare: Rows

    def of(self, rows: Rows) -> NDArray[np.float64]:
        """The exact sums of `rows`."""
        found = self.sums.take(rows)
        for column, weight in self.rest:
            found += weight * self.field.looked_up(column, rows)
        return found


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

    def found(self, features: Sequence[str]) -> Found:
        """The columns of the features, and the features that no text has."""
        columns = list(map(self.vocabulary.get, features))
        known = tuple(column for column in columns if column is not None)
        unknown = (one for one, column in zip(features, columns, strict=True) if column is None)
        return known, tuple(unknown)

    def cosine(self, found: Iterable[Found], count: int) -> Terms:
        """For the cosine 0..1 of the question with each of `count` texts, whose weights must be of length 1 (times the
        idf); `found` are the parts of the question, as `found` gives them.

        A question weighs (1 + ln tf) · idf a term, and terms that no text has count in its length: a question about
        something else scores low although one of its words occurs.
        """
        parts = list(found)
        asked = Counter(chain.from_iterable(columns for columns, _ in parts))
        known = np.fromiter(asked, np.int64, len(asked))
        weights, times = self.idf.take(known), _times(asked.values())
        if times is not None:
            weights = weights * times
        squares = float(weights.dot(weights))
        if unknown := [one for _, others in parts for one in others]:
            counts = Counter(unknown).values()
            squares += (math.log(1 + count) + 1) ** 2 * sum(_weight(often) ** 2 for often in counts)
        return Terms(known, times, 1 / math.sqrt(squares) if squares else 0.0)

    def bounded(self, features: Sequence[str], count: int) -> Terms:
        """For the sum of weights of each of `count` texts, divided by what a text with all of the question could have.

        That is Σ idf, with the highest idf there can be for a word that no text has: without it, a question about
        something else of which one rare word occurs would look like a perfect hit.
        """
        asked = set(features)
        columns = sorted(self.vocabulary[feature] for feature in asked if feature in self.vocabulary)
        unknown = math.log1p((count + 0.5) / 0.5)
        bound = sum(map(self.idf.item, columns)) + unknown * (len(asked) - len(columns))
        return Terms(np.array(columns, dtype=np.int64), None, 1 / bound if bound else 0.0)

    def looked_up(self, column: int, rows: Rows) -> Floats:
        """The weight of one term in each of `rows`, 0 where it does not stand."""
        begin, end = int(self.starts[column]), int(self.starts[column + 1])
        listed = self.rows[begin:end]
        places = np.minimum(np.searchsorted(listed, rows), end - begin - 1)
        weights: Floats = np.where(listed[places] == rows, self.weights[begin:end][places], np.float32(0))
        return weights

    def added(self, terms: Terms, count: int, budget: int = BUDGET) -> Sums:
        """What the lists of these terms add up to over `count` texts, rarest first and as many as fit."""
        columns, times = terms.columns, terms.times
        if not len(columns):
            return Sums(self, np.zeros(count), (), 0.0, np.zeros(0, dtype=np.int64))
        begins, ends = self.starts.take(columns), self.starts[1:].take(columns)
        sizes = ends - begins
        rest: tuple[tuple[int, float], ...] = ()
        if count > _SAMPLE:  # rarest first: below, no budget and no sample is needed
            order = sizes.argsort(kind="stable")
            fits = max(int(sizes.take(order).cumsum().searchsorted(budget, side="right")), 1)
            left = order[fits:]
            rest = tuple((int(columns[at]), 1.0 if times is None else float(times[at])) for at in left)
            order = order[:fits]
            begins, ends, sizes = begins[order], ends[order], sizes[order]
            times = terms.times_of(order)
        rows, weights = self._entries(begins, ends, sizes)
        if times is not None:
            weights = weights * times.repeat(sizes)
        sums = np.bincount(rows, weights, count).astype(np.float64, copy=False)
        return Sums(self, sums, rest, terms.scale, rows[:_SAMPLE])

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


def _times(counts: Collection[int]) -> NDArray[np.float64] | None:
    """1 + ln n of each: how much a term counts that was said n times. None where all were said once."""
    if max(counts, default=1) == 1:
        return None
    times = np.ones(len(counts))
    for at, count in enumerate(counts):
        if count > 1:
            times[at] = _weight(count)
    return times


def _weight(count: int) -> float:
    return 1 + math.log(count)


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


def highest(
    scores: NDArray[np.floating], count: int, mask: NDArray[np.bool_] | None = None, above: float = 0.0
) -> NDArray[np.bool_]:
    """Which of a few thousand are the `count` highest, of equal ones the first, if above `above`; only those in `mask`,
    if given."""
    allowed = scores if mask is None else np.where(mask, scores, above)
    least = above
    if count < len(allowed):
        ordered = allowed.copy()
        ordered.partition(-count)
        least = ordered.item(-count)
    found: NDArray[np.bool_] = allowed >= least if least > above else allowed > above
    surplus = int(np.count_nonzero(found)) - count
    if surplus > 0:
        found[np.flatnonzero(allowed == least)[-surplus:]] = False
    return found


def best_rows(
    scores: NDArray[np.floating],
    count: int,
    mask: NDArray[np.bool_] | None = None,
    sample: Rows | None = None,
) -> NDArray[np.bool_]:
    """Which are the `count` highest scores above 0, only those in `mask` if given.

    `sample`, rows that are likely high, spares sorting the rest: what is below its `count`-th best cannot win.
    """
    if len(scores) <= 4 * _SAMPLE:
        return highest(scores, count, mask)
    allowed = scores if mask is None else scores * mask
    least = 0.0
    if sample is not None:
        seen = allowed[_different(sample)]
        if len(seen) >= count:
            least = float(np.partition(seen, -count)[-count])
    rows = np.flatnonzero(allowed >= least if least > 0 else allowed > 0)
    if len(rows) > count:
        rows = rows[np.argpartition(-allowed[rows], count)[:count]]
    best = np.zeros(len(scores), dtype=np.bool_)
    best[rows] = True
    return best
