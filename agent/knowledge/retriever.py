"""The one door to what is known: `search` finds passages, `ask` answers from the best one or not at all."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from agent.errors import ConversationError, OutsideError
from agent.knowledge.alpha import CENTRE, Leaning, Leanings
from agent.knowledge.answering import Answer, trimmed
from agent.knowledge.boosting import Boost
from agent.knowledge.cache import OnceCache
from agent.knowledge.counters import Observed
from agent.knowledge.diversity import mmr
from agent.knowledge.embedding import LONGEST_QUERY, Embedder, Vectors, prepared
from agent.knowledge.entry import ARTICLES, Entry, Filters
from agent.knowledge.found import Hit, Result
from agent.knowledge.index import Index
from agent.knowledge.keywords import DEFAULT, KINDS
from agent.knowledge.links import STRATEGIES, Graph, Plan, graph_of
from agent.knowledge.ranking import FIRST, confidence, overlap, variance
from agent.knowledge.resultcache import ResultCache, key_of
from agent.knowledge.scoring import (
    RULES,
    THRESHOLD,
    THRESHOLDS,
    Candidates,
    Request,
    Scored,
    candidates,
    cut,
    ranked,
    scored_rows,
)
from agent.knowledge.vectors import Allowed

__all__ = ["Hit", "Ranking", "Result", "Retriever"]

_LEAST_CANDIDATES = 50
_MOST_RESULTS = 50
_ALL = Filters()


@dataclass(frozen=True, slots=True)
class Ranking:
    """The stages of a search, each of which can be switched off. The defaults are what the evaluation chose.

    mode       how both sides are fused (scoring.RULES)
    keywords   which keyword score (keywords.KINDS)
    boost      what is known of the case and the device; None = off
    links      how links are followed from the hits; None = off
    diversity  λ of maximal marginal relevance among the hits; None = off
    restore    diacritics put back before a question is embedded
    """

    mode: str = "weighted"
    keywords: str = DEFAULT
    boost: Boost | None = None
    links: Plan | None = None
    diversity: float | None = None
    restore: bool = True


_PLAIN = Ranking()


@dataclass(frozen=True, slots=True)
class _Serving:
    """One generation with what is computed from it once."""

    index: Index
    allowed: Callable[[Filters], Allowed]
    graph: OnceCache[Graph]

    @classmethod
    def of(cls, index: Index) -> _Serving:
        index.restorer.ready()
        return cls(index, lru_cache(64)(index.allowed), OnceCache(1))


class _Search(NamedTuple):
    """One search on its way through the stages."""

    asked: Request
    ranking: Ranking
    filters: Filters
    serving: _Serving
    allowed: Allowed
    vector: Vectors | None
    explain: bool
    leaning: Leaning


class Retriever:
    """Searches one immutable index. A newer one gets a Retriever of its own, which is swapped in whole (see Agent.reload).

    Safe from many threads. A question is embedded once (`embed`), however many searches it causes. `alpha` is the
    weight of meaning where a caller gives none; with `dynamic` each question leans it. `results` keeps results,
    `observe` is told of every search, `answered` whether a question was answered.
    """

    def __init__(
        self,
        index: Index,
        embedder: Embedder,
        *,
        cache_size: int = 1000,
        clock: Callable[[], float] = time.perf_counter,
        alpha: float = CENTRE,
        dynamic: bool = False,
        ranking: Ranking = _PLAIN,
        results: ResultCache | None = None,
        observe: Callable[[Observed], None] | None = None,
        answered: Callable[[bool], None] = lambda given: None,
    ) -> None:
        self._embedder, self._clock = embedder, clock
        self._embedded: OnceCache[Vectors] = OnceCache(cache_size)
        self._serving = _Serving.of(index)
        self._alpha, self._ranking, self._results, self._observe = alpha, ranking, results, observe
        self._answered = answered
        self._leanings = Leanings(alpha, time.monotonic) if dynamic else None
        self._once: OnceCache[Result] = OnceCache(0)

    @property
    def index(self) -> Index:
        """What is searched now."""
        return self._serving.index

    @property
    def caches(self) -> Mapping[str, OnceCache[Any]]:
        """The vectors of questions and, where each question leans it, the weight of meaning: for a metrics page."""
        leanings = {} if self._leanings is None else {"alpha": self._leanings.cache}
        return {"embedding": self._embedded, **leanings}

    @property
    def ranking(self) -> Ranking:
        """The stages of a search where a caller names none."""
        return self._ranking

    def embed(self, text: str, restore: bool = True) -> Vectors | None:
        """The vector of a question (read-only, cached), or None where there is no embedder or it fails."""
        ready = self._ready(text, restore)
        return self._seen(lambda: self._embedded.get(ready, lambda: self._encode([ready])[0]))

    def embed_unkept(self, texts: Sequence[str]) -> Vectors | None:
        """The vectors of texts that are no questions of this caller, a row each, in one batch; nothing of them is kept. None
        where there is no text, no embedder, or it fails."""
        ready = [self._ready(text, restore=True) for text in texts]
        return self._seen(lambda: self._encode(ready)) if ready else None

    def _ready(self, text: str, restore: bool) -> str:
        ready = prepared(text, LONGEST_QUERY)
        return self.index.restorer.restore(ready) if restore else ready

    def _seen(self, encode: Callable[[], Vectors]) -> Vectors | None:
        try:
            return encode() if self._embedder.dimension else None
        except OutsideError:
            return None
        except Exception as fault:  # an embedder is anybody's class: whatever it raises, the words are there
            logging.getLogger(__name__).warning(
                "The embedder %s failed: %s", type(self._embedder).__name__, type(fault).__name__
            )
            return None

    def _encode(self, texts: Sequence[str]) -> Vectors:
        rows: Vectors = self._embedder.encode_queries(texts)
        # With a NaN every probability would be one, and nothing found.
        if len(rows) != len(texts) or not all(_is_vector(row, self._embedder.dimension) for row in rows):
            raise OutsideError(f"{self._embedder.name} gave no vector of numbers.", code="embedder_output")
        rows.setflags(write=False)
        return rows

    def search(
        self,
        query: str,
        *,
        top_k: int = 3,
        threshold: float | None = None,
        filters: Filters | None = None,
        alpha: float | None = None,
        explain: bool = False,
        language: str | None = None,
        mode: str | None = None,
        vector: Vectors | Sequence[float] | None = None,
        ranking: Ranking | None = None,
    ) -> Result:
        """Up to `top_k` (1..50) entries with a probability of at least `threshold` (0..1), best first. Without one it is .5, and
        .7 where the rule is `rerank`, as in the older runbooks.

        `filters` decide beforehand what may be found (default: what customers may see). `alpha` weighs meaning
        against words. Of an article in several languages one is returned, in `language` if there. `ranking` names
        the stages, `mode` its fusion. `vector` spares the embedding. Raises ConversationError(code="search_argument")
        for values out of range; a failing embedder raises nothing: the words alone are searched, `degraded`.
        """
        stages = ranking or self._ranking
        stages = stages if mode is None else replace(stages, mode=mode)
        serving, wanted = self._serving, filters or _ALL
        least = THRESHOLDS.get(stages.mode, THRESHOLD) if threshold is None else threshold
        _refuse(top_k, least, alpha, stages)
        given: Vectors | None = None
        if vector is not None and serving.index.side:
            given = _fitting(vector, serving.index.dimension)

        def fresh() -> Result:
            return self._fresh(query, top_k, least, wanted, alpha, explain, language, given, stages, serving)

        if self._results is None or vector is not None:
            return self._told(query, fresh(), stages, wanted, language)
        leaning = bool(self._leanings)
        arguments = (top_k, least, wanted, alpha, explain, language, stages, self._alpha, leaning)
        key = key_of(query, serving.index.generation, arguments)
        kept = self._results.get(key, serving.index)
        if kept is not None:
            return self._told(query, replace(kept, cached=True), stages, wanted, language)
        return self._told(
            query, self._once.get(key, lambda: self._kept(key, fresh())), stages, wanted, language
        )

    def _kept(self, key: str, result: Result) -> Result:
        """Remember a result, unless it is worse than it could be."""
        if self._results is not None and not result.degraded:
            self._results.put(key, result)
        return result

    def _told(
        self, query: str, result: Result, stages: Ranking, filters: Filters, language: str | None
    ) -> Result:
        if self._observe is not None:
            self._observe(Observed.of(result, stages.mode, filters.domain, language))
        return result

    def _fresh(
        self,
        query: str,
        top_k: int,
        threshold: float,
        filters: Filters,
        alpha: float | None,
        explain: bool,
        language: str | None,
        vector: Vectors | None,
        stages: Ranking,
        serving: _Serving,
    ) -> Result:
        index, watch = serving.index, _Watch(self._clock)
        allowed = serving.allowed(filters)
        watch.done("filter")
        if not len(allowed) or not any(map(str.isalnum, query)):
            note = "no content for this filter" if not len(allowed) else "the question is empty"
            return Result((), False, watch.timings, self._alpha, index.generation, (note,))
        seeing = vector
        if seeing is None and index.side:
            seeing = self.embed(query, stages.restore)
        watch.done("embed")
        leaning = self._leaning(query, index, language) if alpha is None else Leaning(alpha)
        asked = Request(query, top_k, threshold, leaning.alpha, stages.keywords, language)
        search = _Search(asked, stages, filters, serving, allowed, seeing, explain, leaning)
        wider, count = filters.beside, _wanted(top_k, stages)
        beside = allowed if wider is filters else serving.allowed(wider)
        try:
            found = candidates(index, asked, seeing, allowed, count, beside)
        except OutsideError:  # the vectors are elsewhere and cannot be asked
            found = candidates(index, asked, None, allowed, count, beside)
        watch.done("search")
        found = ranked(found, asked, stages.mode, _boosts(found, stages.boost))
        chosen = self._diverse(search, found)
        hits = tuple(self._hit(search, one) for one in chosen)
        watch.done("fuse")
        linked = self._linked(search, found, hits) if stages.links else ()
        if stages.links:
            watch.done("links")
        notes = (*_sides(found), *leaning.why)
        flat, agreed = _signs(found) if explain or self._observe is not None else (None, None)
        return Result(
            hits,
            found.degraded,
            watch.timings,
            found.alpha(asked.alpha),
            index.generation,
            notes,
            linked,
            variance=flat,
            overlap=agreed,
        )

    def ask(
        self,
        query: str,
        language: str | None = None,
        *,
        top_k: int = 5,
        threshold: float = 0.5,
        filters: Filters | None = None,
        vector: Vectors | Sequence[float] | None = None,
    ) -> Answer | None:
        """The best passage of an article, trimmed to what answers; None when nothing is sure enough."""
        found = self.search(
            query, top_k=top_k, threshold=0.0, filters=filters or ARTICLES, language=language, vector=vector
        )
        return self.answer(query, found, threshold)

    def answer(self, query: str, found: Result, threshold: float = 0.5) -> Answer | None:
        """The answer that the best of `found` gives, where its probability reaches `threshold`: what comes behind a better, unsure
        page answers something else."""
        best = next((hit for hit in found.hits[:1] if hit.score >= threshold), None)
        self._answered(best is not None)
        if best is None:
            return None
        rivals = [hit.score for hit in found.hits if hit.entry.target != best.entry.target]
        sure = confidence(
            best.score,
            margin=best.score - max(rivals, default=0.0),
            agreement=bool(best.scores["agreement"]),
            coverage=best.scores["known"],
        )
        cover = self.index.keywords.cover
        text = trimmed(best.entry.body or best.entry.text, lambda blocks: cover(query, blocks))
        return Answer(text, best.entry.language, (best.entry,), sure)

    # ── stages ──

    def _leaning(self, query: str, index: Index, language: str | None) -> Leaning:
        return Leaning(self._alpha) if self._leanings is None else self._leanings.of(query, index, language)

    def _diverse(self, search: _Search, found: Candidates) -> tuple[Scored, ...]:
        """The hits; with `diversity` chosen by maximal marginal relevance from twice as many."""
        weight, side = search.ranking.diversity, search.serving.index.side
        if weight is None or side is None:
            return cut(found, search.asked)
        many = cut(found, search.asked, 2 * search.asked.top_k)
        likeness = side.among(np.array([one.row for one in many], dtype=np.int64))
        relevance = [one.scores["probability"] for one in many]
        return tuple(many[at] for at in mmr(relevance, likeness, search.asked.top_k, weight))

    def _linked(self, search: _Search, found: Candidates, hits: Sequence[Hit]) -> tuple[Hit, ...]:
        """The best passage of each page that links lead to, by their strength; nothing that was found anyway."""
        plan, serving = search.ranking.links, search.serving
        if plan is None or plan.strategy == "off" or not hits:
            return ()
        graph = serving.graph.get("graph", lambda: graph_of(serving.index))
        starts: dict[str, float] = {}
        for hit in hits:
            starts.setdefault(hit.entry.target, hit.score)
        reached = {one.target: one for one in graph.expand(starts, plan)}
        best = self._best_of(search, set(reached))
        items = [(reached[one.entry.target], one) for one in best]
        items.sort(key=lambda item: (-item[0].score, item[0].target))
        if plan.strategy == "smart" and serving.index.side is not None and items:
            rows = np.array([one.row for _, one in items], dtype=np.int64)
            chosen = mmr([way.score for way, _ in items], serving.index.side.among(rows), search.asked.top_k)
            items = [items[at] for at in chosen]
        return tuple(
            self._hit(search, one._replace(scores={**one.scores, "link": way.score}), way.path)
            for way, one in items[: search.asked.top_k]
        )

    def _best_of(self, search: _Search, targets: set[str]) -> tuple[Scored, ...]:
        """For each of `targets` its passage that fits the question best."""
        index = search.serving.index
        rows = [int(row) for row in search.allowed.ids if index.entries[row].target in targets]
        if not rows:
            return ()
        words = index.keywords.ask(search.asked.query, search.asked.keywords)
        found = scored_rows(index, search.asked, search.vector, words, np.array(rows, dtype=np.int64))
        found = ranked(found, search.asked, "weighted")
        best: dict[str, int] = {}
        for at in (found.order if found.order is not None else np.zeros(0, dtype=np.int64)).tolist():
            best.setdefault(index.entries[int(found.rows[at])].target, at)
        return found.scored(list(best.values()))

    @staticmethod
    def _hit(search: _Search, found: Scored, path: str = "") -> Hit:
        index = search.serving.index
        shown = index.version(found.entry, search.asked.language, search.filters)
        why = _why(index, search, found, shown, path) if search.explain else ()
        return Hit(shown, found.scores["probability"], found.scores, why)


class _Watch:
    """Milliseconds by stage, of stages that follow on each other."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._since = clock, clock()
        self.timings: dict[str, float] = {}

    def done(self, stage: str) -> None:
        """A stage has ended; the next one begins."""
        now = self._clock()
        self.timings[stage] = (now - self._since) * 1000
        self._since = now


def _wanted(top_k: int, stages: Ranking) -> int:
    """How many candidates each side gives; a boost may lift what stands lower, so twice as many."""
    return max(_LEAST_CANDIDATES, 10 * top_k) * (2 if stages.boost else 1)


def _sides(found: Candidates) -> Iterator[str]:
    """Which side had nothing to say, if one had not."""
    if found.degraded:
        yield "words alone were searched"
    if found.silent:
        yield "no word of the question is known" + ("" if found.degraded else ": meaning alone was searched")


def _signs(found: Candidates) -> tuple[float | None, float | None]:
    """The variance of the best fused scores and the overlap of both sides, where there is anything to tell."""
    if found.order is None or not len(found.rows):
        return None, None
    columns = found.columns
    alone = found.degraded or found.silent
    agreed = None if alone else overlap(columns["semantic"], columns["keyword"], found.places)
    return variance(columns["fused"].take(found.order[:FIRST]).tolist()), agreed


def _boosts(found: Candidates, boost: Boost | None) -> np.ndarray | None:
    if boost is None:
        return None
    entries = found.snapshot.entries
    return np.array([boost.of(entries[row]) for row in found.rows.tolist()], dtype=np.float32)


def _refuse(top_k: int, threshold: float, alpha: float | None, stages: Ranking) -> None:
    wrong = list(_faults(top_k, threshold, alpha, stages))
    if wrong:
        raise ConversationError("; ".join(wrong) + ".", code="search_argument", status=422)


def _fitting(vector: object, dimension: int) -> Vectors:
    """A caller's vector, which may be a list as well. Raises ConversationError."""
    try:
        row = np.asarray(vector, dtype=np.float32)
    except (ValueError, TypeError, OverflowError):
        row = np.zeros(0, dtype=np.float32)
    if not _is_vector(row, dimension):
        raise ConversationError(f"vector is not {dimension} numbers.", code="search_argument", status=422)
    return row


def _is_vector(row: Vectors, dimension: int) -> bool:
    """Whether `row` is that many finite numbers."""
    return row.shape == (dimension,) and math.isfinite(row.dot(row))


def _faults(top_k: int, threshold: float, alpha: float | None, stages: Ranking) -> Iterator[str]:
    plan, diversity = stages.links, stages.diversity
    if not 1 <= top_k <= _MOST_RESULTS:
        yield f"top_k is 1..{_MOST_RESULTS}, not {top_k}"
    if not 0 <= threshold <= 1:
        yield f"threshold is 0..1, not {threshold}"
    if alpha is not None and not 0 <= alpha <= 1:
        yield f"alpha is 0..1, not {alpha}"
    if stages.mode not in RULES:
        yield f"mode is one of {', '.join(RULES)}, not {stages.mode}"
    if stages.keywords not in KINDS:
        yield f"keywords is one of {', '.join(KINDS)}, not {stages.keywords}"
    if diversity is not None and not 0 <= diversity <= 1:
        yield f"diversity is 0..1, not {diversity}"
    if plan is not None and plan.strategy not in STRATEGIES:
        yield f"links is one of {', '.join(STRATEGIES)}"
    if plan is not None and not 1 <= plan.hops <= 4:
        yield "hops is 1..4"


def _why(index: Index, search: _Search, found: Scored, shown: Entry, path: str) -> tuple[str, ...]:
    entry, scores = found.entry, found.scores
    shared = index.keywords.shared(search.asked.query, entry.text)
    reasons = [f"same words: {', '.join(shared[:6])}"] if shared else []
    reasons.append(f"meaning {scores['semantic']:.2f}, words {scores['keyword']:.2f}")
    if scores["agreement"]:
        reasons.append("both sides put it first")
    parts = index.calibration.curve(search.asked.keywords, search.vector is None).parts(scores)
    reasons.append("for the probability: " + ", ".join(f"{name} {part:+.1f}" for name, part in parts.items()))
    if search.ranking.boost and (raised := search.ranking.boost.why(entry)):
        reasons.append(raised)
    if path:
        reasons.append(f"by links: {path}")
    if shown is not entry:
        reasons.append(f"found in `{entry.language}`, shown in `{shown.language}`")
    return (*reasons, *(f"weight of meaning: {says}" for says in search.leaning.why))
