"""Complaints about several services in one message, each told apart as it would stand alone.

"no internet and no tv"                        "no internet" · "no tv"
"neveikia internetas, televizija ir telefonas" "neveikia internetas" · "neveikia televizija" · "neveikia telefonas"
"the phone is silent and the internet gone"    "the phone is silent" · "the internet gone"
"no tv and the internet is fine"               "no tv"

Services named one after the other share what is said before and behind them, unless that would join two statements:
then each keeps its own. What is well, somebody else's, or past where only another one fails now, is no complaint.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import accumulate, pairwise

from agent.language import Token, tokens
from agent.understanding.acts import find_acts
from agent.understanding.atoms import atoms, worth
from agent.understanding.clauses import clauses, denies
from agent.understanding.ear import Ear, ear, is_common
from agent.understanding.facts import find_facts
from agent.understanding.firsthand import firsthand, is_theirs
from agent.understanding.lexicon import Find, Lexicon
from agent.understanding.matter import matter_of, services_in

_TYPE, _PATTERN, _DEVICE, _PHONE = "problem_type", "connection_pattern", "device", "phone"
_AND, _NEITHER, _OR, _ALSO, _ONLY, _VERB = "and_", "neither", "either", "and_also", "only", "polar"
_TOO, _PLACE = "too", "places"
_AGAINST = frozenset({"contrast", "while_", "although", "turn"})
_JOINING = (_AND, _NEITHER, _OR)
_TYING = frozenset({_AND, "contrast", "while_"})
_SIGNS, _STOPS, _PAUSES = frozenset(",&+/"), frozenset(".!?;:"), ",;:&+/ "
_NO_FAULT, _PROBLEM, _ASKED = frozenset({"solved", "correction"}), "problem", "question"
_BAD, _GOOD, _PRAISE = -0.5, 0.3, 0.9
_LEAD = 3  # words before a phone that opens its statement: "now only the"
_BETWEEN = 1  # words between what joins and the next service: "no", "the"
_FAR = 20  # words before services in a row, in which a denial is of them all: "no … tv or phone"
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
    """The message, with what steers it: the words that join, in order, and behind which words its clauses end."""

    text: str
    listening: Ear
    pieces: tuple[Token, ...]
    joints: tuple[_Joint, ...]
    ends: tuple[int, ...]

    def joint(self, start: int, end: int) -> _Joint | None:
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


def complaints(text: str, language: str) -> tuple[Complaint, ...]:
    """What `text` complains of, one complaint a service, in their order; remembered, since several ask in one turn."""
    return _complaints(text, ear(language).language)


@lru_cache(maxsize=256)
def _complaints(text: str, language: str) -> tuple[Complaint, ...]:
    listening = ear(language)
    told: dict[str, Complaint] = {}
    for part in _statements(_heard(text, listening)):
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
    named |= {find.name for find in _named(_heard(text, ear(language)))}
    return frozenset(named - {each.service for each in told})


def _heard(text: str, listening: Ear) -> _Heard:
    pieces = tokens(text)
    ends = accumulate(len(clause.tokens) for clause in clauses(text, listening))
    return _Heard(text, listening, pieces, _joints(pieces, listening), tuple(ends))


def _joints(pieces: Sequence[Token], listening: Ear) -> tuple[_Joint, ...]:
    roles = [role for role in listening.roles(pieces) if role.name in _JOINING]
    also = [find for find in listening.matter.find(pieces) if find.name == _ALSO]
    joints = (
        _Joint(_AND if find.name == _ALSO else find.name, find.start, find.end) for find in (*roles, *also)
    )
    return tuple(sorted(joints, key=lambda each: each.start))


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
    taken = {place for find in real for place in range(find.start, find.end)}
    free = {
        each for each in _phones(language).find(heard.pieces) if taken.isdisjoint(range(each.start, each.end))
    }
    kept: list[Find] = []
    for find in _without_places(sorted([*real, *free], key=lambda find: find.start), heard):
        if find not in free or _opens(find, kept, heard) or (kept and _adjoin(kept[-1], find, heard)):
            kept.append(find)
    return kept


def _without_places(found: Sequence[Find], heard: _Heard) -> Iterator[Find]:
    """Without what only says where another one fails: "no internet on the tv", "nei televizoriuje, nei telefone"."""
    spans = [each for each in heard.listening.matter.find_all(heard.pieces) if each.name == _PLACE]
    within = {place for span in spans for place in range(span.start, span.end)}
    others = [find.start for find in found if find.start not in within]
    for find in found:
        begin, end = heard.around(find) if find.start in within and others else (0, 0)
        beside = any(begin <= place < end for place in others)
        rest = [*heard.pieces[begin : find.start], *heard.pieces[find.end : end]]
        if begin == end or not (beside or _adds_nothing(rest, heard.listening)):
            yield find


def _opens(find: Find, before: Sequence[Find], heard: _Heard) -> bool:
    """Whether a few words at most stand between the beginning of its statement and what is named."""
    begin = heard.begin(find.start)
    joint = heard.joint(begin, find.start)
    begin = joint.end if joint is not None else begin
    return find.start - begin <= _LEAD and not (before and begin <= before[-1].start)


@cache
def _phones(language: str) -> Lexicon:
    return Lexicon((_PHONE, phrase) for phrase in ear(language).pack.facts[_DEVICE][_PHONE])


def _adjoin(one: Find, other: Find, heard: _Heard) -> bool:
    """Whether nothing stands between two services but what joins them, and one word that tells of nothing."""
    signs = {sign for piece in heard.pieces[one.end - 1 : other.start] for sign in piece.after}
    joint = heard.joint(one.end, other.start)
    paused = bool(_SIGNS & set(heard.pieces[one.end - 1].after))
    if one.name == other.name or signs & _STOPS or not (paused or (joint and joint.start == one.end)):
        return False
    first = joint.end if joint else one.end
    between = [*heard.pieces[one.end : joint.start if joint else one.end], *heard.pieces[first : other.start]]
    if len(between) > _BETWEEN or _tells(between, heard.listening) or (not joint and _turns(between, heard)):
        return False
    if any(_is_symptom(heard.pieces[find.start : find.end], heard.listening) for find in (one, other)):
        return False
    either = joint is not None and joint.name == _OR
    return not either or _denies(heard.pieces[max(0, one.start - _FAR) : one.start], heard.listening)


def _turns(between: Sequence[Token], heard: _Heard) -> bool:
    """Whether what follows is set against what stands before: "no wifi on the phone, but the tv connects"."""
    return any(role.name in _AGAINST for role in heard.listening.roles(between))


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


def _statements(heard: _Heard) -> Iterator[Complaint]:
    """Every statement with its service; one that names none is about the service before it, and one that does nothing else
    says of its service what was said before it: "the internet is down. The TV too"."""
    rows, service = _rows(heard), ""
    real = set(services_in(heard.text, heard.listening.language))
    places = real.difference(*rows)  # "nei televizoriuje"
    last: tuple[Complaint, str] | None = None
    for cut in _cuts(heard, rows):
        within = rows[bisect_left(rows, cut.start, key=_begins) : bisect_left(rows, cut.end, key=_begins)]
        row = next((row for row in within if len(row) > 1 or row[0] in real), next(iter(within), None))
        said = _text(heard.pieces[cut.start : cut.end])
        if row is None:
            facts = {fact.name: str(fact.value) for fact in find_facts(said, heard.listening.language)}
            place = any(find.start in range(cut.start, cut.end) for find in places)
            service = service if place else facts.get(_TYPE, service)
            yield from [Complaint(said, service)] if service else []
            continue
        service = row[-1].name
        if last is not None and _shares(row, cut, heard) and _complaint(last[0], heard.listening):
            parts = [_alike(find, *last, heard) for find in row]
        else:
            parts = list(_apart(row, cut, heard)) if len(row) > 1 else [Complaint(said, service, cut.parted)]
        last = parts[-1], _name(row[-1], heard)
        yield from parts


def _begins(row: Sequence[Find]) -> int:
    return row[0].start


def _cuts(heard: _Heard, rows: Sequence[Sequence[Find]]) -> Iterator[_Cut]:
    """The statements: they part at the ends of clauses outside of a row, and at the "and" between two services."""
    inside = {end for row in rows for end in range(row[0].start + 1, row[-1].start + 1)}
    cuts = {end: end for end in heard.ends if end not in inside}
    fresh, joined = {0, *cuts}, set[int]()
    for row, behind in pairwise(rows):
        joint = heard.joint(row[-1].end, behind[0].start)
        if joint is None or joint.name != _AND or heard.begin(behind[0].start) >= joint.end:
            continue
        begin = heard.begin(joint.start)
        opens = begin > row[-1].start and joint.start - begin <= _BETWEEN  # "…, but also the tv"
        end = begin if opens else joint.start
        cuts[end] = joint.end
        joined.add(end)
    begin, led, opens = 0, False, True
    for end in sorted(cuts):
        if begin < end:
            yield _Cut(begin, end, led or end in joined, led, opens)
        begin, led, opens = cuts[end], end in joined, end in fresh


def _shares(row: Sequence[Find], cut: _Cut, heard: _Heard) -> bool:
    """Whether a clause only names services, with "too" or "and" to them, and asks nothing."""
    words, listening = heard.pieces[cut.start : cut.end], heard.listening
    rest = [*words[: row[0].start - cut.start], *words[row[-1].end - cut.start :]]
    too = cut.led or any(each.name == _TOO for each in listening.matter.find_all(rest))
    return cut.fresh and too and "?" not in words[-1].after and _adds_nothing(rest, listening)


def _alike(find: Find, last: Complaint, named: str, heard: _Heard) -> Complaint:
    """What was said of the service `named` last, said of this one."""
    return Complaint(last.text.replace(named, _name(find, heard), 1), find.name, sure=True)


def _name(find: Find, heard: _Heard) -> str:
    return _text(_unstopped(heard.pieces[find.start : find.end]))


def _apart(row: Sequence[Find], cut: _Cut, heard: _Heard) -> Iterator[Complaint]:
    """Each service of a row with what is said of all; of two statements the last services keep the second."""
    listening, pieces = heard.listening, heard.pieces
    before, behind = pieces[cut.start : row[0].start], pieces[row[-1].end : cut.end]
    subject = _states(behind, listening) and len(before) <= _LEAST  # not "phones, laptop and tv alike"
    both = (
        not _has(before, _NEITHER, listening)
        and _says(before, listening)
        and _says_of(row[-1], behind, heard)
    )
    second = _second(row, heard) if both else len(row)
    for place, find in enumerate(row):
        joint = heard.joint(row[place - 1].end, find.start) if place else None
        own = pieces[(joint.end if joint else row[place - 1].end) : find.start] if place else ()
        denied = own if _denies(own, listening) and not _denies(before, listening) else ()
        named = _unstopped(pieces[find.start : find.end])
        if place >= second:
            yield Complaint(_text([*own, *named, *behind]), find.name, joined=True)
        else:
            said = _text([*before, *denied, *named, *(() if both else behind)])
            yield Complaint(said, find.name, joined=True, sure=subject and not both)


def _second(row: Sequence[Find], heard: _Heard) -> int:
    """Of which service on a row of two statements belongs to the second: behind its last bare comma, else the last."""
    bare = (
        place
        for place, (one, other) in enumerate(pairwise(row), start=1)
        if heard.joint(one.end, other.start) is None
    )
    return max(bare, default=len(row) - 1)


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


def _adds_nothing(pieces: Sequence[Token], listening: Ear) -> bool:
    """Whether beside a name there are only small words, and such as say "too"."""
    too = {
        place
        for each in listening.matter.find_all(pieces)
        if each.name in (_TOO, _PLACE)
        for place in range(each.start, each.end)
    }
    rest = [piece for place, piece in enumerate(pieces) if place not in too]
    small = all(is_common(piece.folded, listening.language) for piece in rest)
    return small and not _states(rest, listening)


def _is_symptom(pieces: Sequence[Token], listening: Ear) -> bool:
    """Whether what names a service tells of its trouble: "crackles"."""
    said = (atom for clause in clauses(_text(pieces), listening) for atom in atoms(clause, listening))
    return any(worth(atom) <= _BAD for atom in said)


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
    sure = _PROBLEM in acts or any(fact.name == _PATTERN for fact in find_facts(text, language))
    worths = [worth(atom) for clause in cut for atom in atoms(clause, listening)]
    denied = any(denies(clause.roles) for clause in cut)
    bad = denied or min(worths, default=0.0) <= _BAD
    if not sure and not bad and max(worths, default=0.0) >= _PRAISE:
        return None  # "the phone works"
    sure = sure or part.sure
    few = sum(len(clause.tokens) for clause in cut) < _LEAST
    return replace(part, text=_alone(text, listening), sure=sure) if sure or (not few and bad) else None


def _alone(text: str, listening: Ear) -> str:
    """`text` without the small words that only tie it to what was said before: "o dar tv stringa"."""
    pieces = tokens(text)
    ties = [role for role in listening.roles(pieces) if role.name in _TYING]
    ties += [find for find in listening.matter.find_all(pieces) if find.name == _TOO]
    begin = 0
    while ends := [each.end for each in ties if each.start == begin]:
        begin = max(ends)
    return _text(pieces[begin:]) if 0 < begin < len(pieces) else text


def _is_now(part: Complaint, listening: Ear) -> bool:
    return bool(firsthand(clauses(part.text, listening), listening))
