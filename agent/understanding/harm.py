"""Signs of harm beside what merely sounds like danger: "the plug has gone soft and brown", not "wall socket"."""

from __future__ import annotations

from functools import cache

from agent.language import default_packs, tokens
from agent.understanding.lexicon import Lexicon

_HARM = "harm"


@cache
def _signs() -> Lexicon:
    """Of all languages: customers mix them."""
    return Lexicon((_HARM, phrase) for pack in default_packs().values() for phrase in pack.harm)


def tells_of_harm(text: str) -> bool:
    """Whether `text` names anything that burns, smells, is wet or hurts."""
    return bool(_signs().find_all(tokens(text)))
