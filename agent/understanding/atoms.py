"""What a clause says, in meanings: each with a sign (it is so, it is not so) and a weight.

"nešviečia"            -lit
"not a single page"    -opens (and -internet)
"trys dega žaliai"     +lit +green
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from agent.language import tokens
from agent.understanding.clauses import Clause
from agent.understanding.ear import DENYING, Bond, Ear, meanings
from agent.understanding.ear import ear as ear_for
from agent.understanding.lexicon import Find

_LONGER = 0.2  # a longer phrase says more surely what it means
_IRONIC = 0.3  # what is left of praise beside a word of irony
_PREDICATE = 0.9  # what is as good or bad as this says how a thing does
_SOME, _TIMES = "some+", ("second", "minute", "hour", "day", "week", "month", "year")
_SIGN, _SAME, _QUANTITY = 0.3, "same", "quantity"  # as bad as this, what is there is a sign of trouble


@dataclass(frozen=True, slots=True)
class Atom:
    """`meaning` is so (`sign` 1) or not so (-1); `said` are the customer's words. `yes` and `no` are meanings too."""

    meaning: str
    sign: int
    weight: float
    said: str = ""
    implied: bool = False


def atoms(clause: Clause, ear: Ear, opens: bool = True) -> list[Atom]:
    """All that `clause` states; remembered, since every reader asks for it. A question states nothing. `opens`: it is the first
    of its reply."""
    return [] if clause.asks else list(_stated(clause, ear.language, opens))


@lru_cache(maxsize=2048)
def _stated(clause: Clause, language: str, opens: bool) -> tuple[Atom, ...]:
    ear = ear_for(language)
    finds = [find for find in ear.meant(clause.tokens) if not _is_of_time(find, clause, ear)]
    denials = _denials(clause, finds)
    found = _of_the_thing([_atom(find, clause, denials, ear) for find in finds], finds, clause)
    found += _answers(clause, ear, opens or clause.begins("contrast"))
    if clause.has("irony"):
        found = [
            replace(a, weight=a.weight * _IRONIC) if a.sign * _worth(a) > 0 or a.meaning == "yes" else a
            for a in found
        ]
    return tuple(_without_lost_things(_gone_for_good(found)))


def _is_of_time(find: Find, clause: Clause, ear: Ear) -> bool:
    """Whether "some" is of time: "for the last couple of hours"."""
    if find.name != _SOME:
        return False
    numerals, behind = ear.pack.numerals, [token.folded for token in clause.tokens[find.end : find.end + 2]]
    behind = behind[1:] if behind[:1] and behind[0] in numerals.of else behind
    return bool(behind) and any(
        behind[0] in numerals.units[unit] for unit in _TIMES if unit in numerals.units
    )


def _gone_for_good(found: list[Atom]) -> list[Atom]:
    """Where a bad sign went away ("the red light is gone"), its going is no bad news."""
    away = [a.said for a in found if a.meaning == _SAME and a.sign < 0]
    signs = [a for a in found if a.sign > 0 and _worth(a) <= -_SIGN and _bond(a).group != _QUANTITY]
    gone = [a for a in found if a.sign * _worth(a) <= -_PREDICATE and any(a.said in each for each in away)]
    if not away or all(sign in gone for sign in signs):
        return found
    return [a for a in found if a not in gone]


def _of_the_thing(found: list[Atom], finds: Sequence[Find], clause: Clause) -> list[Atom]:
    """In "no sound" only the sound is missing: the word of absence says nothing more."""
    if not any(atom.sign < 0 and _bond(atom).thing for atom in found):
        return found
    absent = {(role.start, role.end) for role in clause.roles if role.name == "absent"}
    return [atom for atom, find in zip(found, finds, strict=True) if (find.start, find.end) not in absent]


def _atom(find: Find, clause: Clause, denials: Sequence[tuple[Find, bool]], ear: Ear) -> Atom:
    sign = 1 if find.name[-1] == "+" else -1
    if find.negated or _denied(find, sign, clause, denials, ear):
        sign = -sign
    said = " ".join(token.text for token in clause.tokens[find.start : find.end])
    return Atom(find.name[:-1], sign, clause.weight * (1 + _LONGER * (find.length - 1)), said)


def _denials(clause: Clause, finds: Sequence[Find]) -> list[tuple[Find, bool]]:
    """The words of denial of a clause, each with whether it is free to reach what stands beside it."""
    denials = [role for role in clause.roles if role.name in DENYING]
    return [(each, each.name == "negators" or not _covered(each, finds)) for each in denials]


def _denied(find: Find, sign: int, clause: Clause, denials: Sequence[tuple[Find, bool]], ear: Ear) -> bool:
    """Whether a word of denial outside the find reaches it. Two denials in Lithuanian are one."""
    if any(_inside(denial, find) and denial.name != "absent" for denial, _ in denials):
        return False
    return any(free and _reaches(denial, find, sign, clause, ear) for denial, free in denials)


def _inside(denial: Find, find: Find) -> bool:
    return find.start <= denial.start and denial.end <= find.end


def _covered(denial: Find, finds: Iterable[Find]) -> bool:
    """A denial inside a longer phrase ("no signal", "ne iki galo") is used up by it."""
    return any(_inside(denial, find) and find.length > denial.length for find in finds)


def _reaches(denial: Find, find: Find, sign: int, clause: Clause, ear: Ear) -> bool:
    reach = ear.pack.grammar.reach
    if denial.start < find.end and find.start < denial.end:
        return False
    if denial.name == "absent" and find.end <= denial.start and sign > 0:
        return denial.start - find.end < reach["back"]
    distance = find.start - denial.end
    if distance < 0 or distance >= reach.get(denial.name, reach["negators"]):
        return False
    if denial.name in ("absent", "without", "neither") and sign < 0:
        return False
    if _is_answer(denial, clause, ear):
        return False
    between = range(denial.end, find.start)
    return not any(role.name in ("and_", "contrast") and role.start in between for role in clause.roles)


def _is_answer(denial: Find, clause: Clause, ear: Ear) -> bool:
    """A leading "no" before a subject answers: "no it works"."""
    alone = denial.start == 0 and denial.length == 1 and clause.tokens[0].folded in ("no", "ne")
    return alone and len(clause.tokens) > 1 and clause.tokens[1].folded in ear.answer_before


def _answers(clause: Clause, ear: Ear, opens: bool) -> list[Atom]:
    """Yes and no: the whole of a clause, or its head before a subject of its own; emoji anywhere."""
    lead = {
        role.start for role in clause.roles if role.name in ("filler", "doubt", "contrast", "turn", "irony")
    }
    first = next((place for place in range(len(clause.tokens)) if place not in lead), 0)
    for find in ear.answers.find(clause.tokens):
        sign = not clause.tokens[find.start].text[0].isalnum()
        rest = len(clause.tokens) - find.end
        if not sign and (find.start not in (0, first) or (rest and not _stands_alone(find, clause, ear))):
            continue
        if rest and not sign and not opens:
            continue
        return [Atom(find.name, 1, clause.weight * (1.0 if rest <= 2 else 0.8), clause.text)]
    return []


def _stands_alone(find: Find, clause: Clause, ear: Ear) -> bool:
    """Whether a yes or no at the head of a clause answers, and does not merely belong to the next word."""
    if find.name == "yes" or find.length > 1:
        return True
    following = clause.tokens[find.end].folded
    denied = any(
        role.start == find.end and role.name in ("negators", "absent", "without") for role in clause.roles
    )
    prefixed = any(other.start == find.end and other.negated for other in ear.concepts.find(clause.tokens))
    return following in ear.answer_before or denied or prefixed


def _without_lost_things(found: list[Atom]) -> list[Atom]:
    """Something bad said of a thing says that it is not there: "the picture vanished"."""
    bad = any(a.sign * _worth(a) <= -_PREDICATE for a in found)
    good = any(a.sign * _worth(a) >= _PREDICATE for a in found)
    if not bad or good:
        return found
    return [replace(a, sign=-1) if _bond(a).thing else a for a in found]


def implied(found: Iterable[Atom]) -> list[Atom]:
    """What follows from what was said, at lower weight."""
    more = []
    for atom in found:
        bond = _bond(atom)
        follows = bond.implies if atom.sign > 0 else bond.unless
        for name, share in [*follows.items(), *bond.follows.items()]:
            sign = -1 if name.startswith("-") else atom.sign if name in bond.follows else 1
            more.append(Atom(name.lstrip("-"), sign, atom.weight * share, atom.said, implied=True))
    return more


def worth(atom: Atom) -> float:
    """How good the news is: -1 to 1 by what is said, times its weight."""
    return atom.sign * _worth(atom) * atom.weight


def plain_worth(meaning: str) -> float:
    """How good it is, taken alone, that `meaning` is so."""
    bond = meanings().meanings.get(meaning)
    return bond.worth if bond else 0.0


def is_thing(meaning: str) -> bool:
    """Whether `meaning` is a thing that may be there or not: a picture, a tone."""
    bond = meanings().meanings.get(meaning)
    return bond is not None and bond.thing


def group(meaning: str) -> str | None:
    """The group of meanings that exclude each other, if `meaning` is in one."""
    bond = meanings().meanings.get(meaning)
    return bond.group if bond else None


def things(text: str, listening: Ear) -> frozenset[str]:
    """The things that `text` names: the internet, a picture, a tone."""
    names = {find.name[:-1] for find in listening.meant(tokens(text))}
    return frozenset(name for name in names if (bond := meanings().meanings.get(name)) and bond.thing)


def _worth(atom: Atom) -> float:
    return _bond(atom).worth


_NO_BOND = Bond()


def _bond(atom: Atom) -> Bond:
    return meanings().meanings.get(atom.meaning, _NO_BOND)
