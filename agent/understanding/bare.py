"""A bare complaint: that something fails, and not a word of what.

"it's not working", "everything is dead", "sugedo viskas", "visai neveikia"
"""

from __future__ import annotations

from agent.language import tokens
from agent.understanding.clauses import denies
from agent.understanding.ear import Ear, is_common
from agent.understanding.facts import find_facts

_WORKS, _FAILS = "works+", "works-"
_BARE = frozenset({"works", "all", "nothing", "same", "appear"})  # how it does, and how much of it
_OF_NOTHING = frozenset({"scope", "since", "already_tried"})  # facts that name no service
_SHORTEST = 3  # letters of a word that may name a thing


def says_only_that_it_fails(text: str, listening: Ear) -> bool:
    """Whether the words of `text` are words of trouble and of every sentence, and none names a thing."""
    if any(fact.name not in _OF_NOTHING for fact in find_facts(text, listening.language)):
        return False
    pieces = tokens(text)
    found = listening.concepts.find_all(pieces)
    bare = {place for find in found if find.name[:-1] in _BARE for place in range(find.start, find.end)}
    roles = listening.roles(pieces)
    bare |= {place for role in roles for place in range(role.start, role.end)}
    denied = denies(roles)
    fails = any(find.name == _FAILS or find.negated or (denied and find.name == _WORKS) for find in found)
    return fails and all(
        place in bare or len(piece.folded) < _SHORTEST or is_common(piece.folded, listening.language)
        for place, piece in enumerate(pieces)
    )
