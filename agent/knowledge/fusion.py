"""Two rankings made into one: each rule a function of plain values, ties broken by id.

weighted   alpha · semantic + (1 − alpha) · keyword, both on one scale (the default)
maximum    the better of both
rrf        Σ 1 / (60 + rank), ranks from 1: Cormack, Clarke, Büttcher, SIGIR 2009
rerank     the older runbooks' rule: near neighbours first, then .7 / .3 with a list of terms
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

RRF_K = 60
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


def weighted(semantic: float, keyword: float, alpha: float = 0.7) -> float:
    """`alpha` 1 = meaning alone, 0 = words alone."""
    return alpha * semantic + (1 - alpha) * keyword


def maximum(semantic: float, keyword: float) -> float:
    """Whichever side is surer."""
    return max(semantic, keyword)


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
    threshold: float = 0.7,
) -> dict[str, float]:
    """The older runbooks' hybrid, literally: 2·top_k nearest at .8·threshold, .7 / .3 with `term_score`, cut, top_k."""
    near = {
        name: score
        for name, score in list(ordered(semantic).items())[: 2 * top_k]
        if score >= 0.8 * threshold
    }
    mixed = ordered({name: weighted(score, term_score(query, texts[name])) for name, score in near.items()})
    return {name: score for name, score in list(mixed.items())[:top_k] if score >= threshold}
