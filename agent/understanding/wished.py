"""The language a customer asks for, in whatever language they ask: "in English please", "ar galima lietuviškai?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from agent.language import Token, default_packs, tokens
from agent.understanding.cues import Cue, denied
from agent.understanding.ear import ear
from agent.understanding.lexicon import Find, Lexicon

_PAUSE = re.compile(r"[.,;!?]")
_MOST = 12  # words of a message that does little else than ask


@cache
def _requests() -> Lexicon:
    return Lexicon((code, phrase) for code, pack in default_packs().items() for phrase in pack.telling.asked)


@cache
def _small_words() -> frozenset[str]:
    """Words that may go on after the request; any other names a thing in that language: "English audio"."""
    packs = default_packs().values()
    phrases = (each for pack in packs for each in (*pack.telling.words, *pack.grammar.filler))
    return frozenset(phrase for phrase in phrases if " " not in phrase)


def asked_language(text: str) -> str | None:
    """The language asked for; None where none is, or where much else is said."""
    pieces = tokens(text)
    if len(pieces) > _MOST:
        return None
    finds = _requests().find(pieces)
    return next((find.name for find in finds if not _names_a_thing(find, pieces)), None)


def _names_a_thing(find: Find, pieces: Sequence[Token]) -> bool:
    """Whether the language only describes what is named next."""
    if find.end == len(pieces) or _PAUSE.search(pieces[find.end - 1].after):
        return False
    following = pieces[find.end]
    return not {following.folded, following.text.lower()} & _small_words()
