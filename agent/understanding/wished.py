"""The language a customer asks for, in whatever language they ask: "in English please", "ar galima lietuviškai?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from agent.language import Token, default_packs, tokens, typed
from agent.understanding.clauses import PAUSE
from agent.understanding.cues import Cue, denied
from agent.understanding.ear import ear
from agent.understanding.lexicon import Find, Lexicon

_END = re.compile(r"[.;!?]")
_MOST = 12  # words of a message that does little else than ask


@cache
def _requests() -> Lexicon:
    return Lexicon((code, phrase) for code, pack in default_packs().items() for phrase in pack.telling.asked)


@cache
def _wonders() -> Lexicon:
    return Lexicon(
        (code, phrase) for code, pack in default_packs().items() for phrase in pack.telling.wondered
    )


@cache
def _small_words() -> frozenset[str]:
    """Words that may go on after the request; any other names a thing in that language: "English audio"."""
    packs = default_packs().values()
    phrases = (each for pack in packs for each in (*pack.telling.words, *pack.grammar.filler))
    return frozenset(phrase for phrase in phrases if " " not in phrase)


def asked_language(text: str) -> str | None:
    """The language asked for, the last of several; None where none is, or where much else is said."""
    asked = _asked(tokens(text))
    return asked[-1].name if asked else None


def without_request(text: str) -> str:
    """What `text` says beside the request for a language: „lietuviškai prašau, naršyklėje matau“."""
    pieces = tokens(text)
    spoken = {place for find in _asked(pieces) for place in range(find.start, find.end)}
    rest = (piece for place, piece in enumerate(pieces) if place not in spoken)
    return typed(rest).strip(" ,.;!?–-")


def _asked(pieces: Sequence[Token]) -> list[Find]:
    finds = _requests().find(pieces) if len(pieces) <= _MOST else ()
    others = (_names_a_thing, _is_denied, _is_wondered_at)
    return [find for find in finds if not any(other(find, pieces) for other in others)]


def unwanted_language(text: str) -> str | None:
    """The language that a customer does not want, in whatever language they say so: "I don't speak English"."""
    pieces = tokens(text)
    return next((find.name for find in _requests().find(pieces) if _is_denied(find, pieces)), None)


def _is_denied(find: Find, pieces: Sequence[Token]) -> bool:
    return any(denied(pieces, Cue(find.name, (find,)), ear(code)) for code in default_packs())


def _is_wondered_at(find: Find, pieces: Sequence[Token]) -> bool:
    """Whether it is asked in the same sentence why so: "why do you speak English?"."""
    opening = max((place + 1 for place in range(find.start) if _END.search(pieces[place].after)), default=0)
    return any(opening <= wonder.start and wonder.end <= find.start for wonder in _wonders().find(pieces))


def _names_a_thing(find: Find, pieces: Sequence[Token]) -> bool:
    """Whether the language only describes what is named next."""
    if find.end == len(pieces) or PAUSE.search(pieces[find.end - 1].after):
        return False
    following = pieces[find.end]
    return not {following.folded, following.text.lower()} & _small_words()
