"""From passages to places, and how sure an answer is."""

from __future__ import annotations

from collections.abc import Iterable

from agent.knowledge.entry import Entry


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
