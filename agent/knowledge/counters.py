"""What searching counts: questions by kind, time by stage, cache hits, and how well both sides agree.

`Observed` is one search without its words; `SearchCounters` adds them up in this process and gives rows for any
metrics page. Labels are few and never hold a question.
"""

from __future__ import annotations

import statistics
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from agent.knowledge.cache import OnceCache
from agent.knowledge.found import Result

BUCKETS = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 25.0, 50.0, 100.0, 250.0, 1000.0)  # milliseconds
_LOW = 0.5
Labels = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Observed:
    """One search: `kind` is hybrid, keyword (degraded) or cached; timings in milliseconds by stage.

    `variance` is that of the hits' fused scores (a flat list = an unsure search), `overlap` the share of the hits that
    both sides would have shown.
    """

    kind: str
    mode: str
    domain: str
    language: str
    timings: Mapping[str, float]
    hits: int
    confidence: float
    variance: float
    overlap: float
    alpha: float

    @classmethod
    def of(cls, result: Result, mode: str, domain: str | None, language: str | None) -> Observed:
        """What is told of `result`."""
        fused = [hit.scores.get("fused", 0.0) for hit in result.hits]
        both = [
            hit.scores.get("semantic", 0.0) > 0 and hit.scores.get("keyword", 0.0) > 0 for hit in result.hits
        ]
        return cls(
            kind="cached" if result.cached else "keyword" if result.degraded else "hybrid",
            mode=mode,
            domain="one" if domain else "any",  # its name is the caller's: as a label it would have no bound
            language=language or "any",
            timings={} if result.cached else result.timings,
            hits=len(result.hits),
            confidence=result.confidence,
            variance=statistics.pvariance(fused) if fused else 0.0,
            overlap=sum(both) / len(both) if both else 0.0,
            alpha=result.alpha,
        )


@dataclass(frozen=True, slots=True)
class Row:
    """One number: its name, its labels, its value, and what kind of metric it is."""

    name: str
    labels: Labels
    value: float
    kind: str = "counter"


class SearchCounters:
    """Adds up searches; safe from many threads. Hand `SearchCounters().observe` to a Retriever."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[tuple[str, Labels], float] = defaultdict(float)
        self._times: dict[str, list[float]] = defaultdict(lambda: [0.0] * (len(BUCKETS) + 2))
        self._last: dict[str, float] = {}

    def observe(self, one: Observed) -> None:
        """Count one search."""
        labels = (("domain", one.domain), ("kind", one.kind), ("language", one.language), ("mode", one.mode))
        with self._lock:
            self._counts["search_queries_total", labels] += 1
            self._counts["degraded_total", ()] += one.kind == "keyword"
            self._counts["zero_result_total", ()] += one.hits == 0
            self._counts["low_confidence_total", ()] += one.confidence < _LOW
            self._counts["search_cache_total", (("result", "hit" if one.kind == "cached" else "miss"),)] += 1
            self._counts["search_alpha_total", (("alpha", f"{one.alpha:.1f}"),)] += 1
            self._last |= {"retrieval_variance": one.variance, "rank_correlation": one.overlap}
            for stage, milliseconds in one.timings.items():
                self._time(stage, milliseconds)
            if one.timings:
                self._time("all", sum(one.timings.values()))

    def answered(self, given: bool) -> None:
        """Count one question to the knowledge base: answered, or withheld."""
        with self._lock:
            self._counts["answers_total", (("result", "given" if given else "withheld"),)] += 1

    def modelled(self, result: str) -> None:
        """Count one call of the language model by how it went (see Phraser)."""
        with self._lock:
            self._counts["model_calls_total", (("result", result),)] += 1

    def _time(self, stage: str, milliseconds: float) -> None:
        row = self._times[stage]
        for place, limit in enumerate(BUCKETS):
            row[place] += milliseconds <= limit
        row[-2] += 1
        row[-1] += milliseconds

    def rows(self) -> Iterator[Row]:
        """Every number as it stands now; histograms as cumulative `_bucket`, `_count` and `_sum`, in seconds."""
        with self._lock:
            counts, times = dict(self._counts), {stage: list(row) for stage, row in self._times.items()}
            last = dict(self._last)
        for (name, labels), value in sorted(counts.items()):
            yield Row(name, labels, value)
        cached = {labels: value for (name, labels), value in counts.items() if name == "search_cache_total"}
        if cached:
            hits = cached.get((("result", "hit"),), 0.0)
            yield Row("cache_hit_ratio", (("cache", "result"),), hits / sum(cached.values()), "gauge")
        for name, value in sorted(last.items()):
            yield Row(name, (), value, "gauge")
        for stage, row in sorted(times.items()):
            yield from _histogram(stage, row)


def cache_rows(name: str, cache: OnceCache[Any]) -> Iterator[Row]:
    """What one cache holds, how often it was asked, and the share it answered, once it was asked at all."""
    labels = (("cache", name),)
    yield Row("cache_entries", labels, len(cache), "gauge")
    for result, times in (("hit", cache.hits), ("miss", cache.misses)):
        yield Row("cache_requests_total", (*labels, ("result", result)), times)
    if asked := cache.hits + cache.misses:
        yield Row("cache_hit_ratio", labels, cache.hits / asked, "gauge")


def _histogram(stage: str, row: list[float]) -> Iterator[Row]:
    name, labels = "search_latency_seconds", (("stage", stage),)
    for limit, value in zip(BUCKETS, row, strict=False):
        yield Row(f"{name}_bucket", (*labels, ("le", f"{limit / 1000:g}")), value, "histogram")
    yield Row(f"{name}_bucket", (*labels, ("le", "+Inf")), row[-2], "histogram")
    yield Row(f"{name}_count", labels, row[-2], "histogram")
    yield Row(f"{name}_sum", labels, row[-1] / 1000, "histogram")
