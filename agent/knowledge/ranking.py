"""From passages to places, how far two rankings agree, and how sure an answer is."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from agent.knowledge.entry import Entry

FIRST = 10  # so many of the best are looked at for `overlap` and `variance`, whatever number a caller wants to see
WIDEST = 0.25  # no numbers of 0..1 have a larger variance
_FLOOR = 0.01
_SHARES = (0.4, 0.3, 0.3)


def places(ranked: Iterable[Entry]) -> tuple[Entry, ...]:
    """`ranked` (best first) with one entry for each thing said: of twins in several languages the best stays."""
    best: dict[str, Entry] = {}
    for entry in ranked:
        best.setdefault(entry.twin or entry.id, entry)
    return tuple(best.values())


def confidence(probability: float, *, margin: float, agreement: bool, coverage: float) -> float:
    """How sure an answer is: its probability, lowered by up to a fifth where the other signs are missing.

    `margin` is the probability's lead over the next different article (.15 counts in full), `agreement` whether
    both sides put this passage first, `coverage` the share 0..1 of the question's words that the corpus knows.
    """
    signs = 0.4 * min(max(margin, 0.0) / 0.15, 1.0) + 0.3 * agreement + 0.3 * coverage
    return probability * (0.8 + 0.2 * signs)


def overlap(
    one: NDArray[np.floating], other: NDArray[np.floating], places: NDArray[np.int64], at: int = FIRST
) -> float | None:
    """overlap@k: the share 0..1 of the `at` best by `one` that are among the `at` best by `other`, as things said (`places`).

    Only scores above 0 count. None where a side has none: it has no ranking that could agree.
    """
    firsts = [_firsts(side, places, at) for side in (one, other)]
    fewest = min(map(len, firsts))
    return len(firsts[0] & firsts[1]) / fewest if fewest else None


def _firsts(scores: NDArray[np.floating], places: NDArray[np.int64], at: int) -> set[int]:
    best = scores.argpartition(-at)[-at:] if len(scores) > at else np.arange(len(scores))
    told = zip(places.take(best).tolist(), scores.take(best).tolist(), strict=True)
    return {place for place, score in told if score > 0}


def variance(scores: Iterable[float]) -> float:
    """The population variance of some scores; 0 = a flat list, in which nothing stands out, or no list."""
    values = list(scores)
    mean = sum(values) / (len(values) or 1)
    apart = [value - mean for value in values]
    return sum(each * each for each in apart) / (len(values) or 1)


def geometric(model: float, spread: float, correlation: float) -> float:
    """model^.4 · variance^.3 · correlation^.3: a confidence that is high only where all three signs are.

    `model` is the calibrated probability of the best hit, `spread` the variance of the scores as a share of the widest there can
    be (`WIDEST`), `correlation` the overlap of both sides; each 0..1 and at least .01, so that one zero does not erase the rest.
    """
    signs = (model, spread, correlation)
    return math.prod(math.pow(max(sign, _FLOOR), share) for sign, share in zip(signs, _SHARES, strict=True))
