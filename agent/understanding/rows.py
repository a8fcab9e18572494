"""The services that a message names, in rows: "internet, tv and phone" is one, "no internet on the tv" names one service.

Beside them what tells whether words say anything of a service: that it fails or is well, or merely that it is named, too.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate

from agent.language import Token, tokens
from agent.understanding.atoms import atoms, worth
from agent.understanding.clauses import clauses, denies
from agent.understanding.ear import Ear, ear, is_common
from agent.understanding.lexicon import Find, Lexicon
from agent.understanding.matter import services_in

_DEVICE, _PHONE = "device", "phone"
_OR, _ALSO, _VERB, _PLACE = "either", "and_also", "polar", "places"
AND, NEITHER, TOO = "and_", "neither", "too"
_JOINING = (AND, NEITHER, _OR)
_AGAINST = frozenset({"contrast", "while_", "although", "turn"})
_SIGNS, _STOPS, _PAUSES = frozenset(",&+/"), frozenset(".!?;:"), ",;:&+/ "
BAD, _GOOD = -0.5, 0.3
_LEAD = 3  # words before a phone that opens its statement: "now only the"
BETWEEN = 1  # words between what joins and the next service: "no", "the"
_FAR = 20  # words before services in a row, in which a denial is of them all: "no … tv or phone"


@dataclass(frozen=True, slots=True)
class Joint:
    """A word that joins, between two places."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Heard:
    """The message, with what steers it: the words that join, in order, and behind which words its clauses end."""

    text: str
    listening: Ear
    pieces: tuple[Token, ...]
    joints: tuple[Joint, ...]
    ends: tuple[int, ...]

    def joint(self, start: int, end: int) -> Joint | None:
        """The last word that joins of those between two places."""
        behind = bisect_left(self.joints, end, key=lambda each: each.start)
        last = self.joints[behind - 1] if behind else None
        return last if last is not None and start <= last.start and last.end <= end else None

    def begin(self, place: int) -> int:
        """Where the clause of a word begins."""
        behind = bisect_right(self.ends, place)
        return self.ends[behind - 1] if behind else 0

    def around(self, find: Find) -> tuple[int, int]:
        """From where to where a clause, or what small words join in it, goes round what is named."""
        begin = self.begin(find.start)
        end = self.ends[bisect_right(self.ends, find.start)]
        joint = self.joint(begin, find.start)
        following = (each.start for each in self.joints if find.end <= each.start < end)
        return joint.end if joint else begin, min(following, default=end)


def heard_in(text: str, listening: Ear) -> Heard:
    """The message cut up."""
    pieces = tokens(text)
    ends = accumulate(len(clause.tokens) for clause in clauses(text, listening))
    return Heard(text, listening, pieces, _joints(pieces, listening), tuple(ends))


def _joints(pieces: Sequence[Token], listening: Ear) -> tuple[Joint, ...]:
    roles = [role for role in listening.roles(pieces) if role.name in _JOINING]
    also = [find for find in listening.matter.find(pieces) if find.name == _ALSO]
    joints = (
        Joint(AND if find.name == _ALSO else find.name, find.start, find.end) for find in (*roles, *also)
    )
    return tuple(sorted(joints, key=lambda each: each.start))


# ---- the services named, and which of them stand in a row


def rows_of(heard: Heard) -> list[list[Find]]:
    """The services, those together of which the same is said."""
    rows: list[list[Find]] = []
    for find in named_in(heard):
        if rows and _adjoin(rows[-1][-1], find, heard):
            rows[-1].append(find)
        else:
            rows.append([find])
    return rows


def named_in(heard: Heard) -> list[Find]:
    """The services; a phone is one where it opens its statement or follows another, and else what the customer holds."""
    language = heard.listening.language
    real = services_in(heard.text, language)
    taken = {place for find in real for place in range(find.start, find.end)}
    free = {
        each for each in _phones(language).find(heard.pieces) if taken.isdisjoint(range(each.start, each.end))
    }
    kept: list[Find] = []
    for find in _without_places(sorted([*real, *free], key=lambda find: find.start), heard):
        if find not in free or _opens(find, kept, heard) or (kept and _adjoin(kept[-1], find, heard)):
            kept.append(find)
    return kept


def _without_places(found: Sequence[Find], heard: Heard) -> Iterator[Find]:
    """Without what only says where another one fails: "no internet on the tv", "nei televizoriuje, nei telefone"."""
    spans = [each for each in heard.listening.matter.find_all(heard.pieces) if each.name == _PLACE]
    within = {place for span in spans for place in range(span.start, span.end)}
    others = [find.start for find in found if find.start not in within]
    for find in found:
        begin, end = heard.around(find) if find.start in within and others else (0, 0)
        beside = any(begin <= place < end for place in others)
        rest = [*heard.pieces[begin : find.start], *heard.pieces[find.end : end]]
        if begin == end or not (beside or adds_nothing(rest, heard.listening)):
            yield find


def _opens(find: Find, before: Sequence[Find], heard: Heard) -> bool:
    """Whether a few words at most stand between the beginning of its statement and what is named."""
    begin = heard.begin(find.start)
    joint = heard.joint(begin, find.start)
    begin = joint.end if joint is not None else begin
    return find.start - begin <= _LEAD and not (before and begin <= before[-1].start)


@cache
def _phones(language: str) -> Lexicon:
    return Lexicon((_PHONE, phrase) for phrase in ear(language).pack.facts[_DEVICE][_PHONE])


def _adjoin(one: Find, other: Find, heard: Heard) -> bool:
    """Whether nothing stands between two services but what joins them, and one word that tells of nothing."""
    signs = {sign for piece in heard.pieces[one.end - 1 : other.start] for sign in piece.after}
    joint = heard.joint(one.end, other.start)
    paused = bool(_SIGNS & set(heard.pieces[one.end - 1].after))
    if one.name == other.name or signs & _STOPS or not (paused or (joint and joint.start == one.end)):
        return False
    first = joint.end if joint else one.end
    between = [*heard.pieces[one.end : joint.start if joint else one.end], *heard.pieces[first : other.start]]
    if len(between) > BETWEEN or tells(between, heard.listening) or (not joint and _turns(between, heard)):
        return False
    if any(_is_symptom(heard.pieces[find.start : find.end], heard.listening) for find in (one, other)):
        return False
    either = joint is not None and joint.name == _OR
    return not either or denies(heard.listening.roles(heard.pieces[max(0, one.start - _FAR) : one.start]))


def _turns(between: Sequence[Token], heard: Heard) -> bool:
    """Whether what follows is set against what stands before: "no wifi on the phone, but the tv connects"."""
    return any(role.name in _AGAINST for role in heard.listening.roles(between))


# ---- what a piece of the message says


def text_of(pieces: Sequence[Token]) -> str:
    """The words as they stand; a pause that stood between two services is none."""
    return " ".join(f"{piece.text}{piece.after.strip()}" for piece in pieces).rstrip(_PAUSES)


def unstopped(pieces: Sequence[Token]) -> list[Token]:
    """The words of a name without the pause behind it."""
    return [*pieces[:-1], replace(pieces[-1], after=" ")]


def tells(pieces: Sequence[Token], listening: Ear) -> bool:
    """Whether these words praise or blame something."""
    said = [atom for clause in clauses(text_of(pieces), listening) for atom in atoms(clause, listening)]
    return any(abs(worth(atom)) >= _GOOD for atom in said)


def has_role(pieces: Sequence[Token], name: str, listening: Ear) -> bool:
    """Whether a word of this role stands among these."""
    return any(role.name == name for role in listening.roles(pieces))


def says(pieces: Sequence[Token], listening: Ear) -> bool:
    """Whether these words praise, blame or deny something."""
    return denies(listening.roles(pieces)) or tells(pieces, listening)


def states(pieces: Sequence[Token], listening: Ear) -> bool:
    """Whether these words make a statement: they have a verb of their own, or say how something does."""
    return says(pieces, listening) or has_role(pieces, _VERB, listening)


def adds_nothing(pieces: Sequence[Token], listening: Ear) -> bool:
    """Whether beside a name there are only small words, and such as say "too"."""
    too = {
        place
        for each in listening.matter.find_all(pieces)
        if each.name in (TOO, _PLACE)
        for place in range(each.start, each.end)
    }
    rest = [piece for place, piece in enumerate(pieces) if place not in too]
    small = all(is_common(piece.folded, listening.language) for piece in rest)
    return small and not states(rest, listening)


def _is_symptom(pieces: Sequence[Token], listening: Ear) -> bool:
    """Whether what names a service tells of its trouble: "crackles"."""
    said = (atom for clause in clauses(text_of(pieces), listening) for atom in atoms(clause, listening))
    return any(worth(atom) <= BAD for atom in said)
