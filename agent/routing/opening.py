"""Teaching a router when the index is built, and opening it again when the service starts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

from agent.learning import Model, load, save, train
from agent.learning.features import Floats
from agent.routing.background import load_backgrounds
from agent.routing.router import Router
from agent.routing.samples import Headed, samples_of
from agent.routing.values import Listener, Searcher, Thresholds
from agent.scenarios import Library

FOLDER = "router"


class Embedder(Protocol):
    """What turns texts into vectors; `dimension` 0 = nothing does."""

    @property
    def name(self) -> str: ...
    @property
    def revision(self) -> str: ...
    @property
    def dimension(self) -> int: ...

    def encode_queries(self, texts: Sequence[str]) -> Floats: ...


def learn(library: Library, entries: Iterable[Headed] = (), embedder: Embedder | None = None) -> Model:
    """A model of today's content. Seconds for the spelling, plus the embedding of every example."""
    samples = samples_of(library, entries, load_backgrounds())
    embed: Callable[[Sequence[str]], Floats] | None = None
    if embedder is not None and embedder.dimension:
        embed = embedder.encode_queries
    return train(samples, embed, fingerprint=fingerprint_of(embedder))


def fingerprint_of(embedder: Embedder | None) -> str:
    """One word that names the model whose vectors were learnt from."""
    return f"{embedder.name}@{embedder.revision}" if embedder is not None and embedder.dimension else ""


def train_router(
    library: Library, entries: Iterable[Headed], embedder: Embedder | None, directory: Path
) -> Model:
    """Learn from the content and keep the result in `directory`/router."""
    model = learn(library, entries, embedder)
    save(model, directory / FOLDER)
    return model


def open_router(
    directory: Path,
    library: Library,
    searcher: Searcher | None = None,
    listener: Listener | None = None,
    *,
    thresholds: Thresholds | None = None,
) -> Router:
    """The router kept in `directory`. Raises SettingsError: `model_missing`, `model_corrupt`."""
    model = load(directory / FOLDER)
    return Router(library, model, searcher=searcher, listener=listener, thresholds=thresholds)
