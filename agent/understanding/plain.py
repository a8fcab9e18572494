"""A message without its courtesies: fillers that begin or make a clause, and rows of marks behind the last word; and without
what is only felt: a word of regret, a sentence of grievance."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from agent.language import Token, stem, tokens
from agent.understanding.clauses import PAUSE, Clause, clauses
from agent.understanding.ear import Ear
from agent.understanding.lexicon import Find
from agent.understanding.small_words import behind_small_words

_REGRET, _OF, _GRIEVANCE = "regret", "regret_of", "grievance"
_COLOURS, _BOXES, _IN_COLOUR, _LIT = "colours", "boxes", "in_colour", "lit"
_SMALL = 1  # words between a colour and its box: "a black little box"
_ENDS = re.compile(r"[.!?\n]")
_FILLING = frozenset({"filler"})
_MARKS = re.compile(r"(\s*(\.\.+|…|!+|,))+\s*$")


def plain(reply: str, listening: Ear) -> str:
    """`reply` without what says nothing; as typed where nothing else would be left."""
    kept = [text for clause in clauses(reply, listening) if (text := _without_lead(clause))]
    bare = _MARKS.sub("", "".join(kept)).strip()
    return bare or reply


def _without_lead(clause: Clause) -> str:
    """The clause from its first word that is no filler, with what stands between its words."""
    return behind_small_words(clause.tokens, clause.roles, _FILLING)


def without_feelings(reply: str, own: Collection[str], listening: Ear) -> str:
    """`reply` without regret at the edge of a clause ("all of them, I'm afraid") and without sentences that only complain; `own`:
    the stems of the listed answers, of which no such sentence speaks. As typed where nothing else would be left."""
    pieces = tokens(reply)
    found = listening.beside.find_all(pieces)
    if not found:
        return reply
    of = {find.start for find in found if find.name == _OF}
    regret = {
        place
        for find in found
        if find.name == _REGRET and _is_at_an_edge(pieces, find.start, find.end) and find.end not in of
        for place in range(find.start, find.end)
    }
    complains = {find.start for find in found if find.name == _GRIEVANCE}
    kept: list[int] = []
    for sentence in _sentences(pieces):
        if not complains.intersection(sentence) or _speaks_of(pieces, sentence, own, listening):
            kept += [place for place in sentence if place not in regret]
    rest = "".join(pieces[place].text + (pieces[place].after or " ") for place in kept).strip()
    return rest if kept and len(kept) < len(pieces) else reply


def without_casing(reply: str, own: Collection[str], listening: Ear) -> str:
    """`reply` without what the boxes look like: "the black one is on", "one is white, the other black", "black in colour". `own`:
    the stems of the listed answers; a colour that one of them names is left alone."""
    pieces = tokens(reply)
    found = [
        find
        for find in listening.beside.find_all(pieces)
        if not _speaks_of(pieces, range(find.start, find.end), own, listening)
    ]
    colours = [find for find in found if find.name == _COLOURS]
    boxes = {find.start for find in listening.beside.find_all(pieces) if find.name == _BOXES}
    marks = {place for find in found if find.name == _IN_COLOUR for place in (find.start, find.end)}
    several = bool(boxes) and len({pieces[find.start].folded[:3] for find in colours}) > 1
    several = several and not any(
        find.name[:-1] == _LIT for find in listening.meant(_others(pieces, colours))
    )
    gone = {
        place
        for find in colours
        if several
        or boxes.intersection(range(find.end, find.end + 1 + _SMALL))
        or marks & {find.start, find.end}
        for place in range(find.start, find.end)
    }
    kept = [token for place, token in enumerate(pieces) if place not in gone]
    return "".join(token.text + (token.after or " ") for token in kept).strip() if gone and kept else reply


def _others(pieces: Sequence[Token], finds: Sequence[Find]) -> list[Token]:
    """The words that none of these finds covers."""
    covered = {place for find in finds for place in range(find.start, find.end)}
    return [token for place, token in enumerate(pieces) if place not in covered]


def _is_at_an_edge(pieces: Sequence[Token], start: int, end: int) -> bool:
    """Whether words begin the message, or end a clause."""
    return start == 0 or end == len(pieces) or PAUSE.search(pieces[end - 1].after) is not None


def _speaks_of(pieces: Sequence[Token], sentence: Sequence[int], own: Collection[str], ear: Ear) -> bool:
    return any(stem(pieces[place].folded, ear.language) in own for place in sentence)


def _sentences(pieces: Sequence[Token]) -> Iterator[list[int]]:
    sentence: list[int] = []
    for place, token in enumerate(pieces):
        sentence.append(place)
        if _ENDS.search(token.after):
            yield sentence
            sentence = []
    if sentence:
        yield sentence
