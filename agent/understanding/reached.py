"""Whether a reply to "does it work?" says in words of what was asked that it is so: "I can see the news", "jau šneka".

"the channels are there", asked whether the TV shows them     told: what is asked about, and it is there
"rodo", asked the same, and nothing unknown behind it          seen: a mere word of it
"yes, lovely, thank you dear"                                  praised: a yes and kind words
"rodo klaidą"; "google opened, but…"; "ar rodo?"; "lyg rodo"   none of them: something speaks against it
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass, replace

from agent.language import Token, stem, tokens
from agent.understanding.clauses import PAUSE, Clause, clauses, holding
from agent.understanding.ear import Ear, is_common
from agent.understanding.firsthand import hearsay, supposed, theirs
from agent.understanding.lexicon import Find
from agent.understanding.matter import services_in
from agent.understanding.second_thoughts import awaited, gone_by, taken_back, wished, wondered
from agent.understanding.unopposed import is_opposed, opens_with_yes, places

_ASKED, _TOLD, _SEEN, _UNLESS, _INSTEAD = "asked", "told", "seen", "unless", "instead"
_LONGEST = 60  # who writes more words says more than that it works
_EVERY, _HOUSEHOLD = "every", "household"
_TELLING = ("irony", "rest")  # steering words that tell of something


@dataclass(frozen=True, slots=True)
class Reach:
    """What a reply says of the goal, with nothing against it. `alone`: nothing else is told in it; `instead`: something is
    there in its place ("only YouTube", of the channels)."""

    told: bool = False
    seen: bool = False
    praised: bool = False
    alone: bool = False
    instead: bool = False


def reach(text: str, goal: str, listening: Ear, complaint: str = "", aside: Collection[str] = ()) -> Reach:
    """What `text` says of `goal`, the question whether it works, in a talk about `complaint`. `aside`: words (folded) of
    thanks and the like, which tell nothing."""
    pieces, cut = tokens(text), clauses(text, listening)
    if not 0 < len(pieces) <= _LONGEST:
        return Reach()
    spoken = _of_the_goal(pieces, goal, listening)
    found = [find for find in spoken if _sort(find) in (_TOLD, _SEEN)]
    apart = [find for find in spoken if _sort(find) == _INSTEAD]
    told = [find for find in found if _sort(find) == _TOLD]
    # "the news came on over youtube", not "the channels are back, youtube too"
    if apart and (not told or _is_one_breath(apart, told, pieces)):
        return Reach(instead=not told)
    if not found and not opens_with_yes(pieces, listening):
        return Reach()
    others = hearsay(cut, listening, complaint) | supposed(cut) | theirs(cut, listening, complaint)
    found = [find for find in found if _is_so(find, cut, listening, others)]
    if taken_back(cut, listening) or is_opposed(cut, found, listening):
        return Reach()
    courteous = _courteous(pieces, listening, aside)
    known = courteous | _known(text, pieces, goal, listening) | places(found)
    alone = len(known) == len(pieces)
    return Reach(
        any(_sort(find) == _TOLD for find in found),
        any(_sort(find) == _SEEN and _ends(find, pieces, courteous) for find in found),
        alone and opens_with_yes(pieces, listening) and bool(listening.praise.find_all(pieces)),
        alone,
    )


def _is_one_breath(apart: Sequence[Find], told: Sequence[Find], pieces: Sequence[Token]) -> bool:
    """Whether no pause stands between what is there instead and what is told of the goal."""
    first, last = min(f.start for f in (*apart, *told)), max(f.end for f in (*apart, *told))
    return not any(PAUSE.search(piece.after) for piece in pieces[first : last - 1])


def _ends(find: Find, pieces: Sequence[Token], courteous: Set[int]) -> bool:
    """Whether what is seen has no object: "it's showing", "rodo, ačiū"; not "showing a menu"."""
    return (
        find.end == len(pieces)
        or find.end in courteous
        or PAUSE.search(pieces[find.end - 1].after) is not None
    )


def asked_of(goal: str, listening: Ear) -> tuple[str, ...]:
    """What `goal`, the question whether it works, asks about, the first of the pack's goals first: "picture", "sound", "every"."""
    asked = {_kind(find) for find in listening.goals.find_all(tokens(goal)) if _sort(find) == _ASKED}
    return tuple(kind for kind in listening.pack.goals if kind in asked)


def _of_the_goal(pieces: Sequence[Token], goal: str, listening: Ear) -> list[Find]:
    """Where `pieces` speak of what `goal` asks about: the first of the goals that it names, and every device."""
    kinds = asked_of(goal, listening)
    meant = {*kinds[:1], *(kind for kind in kinds if kind == _EVERY)}
    found = [find for find in listening.goals.find_all(pieces) if _kind(find) in meant]
    barred = {_kind(find) for find in found if _sort(find) == _UNLESS}
    return [find for find in found if _kind(find) not in barred]


def _kind(find: Find) -> str:
    return find.name.split()[0]


def _sort(find: Find) -> str:
    return find.name.split()[1]


def _is_so(find: Find, cut: Sequence[Clause], listening: Ear, others: Set[int]) -> bool:
    """Whether what is told is so here and now: not wished, gone by, told by others or somebody else's."""
    place, begin = holding(cut, find.start)
    start, end = find.start - begin, find.end - begin
    free = tuple(role for role in cut[place].roles if role.start < start or end < role.end)
    clause = replace(cut[place], roles=free)  # "not frozen once" is of no time gone by
    if place in others or gone_by(clause, start, end, listening):
        return False
    return not any(heard(clause, start, listening) for heard in (wondered, wished, awaited))


def _courteous(pieces: Sequence[Token], listening: Ear, aside: Collection[str]) -> Set[int]:
    """The places of words that tell nothing: small and steering words, a yes, thanks and praise."""
    steering = (role for role in listening.roles(pieces) if role.name not in _TELLING)
    kind = (*listening.praise.find_all(pieces), *listening.answers.find_all(pieces))
    return places([*kind, *steering]) | {place for place, token in enumerate(pieces) if token.folded in aside}


def _known(text: str, pieces: Sequence[Token], goal: str, listening: Ear) -> Set[int]:
    """The places of words that tell nothing but what is asked: common ones, who lives in the house, the service's names, and
    words of the goal itself."""
    language = listening.language
    own = {stem(token.folded, language) for token in tokens(goal)}
    named = (find for find in listening.secondhand.find_all(pieces) if find.name == _HOUSEHOLD)
    return places([*named, *services_in(text, language)]) | {
        place
        for place, token in enumerate(pieces)
        if is_common(token.folded, language) or stem(token.folded, language) in own
    }
