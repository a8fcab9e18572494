"""Signs of danger named one after another and denied together: "never any smoke, heat, sparks, water or smell", „jokių dūmų,
kibirkščių ar kvapo“.

The denial is a word of the pack ("no", „jokių“, „nėra“) directly before the first sign, with no comma between, and reaches every
sign of the list: to the last one where "or" leads to it, or where the list ends the sentence. "No smoke, sparks from the plug" is no
list, nor is „nėra interneto, dūmai iš dėžutės“: what there is none of stands in the genitive. A verb that is denied denies no list
("can't see, smoke or fire is coming out"), nor does anything where a verb may follow the list: „dūmų ar kibirkščių pilna spinta“.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from agent.language import Token, default_packs
from agent.understanding.ear import Ear
from agent.understanding.lexicon import Lexicon

_GENITIVE = ("u", "o", "os", "es")  # folded endings of Lithuanian nouns
_OR = ("either", "neither")
_ENDS = ".!?;\n"
_ENOUGH = 3  # signs that make a list without an "or"
_BEFORE, _BEHIND = "before", "behind"


def denied_together(pieces: Sequence[Token], signs: Lexicon, listening: Ear) -> frozenset[int]:
    """The places of the words of `signs` that one denial before them denies as a list."""
    around = _around(listening.language).find_all(pieces)
    deniers = {find.end for find in around if find.name == _BEFORE and not pieces[find.end - 1].after.strip()}
    if not deniers:
        return frozenset()
    behind = {find.start for find in around if find.name == _BEHIND}
    ors = {role.start for role in listening.grammar.find_all(pieces) if role.name in _OR}
    named = _longest(pieces, signs)
    lists = (_list_from(each, pieces, named, ors, listening) for each in deniers if each < len(pieces))
    return frozenset(place for listed in lists if _may_end(listed, pieces, behind) for place in listed)


@cache
def _around(language: str) -> Lexicon:
    """What denies a list when it stands directly before it, and what may follow one that is denied."""
    pack = default_packs()[language]
    listed = ((_BEFORE, pack.harm_list.before), (_BEHIND, pack.harm_list.behind))
    return Lexicon((name, phrase) for name, phrases in listed for phrase in phrases)


def _may_end(listed: set[int], pieces: Sequence[Token], behind: set[int]) -> bool:
    """Whether a list ends where it does: at a mark or before a word of the pack, not "smoke or fire is coming out"."""
    if not listed:
        return False
    last = max(listed)
    return bool(pieces[last].after.strip()) or last + 1 == len(pieces) or last + 1 in behind


def _longest(pieces: Sequence[Token], signs: Lexicon) -> dict[int, int]:
    """Where a sign begins, and where the longest one that begins there ends."""
    ends: dict[int, int] = {}
    for find in signs.find_all(pieces):
        ends[find.start] = max(find.end, ends.get(find.start, 0))
    return ends


def _list_from(
    begin: int, pieces: Sequence[Token], named: dict[int, int], ors: set[int], listening: Ear
) -> set[int]:
    """The places of the signs of the list that begins there; none where they make no list."""
    found: list[tuple[int, int, bool]] = []
    place, joined = begin, False
    while place < len(pieces):
        if place in ors:
            place, joined = place + 1, True
        elif place in named and _may_be_lacked(pieces[place], listening):
            end = named[place]
            found.append((place, end, joined))
            place, joined = end, False
            if any(mark in pieces[end - 1].after for mark in _ENDS):
                break
        else:
            break
    behind = pieces[place - 1].after if place < len(pieces) else _ENDS
    over = any(mark in behind for mark in _ENDS) or ("," in behind and len(found) >= _ENOUGH)
    while found and not (found[-1][2] or over) and len(found) > 1:
        found.pop()
    listed = len(found) > 1 and (any(each[2] for each in found) or len(found) >= _ENOUGH)
    return {each for start, end, _ in found for each in range(start, end)} if listed else set()


def _may_be_lacked(token: Token, listening: Ear) -> bool:
    """Whether a word stands as what there is none of does; every word of a language whose nouns say nothing of it."""
    return not listening.pack.grammar.absent or token.folded.endswith(_GENITIVE)
