"""How much two texts are spelt alike: the cosine of their character 3- to 5-grams, folded."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from agent.language import fold

_SIZES = (3, 4, 5)
_MOST = 600  # characters of a text: what comes later tells no option from another
Spelt = tuple[Mapping[str, int], float]
"""Counts of n-grams, and the length of that vector."""


def spelt(text: str) -> Spelt:
    """The character n-grams of the beginning of folded `text`. Never remembered: it may be a customer's."""
    padded = f" {fold(text[:_MOST])} "
    counted = Counter(padded[at : at + size] for size in _SIZES for at in range(len(padded) - size + 1))
    return counted, math.sqrt(sum(count * count for count in counted.values())) or 1.0


def nearest(said: Spelt, texts: Iterable[str]) -> float:
    """The cosine with the nearest of an author's `texts`, 0..1; 0 when there is none."""
    return max((_cosine(said, _authored(text)) for text in texts), default=0.0)


@lru_cache(maxsize=8192)
def _authored(text: str) -> Spelt:
    return spelt(text)


def _cosine(one: Spelt, other: Spelt) -> float:
    shared = sum(count * other[0][gram] for gram, count in one[0].items() if gram in other[0])
    return shared / (one[1] * other[1])
