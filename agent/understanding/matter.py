"""Which services a message says the talk is not about, and which it says are well.

"it's not the internet"; "ne apie televizorių"     the talk is not about it
"my internet is fine, I'm writing to you over it"  it is well
"the internet works, but it drops"                 neither: the customer tells of trouble with it
"not the router, the module is red"                neither: a box is no service
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from agent.language import Token, tokens
from agent.understanding.atoms import group
from agent.understanding.clauses import Clause, clauses
from agent.understanding.ear import Ear, ear
from agent.understanding.lexicon import Find, Lexicon
from agent.understanding.scope import Scene, scene

_PARTS, _SEEN = frozenset({"lit", "faint", "cable"}), ("light", "colour")
_BETWEEN = 2  # words that may stand before a service in its clause, and between it and "works"
_MEDIUM = "medium"
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
    aside = [each for each in listening.matter.find_all(pieces) if each.name == _OTHERWISE]
    found = [find for find in _services(language).find(pieces) if not _is_box(find, pieces, listening)]
    aside = [] if otherwise else aside
    return [find for find in found if not any(a.start <= find.start and find.end <= a.end for a in aside)]


def matter_of(text: str, language: str) -> Matter:
    """What `text` says of the services it names."""
    listening, pieces = ear(language), tokens(text)
    cut = clauses(text, listening)
    seen = scene(cut, listening)
    parts = [shot for shot, clause in zip(seen.shots, cut, strict=True) if _is_of_a_part(clause, listening)]
    named = [
        find
        for find in services_in(text, language)
        if not any(part.start <= find.start < part.end for part in parts)
    ]
    denied = {find.name for find in named if _is_denied(find, pieces, listening)}
    left = [find for find in named if not _is_denied(find, pieces, listening)]
    well = {find.name for find in left if _is_well(find, pieces, cut, listening)} - _troubled(seen, cut, left)
    rest = {find.name for find in left} - well
    return Matter(frozenset(denied - rest), frozenset(well - denied), frozenset(rest))


def _is_well(find: Find, pieces: Sequence[Token], cut: Sequence[Clause], listening: Ear) -> bool:
    """Whether a clause opens with the service and says at once that it works: not what another one does, or a button of it."""
    begin = end = 0
    for clause in cut:
        begin, end = end, end + len(clause.tokens)
        if begin <= find.start < end:
            break
    said = pieces[begin:end]
    works = [each for each in listening.meant(said) if each.name == "works+" and not each.negated]
    works += [each for each in listening.matter.find_all(said) if each.name == "well"]
    near = any(0 <= begin + each.start - find.end <= _BETWEEN for each in works)
    return near and find.start - begin <= _BETWEEN


def _troubled(seen: Scene, cut: Sequence[Clause], named: Sequence[Find]) -> set[str]:
    """What trouble is told of; a clause of trouble that names no service is about those of its sentence: "but it drops"."""
    troubled: set[str] = set()
    told: set[str] = set()
    for shot, clause in zip(seen.shots, cut, strict=True):
        here = {find.name for find in named if shot.start <= find.start < shot.end}
        told |= here
        if shot.state < 0:
            troubled |= here or told
        if _ENDS & set(clause.ends):
            told = set()
    return troubled


def _is_of_a_part(clause: Clause, listening: Ear) -> bool:
    """Whether a clause is about a lamp or a cable ("the wifi light is on"), and not about the service."""
    meant = {find.name[:-1] for find in listening.meant(clause.tokens)}
    return bool(meant & _PARTS) or any(group(name) in _SEEN for name in meant)


def _is_denied(find: Find, pieces: Sequence[Token], listening: Ear) -> bool:
    """Whether a denial stands right before or right behind, with no pause between. A medium is no service: "not wireless"."""
    if any(group(each.name[:-1]) == _MEDIUM for each in listening.meant(pieces[find.start : find.end])):
        return False
    for denial in listening.matter.find_all(pieces):
        first = pieces[denial.start]
        if denial.length == 1 and first.text.lower() != first.folded:
            continue  # "nė puslapio" is not "ne puslapis"
        if denial.name == _BEFORE and denial.end == find.start and not pieces[denial.end - 1].after.strip():
            return True
        if denial.name == _BEHIND and denial.start == find.end and not pieces[find.end - 1].after.strip():
            return True
    return False


def _is_box(find: Find, pieces: Sequence[Token], listening: Ear) -> bool:
    """Whether what is named is a thing to be looked at ("router", "remote"), and no service."""
    devices = {kind for kind in listening.pack.facts[_DEVICE] if kind not in find.name}
    meant = {each.name[:-1] for each in listening.meant(pieces[find.start : find.end])}
    return any(name in devices and group(name) == _DEVICE for name in meant)
