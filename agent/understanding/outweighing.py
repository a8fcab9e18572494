"""Which of two listed answers a complaint means where the words of both stand in it.

"my service is suspended, but I paid yesterday"       →  paid: what follows "but" is how it is now
"ONT all green, the light on the router is orange"    →  orange: one box is well, the other is not
"the router's light is red and the ONT is all green"  →  red: as if a comma stood for the "and"
"slow in the evenings, on everything"                 →  evenings: its author says that it outweighs "everything"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from agent.conversation import Evidence
from agent.language import tokens
from agent.understanding.answers import read_answer
from agent.understanding.atoms import group, is_thing, plain_worth
from agent.understanding.clauses import Clause, clauses, denies
from agent.understanding.ear import Ear
from agent.understanding.firsthand import firsthand
from agent.understanding.halves import halves
from agent.understanding.options import asked as asked_of
from agent.understanding.values import Question, Reading

_SURE, _GOOD = 0.95, 0.5
_PAST, _DEVICE = "past", "device"
_NOT_NOW = frozenset({"unsure", "wondering", "bygone", "awaited"})
_WITHOUT = ("learned", "acts")


def outweighing(question: Question, complaint: str, listening: Ear) -> Reading | None:
    """The answer that outweighs the others named in `complaint`, by the rules and its own words; None where none does."""
    cut = _parted(question, clauses(complaint, listening), listening)
    named = {place: found for place, each in enumerate(cut) if (found := listed(question, [each.text]))}
    seen = firsthand(as_dated(question, cut), listening)
    if len(set().union(*named.values())) < 2 or not seen >= named.keys():
        return None
    place = _later(question, cut, named, listening)
    place = _ill_of_one(question, cut, named, listening) if place is None else place
    if place is None:
        return _by_its_author(question, cut, named, listening)
    reading = read_answer(question, cut[place].text, listening.language, without=_WITHOUT)
    sure = {reading.outcome} == named[place] and reading.confidence >= _SURE
    return reading if sure else None


def _parted(question: Question, cut: Sequence[Clause], listening: Ear) -> list[Clause]:
    """The clauses; one that names an answer before its "and" and another behind it, as two."""
    parted: list[Clause] = []
    for clause in cut:
        parts = _of_two(question, clause, listening)
        parted += [*parts[:-1], replace(parts[-1], ends=clause.ends)] if parts else [clause]
    return parted


def _of_two(question: Question, clause: Clause, listening: Ear) -> tuple[Clause, ...]:
    """Both halves of a clause, each of which names one answer, and not the same; nothing where it has no such halves."""
    if len(listed(question, [clause.text])) < 2:
        return ()
    for before, behind in halves(clause.text, listening.language):
        first, second = listed(question, [before]), listed(question, [behind])
        if len(first) == len(second) == 1 and first != second:
            return clauses(f"{before}, {behind}", listening)
    return ()


def _later(
    question: Question, cut: Sequence[Clause], named: Mapping[int, set[str]], listening: Ear
) -> int | None:
    """The last clause that names an answer, where it begins with "but" or tells of now; good news outweighs no trouble."""
    place = max(named)
    turns = cut[place].begins("contrast") or cut[place].begins("turn_anywhere")
    if not turns or len(named[place]) != 1:
        return None
    return None if any(says_well(question, each, listening.language) for each in named[place]) else place


def _ill_of_one(
    question: Question, cut: Sequence[Clause], named: Mapping[int, set[str]], listening: Ear
) -> int | None:
    """The only clause that tells of trouble, where what is well is told of another box."""
    well = {
        place
        for place, found in named.items()
        if all(says_well(question, each, listening.language) for each in found)
    }
    ill = named.keys() - well
    if len(ill) != 1 or not well:
        return None
    (place,) = ill
    here, there = devices(cut[place].text, listening), [devices(cut[each].text, listening) for each in well]
    return place if here and all(each and not each & here for each in there) else None


def _by_its_author(
    question: Question, cut: Sequence[Clause], named: Mapping[int, set[str]], listening: Ear
) -> Reading | None:
    """The one answer of which its author says that it outweighs all others named, unless the rules are sure that its clause means
    something else."""
    told = set().union(*named.values())
    most = [each.id for each in question.options if each.id in told and told <= {each.id, *each.outweighs}]
    place = next((place for place, found in named.items() if found.issuperset(most)), None)
    if not most or place is None or _is_not_now(cut[place], listening):
        return None
    reading = read_answer(question, cut[place].text, listening.language, without=_WITHOUT)
    sure = reading.confidence >= _SURE
    if sure or denies(cut[place].roles):  # "not only in the evenings"
        return reading if sure and reading.outcome == most[0] else None
    said = Evidence("pattern", f"{most[0]} outweighs {', '.join(sorted(told - {*most}))}", _SURE)
    return Reading("outcome", outcome=most[0], confidence=_SURE, evidence=(said,))


def _is_not_now(clause: Clause, listening: Ear) -> bool:
    """Whether a clause asks, supposes or tells of an earlier time: "when it is paid will it come back", "paid last month's bill"."""
    found = {find.name for find in listening.secondhand.find_all(clause.tokens)}
    return clause.asks or "?" in clause.ends or bool(found & _NOT_NOW) or clause.has("while_")


def listed(question: Question, told: Iterable[str]) -> set[str]:
    """The answers whose own words, as the author listed them, stand in one of these clauses."""
    texts = list(told)
    return {
        option.id
        for option in question.options
        if option.pattern is not None and any(option.pattern.affirmed(text) for text in texts)
    }


def as_dated(question: Question, cut: Sequence[Clause]) -> list[Clause]:
    """The clauses, without the words of the past that an author listed with a deed: "paid yesterday" is so now."""
    return [_as_dated(question, clause) for clause in cut]


def _as_dated(question: Question, clause: Clause) -> Clause:
    past = [role for role in clause.roles if role.name == _PAST]
    if not past:
        return clause
    found = [
        match.text
        for each in question.options
        if each.pattern and (match := each.pattern.affirmed(clause.text))
    ]
    dated = {
        role
        for role in past
        if any(
            " ".join(piece.folded for piece in clause.tokens[role.start : role.end]) in text for text in found
        )
    }
    return replace(clause, roles=tuple(role for role in clause.roles if role not in dated))


def says_well(question: Question, outcome: str, language: str) -> bool:
    """Whether the label of this listed answer tells of something good: that the lights are as usual."""
    options = asked_of(question, language).options
    told = ((option, name) for option in options if option.id == outcome for name in option.told)
    return any(
        option.direct.get(name, 0.0) * plain_worth(name) >= _GOOD
        for option, name in told
        if not is_thing(name)
    )


def devices(text: str, listening: Ear) -> frozenset[str]:
    """The devices that `text` names."""
    names = {find.name[:-1] for find in listening.concepts.find(tokens(text))}
    return frozenset(name for name in names if group(name) == _DEVICE)
