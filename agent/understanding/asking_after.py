"""A service merely asked after: "what about the tv?", "o kaip televizija?"; more than its name is another matter."""

from __future__ import annotations

from collections.abc import Sequence

from agent.language import Token, tokens
from agent.understanding.atoms import atoms, worth
from agent.understanding.clauses import clauses
from agent.understanding.ear import Ear, is_common
from agent.understanding.matter import services_in

_ASKED_AFTER, _FILLER = "asked_after", "filler"


def asked_after(text: str, listening: Ear) -> frozenset[str]:
    """The services that `text` asks after and tells nothing of."""
    pieces, services = tokens(text), services_in(text, listening.language)
    asking = [find for find in listening.matter.find_all(pieces) if find.name == _ASKED_AFTER]
    said = [role for role in listening.roles(pieces) if role.name == _FILLER]
    opening = {0, *(role.end for role in said)}
    if not any(find.start in opening for find in asking) and "?" not in text:
        return frozenset()
    known = {place for find in (*asking, *said, *services) for place in range(find.start, find.end)}
    if _tells(text, listening) or any(
        _says_more(place, pieces, known, listening) for place in range(len(pieces))
    ):
        return frozenset()
    return frozenset(find.name for find in services)


def _says_more(place: int, pieces: Sequence[Token], known: set[int], listening: Ear) -> bool:
    return place not in known and not is_common(pieces[place].folded, listening.language)


def _tells(text: str, listening: Ear) -> bool:
    """Whether anything good or bad is said."""
    return any(worth(atom) for clause in clauses(text, listening) for atom in atoms(clause, listening))
