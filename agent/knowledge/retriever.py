"""The one door to what is known: `search` finds passages, `ask` answers from the best one or not at all."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from agent.errors import ConversationError, OutsideError
from agent.knowledge.answering import Answer, trimmed
from agent.knowledge.cache import OnceCache
from agent.knowledge.embedding import LONGEST_QUERY, Embedder, Vectors, fingerprint, prepared
from agent.knowledge.entry import Entry, Filters
from agent.knowledge.generations import current_generation, open_index
from agent.knowledge.index import Index
from agent.knowledge.ranking import confidence
from agent.knowledge.scoring import RULES, Request, Scored, candidates
from agent.knowledge.vectors import Ids

_LEAST_CANDIDATES = 50
_MOST_RESULTS = 50
_ARTICLES = Filters(kinds=("article",))


@dataclass(frozen=True, slots=True)
class Hit:
    """A found entry. `score` is the probability of relevance; `scores` holds every stage; `why` is for people."""

    entry: Entry
    score: float
    scores: Mapping[str, float] = field(default_factory=dict)
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """Hits, best first. `degraded` = vectors were not available. `timings` in milliseconds by stage."""

    hits: tuple[Hit, ...]
    degraded: bool = False
    timings: Mapping[str, float] = field(default_factory=dict)
    alpha: float = 0.7
    generation: str = ""
    notes: tuple[str, ...] = ()


class Retriever:
    """Searches one immutable index; `refresh` puts a newer one in its place while searches go on.

    Safe from many threads. A question is embedded once (`embed`), however many searches it causes.
    """

    def __init__(
        self,
        index: Index,
        embedder: Embedder,
        *,
        cache_size: int = 1000,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._embedder, self._clock = embedder, clock
        self._embedded: OnceCache[Vectors] = OnceCache(cache_size)
        self._serving: tuple[Index, OnceCache[Ids]] = (index, OnceCache(64))

    @property
    def index(self) -> Index:
        """What is searched now."""
        return self._serving[0]

    def refresh(self, directory: Path) -> bool:
        """Serve the current generation of `directory`, if it is another one. Raises SettingsError; the old one stays."""
        if current_generation(directory) == self.index.generation:
            return False
        self._serving = (open_index(directory, self._embedder), OnceCache(64))
        return True

    def embed(self, text: str) -> Vectors | None:
        """The vector of a question (read-only, cached), or None where there is no embedder or it fails."""
        if not self._embedder.dimension:
            return None
        ready = self.index.restorer.restore(prepared(text, LONGEST_QUERY))
        try:
            return self._embedded.get((fingerprint(self._embedder), ready), lambda: self._encode(ready))
        except OutsideError:
            return None

    def _encode(self, text: str) -> Vectors:
        row: Vectors = self._embedder.encode_queries([text])[0]
        row.setflags(write=False)
        return row

    def search(
        self,
        query: str,
        *,
        top_k: int = 3,
        threshold: float = 0.5,
        filters: Filters | None = None,
        alpha: float = 0.7,
        explain: bool = False,
        language: str | None = None,
        mode: str = "weighted",
        vector: Vectors | None = None,
    ) -> Result:
        """Up to `top_k` (1..50) entries with a probability of at least `threshold` (0..1), best first.

        `filters` decide beforehand what may be found (default: what customers may see). `alpha` weighs meaning
        against words. Of an article in several languages one is returned, in `language` if there. `mode`: see
        scoring.py. `vector` spares the embedding. Raises ConversationError(code="search_argument") for values out of
        range; a failing embedder raises nothing: the words alone are searched, `degraded`.
        """
        _refuse(top_k, threshold, alpha, mode)
        index, allowed_cache = self._serving
        wanted = filters or Filters()
        timings: dict[str, float] = {}
        with self._timed(timings, "filter"):
            allowed = allowed_cache.get(wanted, lambda: index.allowed(wanted))
        if not len(allowed) or not prepared(query, LONGEST_QUERY).strip("-"):
            note = "no content for this filter" if not len(allowed) else "the question is empty"
            return Result((), False, timings, alpha, index.generation, (note,))
        with self._timed(timings, "embed"):
            seeing = vector if vector is not None else self.embed(query) if index.side else None
        with self._timed(timings, "search"):
            found = candidates(index, query, seeing, allowed, max(_LEAST_CANDIDATES, 10 * top_k))
        with self._timed(timings, "fuse"):
            ranked = RULES[mode](found, Request(query, top_k, threshold, alpha))
            hits = self._hits(index, query, ranked, wanted, language, explain)
        notes = ("words alone were searched",) if found.degraded else ()
        return Result(hits, found.degraded, timings, found.alpha(alpha), index.generation, notes)

    def ask(
        self,
        query: str,
        language: str | None = None,
        *,
        top_k: int = 5,
        threshold: float = 0.5,
        filters: Filters | None = None,
        vector: Vectors | None = None,
    ) -> Answer | None:
        """The best passage of an article, trimmed to what answers; None when nothing is sure enough."""
        index = self.index
        found = self.search(
            query, top_k=top_k, threshold=0.0, filters=filters or _ARTICLES, language=language, vector=vector
        )
        if not found.hits or found.hits[0].score < threshold:
            return None
        best = found.hits[0]
        rivals = [hit.score for hit in found.hits[1:] if hit.entry.target != best.entry.target]
        sure = confidence(
            best.score,
            margin=best.score - max(rivals, default=0.0),
            agreement=bool(best.scores["agreement"]),
            coverage=best.scores["known"],
        )
        text = trimmed(best.entry.body or best.entry.text, lambda blocks: index.keywords.cover(query, blocks))
        return Answer(text, best.entry.language, (best.entry,), sure)

    @staticmethod
    def _hits(
        index: Index,
        query: str,
        ranked: Sequence[Scored],
        filters: Filters,
        language: str | None,
        explain: bool,
    ) -> tuple[Hit, ...]:
        hits: list[Hit] = []
        for found in ranked:
            shown = index.version(found.entry, language, filters)
            why = _why(index, query, found, shown) if explain else ()
            hits.append(Hit(shown, found.scores["probability"], found.scores, why))
        return tuple(hits)

    @contextmanager
    def _timed(self, timings: dict[str, float], stage: str) -> Iterator[None]:
        begun = self._clock()
        yield
        timings[stage] = (self._clock() - begun) * 1000


def _refuse(top_k: int, threshold: float, alpha: float, mode: str) -> None:
    faults = (
        (not 1 <= top_k <= _MOST_RESULTS, f"top_k is 1..{_MOST_RESULTS}, not {top_k}"),
        (not 0 <= threshold <= 1, f"threshold is 0..1, not {threshold}"),
        (not 0 <= alpha <= 1, f"alpha is 0..1, not {alpha}"),
        (mode not in RULES, f"mode is one of {', '.join(RULES)}, not {mode}"),
    )
    wrong = [says for is_wrong, says in faults if is_wrong]
    if wrong:
        raise ConversationError("; ".join(wrong) + ".", code="search_argument", status=422)


def _why(index: Index, query: str, found: Scored, shown: Entry) -> tuple[str, ...]:
    entry, scores = found.entry, found.scores
    shared = index.keywords.shared(query, entry.text)
    reasons = [f"same words: {', '.join(shared[:6])}"] if shared else []
    reasons.append(f"meaning {scores['semantic']:.2f}, words {scores['keyword']:.2f}")
    if scores["agreement"]:
        reasons.append("both sides put it first")
    if shown is not entry:
        reasons.append(f"found in `{entry.language}`, shown in `{shown.language}`")
    return tuple(reasons)
