"""`agent check --company`: whether guides take each other's customers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from agent.errors import Problem, Severity
from agent.material import Material, entries
from agent.settings import Settings

if TYPE_CHECKING:
    from agent.learning import Embed, Model, Sample

_FOLDS = 5
# Taken by another guide for certain, not merely a little likelier there.
_SURE = 0.6


def company(settings: Settings, material: Material) -> tuple[Problem, ...]:
    """Nearly equal examples of two guides, and examples that a router which never saw them sends to another guide."""
    from agent.scenarios.company import near_duplicates  # noqa: PLC0415  (only here)

    return tuple(sorted((*near_duplicates(material.library), *_stolen(settings, material))))


def _stolen(settings: Settings, material: Material) -> Iterator[Problem]:
    """Each example, left out of what is learned, still goes home: learned in parts, each judged by all the others."""
    from agent.learning import train  # noqa: PLC0415  (loads scikit-learn)
    from agent.routing.background import load_backgrounds  # noqa: PLC0415  (with it)
    from agent.routing.samples import SCENARIO, samples_of  # noqa: PLC0415  (with it)

    embed = _embedding(settings)
    samples = samples_of(material.library, entries(material), load_backgrounds())
    for fold in range(_FOLDS):
        rest = [sample for sample in samples if _fold_of(sample) != fold]
        model = train(rest, embed, folds=0)
        for sample in samples:
            home = sample.label.removeprefix(SCENARIO)
            if (
                _fold_of(sample) != fold
                or sample.variant
                or sample.text not in _examples(material, home, sample.language)
            ):
                continue
            taken = _taken(model, sample, embed)
            if taken != sample.label and taken.startswith(SCENARIO):
                yield _problem(material, home, sample, taken.removeprefix(SCENARIO))


def _examples(material: Material, name: str, language: str) -> Sequence[str]:
    scenario = material.library.get(name)
    return scenario.examples.get(language, ()) if scenario else ()


def _taken(model: Model, sample: Sample, embed: Embed | None) -> str:
    """The label a model is sure of; the sample's own when it is sure of none."""
    vector = embed([sample.text], [sample.language])[0] if embed else None
    judged = model.judge(sample.text, sample.language, vector)
    best = max(judged, key=lambda label: judged[label])
    return best if judged[best] >= _SURE else sample.label


def _problem(material: Material, home: str, sample: Sample, taken: str) -> Problem:
    scenario = material.library[home]
    return Problem(
        scenario.file,
        scenario.line,
        Severity.WARNING,
        "example_stolen",
        f'a router that has not seen the {sample.language} example "{sample.text}" takes it for {taken}',
        f"give {home} more examples like it, or look at those of {taken}",
    )


def _embedding(settings: Settings) -> Embed | None:
    """What the router hears messages with, each text read once; None when there is nothing."""
    import numpy as np  # noqa: PLC0415  (heavy)

    from agent.bootstrap import embedder_of, meaning_of  # noqa: PLC0415  (loads the embedder)

    meaning = meaning_of(settings, embedder_of(settings))
    if meaning is None:
        return None
    known: dict[tuple[str, str], Any] = {}

    def embed(texts: Sequence[str], languages: Sequence[str]) -> Any:
        told = list(zip(texts, languages, strict=True))
        new = [each for each in dict.fromkeys(told) if each not in known]
        if new:
            known.update(zip(new, meaning.of(*zip(*new, strict=True)), strict=True))
        return np.stack([known[each] for each in told])

    return embed


def _fold_of(sample: Sample) -> int:
    """Variants of one text stay together."""
    return int(hashlib.sha256((sample.group or sample.text).encode()).hexdigest()[:8], 16) % _FOLDS
