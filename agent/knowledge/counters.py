"""What searching counts: questions by kind, time by stage, cache hits, and how well both sides agree.

`Observed` is one search without its words; `SearchCounters` adds them up in this process and gives rows for any
metrics page. Labels are few and never hold a question. Averages are read as `_sum` / `_count`.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.knowledge.cache import OnceCache
from agent.knowledge.found import Result

BUCKETS = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 25.0, 50.0, 100.0, 250.0, 1000.0)  # milliseconds
VARIANCES = (0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25)
SHARES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
_LOW = 0.5
Labels = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Observed:
    """One search: `kind` is hybrid, keyword (degraded) or cached; timings in milliseconds by stage.

    `variance` is that of the best scores (a flat list = an unsure search), `overlap` the share of both sides' best that they
    have in common; None = not told: nothing was found, one side alone was searched, or it was counted when it was kept.
    """

    kind: str
    mode: str
    domain: str
    language: str
    timings: Mapping[str, float]
    hits: int
    confidence: float
    variance: float | None
    overlap: float | None
    alpha: float

    @classmethod
    def of(cls, result: Result, mode: str, domain: str | None, language: str | None) -> Observed:
        """What is told of `result`."""
        counts = bool(result.hits) and not result.cached
        return cls(
            kind="cached" if result.cached else "keyword" if result.degraded else "hybrid",
            mode=mode,
            domain="one" if domain else "any",  # its name is the caller's: as a label it would have no bound
            language=language or "any",
            timings={} if result.cached else result.timings,
            hits=len(result.hits),
            confidence=result.confidence,
            variance=result.variance if counts else None,
            overlap=result.overlap if counts else None,
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
        self._times: dict[str, _Spread] = defaultdict(lambda: _Spread(BUCKETS))
        self._signs = {"retrieval_variance": _Spread(VARIANCES), "rank_correlation": _Spread(SHARES)}

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
            if one.variance is not None:
                self._signs["retrieval_variance"].add(one.variance)
            if one.overlap is not None:
                self._signs["rank_correlation"].add(one.overlap)
            for stage, milliseconds in one.timings.items():
                self._times[stage].add(milliseconds)
            if one.timings:
                self._times["all"].add(sum(one.timings.values()))

    def answered(self, given: bool) -> None:
        """Count one question to the knowledge base: answered, or withheld."""
        with self._lock:
            self._counts["answers_total", (("result", "given" if given else "withheld"),)] += 1

    def modelled(self, result: str) -> None:
        """Count one call of the language model by how it went (see Phraser)."""
        with self._lock:
            self._counts["model_calls_total", (("result", result),)] += 1

    def rows(self) -> Iterator[Row]:
        """Every number as it stands now; histograms as cumulative `_bucket`, `_count` and `_sum`, in seconds."""
        with self._lock:
            counts = dict(self._counts)
            times = [(stage, spread.copy()) for stage, spread in sorted(self._times.items())]
            signs = [(name, spread.copy()) for name, spread in sorted(self._signs.items())]
        for (name, labels), value in sorted(counts.items()):
            yield Row(name, labels, value)
        cached = {labels: value for (name, labels), value in counts.items() if name == "search_cache_total"}
        if cached:
            hits = cached.get((("result", "hit"),), 0.0)
            yield Row("cache_hit_ratio", (("cache", "result"),), hits / sum(cached.values()), "gauge")
        for name, spread in signs:
            yield from spread.rows(name, ())
        for stage, spread in times:
            yield from spread.rows("search_latency_seconds", (("stage", stage),), 1000)


class _Spread:
    """How often values came up to each of `limits`, how many came, and their sum; the caller locks."""

    def __init__(self, limits: Sequence[float], row: Sequence[float] = ()) -> None:
        self._limits, self._row = limits, list(row) or [0.0] * (len(limits) + 2)

    def copy(self) -> _Spread:
        return _Spread(self._limits, self._row)

    def add(self, value: float) -> None:
        for place, limit in enumerate(self._limits):
            self._row[place] += value <= limit
        self._row[-2] += 1
        self._row[-1] += value

    def rows(self, name: str, labels: Labels, unit: float = 1) -> Iterator[Row]:
        """As a histogram, in units of which `unit` make what is told."""
        for limit, count in zip(self._limits, self._row, strict=False):
            yield Row(f"{name}_bucket", (*labels, ("le", f"{limit / unit:g}")), count, "histogram")
        yield Row(f"{name}_bucket", (*labels, ("le", "+Inf")), self._row[-2], "histogram")
        yield Row(f"{name}_count", labels, self._row[-2], "histogram")
        yield Row(f"{name}_sum", labels, self._row[-1] / unit, "histogram")


def cache_rows(name: str, cache: OnceCache[Any]) -> Iterator[Row]:
    """What one cache holds, how often it was asked, and the share it answered, once it was asked at all."""
    labels = (("cache", name),)
    yield Row("cache_entries", labels, len(cache), "gauge")
    for result, times in (("hit", cache.hits), ("miss", cache.misses)):
        yield Row("cache_requests_total", (*labels, ("result", result)), times)
    if asked := cache.hits + cache.misses:
        yield Row("cache_hit_ratio", labels, cache.hits / asked, "gauge")
