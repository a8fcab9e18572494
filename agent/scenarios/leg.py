"""How a walk goes on from one place of an exploration."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from agent.scenarios.answers import Answer

# The node before the first move.
START: Hashable = ("begin",)


@dataclass(frozen=True, slots=True)
class Leg:
    """How a walk goes on from a node: the answer given there (None: it was not waiting for one), the facts it needs."""

    node: Hashable
    answer: Answer | None = None
    facts: tuple[tuple[str, object], ...] = ()
