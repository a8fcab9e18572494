"""What opens with a change of mind, or says with protest what was told already: the message without those words."""

from __future__ import annotations

from agent.language import tokens
from agent.understanding.ear import Ear

PROTEST, TURN, OPENING = "protest", "turn", ("turn", "filler")


def after_change_of_mind(text: str, listening: Ear) -> str | None:
    """What follows where `text` opens with a change of mind ("no wait, it's the other one"); None where it does not."""
    pieces, place, turns = tokens(text), 0, False
    for role in listening.roles(pieces):
        if role.start == place and role.name in OPENING:
            place, turns = role.end, turns or role.name == TURN
    return " ".join(piece.text for piece in pieces[place:]) if turns else None


def without_protest(text: str, listening: Ear) -> str | None:
    """`text` without the words that it was told already, or understood wrongly; None where it has none."""
    pieces = tokens(text)
    gone = {
        place
        for find in listening.beside.find_all(pieces)
        if find.name == PROTEST
        for place in range(find.start, find.end)
    }
    kept = (piece for place, piece in enumerate(pieces) if place not in gone)
    return "".join(piece.text + (piece.after or " ") for piece in kept).strip() if gone else None
