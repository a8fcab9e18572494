"""A mere sign of having heard: "ok", "gerai, supratau". To "try it, does it work?" that is no yes."""

from __future__ import annotations

from agent.language import fold, tokens
from agent.understanding.ear import Ear

_FILLER = "filler"


def only_acknowledges(text: str, listening: Ear) -> bool:
    """Whether every word of `text` says that it was heard, fillers aside."""
    pieces = tokens(text)
    signs = {fold(word) for word in listening.pack.acknowledged}
    filling = {
        place
        for role in listening.roles(pieces)
        if role.name == _FILLER
        for place in range(role.start, role.end)
    }
    said = [
        piece.folded for place, piece in enumerate(pieces) if place not in filling or piece.folded in signs
    ]
    return bool(said) and signs.issuperset(said)
