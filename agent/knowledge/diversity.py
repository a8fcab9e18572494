"""Maximal marginal relevance: of passages that say the same, one. Carbonell and Goldstein, SIGIR 1998."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

LAMBDA = 0.7


def mmr(
    relevance: Sequence[float], likeness: NDArray[np.float32], count: int, weight: float = LAMBDA
) -> list[int]:
    """Up to `count` numbers of items: each time the one with the most weight · relevance − (1 − weight) · likeness to
    those already taken. `relevance` is 0..1, `likeness` [n, n] a cosine; `weight` 1 = relevance alone."""
    alone, alike = weight * np.array(relevance, dtype=np.float64), likeness.astype(np.float64)
    nearest = np.zeros(len(alone))  # to those taken; the first one has nothing to be like
    taken: list[int] = []
    while len(taken) < min(count, len(alone)):
        best = int(np.argmax(alone - (1 - weight) * nearest))  # the first of equals
        nearest = np.maximum(nearest, alike[:, best]) if taken else alike[:, best].copy()
        alone[best] = -np.inf
        taken.append(best)
    return taken
