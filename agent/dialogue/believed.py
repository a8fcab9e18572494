"""What was heard, less the danger that the router does not believe in. Where a question is open no danger is doubted: who
stands before the box and is asked about it knows what they see."""

from __future__ import annotations

from dataclasses import replace

from agent.dialogue.state import Hearing
from agent.routing import Router
from agent.understanding.acts import DANGER, DAZZLED


def believed(hearing: Hearing, text: str, router: Router) -> Hearing:
    """`hearing` of a message that answers no question, without a danger that `router` does not believe in; why, stands in its
    evidence."""
    if hearing.reading is not None:
        return hearing
    danger = next((act for act in hearing.acts if act.name == DANGER), None)
    doubt = router.doubts(danger, text, hearing.language) if danger is not None else None
    if doubt is None:
        return hearing
    kept = tuple(act for act in hearing.acts if act.name not in (DANGER, DAZZLED))
    return replace(hearing, acts=kept, doubts=(doubt,))
