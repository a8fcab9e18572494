"""Hears that a person or a visit is not wanted: "I don't need a person yet", "žmogaus nereikia", "no need for an engineer".

Words that deny a wish (`unwanted` in the packs) reach over a few words, never over a pause: in "nenoriu roboto, duokit
žmogų" a person is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.language import Token
from agent.understanding.cues import Cue
from agent.understanding.ear import Ear
from agent.understanding.lexicon import Find

NO_PERSON, STOP = "no_person", "stop"
_WISHES = frozenset({"person", "visit"})
_REACH = 3  # words between the denial and what is wished
_TRAILING = 1  # words that may follow a denial behind the wish: "nereikia man"
_PAUSE = re.compile(r"[.,;!?:]")


def refused(pieces: Sequence[Token], cues: Sequence[Cue], listening: Ear) -> list[Cue]:
    """The cues that are denied wishes, under the name `no_person`; empty where another wish for a person stands."""
    denials = listening.unwanted.find(pieces)
    if not denials:
        return []
    wishes = [cue for cue in cues if cue.name in _WISHES]
    denied = [
        cue
        for cue in wishes
        if _reached(cue.start, cue.end, denials, pieces)
        or any(_reached(find.start, find.end, denials, pieces) for find in cue.finds[1:])
    ]
    if any(cue not in denied for cue in wishes if cue.name == "person"):
        return []
    people = [find for find in listening.secondhand.find(pieces) if find.name == "people"]
    named = [find for find in people if _reached(find.start, find.end, denials, pieces)]
    return [Cue(NO_PERSON, cue.finds) for cue in denied] + [Cue(NO_PERSON, (find,)) for find in named]


def belongs(cue: Cue, refusals: Sequence[Cue]) -> bool:
    """Whether a cue is only part of a refusal: the wish itself, or the "no need" that denies it and stops nothing else."""
    if not refusals or cue.name not in (*_WISHES, STOP):
        return False
    return cue.name in _WISHES or any(0 <= abs(refusal.start - cue.end) <= _REACH for refusal in refusals)


def _reached(start: int, end: int, denials: Sequence[Find], pieces: Sequence[Token]) -> bool:
    return any(_reaches(start, end, denial, pieces) for denial in denials)


def _reaches(start: int, end: int, denial: Find, pieces: Sequence[Token]) -> bool:
    """Before the wish a denial is near; behind it, it also has the last word: "žmogaus kol kas nereikia"."""
    if denial.start < start:
        between, near = pieces[denial.end - 1 : start], start - denial.end <= _REACH
    else:
        between, near = pieces[end - 1 : denial.start], 0 <= denial.start - end <= _REACH
        near = near and _is_last(denial, pieces)
    return near and not any(_PAUSE.search(piece.after) for piece in between)


def _is_last(denial: Find, pieces: Sequence[Token]) -> bool:
    rest = pieces[denial.end - 1 : denial.end + _TRAILING]
    return denial.end + _TRAILING >= len(pieces) or any(_PAUSE.search(piece.after) for piece in rest)
