"""Teaching a router when the index is built, and opening it again when the service starts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from agent.errors import SettingsError
from agent.knowledge.vectorcache import VectorCache
from agent.learning import FOLDS, Expected, Model, Sample, digest_of, load, save, train
from agent.learning.features import Floats
from agent.routing.background import Background, load_backgrounds
from agent.routing.router import Router
from agent.routing.samples import SCENARIO, Headed, samples_of
from agent.routing.values import Listener, Searcher, Thresholds
from agent.scenarios import Library

FOLDER = "router"
BATCH = 32  # texts between two signs of progress; a killed build goes on from the last one
Progress = Callable[[int, int], None]
# Of first messages some three in ten are taken to be faults that a guide is for, whether a guide has five examples or two
# hundred. Set on the tune split; from .3 to .5 it hardly matters (docs/quality.md).
MET = Expected(SCENARIO, 0.3)


class Embedder(Protocol):
    """What turns texts into vectors; `dimension` 0 = nothing does."""

    @property
    def name(self) -> str: ...
    @property
    def revision(self) -> str: ...
    @property
    def dimension(self) -> int: ...

    def encode_queries(self, texts: Sequence[str]) -> Floats: ...


@dataclass(frozen=True, slots=True)
class _Remembering:
    """An embedder that embeds a text once: teaching again after an edit costs only what was edited."""

    inner: Embedder
    cache: VectorCache
    progress: Progress

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def revision(self) -> str:
        return self.inner.revision

    @property
    def dimension(self) -> int:
        return self.inner.dimension

    def encode_queries(self, texts: Sequence[str]) -> Floats:
        digests = [hashlib.sha256(text.encode("utf-8")).hexdigest() for text in texts]
        named = dict(zip(digests, texts, strict=True))
        new = [(digest, text) for digest, text in named.items() if digest not in self.cache.known]
        for start in range(0, len(new), BATCH):
            batch = new[start : start + BATCH]
            rows = self.inner.encode_queries([text for _, text in batch])
            for (digest, _), row in zip(batch, rows, strict=True):
                self.cache.keep(digest, row)
            self.progress(start + len(batch), len(new))
        return np.stack([self.cache.known[digest] for digest in digests])


def learn(
    library: Library,
    entries: Iterable[Headed] = (),
    embedder: Embedder | None = None,
    *,
    backgrounds: Sequence[Background] | None = None,
    folds: int = FOLDS,
) -> Model:
    """A model of today's content. Seconds for the spelling, plus the embedding of every example.

    `backgrounds`: what needs no guide; None = the sentences shipped.
    """
    used = load_backgrounds() if backgrounds is None else backgrounds
    return _learnt(samples_of(library, entries, used), embedder, folds)


def learn_again(
    library: Library,
    entries: Iterable[Headed],
    embedder: Embedder | None,
    directory: Path,
    backgrounds: Sequence[Background],
) -> Model:
    """Like `learn`, with the vectors that `train_router` kept in `directory`; the model itself is not kept."""
    if embedder is None or not embedder.dimension:
        return learn(library, entries, backgrounds=backgrounds)
    with VectorCache(directory / FOLDER, fingerprint_of(embedder), embedder.dimension) as cache:
        remembering = _Remembering(embedder, cache, lambda done, total: None)
        return learn(library, entries, remembering, backgrounds=backgrounds)


def _learnt(samples: Sequence[Sample], embedder: Embedder | None, folds: int) -> Model:
    embed: Callable[[Sequence[str]], Floats] | None = None
    if embedder is not None and embedder.dimension:
        embed = embedder.encode_queries
    return train(samples, embed, fingerprint=fingerprint_of(embedder), folds=folds, expected=MET)


def fingerprint_of(embedder: Embedder | None) -> str:
    """One word that names the model whose vectors were learnt from."""
    return f"{embedder.name}@{embedder.revision}" if embedder is not None and embedder.dimension else ""


def train_router(
    library: Library,
    entries: Iterable[Headed],
    embedder: Embedder | None,
    directory: Path,
    *,
    folds: int = FOLDS,
    progress: Progress = lambda done, total: None,
) -> Model:
    """Learn from the content and keep the result in `directory`/router; what is kept and still true is not relearnt.

    `progress(done, total)` counts the texts that go through the embedder.
    """
    folder = directory / FOLDER
    samples = samples_of(library, entries, load_backgrounds())
    kept = _kept(folder)
    if kept is not None and kept.digest == digest_of(samples, fingerprint_of(embedder), MET):
        return kept
    if embedder is None or not embedder.dimension:
        model = _learnt(samples, None, folds)
    else:
        with VectorCache(folder, fingerprint_of(embedder), embedder.dimension) as cache:
            model = _learnt(samples, _Remembering(embedder, cache, progress), folds)
    save(model, folder)
    return model


def _kept(folder: Path) -> Model | None:
    try:
        return load(folder)
    except SettingsError:
        return None


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
