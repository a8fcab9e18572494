"""What was heard, less the danger that the router does not believe in. Where a question is open no danger is doubted: who
stands before the box and is asked about it knows what they see. At "which of these?" nobody was asked about a box."""

from __future__ import annotations

from dataclasses import replace

from agent.dialogue.state import Hearing
from agent.routing import Router
from agent.understanding import Reading
from agent.understanding.acts import DANGER, DANGERS

SOUNDS_SO = 0.7  # so surely a message sounds like danger that nothing but words could doubt it where a question is open


def believed(hearing: Hearing, text: str, router: Router, *, clarifying: bool = False) -> Hearing:
    """`hearing` of a message that answers no question but which matter it is (`clarifying`), without a danger that `router` does
    not believe in; why, stands in its evidence. What it half believes in is told to be unsure."""
    if hearing.reading is not None and not clarifying:
        return hearing
    danger = next((act for act in hearing.acts if act.name == DANGER), None)
    if clarifying and danger is not None and danger.confidence >= SOUNDS_SO:
        return hearing
    doubt = router.doubts(danger, text, hearing.language) if danger is not None else None
    if doubt is None:
        unsure = danger is not None and router.half_believes(danger, text, hearing.language)
        return replace(hearing, unsure=True) if unsure else hearing
    kept = tuple(act for act in hearing.acts if act.name not in DANGERS)
    reading = hearing.reading
    if reading is not None and reading.act == DANGER:
        reading = Reading("unclear", evidence=reading.evidence)
    return replace(hearing, acts=kept, doubts=(doubt,), reading=reading)
