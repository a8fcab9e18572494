"""What was heard, less the danger that the router does not believe in. In a guide, or where something was asked, it stands."""

from __future__ import annotations

from dataclasses import replace

from agent.dialogue.listening import DANGER, DAZZLED
from agent.dialogue.state import Hearing
from agent.routing import Router


def believed(hearing: Hearing, text: str, router: Router) -> Hearing:
    """`hearing` without a danger that `router` does not believe in; why, stands in its evidence."""
    danger = next((act for act in hearing.acts if act.name == DANGER), None)
    doubt = router.doubts(danger, text, hearing.language) if danger is not None else None
    if doubt is None:
        return hearing
    kept = tuple(act for act in hearing.acts if act.name not in (DANGER, DAZZLED))
    return replace(hearing, acts=kept, doubts=(doubt,))
