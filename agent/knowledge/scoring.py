"""Candidates of both sides, each scored on both, and the rules that order them.

A rule gives each candidate a fused score: `weighted` (default), `relative`, `max`, `rrf`, and `rerank`, the rule of
older runbooks. See fusion.py for the formulas. Everything is columns of numbers until the few hits that are shown.
What a search makes on its way is a tuple with names: a frozen dataclass takes three times as long to make.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agent.knowledge.embedding import Vectors
from agent.knowledge.entry import Entry
from agent.knowledge.evidence import nearness, support
from agent.knowledge.fusion import OLDER_THRESHOLD, RRF_K, maximum, rescaled, term_score, weighted
from agent.knowledge.index import Index
from agent.knowledge.keywords import DEFAULT, Asked
from agent.knowledge.postings import Floats, highest
from agent.knowledge.vectors import Allowed, Ids

_NOTHING, _ALL = np.float32(0), np.float32(1)
_BELOW = -2.0  # any cosine
_LEADS = (
    np.float32(-0.2),
    np.float32(0.1),
)  # a lead beyond this says no more: one rare word alone makes a large one
_PILOT_MID, _PILOT_SLOPE = 0.445, 6.05  # the curve over the centred cosine alone, for `rerank`


class Request(NamedTuple):
    """What the caller asked for. `keywords` is a kind of keyword score (see keywords.py)."""

    query: str
    top_k: int
    threshold: float
    alpha: float
    keywords: str = DEFAULT
    language: str | None = None


class Scored(NamedTuple):
    """An entry with the score of every stage by name."""

    entry: Entry
    scores: Mapping[str, float]
    row: int = -1


def usable(alpha: float, *, degraded: bool, silent: bool) -> float:
    """The weight of meaning that can be used: all where no word is known, none where there are no vectors."""
    return 0.0 if degraded else 1.0 if silent else alpha


class Candidates(NamedTuple):
    """The union of both sides' best as rows with columns. `silent` = no word of the question is known; `vector` is that
    of the question, None = `degraded`. `places` numbers the things said, as in the index, and `agreed` is the one that both
    sides put first (−1 = none); `order` says which candidate comes when: by the weighted sum until they are `ranked`."""

    snapshot: Index
    rows: Ids
    columns: Mapping[str, Floats]
    known: float
    nearness: float
    silent: bool
    vector: Vectors | None
    places: Ids
    agreed: int = -1
    order: Ids | None = None

    @property
    def degraded(self) -> bool:
        """Whether there are no vectors."""
        return self.vector is None

    def alpha(self, wanted: float) -> float:
        """See `usable`."""
        return usable(wanted, degraded=self.degraded, silent=self.silent)

    def ordered(self, columns: Mapping[str, Floats], order: Ids) -> Candidates:
        """The same with more columns, ranked."""
        every = {**self.columns, **columns}
        return Candidates(
            self.snapshot,
            self.rows,
            every,
            self.known,
            self.nearness,
            self.silent,
            self.vector,
            self.places,
            self.agreed,
            order,
        )

    def within(self, allowed: Allowed) -> Candidates:
        """Those of the `allowed` rows, with the scores and in the order they have."""
        kept = allowed.mask.take(self.rows)
        order = None
        if self.order is not None:
            order = (kept.cumsum() - 1).take(self.order[kept.take(self.order)])
        columns = {name: column[kept] for name, column in self.columns.items()}
        return self._replace(rows=self.rows[kept], columns=columns, places=self.places[kept], order=order)

    def scored(self, chosen: Sequence[int]) -> tuple[Scored, ...]:
        """The candidates of these numbers with all their scores."""
        return tuple(map(self._one, chosen))

    def _one(self, at: int) -> Scored:
        row, vectors = self.rows.item(at), self.snapshot.vectors
        scores = {name: column.item(at) for name, column in self.columns.items()}
        scores["known"], scores["nearness"] = self.known, self.nearness
        scores["agreement"] = float(self.places.item(at) == self.agreed)
        if self.vector is not None and vectors is not None:
            # as the model gave it: to be seen, nothing is ranked by it
            scores["dense_raw"] = float(self.vector.dot(vectors[row]))
        return Scored(self.snapshot.entries[row], scores, row)


Rule = Callable[[Candidates, Request], Floats]


def candidates(
    index: Index,
    asked: Request,
    vector: Vectors | None,
    allowed: Allowed,
    count: int,
    beside: Allowed | None = None,
) -> Candidates:
    """The `count` best rows of each side among `allowed`; scores never are "0 because the other side missed it".

    They are judged beside the best of the wider `beside` (None = `allowed` is all there is): what leads, what a page's support is
    and whether a word is known do not depend on what a filter leaves.
    """
    words = index.keywords.ask(asked.query, asked.keywords)
    fields = (allowed,) if beside is None or beside is allowed else (beside, allowed)
    either = words.best(count, _mask(fields[0]))
    silent, centred = not either.any(), None
    for field in fields[1:]:
        either |= words.best(count, _mask(field))
    if vector is None or index.side is None:
        found = scored_rows(index, asked, None, words, either.nonzero()[0], silent=silent)
        return found if len(fields) == 1 else found.within(allowed)
    compared = index.side.compared(vector)
    for field in fields:
        if compared is None:
            either[index.side.nearest(vector, count, field)[0]] = True
        else:
            either |= highest(compared, count, _mask(field), _BELOW)
    rows = either.nonzero()[0]
    if compared is not None:
        centred = compared.take(rows)
    found = scored_rows(index, asked, vector, words, rows, centred, silent=silent)
    return found if len(fields) == 1 else found.within(allowed)


def _mask(field: Allowed) -> NDArray[np.bool_] | None:
    return None if field.all else field.mask


def scored_rows(
    index: Index,
    asked: Request,
    vector: Vectors | None,
    words: Asked,
    rows: Ids,
    centred: Vectors | None = None,
    *,
    silent: bool = False,
) -> Candidates:
    """`rows` with every score that does not depend on the rule; `centred` are their cosines, where they are known."""
    seen = None if index.side is None else vector
    known, columns = index.keywords.known(asked.query), words.of(rows)
    places = index.places.take(rows)
    sides = np.zeros((2, len(rows)), dtype=np.float32)
    columns["semantic"] = sides[0]
    if not len(rows):
        return Candidates(index, rows, columns, known, 0.0, silent, seen, places)
    sides[1] = columns["keyword"]
    nearest, near = -1, 0.0
    if seen is not None and index.side is not None:
        columns["dense_centred"] = index.side.cosines(seen, rows) if centred is None else centred
        np.maximum(columns["dense_centred"], _NOTHING, out=sides[0])
        np.minimum(sides[0], _ALL, out=sides[0])
        # which row is nearest is told by the cosines themselves: those below 0 are all alike on the scale of 0..1
        first = columns["dense_centred"].argmax()
        nearest = places.item(first)
        near = nearness(seen, index.middle, index.usual.item(rows.item(first)))
    best = sides.argmax(axis=1)
    topics = index.topics.take(rows)
    columns["semantic_lead"], columns["keyword_lead"] = _leads(sides, best, topics)
    alpha = usable(asked.alpha, degraded=seen is None, silent=silent)
    columns["fused"] = weighted(sides[0], sides[1], alpha)
    order = np.lexsort((index.order.take(rows), -columns["fused"]))
    columns["support"] = support(order, topics, index.rooms.take(rows))
    curve = index.calibration.curve(asked.keywords, seen is None)
    columns["probability"] = curve.probability({**columns, "known": known, "nearness": near}, len(rows))
    agreed = nearest if not silent and nearest == places.item(best.item(1)) else -1
    return Candidates(index, rows, columns, known, near, silent, seen, places, agreed, order)


def _leads(sides: Floats, firsts: Ids, topics: Ids) -> Floats:
    """How far each score is ahead of (or behind) the best one of another page or guide, as far as that matters.

    A row for each side, whose best stand at `firsts`; scores are never below 0.
    """
    others = topics != topics.take(firsts)[:, None]
    tops = np.maximum.reduce(sides, axis=1, keepdims=True)
    rivals = np.where(others, tops, np.maximum.reduce(sides * others, axis=1, keepdims=True))
    leads: Floats = np.subtract(sides, rivals, out=rivals)
    np.maximum(leads, _LEADS[0], out=leads)
    return np.minimum(leads, _LEADS[1], out=leads)


def _by_weight(found: Candidates, asked: Request) -> Floats:
    return found.columns["fused"]


def _by_relative_scores(found: Candidates, asked: Request) -> Floats:
    alpha = found.alpha(asked.alpha)
    return weighted(rescaled(found.columns["semantic"]), rescaled(found.columns["keyword"]), alpha)


def _by_maximum(found: Candidates, asked: Request) -> Floats:
    return maximum(found.columns["semantic"], found.columns["keyword"])


def _by_ranks(found: Candidates, asked: Request) -> Floats:
    """Σ 1 / (60 + rank) over the sides that have anything to say; ranks from 1, ties by id."""
    total = np.zeros(len(found.rows), dtype=np.float32)
    tie = found.snapshot.order[found.rows]
    for side, absent in (("semantic", found.degraded), ("keyword", found.silent)):
        if not absent:
            ranks = np.empty(len(found.rows), dtype=np.float32)
            ranks[np.lexsort((tie, -found.columns[side]))] = np.arange(1, len(found.rows) + 1)
            total += 1 / (RRF_K + ranks)
    return total


def _by_older_rule(found: Candidates, asked: Request) -> Floats:
    """2·top_k nearest at .8·threshold, then .7 / .3 with the list of terms; the others get nothing."""
    near = 1 / (1 + np.exp(-_PILOT_SLOPE * (found.columns["semantic"] - _PILOT_MID)))
    fused = np.zeros(len(found.rows), dtype=np.float32)
    if found.degraded:
        return fused
    best = np.lexsort((found.snapshot.order[found.rows], -near))[: 2 * asked.top_k]
    for at in best[near[best] >= 0.8 * asked.threshold]:
        text = found.snapshot.entries[int(found.rows[at])].text
        fused[at] = weighted(float(near[at]), term_score(asked.query, text))
    return fused


WEIGHTED = "weighted"
RULES: Mapping[str, Rule] = {
    WEIGHTED: _by_weight,
    "relative": _by_relative_scores,
    "max": _by_maximum,
    "rrf": _by_ranks,
    "rerank": _by_older_rule,
}
THRESHOLD = 0.5
THRESHOLDS: Mapping[str, float] = {"rerank": OLDER_THRESHOLD}
"""Where a caller names no threshold, by rule: what `rerank` cuts is its fused score, no probability."""


def ranked(found: Candidates, asked: Request, mode: str, boosts: Floats | None = None) -> Candidates:
    """`found` best first by the rule of `mode`, with `fused`, and after it the bounded `boosts`, if given. By the weighted sum
    they are ordered already.

    In `rerank` the fused score also is what the threshold meets, as it was. A boost raises the place, and `relevance`
    (= min(1, p + boost)), never the probability: a threshold is not passed on a boost alone.
    """
    if not len(found.rows) or (mode == WEIGHTED and boosts is None):
        return found
    fused = RULES[mode](found, asked)
    columns = {"fused": fused}
    if mode == "rerank":
        columns["probability"] = fused
    final = fused
    if boosts is not None:
        columns["boost"] = boosts
        sure = columns.get("probability", found.columns["probability"])
        columns["relevance"] = np.minimum(sure + boosts, 1.0).astype(np.float32)
        final = fused + boosts
    order = np.lexsort((found.snapshot.order.take(found.rows), -final))
    return found.ordered(columns, order)


def cut(found: Candidates, asked: Request, most: int | None = None) -> tuple[Scored, ...]:
    """The first `top_k` (or `most`), one for each thing said, whose probability reaches the threshold.

    The best of twins keeps the place, whether it passes or not.
    """
    wanted = asked.top_k if most is None else most
    kept: list[int] = []
    seen: set[int] = set()
    if not len(found.rows) or found.order is None:
        return ()
    places, sure = found.places, found.columns["probability"] >= asked.threshold
    for at in found.order.tolist():
        place = places.item(at)
        if place not in seen:
            seen.add(place)
            if sure.item(at):
                kept.append(at)
                if len(kept) == wanted:
                    break
    return found.scored(kept)
