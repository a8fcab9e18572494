"""Teaching a router when the index is built, and opening it again when the service starts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from agent.errors import SettingsError
from agent.knowledge.vectorcache import VectorCache
from agent.learning import FOLDS, Expected, Model, Sample, digest_of, load, save, train
from agent.learning.features import Floats
from agent.routing.background import Background, load_backgrounds
from agent.routing.meaning import Meaning
from agent.routing.router import Router
from agent.routing.samples import SCENARIO, Headed, samples_of
from agent.routing.values import Listener, Searcher, Thresholds
from agent.scenarios import Library

FOLDER = "router"
BATCH = 256  # texts between two signs of progress; a killed build goes on from the last one
Progress = Callable[[int, int], None]
# Of first messages some three in ten are taken to be faults that a guide is for, whether a guide has five examples or two
# hundred. Set on the tune split; from .3 to .5 it hardly matters (docs/quality.md).
MET = Expected(SCENARIO, 0.3)


@dataclass(frozen=True, slots=True)
class _Remembering:
    """Has a text read once: teaching again after an edit costs only what was edited."""

    inner: Meaning
    cache: VectorCache
    progress: Progress

    @property
    def fingerprint(self) -> str:
        return self.inner.fingerprint

    @property
    def dimension(self) -> int:
        return self.inner.dimension

    def of(self, texts: Sequence[str], languages: Sequence[str]) -> Floats:
        told = list(zip(texts, languages, strict=True))
        digests = [told_digest(*each) for each in told]
        named = dict(zip(digests, told, strict=True))
        new = [(digest, each) for digest, each in named.items() if digest not in self.cache.known]
        for start in range(0, len(new), BATCH):
            batch = new[start : start + BATCH]
            rows = self.inner.of(*zip(*(each for _, each in batch), strict=True))
            for (digest, _), row in zip(batch, rows, strict=True):
                self.cache.keep(digest, row)
            self.progress(start + len(batch), len(new))
        return np.stack([self.cache.known[digest] for digest in digests])


def told_digest(text: str, language: str) -> str:
    """What the vector of a message is kept under: the SHA-256 of its text and language, in hex."""
    return hashlib.sha256(f"{text}\n{language}".encode()).hexdigest()


def learn(
    library: Library,
    entries: Iterable[Headed] = (),
    meaning: Meaning | None = None,
    *,
    backgrounds: Sequence[Background] | None = None,
    folds: int = FOLDS,
) -> Model:
    """A model of today's content. A minute for the spelling, plus what `meaning` takes for every example.

    `backgrounds`: what needs no guide; None = the sentences shipped.
    """
    used = load_backgrounds() if backgrounds is None else backgrounds
    return _learnt(samples_of(library, entries, used), meaning, folds)


def learn_again(
    library: Library,
    entries: Iterable[Headed],
    meaning: Meaning | None,
    directory: Path,
    backgrounds: Sequence[Background],
) -> Model:
    """Like `learn`, with the vectors that `train_router` kept in `directory`; the model itself is not kept."""
    if meaning is None:
        return learn(library, entries, backgrounds=backgrounds)
    with VectorCache(directory / FOLDER, meaning.fingerprint, meaning.dimension) as cache:
        remembering = _Remembering(meaning, cache, lambda done, total: None)
        return learn(library, entries, remembering, backgrounds=backgrounds)


def _learnt(samples: Sequence[Sample], meaning: Meaning | None, folds: int) -> Model:
    embed = meaning.of if meaning is not None else None
    return train(samples, embed, fingerprint=_fingerprint(meaning), folds=folds, expected=MET)


def _fingerprint(meaning: Meaning | None) -> str:
    return meaning.fingerprint if meaning is not None else ""


def train_router(
    library: Library,
    entries: Iterable[Headed],
    meaning: Meaning | None,
    directory: Path,
    *,
    folds: int = FOLDS,
    progress: Progress = lambda done, total: None,
) -> Model:
    """Learn from the content and keep the result in `directory`/router; what is kept and still true is not relearnt.

    `meaning` None = by spelling alone. `progress(done, total)` counts the texts whose vectors are worked out.
    """
    folder = directory / FOLDER
    samples = samples_of(library, entries, load_backgrounds())
    kept = _kept(folder)
    if kept is not None and kept.digest == digest_of(samples, _fingerprint(meaning), MET):
        return kept
    if meaning is None:
        model = _learnt(samples, None, folds)
    else:
        with VectorCache(folder, meaning.fingerprint, meaning.dimension) as cache:
            model = _learnt(samples, _Remembering(meaning, cache, progress), folds)
            cache.alone()
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
    meaning: Meaning | None = None,
    thresholds: Thresholds | None = None,
) -> Router:
    """The router kept in `directory`. Raises SettingsError: `model_missing`, `model_corrupt`."""
    model = load(directory / FOLDER)
    return Router(
        library, model, searcher=searcher, listener=listener, meaning=meaning, thresholds=thresholds
    )
