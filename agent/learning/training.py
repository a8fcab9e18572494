"""Learning from labelled texts: two logistic models whose probabilities are averaged, calibrated by folds.

Averaging beat one model on joined features and stacking on this domain (measured beforehand). Runs when the index
is built; scikit-learn is imported here and nowhere else, and only when training.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from agent.learning.calibration import Calibration, Doubles, Expected, fitted
from agent.learning.features import Features, Floats, Taken, Vocabulary, vocabulary_of
from agent.learning.model import Centre, Linear, Meanings, Model
from agent.threads import side_by_side

_Held = TypeVar("_Held", bound=Hashable)
Embed = Callable[[Sequence[str], Sequence[str]], Floats]
"""Texts and the language of each to vectors [n, d], encoded the way a message is."""

FOLDS = 5
_WAY = 5  # raise it when the same samples are learnt in another way, so that kept models are learnt anew
# At 1e-3 the fit is stopped on its way: a few samples more, or another processor, moved probabilities by up to .5, and
# 2 of 100 unseen messages more were judged wrong (docs/decisions.md, 60).
_ROUNDS, _CLOSE_ENOUGH = 200, 3e-5
_PLENTY = 200  # texts of a language, of the expected labels and of the others: more folds would tell no more


@dataclass(frozen=True, slots=True)
class Sample:
    """One text whose label is known. Samples of one `group` are variants of one text: never split over folds.

    `means` is the text whose vector it has, where that is not its own: the same words spelt otherwise mean the same.
    """

    text: str
    label: str
    language: str
    weight: float = 1.0
    group: str = ""
    variant: bool = False
    means: str = ""


@dataclass(frozen=True, slots=True)
class Strengths:
    """Inverse regularisation of the two models: small = careful. Chosen by cross-validation on the examples."""

    spelling: float = 100.0
    meanings: float = 10.0


def train(
    samples: Sequence[Sample],
    embed: Embed | None = None,
    *,
    fingerprint: str = "",
    strengths: Strengths | None = None,
    folds: int = FOLDS,
    expected: Expected | None = None,
) -> Model:
    """A calibrated model of `samples`. Deterministic. `fingerprint` names the embedder behind `embed`.

    `folds` of cross-validation calibrate it; with fewer than two it stays as sure as it was fitted (faster). `expected`: the
    share of texts that some labels are the truth of; None = as among the samples.
    Raises ValueError when there are fewer than two labels.
    """
    data = _prepared(samples, embed)
    strengths = strengths or Strengths()
    if len(data.labels) < 2:
        raise ValueError("a classifier needs samples of at least two labels")
    with ThreadPoolExecutor(side_by_side()) as threads:
        model = threads.submit(_fitted, data, np.arange(len(samples)), strengths, fingerprint)
        calibrations = _calibrated(data, strengths, folds, expected, threads) if folds > 1 else {}
    digest = digest_of(samples, fingerprint, expected)
    return replace(model.result(), calibrations=calibrations, expected=expected, digest=digest)


@dataclass(frozen=True, slots=True)
class _Data:
    """Samples made ready. `lexical` [n, features] and `vectors` [n, d], a row each; rows that are equal for certain have the
    same number in `spelt` and in `meant`."""

    samples: tuple[Sample, ...]
    labels: tuple[str, ...]
    targets: NDArray[np.int64]
    weights: Doubles
    vocabulary: Vocabulary
    lexical: Any
    spelt: NDArray[np.int64]
    vectors: Floats | None
    meant: NDArray[np.int64]


def _prepared(samples: Sequence[Sample], embed: Embed | None) -> _Data:
    labels = tuple(sorted({sample.label for sample in samples}))
    place = {label: number for number, label in enumerate(labels)}
    taken = Taken()
    vocabulary = vocabulary_of(
        ((sample.text, sample.language, sample.group or sample.text) for sample in samples), taken=taken
    )
    apart = [taken.of(sample.text, sample.language) for sample in samples]
    told = [(sample.means or sample.text, sample.language) for sample in samples]
    meant, texts = _numbered(told)
    vectors = np.asarray(embed(*zip(*texts, strict=True)), dtype=np.float32)[meant] if embed else None
    return _Data(
        samples=tuple(samples),
        labels=labels,
        targets=np.asarray([place[sample.label] for sample in samples]),
        weights=_weights(samples),
        vocabulary=vocabulary,
        lexical=_matrix(apart, vocabulary),
        spelt=_numbered([id(features) for features in apart])[0],
        vectors=vectors,
        meant=meant,
    )


def _numbered(held: Sequence[_Held]) -> tuple[NDArray[np.int64], list[_Held]]:
    """The number of each among the different ones, and these in order."""
    numbers = {each: number for number, each in enumerate(dict.fromkeys(held))}
    return np.asarray([numbers[each] for each in held], dtype=np.int64), list(numbers)


def _weights(samples: Sequence[Sample]) -> Doubles:
    """Each sample's weight, tempered by how common its label is (square root of the balanced weight)."""
    total: dict[str, float] = defaultdict(float)
    for sample in samples:
        total[sample.label] += sample.weight
    mean = sum(total.values()) / len(total)
    return np.asarray([sample.weight * (mean / total[sample.label]) ** 0.5 for sample in samples])


def _matrix(apart: Sequence[Features], vocabulary: Vocabulary) -> Any:
    from scipy.sparse import csr_matrix  # noqa: PLC0415  (only when training)

    each = {id(features): features for features in apart}  # texts that are spelt alike share theirs
    weighed = {which: vocabulary.weighed(features) for which, features in each.items()}
    rows = [weighed[id(features)] for features in apart]
    ends = np.cumsum([0, *(len(places) for places, _ in rows)])
    places = np.concatenate([row[0] for row in rows])
    values = np.concatenate([row[1] for row in rows])
    return csr_matrix((values, places, ends), shape=(len(rows), len(vocabulary)))


def _fitted(data: _Data, rows: NDArray[np.int64], strengths: Strengths, fingerprint: str) -> Model:
    spelling = _logistic(data.lexical, data, rows, data.spelt, strengths.spelling)
    meanings = None
    if data.vectors is not None:
        centre = Centre(data.vectors[rows].mean(axis=0))
        vectors = centre.apply(data.vectors)
        linear = _logistic(vectors, data, rows, data.meant, strengths.meanings)
        meanings = Meanings(centre, linear, fingerprint)
    return Model(data.labels, data.vocabulary, spelling, meanings)


def _logistic(
    matrix: Any, data: _Data, rows: NDArray[np.int64], equal: NDArray[np.int64], strength: float
) -> Linear:
    """Fitted on `rows` of `matrix`; those that are `equal` and of one label count as one with their weights together."""
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415  (800 ms to import: only when training)

    kinds = equal[rows] * len(data.labels) + data.targets[rows]
    _, first, kind_of = np.unique(kinds, return_index=True, return_inverse=True)
    once = rows[first]
    # L-BFGS takes twice as long to come as near to the end
    solver = LogisticRegression(C=strength, solver="newton-cg", max_iter=_ROUNDS, tol=_CLOSE_ENOUGH)
    fitted = solver.fit(matrix[once], data.targets[once], np.bincount(kind_of, weights=data.weights[rows]))
    weights = np.zeros((matrix.shape[1], len(data.labels)), dtype=np.float32)
    bias = np.full(len(data.labels), -30.0, dtype=np.float32)  # a label missing from a fold is never chosen
    coefficients, intercepts = fitted.coef_, fitted.intercept_
    if len(fitted.classes_) == 2:
        coefficients, intercepts = (
            np.vstack([-coefficients, coefficients]) / 2,
            np.array([-1, 1]) * intercepts / 2,
        )
    weights[:, fitted.classes_] = coefficients.T
    bias[fitted.classes_] = intercepts
    return Linear(weights, bias)


# --- calibration ---------------------------------------------------------------------------------------------


def _calibrated(
    data: _Data, strengths: Strengths, folds: int, expected: Expected | None, threads: Executor
) -> Mapping[str, Mapping[str, Calibration]]:
    """What gives unseen samples the likeliest probabilities, for each mode and language."""
    tested, spelling, both = out_of_fold(data, strengths, folds, expected, threads)
    modes = {"spelling": spelling, **({"both": both} if data.vectors is not None else {})}
    languages = sorted({sample.language for sample in data.samples})
    return {
        mode: {language: _calibration(data, tested, judged, language, expected) for language in languages}
        for mode, judged in modes.items()
    }


def out_of_fold(
    data: _Data,
    strengths: Strengths,
    count: int = FOLDS,
    expected: Expected | None = None,
    threads: Executor | None = None,
) -> tuple[NDArray[np.bool_], Doubles, Doubles]:
    """What models that never saw a sample (nor a variant of it) say of it: by spelling, and by both halves; and of which
    samples they were asked at all. `count` > 1; fewer folds are left out in turn where those before tell enough. They are
    fitted side by side on `threads`, one after the other without."""
    spelling = np.zeros((len(data.samples), len(data.labels)))
    both = np.zeros_like(spelling)
    folds = np.asarray([_fold_of(sample, count) for sample in data.samples])
    asked = next((some for some in range(2, count) if _is_plenty(data, folds < some, expected)), count)
    left_in = [np.flatnonzero(folds != fold) for fold in range(asked)]
    models = (threads.map if threads else map)(lambda rows: _fitted(data, rows, strengths, ""), left_in)
    for fold, model in enumerate(models):
        rows = np.flatnonzero(folds == fold)
        spelling[rows] = both[rows] = model.spelling.dense(data.lexical[rows])
        if data.vectors is not None and model.meanings is not None:
            vectors = model.meanings.centre.apply(data.vectors[rows])
            both[rows] = (spelling[rows] + model.meanings.linear.dense(vectors)) / 2
    return folds < asked, spelling, both


def _is_plenty(data: _Data, tested: NDArray[np.bool_], expected: Expected | None) -> bool:
    """Whether the samples tested tell enough of every language, and of both sides where some labels are expected."""
    marks = expected.marks(data.labels) if expected else np.zeros(len(data.labels))
    told = Counter(
        (sample.language, bool(marks[target]))
        for sample, target, known in zip(data.samples, data.targets, tested, strict=True)
        if known and not sample.variant
    )
    sides = (True, False) if expected else (False,)
    languages = {sample.language for sample in data.samples}
    return all(told[language, side] >= _PLENTY for language in languages for side in sides)


def _fold_of(sample: Sample, count: int) -> int:
    return int(hashlib.sha256((sample.group or sample.text).encode("utf-8")).hexdigest()[:8], 16) % count


def _calibration(
    data: _Data, tested: NDArray[np.bool_], judged: Doubles, language: str, expected: Expected | None
) -> Calibration:
    own = [
        row
        for row, sample in enumerate(data.samples)
        if tested[row] and sample.language == language and not sample.variant
    ]
    rows = np.asarray(own, dtype=np.int64)
    weights = np.asarray([data.samples[row].weight for row in own])
    marks = expected.marks(data.labels) if expected else np.zeros(len(data.labels))
    return fitted(judged[rows], data.targets[rows], weights, marks, expected.share if expected else 0.5)


def digest_of(samples: Sequence[Sample], fingerprint: str = "", expected: Expected | None = None) -> str:
    """16 hex over everything a model is learnt from: tells whether it has to be learnt again."""
    heart = hashlib.sha256(f"{_WAY} {fingerprint} {expected}".encode())
    for sample in samples:
        told = (sample.label, sample.language, sample.weight, sample.text, sample.group, sample.means)
        heart.update(repr((*told, sample.variant)).encode())
    return heart.hexdigest()[:16]
