"""What a search gives: hits with the score of every stage, and how it went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agent.knowledge.entry import Entry
from agent.knowledge.ranking import WIDEST, geometric


@dataclass(frozen=True, slots=True)
class Hit:
    """A found entry. `score` is the probability of relevance; `scores` holds every stage; `why` is for people."""

    entry: Entry
    score: float
    scores: Mapping[str, float] = field(default_factory=dict)
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """Hits, best first. `degraded` = vectors were not available. `timings` in milliseconds by stage.

    `linked` are hits that only links led to; their `link` score says how strongly, their `score` how probable they
    are by themselves. `alpha` is the weight of meaning that was used, `cached` whether the result was kept. `variance` is that
    of the best fused scores and `overlap` that of both sides' best (see ranking.py), before the threshold; None where there is
    nothing to compare, and where nobody counts searches or asks to explain one.
    """

    hits: tuple[Hit, ...]
    degraded: bool = False
    timings: Mapping[str, float] = field(default_factory=dict)
    alpha: float = 0.7
    generation: str = ""
    notes: tuple[str, ...] = ()
    linked: tuple[Hit, ...] = ()
    cached: bool = False
    variance: float | None = None
    overlap: float | None = None

    @property
    def confidence(self) -> float:
        """The calibrated probability of the best hit; 0 without one."""
        return max((hit.score for hit in self.hits), default=0.0)

    @property
    def geometric_confidence(self) -> float | None:
        """The confidence, the spread of the scores and the agreement of both sides as one number (see `geometric`)."""
        if self.variance is None or self.overlap is None:
            return None
        return geometric(self.confidence, self.variance / WIDEST, self.overlap)
