"""A router over the product's own content, spelling alone: what holds even where no embedder is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent import understanding
from agent.knowledge import NoEmbedder, Retriever, assemble, entries_of, load_articles
from agent.learning import digest_of, load
from agent.operator import load_operator
from agent.routing import Router, load_backgrounds, samples_of
from agent.routing.opening import FOLDER, MET
from agent.scenarios import Library
from agent.settings import Settings
from tests.shipped import ROOT, shipped_library


@pytest.fixture(scope="session")
def library() -> Library:
    return shipped_library()


@pytest.fixture(scope="session")
def router(library: Library, shipped: Settings) -> Router:
    operator = load_operator(ROOT / "knowledge_base" / "operator.yaml")
    articles, _ = load_articles(ROOT / "knowledge_base", operator.fill)
    entries = entries_of(articles)
    retriever = Retriever(assemble(entries, NoEmbedder()), NoEmbedder())
    model = replace(load(shipped.index_dir / FOLDER), calibrations={})  # as sure as it was fitted
    assert model.digest == digest_of(samples_of(library, entries, load_backgrounds()), "", MET)
    return Router(library, model, searcher=retriever, listener=understanding)
