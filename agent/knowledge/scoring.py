"""Candidates of both sides, each scored on both, and the rules that order them and decide.

A rule takes the candidates and gives those that are sure enough, best first, one for each thing said:
`weighted` (default), `max`, `rrf`, and `rerank`, the rule of older runbooks. See fusion.py for the formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from agent.knowledge.embedding import Vectors
from agent.knowledge.entry import Entry
from agent.knowledge.fusion import maximum, ordered, rrf, term_score, weighted
from agent.knowledge.index import Index
from agent.knowledge.ranking import logistic, places
from agent.knowledge.vectors import Ids

_PILOT_MID, _PILOT_SLOPE = 0.445, 6.05  # the curve over the centred cosine alone, for `rerank`


@dataclass(frozen=True, slots=True)
class Request:
    """What the caller asked for."""

    query: str
    top_k: int
    threshold: float
    alpha: float


@dataclass(frozen=True, slots=True)
class Scored:
    """An entry with the score of every stage by name."""

    entry: Entry
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Candidates:
    """The union of both sides' best. `silent` = no word of the question is known; `degraded` = no vectors."""

    found: tuple[Scored, ...]
    silent: bool
    degraded: bool

    def alpha(self, wanted: float) -> float:
        """The weight of meaning that can be used: all where no word is known, none where there are no vectors."""
        return 0.0 if self.degraded else 1.0 if self.silent else wanted


Rule = Callable[[Candidates, Request], tuple[Scored, ...]]


def candidates(index: Index, query: str, vector: Vectors | None, allowed: Ids, count: int) -> Candidates:
    """The `count` best rows of each side among `allowed`; scores never are "0 because the other side missed it"."""
    words = index.keywords.score(query)
    total = words["keyword"][allowed]
    best = np.argsort(-total, kind="stable")[:count]
    rows = allowed[best[total[best] > 0]]
    silent = not len(rows)
    columns: dict[str, Sequence[float]] = {}
    if vector is not None and index.side is not None:
        rows = np.union1d(rows, index.side.nearest(vector, count, allowed)[0])
        raw, centred = index.side.cosines(vector, rows)
        columns = {"dense_raw": raw.tolist(), "dense_centred": centred.tolist()}
    degraded = not columns
    columns |= {name: column[rows].tolist() for name, column in words.items()}
    entries = [index.entries[row] for row in rows]
    table = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    _complete(index, query, entries, table, degraded)
    return Candidates(tuple(map(Scored, entries, table)), silent, degraded)


def _complete(
    index: Index, query: str, entries: Sequence[Entry], table: Sequence[dict[str, float]], degraded: bool
) -> None:
    """Add what is computed from both sides: semantic 0..1, known words, agreement, probability."""
    known = index.keywords.known(query)
    firsts = (
        {_first(entries, table, side) for side in ("dense_centred", "keyword")} if not degraded else set()
    )
    agreed = firsts.pop() if len(firsts) == 1 else None
    for entry, row in zip(entries, table, strict=True):
        row["semantic"] = min(max(row.get("dense_centred", 0.0), 0.0), 1.0)
        row["known"] = known
        row["agreement"] = float((entry.twin or entry.id) == agreed)
        row["probability"] = index.calibration.probability(
            None if degraded else row["semantic"], row["keyword"], known
        )


def _first(entries: Sequence[Entry], table: Sequence[Mapping[str, float]], side: str) -> str:
    """The place (twins share one) that a side puts first; "" when there is none."""
    if not entries:
        return ""
    best = entries[max(range(len(entries)), key=lambda number: table[number][side])]
    return best.twin or best.id


def _by_weight(found: Candidates, asked: Request) -> tuple[Scored, ...]:
    alpha = found.alpha(asked.alpha)
    fused = {
        one.entry.id: weighted(one.scores["semantic"], one.scores["keyword"], alpha) for one in found.found
    }
    return _cut(found, asked, fused)


def _by_maximum(found: Candidates, asked: Request) -> tuple[Scored, ...]:
    return _cut(
        found,
        asked,
        {one.entry.id: maximum(one.scores["semantic"], one.scores["keyword"]) for one in found.found},
    )


def _by_ranks(found: Candidates, asked: Request) -> tuple[Scored, ...]:
    rankings = [
        list(ordered({one.entry.id: one.scores[side] for one in found.found}))
        for side in ("semantic", "keyword")
        if not (side == "semantic" and found.degraded) and not (side == "keyword" and found.silent)
    ]
    return _cut(found, asked, rrf(rankings))


def _by_older_rule(found: Candidates, asked: Request) -> tuple[Scored, ...]:
    """2·top_k nearest at .8·threshold, then .7 / .3 with the list of terms, which also is what the threshold meets."""
    near = ordered(
        {
            one.entry.id: logistic(one.scores["semantic"], _PILOT_MID, _PILOT_SLOPE)
            for one in found.found
            if not found.degraded
        }
    )
    kept = {name: p for name, p in list(near.items())[: 2 * asked.top_k] if p >= 0.8 * asked.threshold}
    mixed = [
        Scored(
            one.entry,
            {
                **one.scores,
                "probability": weighted(kept[one.entry.id], term_score(asked.query, one.entry.text)),
            },
        )
        for one in found.found
        if one.entry.id in kept
    ]
    fused = {one.entry.id: one.scores["probability"] for one in mixed}
    return _cut(Candidates(tuple(mixed), found.silent, found.degraded), asked, fused)


def _cut(found: Candidates, asked: Request, fused: Mapping[str, float]) -> tuple[Scored, ...]:
    """One entry for each thing said, in the order of `fused`, those at the threshold or above it, top_k of them."""
    by_id = {
        one.entry.id: Scored(one.entry, {**one.scores, "fused": fused[one.entry.id]}) for one in found.found
    }
    ranked = [by_id[name] for name in ordered(fused)]
    kept = [
        by_id[entry.id]
        for entry in places(one.entry for one in ranked)
        if by_id[entry.id].scores["probability"] >= asked.threshold
    ]
    return tuple(kept[: asked.top_k])


RULES: Mapping[str, Rule] = {
    "weighted": _by_weight,
    "max": _by_maximum,
    "rrf": _by_ranks,
    "rerank": _by_older_rule,
}
