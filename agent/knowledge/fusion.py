"""Two rankings made into one: each rule a function of plain values, ties broken by id.

weighted   alpha · semantic + (1 − alpha) · keyword, both on one scale (the default)
relative   the same, after each side is stretched so that its worst candidate is 0 and its best 1
maximum    the better of both
rrf        Σ 1 / (60 + rank), ranks from 1: Cormack, Clarke, Büttcher, SIGIR 2009
rerank     the older runbooks' rule: near neighbours first, then .7 / .3 with a list of terms
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.float32]
Score = TypeVar("Score", float, Column)

RRF_K = 60
OLDER_THRESHOLD = 0.7
OLDER_TERMS = (
    "router",
    "maršrutizatorius",
    "wifi",
    "bevielis",
    "wan",
    "lan",
    "dns",
    "ip",
    "decoder",
    "dekoderis",
    "signal",
    "signalas",
)


def weighted(semantic: Score, keyword: Score, alpha: float = 0.7) -> Score:
    """`alpha` 1 = meaning alone, 0 = words alone. Numbers or columns of them."""
    return alpha * semantic + (1 - alpha) * keyword


def maximum(semantic: Score, keyword: Score) -> Score:
    """Whichever side is surer."""
    surer: Score = np.maximum(semantic, keyword)
    return surer


def rescaled(scores: Column) -> Column:
    """Stretched to 0..1 within one question (min–max). It gives the best of a bad lot 1: only to order by."""
    low, high = (float(scores.min()), float(scores.max())) if len(scores) else (0.0, 0.0)
    return (scores - np.float32(low)) / np.float32(high - low) if high > low else np.zeros_like(scores)


def rrf(rankings: Iterable[Sequence[str]], k: int = RRF_K) -> dict[str, float]:
    """Score by id over any number of rankings (best first); an id that a ranking lacks gets nothing from it."""
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, name in enumerate(ranking, 1):
            scores[name] = scores.get(name, 0.0) + 1 / (k + rank)
    return ordered(scores)


def ordered(scores: Mapping[str, float]) -> dict[str, float]:
    """Best first, equal scores by id."""
    return dict(sorted(scores.items(), key=lambda item: (-item[1], item[0])))


def term_score(query: str, text: str, listed: Sequence[str] = OLDER_TERMS) -> float:
    """min(m / 3, 1) with m = how many listed terms stand, as substrings, in both."""
    one, other = query.casefold(), text.casefold()
    return min(sum(term in one and term in other for term in listed) / 3, 1.0)


def rerank(
    semantic: Mapping[str, float],
    query: str,
    texts: Mapping[str, str],
    *,
    top_k: int = 3,
    threshold: float = OLDER_THRESHOLD,
) -> dict[str, float]:
    """The older runbooks' hybrid, literally: 2·top_k nearest at .8·threshold, .7 / .3 with `term_score`, cut, top_k."""
    near = {
        name: score
        for name, score in list(ordered(semantic).items())[: 2 * top_k]
        if score >= 0.8 * threshold
    }
    mixed = ordered({name: weighted(score, term_score(query, texts[name])) for name, score in near.items()})
    return {name: score for name, score in list(mixed.items())[:top_k] if score >= threshold}
