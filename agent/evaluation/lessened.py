"""An index that lacks one part, made from a whole one: to measure what that part does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from agent.knowledge import Calibration, Index
from agent.knowledge.analysis import stem, unstemmed
from agent.knowledge.calibration import Curve
from agent.knowledge.index import read_otherwise
from agent.knowledge.vectors import AUTO, FaissIndex, chosen_kind


def without_lexicon(index: Index) -> Index:
    """The names of one thing are as many words."""
    return read_otherwise(index, stem)


def without_stems(index: Index) -> Index:
    """Each form of a word is a word of its own, unless the lexicon names it."""
    return read_otherwise(index, unstemmed)


def without_centring(index: Index) -> Index:
    """Cosines as the model gives them: the mean of the corpus is not taken off."""
    if index.vectors is None or index.centre is None:
        return index
    kind = chosen_kind(AUTO, len(index.vectors))
    return replace(index, side=FaissIndex(index.vectors, np.zeros_like(index.centre), kind))


def without_sign(index: Index, name: str) -> Index:
    """The probability without one of its features (see calibration.py); the others keep their weights."""
    told = index.calibration
    return replace(
        index,
        calibration=Calibration(
            {kind: _less(curve, name) for kind, curve in told.meaning.items()},
            {kind: _less(curve, name) for kind, curve in told.words.items()},
            told.data,
        ),
    )


def _less(curve: Curve, name: str) -> Curve:
    """The feature stands at its mean for every passage: what it usually adds stays in, so that thresholds keep their place."""
    if name not in curve.weights:
        return curve
    usual = curve.weights[name] * curve.typical.get(name, 0.0)
    weights = {each: weight for each, weight in curve.weights.items() if each != name}
    return replace(curve, weights=weights, intercept=curve.intercept + usual)
