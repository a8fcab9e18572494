"""What searching counted in this process, as a Prometheus page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final

from fastapi import APIRouter, Depends
from fastapi.responses import PlainTextResponse
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from agent.api.doorway import Door
from agent.api.problems import documented
from agent.api.security import require_admin, require_key
from agent.bootstrap import SEARCHES
from agent.knowledge import Index
from agent.knowledge.counters import Row, cache_rows

router = APIRouter()
ABOUT: Final = {
    "search_queries": "Searches, by kind (hybrid, keyword, cached), fusion, language, and in one domain or any.",
    "search_latency_seconds": "Time of each stage of a search; `all` is their sum.",
    "search_cache": "Searches answered from kept results, or not.",
    "cache_hit_ratio": "Share answered from what was kept: results, vectors of questions (embedding), alpha.",
    "cache_requests": "Times a cache was asked for the vector of a question (embedding) or its alpha.",
    "cache_entries": "What a cache holds.",
    "model_calls": "Calls of the language model: worded, refused by the guard, or the code of the fault.",
    "search_alpha": "Searches by the weight of meaning that was used.",
    "degraded": "Searches by words alone, the vectors being absent.",
    "zero_result": "Searches that found nothing.",
    "low_confidence": "Searches whose best hit is below one half.",
    "answers": "Questions to the knowledge base, answered or withheld.",
    "retrieval_variance": "Variance of a search's ten best scores (0..0.25); flat = unsure.",
    "rank_correlation": "Overlap of the ten best by meaning and by words (0..1), of searches that found something.",
    "index_generation": "The generation of the index that serves.",
    "index_age_seconds": "Seconds since that index was built.",
}
_PARTS = ("_bucket", "_count", "_sum", "_total")


@router.get(
    "/metrics",
    tags=["operations"],
    dependencies=[Depends(require_key), Depends(require_admin)],
    response_class=PlainTextResponse,
    responses=documented(401, 403),
)
async def metrics(door: Door) -> PlainTextResponse:
    """Counters of searching in this process, for operators' Prometheus. No label holds a customer's words."""
    registry = CollectorRegistry(auto_describe=False)
    retriever = door.agent.content.retriever
    caches = [row for name, cache in retriever.caches.items() for row in cache_rows(name, cache)]
    registry.register(_Page([*SEARCHES.rows(), *caches, *index_rows(retriever.index)]))
    headers = {"Content-Type": CONTENT_TYPE_PLAIN_0_0_4, "Cache-Control": "no-store"}
    return PlainTextResponse(generate_latest(registry), headers=headers)


def index_rows(index: Index) -> Iterator[Row]:
    """Which index serves, and how old it is."""
    yield Row("index_generation", (("generation", index.generation),), 1.0, "gauge")
    if index.built_at:
        age = datetime.now(UTC) - datetime.fromisoformat(index.built_at)
        yield Row("index_age_seconds", (), max(age.total_seconds(), 0.0), "gauge")


class _Page(Collector):
    """Rows as families: one for each name without the endings that Prometheus gives its parts."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = tuple(rows)

    def collect(self) -> Iterator[Metric]:
        """Every family with its samples."""
        families: dict[str, Metric] = {}
        for row in self._rows:
            name = _family(row.name)
            family = families.setdefault(name, Metric(name, ABOUT.get(name, name), row.kind))
            family.add_sample(row.name, dict(row.labels), row.value)
        yield from families.values()


def _family(name: str) -> str:
    return next((name.removesuffix(part) for part in _PARTS if name.endswith(part)), name)
