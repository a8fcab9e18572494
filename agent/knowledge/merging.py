"""Lists of different sources (search, links, memory) made into one: by ranks, by weights, or by the better of them.

With one source that has anything, every rule keeps its list as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent.knowledge.fusion import RRF_K, ordered, rrf

RULES = ("rrf", "weighted", "max")
Ranked = Sequence[tuple[str, float]]
"""Ids with scores 0..1, best first."""


def merged(
    sources: Mapping[str, Ranked], rule: str = "rrf", weights: Mapping[str, float] | None = None
) -> dict[str, float]:
    """Score by id over all sources, best first.

    rrf       Σ 1 / (60 + rank)
    weighted  Σ weight · score, weights of the sources that are there made to sum to 1 (default: all equal)
    max       the highest score

    Raises ValueError for another rule.
    """
    if rule not in RULES:
        raise ValueError(f"rule is one of {', '.join(RULES)}, not {rule}")
    speaking = {name: ranked for name, ranked in sources.items() if ranked}
    if len(speaking) == 1:
        return dict(next(iter(speaking.values())))
    if rule == "rrf":
        return rrf(([name for name, _ in ranked] for ranked in speaking.values()), RRF_K)
    shares = {name: (weights or {}).get(name, 1.0) for name in speaking}
    whole = sum(shares.values()) or 1.0
    scores: dict[str, float] = {}
    for source, ranked in speaking.items():
        for name, score in ranked:
            if rule == "max":
                scores[name] = max(scores.get(name, 0.0), score)
            else:
                scores[name] = scores.get(name, 0.0) + shares[source] / whole * score
    return ordered(scores)
