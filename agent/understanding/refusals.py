"""Hears that a person or a visit is not wanted: "I don't need a person yet", "žmogaus nereikia", "no need for an engineer".

A denial reaches whom it denies over small words only (`across` in the packs): over no pause, no other thing and no
other wish. In "nenoriu roboto noriu žmogaus" a person is wanted; in doubt one is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from agent.language import Token
from agent.understanding.cues import Cue
from agent.understanding.ear import Ear
from agent.understanding.lexicon import Find

NO_PERSON, STOP = "no_person", "stop"
WISHES = frozenset({"person", "visit"})
_DENIAL, _NOBODY, _ACROSS, _WHOM, _FAMILY, _ELSEWHERE, _MATTER = (
    "denials",
    "nobody",
    "across",
    "whom",
    "family",
    "elsewhere",
    "matter",
)
_PAUSE = re.compile(r"[.,;!?:]")  # no dash: "žmogaus – nereikia" is one saying


def refused(pieces: Sequence[Token], cues: Sequence[Cue], listening: Ear) -> list[Cue]:
    """The denied wishes, under the name `no_person`; empty where a wish for a person or a visit stands beside them."""
    found = listening.unwanted.find_all(pieces)
    denials = [find for find in found if find.name == _DENIAL]
    if not denials and not any(find.name == _NOBODY for find in found):
        return []
    wishes = [cue for cue in cues if cue.name in WISHES]
    spans = [*_spans(pieces, found, denials, wishes), *_bare(pieces, found)]
    another = not all(_inside(Cue(_WHOM, (find,)), spans) for find in found if find.name == _WHOM)
    for cue in wishes:  # "I need no person, I need a technician" wishes for another one
        if not _inside(cue, spans) and (another or not _across(cue, spans, pieces)):
            return []
    return [Cue(NO_PERSON, (span,)) for span in spans]


def belongs(cue: Cue, refusals: Sequence[Cue]) -> bool:
    """Whether a cue is only part of a refusal: the wish itself, or the "no need" that denies it and stops nothing else."""
    if not refusals or cue.name not in (*WISHES, STOP):
        return False
    near = any(cue.start < refusal.end and refusal.start < cue.end for refusal in refusals)
    return cue.name in WISHES or near


def of_family(cue: Cue, pieces: Sequence[Token], listening: Ear) -> bool:
    """Whether "let them come" is about the customer's own people, or about coming home; or a talk is about something."""
    if cue.name not in WISHES:
        return False
    named = listening.unwanted.find_all(pieces)
    beside = any(find.name == _FAMILY and cue.start - 1 <= find.start <= cue.end for find in named)
    someone = any(find.name == _WHOM and cue.start <= find.start < cue.end for find in named)
    about = any(find.name == _MATTER and find.start <= cue.start < cue.end <= find.end for find in named)
    home = not someone and any(find.name == _ELSEWHERE and find.start == cue.end for find in named)
    return beside or about or home  # "send a person home" is to the customer's


def _spans(
    pieces: Sequence[Token], found: Set[Find], denials: Sequence[Find], wishes: Sequence[Cue]
) -> Iterator[Find]:
    small = {place for find in found if find.name == _ACROSS for place in range(find.start, find.end)}
    for denial in denials:
        for whom in (find for find in found if find.name == _WHOM):
            if denial.end <= whom.start and _crosses(pieces, small, denial.end, whom.start):
                yield Find(NO_PERSON, denial.start, whom.end)
            elif whom.end <= denial.start and _trails(pieces, small, whom.end, denial):
                yield Find(NO_PERSON, whom.start, denial.end)
        for wish in wishes:  # "don't put me through"
            if denial.start < wish.start < denial.end <= wish.end and _closes(pieces, small, wish.end):
                yield Find(NO_PERSON, denial.start, wish.end)


def _bare(pieces: Sequence[Token], found: Set[Find]) -> Iterator[Find]:
    """The refusals that are a clause by themselves: ", no technician please"; not "no technician came"."""
    for find in found:
        begins = find.start == 0 or _PAUSE.search(pieces[find.start - 1].after)
        ends = find.end == len(pieces) or _PAUSE.search(pieces[find.end - 1].after)
        if find.name == _NOBODY and begins and ends:
            yield Find(NO_PERSON, find.start, find.end)


def _crosses(pieces: Sequence[Token], small: set[int], start: int, end: int) -> bool:
    """Whether only small words stand between, and no pause."""
    pause = any(_PAUSE.search(piece.after) for piece in pieces[start - 1 : end])
    return not pause and all(place in small for place in range(start, end))


def _trails(pieces: Sequence[Token], small: set[int], start: int, denial: Find) -> bool:
    """Behind the wish a denial has the last word: "žmogaus kol kas nereikia"; else it denies what follows."""
    return _crosses(pieces, small, start, denial.start) and _closes(pieces, small, denial.end)


def _closes(pieces: Sequence[Token], small: set[int], place: int) -> bool:
    """Whether nothing but small words follows before the next pause."""
    while place < len(pieces) and not _PAUSE.search(pieces[place - 1].after):
        if place not in small:
            return False
        place += 1
    return True


def _inside(cue: Cue, spans: Sequence[Find]) -> bool:
    return all(any(s.start <= f.start and f.end <= s.end for s in spans) for f in cue.finds)


def _across(cue: Cue, spans: Sequence[Find], pieces: Sequence[Token]) -> bool:
    """Whether a wish is put together from who is refused and a word behind a pause that wishes for something else: "I need no
    person, I want to mend it myself"."""
    within = [f for f in cue.finds if any(s.start <= f.start and f.end <= s.end for s in spans)]
    rest = [f for f in cue.finds if f not in within]
    return bool(within) and all(_pause_between(f, within, pieces) for f in rest)


def _pause_between(find: Find, others: Sequence[Find], pieces: Sequence[Token]) -> bool:
    return all(
        any(
            _PAUSE.search(piece.after)
            for piece in pieces[min(find.end, o.end) - 1 : max(find.start, o.start)]
        )
        for o in others
    )
