"""Which services a message says the talk is not about, and which it says are well.

"it's not the internet"; "ne apie televizorių"     the talk is not about it
"my internet is fine, I'm writing to you over it"  it is well
"the internet works, but it drops"                 neither: the customer tells of trouble with it
"not the router, the module is red"                neither: a box is no service
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache

from agent.language import Token, tokens
from agent.understanding.atoms import group
from agent.understanding.clauses import Clause, clauses
from agent.understanding.ear import DENYING, Ear, ear
from agent.understanding.lexicon import Find, Lexicon
from agent.understanding.remembered import remembered
from agent.understanding.scope import Scene, scene

_PARTS, _SEEN = frozenset({"lit", "faint", "cable"}), ("light", "colour")
_BETWEEN = 2  # words that may stand before a service in its clause, and between it and "works"
_MEDIUM = "medium"
_TV_BOX = "tv_box"
_ENDS = frozenset(".!?;")
_BEFORE, _BEHIND, _TYPE, _DEVICE = "denied_before", "denied_behind", "problem_type", "device"
_OTHERWISE = "named_otherwise"  # "email me": no matter


@dataclass(frozen=True, slots=True)
class Matter:
    """The kinds of problem that are `denied`, `well`, and spoken of at all without either (`open`)."""

    denied: frozenset[str] = frozenset()
    well: frozenset[str] = frozenset()
    open: frozenset[str] = frozenset()


@cache
def _services(language: str) -> Lexicon:
    types = ear(language).pack.facts[_TYPE]
    return Lexicon((kind, phrase) for kind in types for phrase in types[kind] if " + " not in phrase)


def services_in(text: str, language: str, *, otherwise: bool = False) -> list[Find]:
    """Where `text` names a service; `otherwise`: also where its name says how to be reached ("email me")."""
    pieces, listening = tokens(text), ear(language)
    found = [find for find in _services(language).find(pieces) if not _is_box(find, pieces, listening)]
    if not found or otherwise:
        return found
    aside = [each for each in listening.matter.find_all(pieces) if each.name == _OTHERWISE]
    return [find for find in found if not any(a.start <= find.start and find.end <= a.end for a in aside)]


@remembered
def matter_of(text: str, language: str) -> Matter:
    """What `text` says of the services it names."""
    listening, pieces = ear(language), tokens(text)
    cut = clauses(text, listening)
    seen = scene(cut, listening)
    parts = [shot for shot, clause in zip(seen.shots, cut, strict=True) if _is_of_a_part(clause, listening)]
    aside = {place for part in parts for place in range(part.start, part.end)}
    named = [find for find in services_in(text, language) if find.start not in aside]
    denials = _denials(pieces, listening)
    denied = {find.name for find in named if _is_denied(find, denials, pieces, listening)}
    left = [find for find in named if not _is_denied(find, denials, pieces, listening)]
    well = _well(left, cut, listening) - _troubled(seen, cut, left)
    rest = {find.name for find in left} - well
    return Matter(frozenset(denied - rest), frozenset(well - denied), frozenset(rest))


def _well(named: Sequence[Find], cut: Sequence[Clause], listening: Ear) -> set[str]:
    """The services with which a clause opens to say at once that they work: not what another one does, or a button of it."""
    found: set[str] = set()
    begin = 0
    placed = _placed(named)
    for clause in cut:
        opening = range(begin, begin + min(_BETWEEN + 1, len(clause.tokens)))
        finds = [find for place in opening for find in placed.get(place, ())]
        works = _works(clause.tokens, listening) if finds else set[int]()
        found |= {f.name for f in finds if any(0 <= begin + start - f.end <= _BETWEEN for start in works)}
        begin += len(clause.tokens)
    return found


def _placed(named: Sequence[Find]) -> Mapping[int, list[Find]]:
    """What is named, by its first word."""
    placed: dict[int, list[Find]] = {}
    for find in named:
        placed.setdefault(find.start, []).append(find)
    return placed


def _works(said: Sequence[Token], listening: Ear) -> set[int]:
    """Where something is said to work, or at its end to be well: "ok", not "not ok" nor "ok to receive"."""
    works = {each.start for each in listening.meant(said) if each.name == "works+" and not each.negated}
    denials = [role.end for role in listening.roles(said) if role.name in DENYING]
    return works | {
        each.start
        for each in listening.matter.find_all(said)
        if each.name == "well" and each.end == len(said) and not any(end <= each.start for end in denials)
    }


def _troubled(seen: Scene, cut: Sequence[Clause], named: Sequence[Find]) -> set[str]:
    """What trouble is told of; a clause of trouble that names no service is about those of its sentence ("but it drops"), unless
    the TV box was named between them: "the internet is fine, but the tv box says there is none"."""
    troubled: set[str] = set()
    told: set[str] = set()
    placed = _placed(named)
    for shot, clause in zip(seen.shots, cut, strict=True):
        here = {find.name for place in range(shot.start, shot.end) for find in placed.get(place, ())}
        told = here if _TV_BOX in shot.devices else told | here
        if shot.state < 0:
            troubled |= here or told
        if _ENDS & set(clause.ends):
            told = set()
    return troubled


def _is_of_a_part(clause: Clause, listening: Ear) -> bool:
    """Whether a clause is about a lamp or a cable ("the wifi light is on"), and not about the service."""
    meant = {find.name[:-1] for find in listening.meant(clause.tokens)}
    return bool(meant & _PARTS) or any(group(name) in _SEEN for name in meant)


def _denials(pieces: Sequence[Token], listening: Ear) -> set[tuple[str, int]]:
    """Before which word a denial ends, and behind which one it begins, with no pause between."""
    found = set[tuple[str, int]]()
    for denial in listening.matter.find_all(pieces):
        first = pieces[denial.start]
        if denial.length == 1 and first.text.lower() != first.folded:
            continue  # "nė puslapio" is not "ne puslapis"
        if denial.name == _BEFORE and not pieces[denial.end - 1].after.strip():
            found.add((_BEFORE, denial.end))
        if denial.name == _BEHIND and denial.start and not pieces[denial.start - 1].after.strip():
            found.add((_BEHIND, denial.start))
    return found


def _is_denied(find: Find, denials: Set[tuple[str, int]], pieces: Sequence[Token], listening: Ear) -> bool:
    """Whether a denial stands right before or right behind. A medium is no service: "not wireless"."""
    if (_BEFORE, find.start) not in denials and (_BEHIND, find.end) not in denials:
        return False
    return not any(
        group(each.name[:-1]) == _MEDIUM for each in listening.meant(pieces[find.start : find.end])
    )


def _is_box(find: Find, pieces: Sequence[Token], listening: Ear) -> bool:
    """Whether what is named is a thing to be looked at ("router", "remote"), and no service."""
    devices = {kind for kind in listening.pack.facts[_DEVICE] if kind not in find.name}
    meant = {each.name[:-1] for each in listening.meant(pieces[find.start : find.end])}
    return any(name in devices and group(name) == _DEVICE for name in meant)
