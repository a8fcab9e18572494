"""A mere sign of having heard: "ok", "gerai, supratau". To "try it, does it work?" that is no yes; "yeah, 280 now, brilliant
thanks" is one."""

from __future__ import annotations

from functools import cache

from agent.language import default_packs, fold, tokens
from agent.understanding.ear import Ear
from agent.understanding.lexicon import Lexicon

_FILLER = "filler"
_YES, _GLAD, _SMALL = "yes", "glad", "small"


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


def gladly_agrees(text: str, listening: Ear) -> bool:
    """Whether `text` is a yes with thanks or praise, and nothing else but units, small words, and figures before the praise.

    A yes that may only say that something was heard ("ok") is none here; "yeah, brilliant, 3 megs" mocks.
    """
    pieces = tokens(text)
    finds = _glad(listening.language).find(pieces)
    told = {place for find in finds for place in range(find.start, find.end)}
    figures = {
        place for place, piece in enumerate(pieces) if piece.folded.isdigit() and len(piece.folded) > 1
    }
    glad = min((find.start for find in finds if find.name == _GLAD), default=0)
    named = {find.name for find in finds}
    return len(told | figures) == len(pieces) and {_YES, _GLAD} <= named and max(figures, default=-1) < glad


@cache
def _glad(language: str) -> Lexicon:
    pack = default_packs()[language]
    heard = {fold(word) for word in pack.acknowledged}
    units = [unit for names in pack.numerals.units.values() for unit in names]
    named = {
        _YES: [word for word in pack.yes if fold(word) not in heard],
        _GLAD: [*pack.acts["thanks"], *pack.praise],
        _SMALL: [*pack.grammar.filler, *pack.glad_beside, *units],
    }
    return Lexicon((name, phrase) for name, phrases in named.items() for phrase in phrases)
