"""A message in two halves that an "and" joins: "no internet and the tv box is stuck"."""

from __future__ import annotations

from agent.understanding.ear import ear
from agent.understanding.rows import AND, heard_in, text_of


def halves(text: str, language: str) -> tuple[tuple[str, str], ...]:
    """What stands before and behind each "and"."""
    heard = heard_in(text, ear(language))
    cuts = (
        (text_of(heard.pieces[: each.start]), text_of(heard.pieces[each.end :]))
        for each in heard.joints
        if each.name == AND
    )
    return tuple((before, behind) for before, behind in cuts if before and behind)
