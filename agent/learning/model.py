"""A trained classifier as plain arrays: what it has learnt, and how it judges a text. Needs only numpy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from agent.learning.calibration import Calibration, Doubles, Expected
from agent.learning.features import Floats, Indices, Vocabulary

_LEAST = 1e-9


def softmax(scores: Doubles) -> Doubles:
    """Scores [..., classes] as probabilities."""
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


@dataclass(frozen=True, slots=True)
class Linear:
    """Multinomial logistic regression: `weights` [features, classes], `bias` [classes]."""

    weights: Floats
    bias: Floats

    def sparse(self, places: Indices, values: Floats) -> Doubles:
        """Probabilities of a vector given by its non-zero places."""
        return softmax((values @ self.weights[places] + self.bias).astype(np.float64))

    def dense(self, vector: Floats) -> Doubles:
        """Probabilities of a full vector, or of a row each (a sparse matrix will do)."""
        return softmax((vector @ self.weights + self.bias).astype(np.float64))


@dataclass(frozen=True, slots=True)
class Centre:
    """Embeddings made comparable: minus the mean of the training texts, then length 1."""

    mean: Floats

    def fits(self, vector: Floats) -> bool:
        """Whether `vector` has the length of those learnt from: another embedder's is of no use."""
        return vector.shape[-1:] == self.mean.shape

    def apply(self, vectors: Floats) -> Floats:
        """Centred, normalised vectors; one vector or a row each."""
        moved = vectors - self.mean
        length = np.linalg.norm(moved, axis=-1, keepdims=True)
        return np.asarray(moved / np.maximum(length, _LEAST), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Meanings:
    """The half of the classifier that works on embeddings of one embedder (`fingerprint`)."""

    centre: Centre
    linear: Linear
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Model:
    """Labels and how to tell them apart by spelling and, where embeddings are at hand, by meaning.

    `calibrations` are of each language, apart for "spelling" alone and for "both" halves together.
    """

    labels: tuple[str, ...]
    vocabulary: Vocabulary
    spelling: Linear
    meanings: Meanings | None = None
    calibrations: Mapping[str, Mapping[str, Calibration]] = field(default_factory=dict)
    expected: Expected | None = None
    digest: str = ""

    def judge(self, text: str, language: str, vector: Floats | None = None) -> dict[str, float]:
        """The probability of every label. Without `vector` (an embedding of `text`) spelling decides alone."""
        judged = self.spelling.sparse(*self.vocabulary.vector(text, language))
        mode = "spelling"
        if vector is not None and self.meanings is not None and self.meanings.centre.fits(vector):
            by_meaning = self.meanings.linear.dense(self.meanings.centre.apply(vector))
            judged, mode = (judged + by_meaning) / 2, "both"
        return self.calibrated(judged, mode, language)

    def calibrated(self, judged: Doubles, mode: str, language: str) -> dict[str, float]:
        """The probability of every label after what the models said of it: of spelling alone, or of "both"."""
        marks = self.expected.marks(self.labels) if self.expected else np.zeros(len(self.labels))
        calibration = self.calibrations.get(mode, {}).get(language, Calibration())
        return dict(zip(self.labels, map(float, calibration.apply(judged, marks)), strict=True))

    def familiar(self, text: str) -> float:
        """How much of `text` is made of letters that go together in what was learnt, 0..1."""
        return self.vocabulary.known(text)
