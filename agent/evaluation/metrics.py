"""The few formulas of the reports, on numpy, each with its source. Arrays are [n] unless said otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Doubles = NDArray[np.float64]
RESAMPLES = 2000
LEVEL = 0.95
BINS = 10
_AT_ONCE = 4_000_000  # indices drawn at once, so that a long file does not fill the memory


def accuracy(right: ArrayLike) -> float:
    """The share of true values. Raises ValueError for none at all: a share of nothing is no figure."""
    values = np.asarray(right, dtype=np.float64)
    if not values.size:
        raise ValueError("a share needs at least one row")
    return float(values.mean())


def macro_f1(gold: Sequence[str], said: Sequence[str]) -> float:
    """The mean F1 over the labels that stand in `gold`, each counting the same (Sokolova & Lapalme 2009; mean of
    F1, not F1 of means: Opitz & Burst 2019). F1 = 2·tp / (2·tp + fp + fn)."""
    scores = []
    for label in sorted(set(gold)):
        hits = sum(g == label == s for g, s in zip(gold, said, strict=True))
        scores.append(2 * hits / (list(gold).count(label) + list(said).count(label)))
    return accuracy(scores)


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often a row of `gold` was taken for each of `said`: `counts` [gold, said]."""

    gold: tuple[str, ...]
    said: tuple[str, ...]
    counts: NDArray[np.int64]

    def worst(self, limit: int) -> list[tuple[str, str, int]]:
        """The most frequent mistakes: (gold, said, how often)."""
        pairs = [
            (g, s, int(self.counts[row, column]))
            for row, g in enumerate(self.gold)
            for column, s in enumerate(self.said)
            if g != s and self.counts[row, column]
        ]
        return sorted(pairs, key=lambda pair: (-pair[2], pair[0], pair[1]))[:limit]


def confusion(gold: Sequence[str], said: Sequence[str]) -> Confusion:
    """Every label of either side in alphabetical order; columns are those of `gold` first, then what else was said."""
    rows = tuple(sorted(set(gold)))
    columns = rows + tuple(sorted(set(said) - set(gold)))
    counts = np.zeros((len(rows), len(columns)), dtype=np.int64)
    for g, s in zip(gold, said, strict=True):
        counts[rows.index(g), columns.index(s)] += 1
    return Confusion(rows, columns, counts)


@dataclass(frozen=True, slots=True)
class Bin:
    """Rows of similar confidence: how sure they were on average, and how often right."""

    low: float
    high: float
    count: int
    confidence: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """How honest a confidence is. `error` is the expected calibration error; bins without rows are left out."""

    error: float
    bins: tuple[Bin, ...]


def calibration(confidence: ArrayLike, right: ArrayLike, bins: int = BINS) -> Calibration:
    """Equal-width bins; ECE = Σ share of rows · |accuracy − mean confidence| (Naeini, Cooper & Hauskrecht 2015)."""
    sure = np.asarray(confidence, dtype=np.float64)
    hits = np.asarray(right, dtype=np.float64)
    if sure.shape != hits.shape or not sure.size:
        raise ValueError("calibration needs as many confidences as verdicts, and at least one")
    if sure.min() < 0 or sure.max() > 1:
        raise ValueError("a confidence lies within 0..1")
    places = np.minimum((sure * bins).astype(int), bins - 1)
    found = tuple(
        Bin(
            place / bins,
            (place + 1) / bins,
            int((places == place).sum()),
            float(sure[places == place].mean()),
            float(hits[places == place].mean()),
        )
        for place in range(bins)
        if (places == place).any()
    )
    error = sum(each.count * abs(each.accuracy - each.confidence) for each in found) / len(sure)
    return Calibration(float(error), found)


@dataclass(frozen=True, slots=True)
class Curve:
    """The share of mistakes (`risk`) when only the surest share of rows (`coverage`) is answered; `area` = mean risk."""

    coverage: tuple[float, ...]
    risk: tuple[float, ...]
    area: float


def risk_coverage(confidence: ArrayLike, right: ArrayLike, total: int | None = None) -> Curve:
    """The risk–coverage curve and the area under it (Geifman & El-Yaniv 2017). Rows of equal confidence enter
    together, their mistakes spread evenly, so that the order of rows does not matter.

    `total`: how many rows were asked, when some were not answered at all; coverage is a share of it, while the
    area stays the mean over the answered rows.
    """
    sure = np.asarray(confidence, dtype=np.float64)
    wrong = 1.0 - np.asarray(right, dtype=np.float64)
    if sure.shape != wrong.shape or not sure.size:
        raise ValueError("a risk–coverage curve needs as many confidences as verdicts, and at least one")
    _, group = np.unique(-sure, return_inverse=True)  # groups count from the surest
    evenly = (np.bincount(group, weights=wrong) / np.bincount(group))[np.sort(group)]
    answered = np.arange(1, len(sure) + 1)
    risk = np.cumsum(evenly) / answered
    coverage = answered / (total or len(sure))
    return Curve(tuple(map(float, coverage)), tuple(map(float, risk)), float(risk.mean()))


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and where it may lie."""

    mean: float
    low: float
    high: float


def wilson(right: ArrayLike) -> Interval:
    """A share with its score interval of 95 % (Wilson 1927), which stays honest near 0 and 1 and for few rows."""
    values = np.asarray(right, dtype=np.float64)
    share, n, z = accuracy(values), len(values), 1.959964
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Interval(share, max(0.0, float(middle - half)), min(1.0, float(middle + half)))


def interval(values: ArrayLike, rng: np.random.Generator, resamples: int = RESAMPLES) -> Interval:
    """The mean of `values` with its percentile bootstrap interval of 95 % (Efron & Tibshirani 1993, ch. 13).

    For the difference of two runs on the same rows give the differences row by row: that is the paired interval.
    """
    sample = np.asarray(values, dtype=np.float64)
    mean = accuracy(sample)
    at_once = max(1, _AT_ONCE // len(sample))
    means: list[Doubles] = []
    for start in range(0, resamples, at_once):
        drawn = rng.integers(0, len(sample), size=(min(at_once, resamples - start), len(sample)))
        means.append(sample[drawn].mean(axis=1))
    low, high = np.quantile(np.concatenate(means), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(mean, float(low), float(high))
