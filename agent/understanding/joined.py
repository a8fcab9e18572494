"""Complaints about several services in one message, each told apart as it would stand alone.

"no internet and no tv"                        "no internet" · "no tv"
"neveikia internetas, televizija ir telefonas" "neveikia internetas" · "neveikia televizija" · "neveikia telefonas"
"the phone is silent and the internet gone"    "the phone is silent" · "the internet gone"
"no tv and the internet is fine"               "no tv"

Services named one after the other share what is said before and behind them, unless that would join two statements:
then each keeps its own. What is well, somebody else's, or past where only another one fails now, is no complaint.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import accumulate, pairwise

from agent.language import Token, tokens
from agent.understanding.acts import find_acts
from agent.understanding.atoms import atoms, worth
from agent.understanding.clauses import clauses, denies
from agent.understanding.ear import Ear, ear
from agent.understanding.facts import find_facts
from agent.understanding.firsthand import firsthand, is_theirs
from agent.understanding.lexicon import Find, Lexicon
from agent.understanding.matter import matter_of, services_in

_TYPE, _PATTERN, _DEVICE, _PHONE = "problem_type", "connection_pattern", "device", "phone"
_AND, _NEITHER, _OR, _ALSO, _ONLY, _VERB = "and_", "neither", "either", "and_also", "only", "polar"
_JOINING = (_AND, _NEITHER, _OR)
_SIGNS, _STOPS, _PAUSES = frozenset(",&+/"), frozenset(".!?;:"), ",;:&+/ "
_NO_FAULT, _PROBLEM, _ASKED = frozenset({"solved", "correction"}), "problem", "question"
_BAD, _GOOD = -0.5, 0.3
_LEAD = 3  # words before a phone that opens its statement: "now only the"
_BETWEEN = 1  # words between what joins and the next service: "no", "the"
_LEAST = 2  # words of a part that says something of its own; so few before a row only lead to it


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is said of one service. `joined`: in one breath with another; `sure`: in words that tell of a fault, or as one of
    several services of which the same is said."""

    text: str
    service: str
    joined: bool = False
    sure: bool = False


@dataclass(frozen=True, slots=True)
class _Joint:
    """A word that joins, between two places."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Heard:
    """The message, with what steers it."""

    text: str
    listening: Ear
    pieces: tuple[Token, ...]
    joints: tuple[_Joint, ...]

    def joint(self, start: int, end: int) -> _Joint | None:
        """The last word that joins of those between two places."""
        within = (each for each in self.joints if start <= each.start and each.end <= end)
        return max(within, key=lambda each: each.end, default=None)


def complaints(text: str, language: str) -> tuple[Complaint, ...]:
    """What `text` complains of, one complaint a service, in their order; remembered, since several ask in one turn."""
    return _complaints(text, ear(language).language)


@lru_cache(maxsize=256)
def _complaints(text: str, language: str) -> tuple[Complaint, ...]:
    listening, pieces = ear(language), tokens(text)
    told: dict[str, Complaint] = {}
    for part in _statements(_Heard(text, listening, pieces, _joints(pieces, listening))):
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
    return frozenset(named - {each.service for each in told})


def _joints(pieces: Sequence[Token], listening: Ear) -> tuple[_Joint, ...]:
    roles = [role for role in listening.roles(pieces) if role.name in _JOINING]
    also = [find for find in listening.matter.find(pieces) if find.name == _ALSO]
    return tuple(
        _Joint(_AND if find.name == _ALSO else find.name, find.start, find.end) for find in (*roles, *also)
    )


# ---- the services named, and which of them stand in a row


def _rows(heard: _Heard) -> list[list[Find]]:
    rows: list[list[Find]] = []
    for find in _named(heard):
        if rows and _adjoin(rows[-1][-1], find, heard):
            rows[-1].append(find)
        else:
            rows.append([find])
    return rows


def _named(heard: _Heard) -> list[Find]:
    """The services; a phone is one where it opens its statement or follows another, and else what the customer holds."""
    language = heard.listening.language
    real = services_in(heard.text, language)
    free = [
        each for each in _phones(language).find(heard.pieces) if not any(_meet(each, find) for find in real)
    ]
    kept: list[Find] = []
    for find in sorted([*real, *free], key=lambda find: find.start):
        if find in real or _opens(find, kept, heard) or (kept and _adjoin(kept[-1], find, heard)):
            kept.append(find)
    return kept


def _opens(find: Find, before: Sequence[Find], heard: _Heard) -> bool:
    """Whether a few words at most stand between the beginning of its statement and what is named."""
    ends = [0, *accumulate(len(clause.tokens) for clause in clauses(heard.text, heard.listening))]
    begin = max(end for end in ends if end <= find.start)
    joint = heard.joint(begin, find.start)
    begin = joint.end if joint is not None else begin
    return find.start - begin <= _LEAD and not any(begin <= each.start for each in before)


@cache
def _phones(language: str) -> Lexicon:
    return Lexicon((_PHONE, phrase) for phrase in ear(language).pack.facts[_DEVICE][_PHONE])


def _meet(one: Find, other: Find) -> bool:
    return one.start < other.end and other.start < one.end


def _adjoin(one: Find, other: Find, heard: _Heard) -> bool:
    """Whether nothing stands between two services but what joins them, and one word that tells of nothing."""
    signs = {sign for piece in heard.pieces[one.end - 1 : other.start] for sign in piece.after}
    joint = heard.joint(one.end, other.start)
    paused = bool(_SIGNS & set(heard.pieces[one.end - 1].after))
    if one.name == other.name or signs & _STOPS or not (paused or (joint and joint.start == one.end)):
        return False
    first = joint.end if joint else one.end
    between = [*heard.pieces[one.end : joint.start if joint else one.end], *heard.pieces[first : other.start]]
    if len(between) > _BETWEEN or _tells(between, heard.listening):
        return False
    either = joint is not None and joint.name == _OR
    return not either or _denies(heard.pieces[: one.start], heard.listening)


# ---- the statements, each about one service


def _statements(heard: _Heard) -> Iterator[Complaint]:
    """Every statement with its service; one that names none is about the service before it."""
    rows, service = _rows(heard), ""
    real = services_in(heard.text, heard.listening.language)
    for start, end, parted in _cut(heard, rows):
        within = [row for row in rows if start <= row[0].start < end]
        row = next((row for row in within if len(row) > 1 or row[0] in real), next(iter(within), None))
        said = _text(heard.pieces[start:end])
        if row is None:
            facts = {fact.name: str(fact.value) for fact in find_facts(said, heard.listening.language)}
            service = facts.get(_TYPE, service)
            parts: Iterable[Complaint] = [Complaint(said, service)] if service else []
        else:
            service = row[-1].name
            parts = _apart(row, start, end, heard) if len(row) > 1 else [Complaint(said, service, parted)]
        yield from parts


def _cut(heard: _Heard, rows: Sequence[Sequence[Find]]) -> Iterator[tuple[int, int, bool]]:
    """From where to where each statement goes, and whether a small word joins it to another: at the ends of clauses
    outside of a row, and at the "and" between two services."""
    ends = accumulate(len(clause.tokens) for clause in clauses(heard.text, heard.listening))
    cuts = {end: end for end in ends if not any(row[0].start < end <= row[-1].start for row in rows)}
    joined = set()
    for row, behind in pairwise(rows):
        joint = heard.joint(row[-1].end, behind[0].start)
        if (
            joint is not None
            and joint.name == _AND
            and not any(joint.end <= end <= behind[0].start for end in cuts)
        ):
            cuts[joint.start] = joint.end
            joined.add(joint.start)
    begin, parted = 0, False
    for end in sorted(cuts):
        if begin < end:
            yield begin, end, parted or end in joined
        begin, parted = cuts[end], end in joined


def _apart(row: Sequence[Find], start: int, end: int, heard: _Heard) -> Iterator[Complaint]:
    """Each service of a row with what is said of all; of two statements the last service keeps the second."""
    listening, pieces = heard.listening, heard.pieces
    before, behind = pieces[start : row[0].start], pieces[row[-1].end : end]
    subject = _states(behind, listening) and len(before) <= _LEAST  # not "phones, laptop and tv alike"
    both = (
        not _has(before, _NEITHER, listening)
        and _says(before, listening)
        and _says_of(row[-1], behind, heard)
    )
    for place, find in enumerate(row):
        joint = heard.joint(row[place - 1].end, find.start) if place else None
        own = pieces[(joint.end if joint else row[place - 1].end) : find.start] if place else ()
        denied = own if _denies(own, listening) and not _denies(before, listening) else ()
        named, last = _unstopped(pieces[find.start : find.end]), find is row[-1]
        if both and last:
            yield Complaint(_text([*own, *named, *behind]), find.name, joined=True)
        else:
            said = _text([*before, *denied, *named, *(() if both else behind)])
            yield Complaint(said, find.name, joined=True, sure=subject and not both)


# ---- what a piece of the message says


def _text(pieces: Sequence[Token]) -> str:
    """The words as they stand; a pause that stood between two services is none."""
    return " ".join(f"{piece.text}{piece.after.strip()}" for piece in pieces).rstrip(_PAUSES)


def _unstopped(pieces: Sequence[Token]) -> list[Token]:
    return [*pieces[:-1], replace(pieces[-1], after=" ")]


def _tells(pieces: Sequence[Token], listening: Ear) -> bool:
    said = [atom for clause in clauses(_text(pieces), listening) for atom in atoms(clause, listening)]
    return any(abs(worth(atom)) >= _GOOD for atom in said)


def _has(pieces: Sequence[Token], name: str, listening: Ear) -> bool:
    return any(role.name == name for role in listening.roles(pieces))


def _denies(pieces: Sequence[Token], listening: Ear) -> bool:
    return denies(listening.roles(pieces))


def _says(pieces: Sequence[Token], listening: Ear) -> bool:
    return _denies(pieces, listening) or _tells(pieces, listening)


def _states(pieces: Sequence[Token], listening: Ear) -> bool:
    return _says(pieces, listening) or _has(pieces, _VERB, listening)


def _says_of(find: Find, behind: Sequence[Token], heard: _Heard) -> bool:
    """Whether what follows a service is a statement of its own: "the tv is ok"."""
    well = matter_of(_text([*heard.pieces[find.start : find.end], *behind]), heard.listening.language).well
    return bool(well) or _states(behind, heard.listening)


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
    sure = part.sure or _PROBLEM in acts or any(fact.name == _PATTERN for fact in find_facts(text, language))
    few = sum(len(clause.tokens) for clause in cut) < _LEAST
    bad = any(worth(atom) <= _BAD for clause in cut for atom in atoms(clause, listening))
    denied = any(denies(clause.roles) for clause in cut)
    return replace(part, sure=sure) if sure or (not few and (bad or denied)) else None


def _is_now(part: Complaint, listening: Ear) -> bool:
    return bool(firsthand(clauses(part.text, listening), listening))
