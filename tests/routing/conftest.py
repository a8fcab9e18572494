"""A router over the product's own content, spelling alone: what holds even where no embedder is."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent import understanding
from agent.knowledge import NoEmbedder, Retriever, assemble, entries_of, load_articles
from agent.operator import load_operator
from agent.routing import Router, train_router
from agent.scenarios import Library, inspect

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def library() -> Library:
    found, _ = inspect(ROOT / "scenarios")
    return found


@pytest.fixture(scope="session")
def router(library: Library, request: pytest.FixtureRequest) -> Router:
    operator = load_operator(ROOT / "knowledge_base" / "operator.yaml")
    articles, _ = load_articles(ROOT / "knowledge_base", operator.fill)
    entries = entries_of(articles)
    retriever = Retriever(assemble(entries, NoEmbedder()), NoEmbedder())
    kept = request.config.cache.mkdir("taisa-router")  # learnt anew whenever the content changes
    model = train_router(library, entries, None, kept, folds=0)
    return Router(library, model, searcher=retriever, listener=understanding)
