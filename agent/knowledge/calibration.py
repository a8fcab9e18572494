"""From the scores of both sides to a probability of relevance.

Thresholds apply to this probability, so that .5 means the same for every model. A fused score (best hits lie near .5,
depending on the model) must never meet a threshold.

The curves are fitted by `benchmarks/fit_retrieval.py` on labelled questions and shipped in calibrations.json, one per
model (name and revision) and kind of keyword score. A model that is not listed gets a default curve, and the index
says `uncalibrated`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

FILE = Path(__file__).with_name("calibrations.json")
UNCALIBRATED = "uncalibrated"
FEATURES = frozenset(
    {"semantic", "semantic_lead", "keyword", "keyword_lead", "known", "matched", "support", "nearness"}
)
_STEEPEST = 60.0

Floats = NDArray[np.floating]


def logistic(score: float, mid: float, slope: float) -> float:
    """1 / (1 + exp(−slope · (score − mid))), safe for any finite score."""
    return 1 / (1 + math.exp(-max(-_STEEPEST, min(_STEEPEST, slope * (score - mid)))))


@dataclass(frozen=True, slots=True)
class Curve:
    """A logistic curve over a weighted sum of features (names of scores, 0..1), at most `cap`.

    `brier` is the mean squared error of its probabilities on questions it was not fitted on (0 = perfect, .25 = always
    one half), `positives` and `negatives` how many passages it was fitted on, `typical` the means of the features there.
    """

    weights: Mapping[str, float]
    intercept: float
    cap: float = 1.0
    status: str = UNCALIBRATED
    brier: float | None = None
    positives: int = 0
    negatives: int = 0
    typical: Mapping[str, float] = field(default_factory=dict)

    def parts(self, scores: Mapping[str, float]) -> dict[str, float]:
        """What each feature adds to the log-odds of one row, against its mean where the curve was fitted; most first."""
        found = {
            name: weight * (scores[name] - self.typical.get(name, 0.0))
            for name, weight in self.weights.items()
        }
        return dict(sorted(found.items(), key=lambda item: (-abs(item[1]), item[0])))

    def probability(self, columns: Mapping[str, Floats | float], count: int) -> Floats:
        """The probability of each of `count` rows; a feature is a column or one number for all rows."""
        total, weights, features = self.intercept, list[float](), list[Floats]()
        for name, weight in self.weights.items():
            feature = columns[name]
            if isinstance(feature, np.ndarray):
                weights.append(0.5 * weight)
                features.append(feature)
            else:
                total += weight * feature
        # 1 / (1 + exp(−x)) = .5 + .5 · tanh(x / 2), without an overflow for any x
        halves: Floats = (
            np.array(weights).dot(np.array(features, dtype=np.float64)) if features else np.zeros(count)
        )
        halves += 0.5 * total
        found = np.tanh(halves, out=halves)
        found *= 0.5
        found += 0.5
        return found if self.cap >= 1 else np.minimum(found, self.cap)


def line(semantic: float, keyword: float, mid: float, slope: float, cap: float = 1.0) -> Curve:
    """A curve set by hand: slope · (semantic · s + keyword · k − mid)."""
    weights = {name: slope * share for name, share in (("semantic", semantic), ("keyword", keyword)) if share}
    return Curve(weights, -slope * mid, cap)


# The pilot's three points (mid .445, slope 6.05 on the centred cosine) are where an unknown model begins.
_PILOT = line(0.7, 0.3, 0.445, 6.05)
_BY_HAND: Mapping[str, Curve] = {"hash": line(0.7, 0.3, 0.3, 14.0)}
# Words alone cannot make sure: what they find is capped.
_WORDS: Mapping[str, Curve] = {
    "tfidf": line(0.0, 1.0, 0.19, 20.0, 0.8),
    "bm25": line(0.0, 1.0, 0.3, 12.0, 0.8),
    "both": line(0.0, 1.0, 0.25, 16.0, 0.8),
}


@dataclass(frozen=True, slots=True)
class Calibration:
    """The curves of one index: `meaning` with vectors and `words` without, by kind of keyword score."""

    meaning: Mapping[str, Curve] = field(default_factory=dict)
    words: Mapping[str, Curve] = field(default_factory=lambda: dict(_WORDS))
    data: str = ""

    def curve(self, kind: str, degraded: bool) -> Curve:
        """The curve for a keyword score of `kind`, with vectors or (`degraded`) without."""
        return self.words.get(kind, _WORDS["tfidf"]) if degraded else self.meaning.get(kind, _PILOT)

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def calibration_of(model: str, revision: str, file: Path = FILE) -> Calibration:
    """The curves shipped for this very model, or default ones."""
    shipped = _shipped(file)
    by_hand = _BY_HAND.get(model, _PILOT)
    fitted = shipped.get("models", {}).get(f"{model}@{revision}", {})
    default = dict.fromkeys(_WORDS, by_hand)
    return Calibration(
        {**default, **_curves(fitted)},
        {**_WORDS, **_curves(shipped.get("words", {}))},
        shipped.get("data", ""),
    )


def from_plain(plain: Mapping[str, Any]) -> Calibration:
    """The inverse of `Calibration.plain`. Raises TypeError, ValueError or KeyError for anything else."""
    found = Calibration(_curves(plain["meaning"]), _curves(plain["words"]), str(plain["data"]))
    strange = {
        name for curve in (*found.meaning.values(), *found.words.values()) for name in curve.weights
    } - FEATURES
    if strange:
        raise ValueError(f"a curve has features that no search gives: {', '.join(sorted(strange))}")
    return found


def _curves(table: Mapping[str, Mapping[str, Any]]) -> dict[str, Curve]:
    return {kind: Curve(**values) for kind, values in table.items()}


@cache
def _shipped(file: Path) -> Mapping[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found
