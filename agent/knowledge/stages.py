"""What one caller wishes of the stages of a search, put over those that are configured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.knowledge.boosting import Boost
from agent.knowledge.links import Plan
from agent.knowledge.retriever import Ranking


@dataclass(frozen=True, slots=True)
class Wishes:
    """What differs from the configured stages; None or nothing = as configured.

    `mode` is a rule of fusion (scoring.RULES), `diversity` the λ of MMR 0..1 (1 = off). `hops` follows links so far (0 = not at all),
    by the configured strategy, else `smart`. `device_model` and `tags` raise passages made for them (boosting.py).
    """

    mode: str | None = None
    diversity: float | None = None
    hops: int | None = None
    device_model: str = ""
    tags: Sequence[str] = ()

    def over(self, configured: Ranking) -> Ranking:
        """The stages to search with. Their values are checked by the search itself."""
        known = Boost(tuple(self.tags), self.device_model) if self.tags or self.device_model else None
        return replace(
            configured,
            mode=self.mode or configured.mode,
            diversity=self._diversity(configured.diversity),
            links=self._plan(configured.links),
            boost=known or configured.boost,
        )

    def _diversity(self, configured: float | None) -> float | None:
        """1 is off: among the hits nothing but the ranking counts then, which is the ranking itself."""
        wished = configured if self.diversity is None else self.diversity
        return None if wished == 1 else wished

    def _plan(self, configured: Plan | None) -> Plan | None:
        if self.hops is None:
            return configured
        return replace(configured or Plan(), hops=self.hops) if self.hops else None
