"""A message without its courtesies: fillers that begin or make a clause, and rows of marks behind the last word."""

from __future__ import annotations

import re

from agent.understanding.clauses import Clause, clauses
from agent.understanding.ear import Ear

_MARKS = re.compile(r"(\s*(\.\.+|…|!+|,))+\s*$")


def plain(reply: str, listening: Ear) -> str:
    """`reply` without what says nothing; as typed where nothing else would be left."""
    kept = [text for clause in clauses(reply, listening) if (text := _without_lead(clause))]
    bare = _MARKS.sub("", "".join(kept)).strip()
    return bare or reply


def _without_lead(clause: Clause) -> str:
    """The clause from its first word that is no filler, with what stands between its words."""
    filling = {find.start: find.length for find in clause.roles if find.name == "filler"}
    place = 0
    while place in filling:
        place += filling[place]
    return "".join(token.text + token.after for token in clause.tokens[place:])
