"""How a walk goes on from one place of an exploration."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from agent.scenarios.answers import Answer

# The node before the first move.
START: Hashable = ("begin",)


class Leg(NamedTuple):
    """How a walk goes on from a node: the answer given there (None: it was not waiting for one), the facts it needs.

    A tuple, because an exploration makes hundreds of thousands of them.
    """

    node: Hashable
    answer: Answer | None = None
    facts: tuple[tuple[str, object], ...] = ()
