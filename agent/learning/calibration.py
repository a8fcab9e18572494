"""How sure a model may be: a temperature, and a leaning towards the labels that are met more often than they were taught.

How many samples a label has says how much was written about it, not how often it is met. With five examples a guide the
thousands of sentences about everything else outweigh the guides; with two hundred they do not. The leaning undoes that: it is
fitted on texts that the judging model had not seen, weighed as if each side had its expected share of them (prior shift:
Saerens, Latinne, Decaestecker 2002).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]

_LEAST = 1e-12
_TEMPERATURES: tuple[float, ...] = tuple(map(float, np.geomspace(0.4, 3.0, 40)))
_LEANINGS: tuple[float, ...] = tuple(round(-2 + step / 10, 1) for step in range(61))
ENOUGH = 40  # texts: fewer tell nothing


@dataclass(frozen=True, slots=True)
class Expected:
    """The labels that begin with `prefix` are the truth of `share` of all texts (0 < share < 1), however many samples they have."""

    prefix: str
    share: float

    def marks(self, labels: Sequence[str]) -> Doubles:
        """1 for each of these labels, 0 for the others."""
        return np.asarray([float(label.startswith(self.prefix)) for label in labels])


@dataclass(frozen=True, slots=True)
class Calibration:
    """`temperature` > 1 makes less sure (Guo et al. 2017); `leaning` is added to the log-odds of the expected labels."""

    temperature: float = 1.0
    leaning: float = 0.0

    def apply(self, probabilities: Doubles, marks: Doubles) -> Doubles:
        """Calibrated probabilities [..., labels]. `marks`: 1 where a label is an expected one."""
        scores = (np.log(np.maximum(probabilities, _LEAST)) + self.leaning * marks) / self.temperature
        raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def fitted(
    judged: Doubles, truths: NDArray[np.int64], weights: Doubles, marks: Doubles, share: float
) -> Calibration:
    """The calibration that makes `truths` likeliest. `judged` [texts, labels] by models that had not seen the texts.

    With fewer than `ENOUGH` texts nothing is changed; with texts of one side only, nothing leans.
    """
    if len(truths) < ENOUGH:
        return Calibration()
    side = marks[truths] > 0
    both = bool(side.any() and not side.all())
    shares = _shared(weights, side, share) if both else weights / weights.sum()
    scores = np.log(np.maximum(judged, _LEAST))
    found = [
        (loss, temperature, leaning)
        for temperature in _TEMPERATURES
        for leaning, loss in _losses(scores / temperature, truths, shares, marks, temperature, both).items()
    ]
    _, temperature, leaning = min(found)
    return Calibration(round(temperature, 4), leaning)


def _shared(weights: Doubles, side: NDArray[np.bool_], share: float) -> Doubles:
    """Weights of which the texts of one side have their expected share."""
    own, other = weights[side].sum(), weights[~side].sum()
    return np.asarray(np.where(side, weights * (share / own), weights * ((1 - share) / other)))


def _losses(
    scores: Doubles,
    truths: NDArray[np.int64],
    shares: Doubles,
    marks: Doubles,
    temperature: float,
    both: bool,
) -> dict[float, float]:
    """The mean negative log-likelihood of each leaning at one temperature."""
    true = scores[np.arange(len(truths)), truths]
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    top = scores.max(axis=-1)
    marked, others = raised @ marks, raised @ (1 - marks)
    losses = {}
    for leaning in _LEANINGS if both else (0.0,):
        whole = top + np.log(marked * np.exp(leaning / temperature) + others)
        leant = true + leaning / temperature * marks[truths]
        losses[leaning] = float((shares * (whole - leant)).sum())
    return losses
