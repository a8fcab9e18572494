"""Which of a step's answers a reply is held against by its words."""

from __future__ import annotations

from agent.scenarios import Outcome, Step
from agent.understanding.facts import KNOWN, WIRED


def held_against(step: Step, outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    """All answers but that it works by cable, where something else is asked: it says nothing of lamps, and is taken where it is
    stated (`by_cable`). Held against it, „visos lemputės vietoje“ would be likest to it."""
    if step.fact == WIRED:
        return outcomes
    return tuple(each for each in outcomes if each.id not in KNOWN[WIRED])
