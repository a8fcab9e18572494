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
    left = list(range(len(relevance)))
    taken: list[int] = []
    while left and len(taken) < count:
        worth = {
            item: weight * relevance[item]
            - (1 - weight) * max((float(likeness[item, other]) for other in taken), default=0.0)
            for item in left
        }
        best = max(left, key=lambda item: (worth[item], -item))
        taken.append(best)
        left.remove(best)
    return taken
