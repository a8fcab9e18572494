"""Complaints about several services in one message, each told apart as it would stand alone.

"no internet and no tv"                        "no internet" · "no tv"
"neveikia internetas, televizija ir telefonas" "neveikia internetas" · "neveikia televizija" · "neveikia telefonas"
"the phone is silent and the internet gone"    "the phone is silent" · "the internet gone"
"no tv and the internet is fine"               "no tv"

Services named one after the other share what is said before and behind them, unless that would join two statements:
then each keeps its own. What is well, somebody else's, or past where only another one fails now, is no complaint.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from agent.language import Token, tokens
from agent.understanding.acts import find_acts
from agent.understanding.atoms import atoms, worth
from agent.understanding.clauses import clauses, denies
from agent.understanding.ear import Ear, ear
from agent.understanding.facts import find_facts
from agent.understanding.firsthand import firsthand, is_theirs
from agent.understanding.lexicon import Find
from agent.understanding.matter import matter_of, services_in
from agent.understanding.rows import (
    AND,
    BAD,
    BETWEEN,
    NEITHER,
    TOO,
    Heard,
    adds_nothing,
    has_role,
    heard_in,
    named_in,
    rows_of,
    says,
    states,
    text_of,
    unstopped,
)

_TYPE, _PATTERN, _ONLY = "problem_type", "connection_pattern", "only"
_TYING = frozenset({AND, "contrast", "while_"})
_NO_FAULT, _PROBLEM, _ASKED = frozenset({"solved", "correction"}), "problem", "question"
_PRAISE = 0.9
_LEAST = 2  # words of a part that says something of its own; so few before a row only lead to it
_WELL = "well"


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is said of one service. `joined`: in one breath with another; `sure`: in words that tell of a fault, or as one of
    several services of which the same is said."""

    text: str
    service: str
    joined: bool = False
    sure: bool = False


def complaints(text: str, language: str) -> tuple[Complaint, ...]:
    """What `text` complains of, one complaint a service, in their order; remembered, since several ask in one turn."""
    return _complaints(text, ear(language).language)


@lru_cache(maxsize=256)
def _complaints(text: str, language: str) -> tuple[Complaint, ...]:
    listening = ear(language)
    told: dict[str, Complaint] = {}
    for part in dict.fromkeys(_statements(heard_in(text, listening))):
        before = told.get(part.service)
        whole = replace(before, text=f"{before.text}, {part.text}") if before else part
        told[part.service] = whole
    real = [found for part in told.values() if (found := _complaint(part, listening))]
    now = [part for part in real if _is_now(part, listening)]
    only = any(clause.has(_ONLY) for part in now for clause in clauses(part.text, listening))
    return tuple(now if only else real)


def left_out(text: str, language: str, told: Iterable[Complaint]) -> frozenset[str]:
    """The services that `text` names beside those complained of."""
    named = {find.name for find in services_in(text, language, otherwise=True)}
    named |= {find.name for find in named_in(heard_in(text, ear(language)))}
    return frozenset(named - {each.service for each in told})


# ---- the statements, each about one service


@dataclass(frozen=True, slots=True)
class _Cut:
    """From where to where a statement goes. `parted`: a small word joins it to another one, `led`: to that before it;
    `fresh`: it begins a clause."""

    start: int
    end: int
    parted: bool
    led: bool
    fresh: bool


def _statements(heard: Heard) -> Iterator[Complaint]:
    """Every statement with its service; one that names none is about the service before it, and one that does nothing else
    says of its service what was said before it: "the internet is down. The TV too"."""
    rows, service = rows_of(heard), ""
    real = set(services_in(heard.text, heard.listening.language))
    places = {find.start for find in real.difference(*rows)}  # "nei televizoriuje"
    last: tuple[Complaint, str] | None = None
    for cut in _cuts(heard, rows):
        row = _row(rows, cut, real)
        if row is None:
            away = not places.isdisjoint(range(cut.start, cut.end))
            service = service if away else _of_type(cut, heard) or service
            yield from [Complaint(_said(cut, heard), service)] if service else []
            continue
        service, parts = row[-1].name, _parts(row, cut, last, heard)
        last = parts[-1], _name(row[-1], heard)
        yield from parts


def _said(cut: _Cut, heard: Heard) -> str:
    return text_of(heard.pieces[cut.start : cut.end])


def _row(rows: Sequence[Sequence[Find]], cut: _Cut, real: Set[Find]) -> Sequence[Find] | None:
    """The services that a statement is about: of several the first that stand in a row, or are named by a name of their own."""
    within = rows[bisect_left(rows, cut.start, key=_begins) : bisect_left(rows, cut.end, key=_begins)]
    return next((row for row in within if len(row) > 1 or row[0] in real), next(iter(within), None))


def _of_type(cut: _Cut, heard: Heard) -> str:
    """The service that a statement tells of without its name."""
    facts = find_facts(_said(cut, heard), heard.listening.language)
    return next((str(fact.value) for fact in facts if fact.name == _TYPE), "")


def _parts(
    row: Sequence[Find], cut: _Cut, last: tuple[Complaint, str] | None, heard: Heard
) -> list[Complaint]:
    """What a statement says of each of its services."""
    if last is not None and _shares(row, cut, heard) and _complaint(last[0], heard.listening):
        return [_alike(find, *last, heard) for find in row]
    if len(row) > 1:
        return list(_apart(row, cut, heard))
    return [Complaint(_said(cut, heard), row[0].name, cut.parted)]


def _begins(row: Sequence[Find]) -> int:
    return row[0].start


def _cuts(heard: Heard, rows: Sequence[Sequence[Find]]) -> Iterator[_Cut]:
    """The statements: they part at the ends of clauses outside of a row, and at the "and" between two services."""
    inside = {end for row in rows for end in range(row[0].start + 1, row[-1].start + 1)}
    cuts = {end: end for end in heard.ends if end not in inside}
    fresh, joined = {0, *cuts}, set[int]()
    for row, behind in pairwise(rows):
        joint = heard.joint(row[-1].end, behind[0].start)
        if joint is None or joint.name != AND or heard.begin(behind[0].start) >= joint.end:
            continue
        begin = heard.begin(joint.start)
        opens = begin > row[-1].start and joint.start - begin <= BETWEEN  # "…, but also the tv"
        end = begin if opens else joint.start
        cuts[end] = joint.end
        joined.add(end)
    begin, led, opens = 0, False, True
    for end in sorted(cuts):
        if begin < end:
            yield _Cut(begin, end, led or end in joined, led, opens)
        begin, led, opens = cuts[end], end in joined, end in fresh


def _shares(row: Sequence[Find], cut: _Cut, heard: Heard) -> bool:
    """Whether a clause only names services, with "too" or "and" to them, and asks nothing."""
    words, listening = heard.pieces[cut.start : cut.end], heard.listening
    rest = [*words[: row[0].start - cut.start], *words[row[-1].end - cut.start :]]
    too = cut.led or any(each.name == TOO for each in listening.matter.find_all(rest))
    return cut.fresh and too and "?" not in words[-1].after and adds_nothing(rest, listening)


def _alike(find: Find, last: Complaint, named: str, heard: Heard) -> Complaint:
    """What was said of the service `named` last, said of this one."""
    return Complaint(last.text.replace(named, _name(find, heard), 1), find.name, sure=True)


def _name(find: Find, heard: Heard) -> str:
    return text_of(unstopped(heard.pieces[find.start : find.end]))


def _apart(row: Sequence[Find], cut: _Cut, heard: Heard) -> Iterator[Complaint]:
    """Each service of a row with what is said of all; of two statements the last services keep the second."""
    listening, pieces = heard.listening, heard.pieces
    before, behind = pieces[cut.start : row[0].start], pieces[row[-1].end : cut.end]
    if says(before, listening) and _is_well(behind, listening):
        row, behind = row[:-1], ()  # "the laptop won't connect to wifi, phone ok"
    subject = states(behind, listening) and len(before) <= _LEAST  # not "phones, laptop and tv alike"
    both = (
        not has_role(before, NEITHER, listening)
        and says(before, listening)
        and _says_of(row[-1], behind, heard)
    )
    second = _second(row, heard) if both else len(row)
    for place, find in enumerate(row):
        joint = heard.joint(row[place - 1].end, find.start) if place else None
        own = pieces[(joint.end if joint else row[place - 1].end) : find.start] if place else ()
        denied = own if denies(listening.roles(own)) and not denies(listening.roles(before)) else ()
        named = unstopped(pieces[find.start : find.end])
        if place >= second:
            yield Complaint(text_of([*own, *named, *behind]), find.name, joined=True)
        else:
            said = text_of([*before, *denied, *named, *(() if both else behind)])
            yield Complaint(said, find.name, joined=True, sure=subject and not both)


def _is_well(said: Sequence[Token], listening: Ear) -> bool:
    """Whether words say that something is well, and nothing else."""
    told = any(each.name == _WELL and each.length == len(said) for each in listening.matter.find_all(said))
    return told and "?" not in said[-1].after


def _second(row: Sequence[Find], heard: Heard) -> int:
    """Of which service on a row of two statements belongs to the second: behind its last bare comma, else the last."""
    bare = (
        place
        for place, (one, other) in enumerate(pairwise(row), start=1)
        if heard.joint(one.end, other.start) is None
    )
    return max(bare, default=len(row) - 1)


def _says_of(find: Find, behind: Sequence[Token], heard: Heard) -> bool:
    """Whether what follows a service is a statement of its own: "the tv is ok"."""
    well = matter_of(text_of([*heard.pieces[find.start : find.end], *behind]), heard.listening.language).well
    return bool(well) or states(behind, heard.listening)


def _complaint(part: Complaint, listening: Ear) -> Complaint | None:
    """`part`, where it tells of a fault."""
    text, language = part.text, listening.language
    matter = matter_of(text, language)
    acts = {act.name for act in find_acts(text, language)}
    aside = (matter.well | matter.denied) - matter.open
    asked = _ASKED in acts and _PROBLEM not in acts
    if part.service in aside or acts & _NO_FAULT or asked or is_theirs(text, listening):
        return None
    cut = clauses(text, listening)
    sure = _PROBLEM in acts or any(fact.name == _PATTERN for fact in find_facts(text, language))
    worths = [worth(atom) for clause in cut for atom in atoms(clause, listening)]
    denied = any(denies(clause.roles) for clause in cut)
    bad = denied or min(worths, default=0.0) <= BAD
    if not sure and not bad and max(worths, default=0.0) >= _PRAISE:
        return None  # "the phone works"
    sure = sure or part.sure
    few = sum(len(clause.tokens) for clause in cut) < _LEAST
    return replace(part, text=_alone(text, listening), sure=sure) if sure or (not few and bad) else None


def _alone(text: str, listening: Ear) -> str:
    """`text` without the small words that only tie it to what was said before: "o dar tv stringa"."""
    pieces = tokens(text)
    ties = [role for role in listening.roles(pieces) if role.name in _TYING]
    ties += [find for find in listening.matter.find_all(pieces) if find.name == TOO]
    ends = {each.start: each.end for each in sorted(ties, key=lambda each: each.length)}
    begin = 0
    while begin in ends:
        begin = ends[begin]
    return text_of(pieces[begin:]) if 0 < begin < len(pieces) else text


def _is_now(part: Complaint, listening: Ear) -> bool:
    return bool(firsthand(clauses(part.text, listening), listening))
