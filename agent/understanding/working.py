"""Whether a message says that something works, or worked before; and whether that is news nobody asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate

from agent.language import tokens
from agent.understanding.atoms import atoms, worth
from agent.understanding.clauses import Clause, clauses, denies
from agent.understanding.ear import Ear, is_common
from agent.understanding.firsthand import hearsay, supposed, theirs
from agent.understanding.lexicon import Find
from agent.understanding.matter import services_in
from agent.understanding.options import Asked
from agent.understanding.second_thoughts import gone_by, taken_back, wished, wondered

WORKS = "works"
_GOOD = 0.6  # worth of an answer that good news may mean: "everything came back on", of the lights
_SAID, _MENDED = f"{WORKS}+", "mended"
_NOW = "now"
_TELLING = frozenset({_MENDED, _NOW, "then"})

_UNWANTED, _AWAITED = "denials", "awaited"
_IRONY = "irony"  # "what's great about it, the pc still has 5"


def gainsays(clause: Clause, listening: Ear) -> bool:
    """Whether a clause denies what is said, and not only that it is without something ("without a hitch") or that something
    is wanted ("I do not want to touch it")."""
    wants = [find for find in listening.unwanted.find_all(clause.tokens) if find.name == _UNWANTED]
    return denies(
        [
            role
            for role in clause.roles
            if not any(w.start <= role.start and role.end <= w.end for w in wants)
        ],
        lacking=False,
    )


def says_it_works(text: str, listening: Ear, complaint: str = "") -> bool:
    """Whether `text` says in so many words that something works, denies nothing, takes nothing back and means it, in a talk
    about `complaint`."""
    cut = clauses(text, listening)
    if any(gainsays(clause, listening) or clause.has(_IRONY) for clause in cut) or taken_back(cut, listening):
        return False
    return bool(working(text, cut, listening, complaint))


def speaks_of_working(text: str, listening: Ear) -> bool:
    """Whether `text` speaks of something working, or mended, in any way but wishing it: "has it been fixed?", "it came back then
    died again", "when it is fixed, call me". Mere praise ("good") is none."""
    return any(
        find.name in _TELLING and not find.negated and not wished(clause, find.start, listening)
        for clause in clauses(text, listening)
        for find in listening.secondhand.find_all(clause.tokens)
    )


def says_it_worked(text: str, listening: Ear) -> bool:
    """Whether `text` says that something worked before, and nowhere that it does now: "prieš tai irgi veikė"."""
    cut = clauses(text, listening)
    told = [gone for _, gone in _told(text, cut, listening)]
    before = any(told) or all(gone_by(clause, 0, len(clause.tokens), listening) for clause in cut)
    return before and all(told)


def working(text: str, cut: Sequence[Clause], listening: Ear, complaint: str = "") -> list[Find]:
    """Where `text` says that something works, and not merely that it is to be found out ("whether it works"), that somebody
    says so, or that it does at somebody else's."""
    return [find for find, gone in _told(text, cut, listening, complaint) if not gone]


def _told(
    text: str, cut: Sequence[Clause], listening: Ear, complaint: str = ""
) -> Iterator[tuple[Find, bool]]:
    """Where the customer tells that something works here, each with whether it did before only."""
    found = [f for f in listening.concepts.find(tokens(text)) if f.name == _SAID and not f.negated]
    aside = (
        hearsay(cut, listening, complaint) | supposed(cut) | theirs(cut, listening, complaint)
        if found
        else ()
    )
    ends = list(accumulate(len(clause.tokens) for clause in cut))
    for find in found:
        place = bisect_right(ends, find.start)
        clause, begin = cut[place], ends[place] - len(cut[place].tokens)
        at = find.start - begin
        if place not in aside and not wondered(clause, at, listening) and not _awaits(clause, at, listening):
            yield find, gone_by(clause, find.start - begin, find.end - begin, listening)


def _awaits(clause: Clause, place: int, listening: Ear) -> bool:
    """Whether the very word that works is what is waited for, or tells how: "when it works perfectly"."""
    found = listening.secondhand.find_all(clause.tokens)
    return any(find.name == _AWAITED and find.start <= place <= find.end for find in found)


def unasked(
    text: str,
    asked: Asked,
    listening: Ear,
    complaint: str = "",
    aside: Collection[str] = (),
    *,
    after_a_deed: bool = False,
    now: bool = False,
) -> Find | None:
    """Where a reply says of the whole matter that it works, and nothing else, to a question of something else.

    None where an answer listed, or a yes, may say so. A question beside it, the name of the service, and the words `aside`
    (folded: of thanks and the like) are nothing else: "yes, the internet works, thanks. and the tv?" Behind a deed it need not
    say what: "I restarted it, it's back". That it works `now` is more than that the lights are as usual.
    """
    polar = asked.polar and not asked.negated and asked.asks_for > 0
    news = after_a_deed or now
    listed = any(WORKS in each.told or (each.worth >= _GOOD and not news) for each in asked.options)
    if polar or listed or WORKS in asked.about:
        return None
    cut = clauses(text, listening)
    bad = any(worth(atom) < 0 for clause in cut for atom in atoms(clause, listening))
    if bad or taken_back(cut, listening) or any(gainsays(clause, listening) for clause in cut):
        return None
    mended = [find for find in listening.secondhand.find_all(tokens(text)) if find.name == _MENDED]
    found = [
        find
        for find in working(text, cut, listening, complaint)
        if any(each.start < find.end and find.start < each.end for each in mended)
    ]
    told = [*found, *mended]
    if after_a_deed and not found:
        found = [find for find in mended if not find.negated]
    return found[0] if found and not _tells_else(text, cut, told, aside, listening) else None


def says_only_that_it_works(text: str, listening: Ear, complaint: str = "") -> bool:
    """Whether `text` says that something works in more than praise, and tells of nothing else."""
    cut = clauses(text, listening)
    mended = [find for find in listening.secondhand.find_all(tokens(text)) if find.name == _MENDED]
    told = working(text, cut, listening, complaint)
    if not mended or not told or any(gainsays(clause, listening) for clause in cut):
        return False
    return not _tells_else(text, cut, [*told, *mended], (), listening)


def says_now(text: str, listening: Ear) -> bool:
    """Whether `text` speaks of something that works at present."""
    return any(find.name == _NOW for find in listening.secondhand.find_all(tokens(text)))


def _tells_else(
    text: str, cut: Sequence[Clause], works: Sequence[Find], aside: Collection[str], listening: Ear
) -> bool:
    """Whether any word tells of anything but that it works, beside the service's name; what is asked tells nothing."""
    language = listening.language
    told = {place for find in (*works, *services_in(text, language)) for place in range(find.start, find.end)}
    begin = 0
    for clause in cut:
        places = range(begin, begin + len(clause.tokens))
        begin = places.stop
        asks = clause.asks or "?" in clause.ends
        said = {place for role in clause.roles for place in range(role.start, role.end)}
        for place, token in zip(places, clause.tokens, strict=True):
            known = place in told or place - places.start in said or is_common(token.folded, language)
            known = known or token.folded in aside
            if not asks and not known:
                return True
    return False
