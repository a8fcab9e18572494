"""Which clauses of a complaint tell how things are now, here, and as the customer sees them.

    "meistras sakė, kad lemputė žalia"            told by somebody else
    "netikiu, kad LOS raudona"; "jei raudona…"    doubted, supposed
    "vakar degė raudonai"                         past
    "kaimynui dega žaliai"                        somebody else's
    "žmona sako, kad LOS raudona"                 seen at home: who lives there sees it as the customer would

What is told by others or doubted takes its whole sentence with it: where it ends only the customer knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import cache

from agent.language import tokens
from agent.understanding.atoms import atoms, group, things, worth
from agent.understanding.clauses import Clause, clauses
from agent.understanding.ear import Ear, ear
from agent.understanding.lexicon import Lexicon

OTHERS, OWN, _DEVICE = "other_owner", "own", "device"
_NOT_NOW = ("supposed", "doubt", "undecided", "irony")
_THEIRS, _SAME, _WORKPLACE, _HOUSEHOLD = "theirs", "same", "workplace", "household"
_UNSURE, _PEOPLE, _THEY, _REPORTED = "unsure", "people", "they_say", "reported"
_AWAY = "not_at_home"
_SAYING = frozenset({_UNSURE, _REPORTED})
_SCREENS = frozenset({"tv", "tv_box"})
_ELSEWHERE = frozenset({"elsewhere"})
_WORK, _HOME = (_WORKPLACE, "office"), "here"
_TURNING = ("while_", "contrast", "turn")
_PRAISE = 0.5  # worth of a word from which on something is well
_LEAD = 3  # words of a clause that only says how sure the next one is, or who speaks
_ENDS = frozenset(".!?;\n…")


def firsthand(cut: Sequence[Clause], listening: Ear) -> frozenset[int]:
    """The places of the clauses that state how it is now with what the customer has before them."""
    afield = _ELSEWHERE | _afield(cut, cut, listening)
    told = (free for _, _, free in _told(cut, listening))
    return frozenset(place for free in told for place in _here(free, cut, listening, afield))


def hearsay(cut: Sequence[Clause], listening: Ear, complaint: str = "") -> frozenset[int]:
    """The places of the clauses that somebody else tells or the customer doubts, from the word that says so on; who lives in
    the house tells at first hand what works there ("my wife says it's back"), and so does "she" where the `complaint` named
    them."""
    found: set[int] = set()
    known = any(_is_of_the_house(each, listening) for each in clauses(complaint, listening))
    for sentence, sayings, free in _told(cut, listening):
        if sayings and not any(_is_of_the_house(cut[place], listening, known=known) for place in sayings):
            found |= {place for place in sentence if place >= sayings[0]}.difference(free)
    return frozenset(found)


def _told(
    cut: Sequence[Clause], listening: Ear
) -> Iterator[tuple[Sequence[int], Sequence[int], Sequence[int]]]:
    """Every sentence: its clauses, those in which others speak, and those that are the customer's own."""
    for sentence in _sentences(cut):
        sayings = [
            place
            for place in sentence
            if _is_hearsay(cut[place], listening) and not _is_on_screen(place, cut, listening)
        ]
        if not sayings or _is_seen_at_home(sentence, sayings, cut, listening):
            yield sentence, sayings, sentence
        else:
            yield sentence, sayings, _after(sayings[-1], sentence, cut, listening)


def supposed(cut: Sequence[Clause]) -> frozenset[int]:
    """The places of the clauses that the customer wrongly thought so: "I thought it fixed itself", "maniau, kad veikia"."""
    own = {place for place, clause in enumerate(cut) if clause.has("supposed")}
    led = {place + 1 for place in own if len(cut[place].tokens) <= _LEAD and not _ENDS & set(cut[place].ends)}
    return frozenset(own | led)


def theirs(cut: Sequence[Clause], listening: Ear, complaint: str = "") -> frozenset[int]:
    """The places of the clauses about somebody else's: that lasts until the customer's own is named or turned to."""
    afield = _afield(cut, clauses(complaint, listening), listening)
    found, lasts = [], False
    for place, clause in enumerate(cut):
        turns = any(map(clause.begins, _TURNING)) or _is_own(clause, listening)
        lasts = _is_at_theirs(clause, listening, afield) or (lasts and not turns)
        if lasts:
            found.append(place)
    return frozenset(found)


def is_theirs(text: str, listening: Ear, complaint: str = "") -> bool:
    """Whether all that `text` states is so at somebody else's: "kaimynui dega žaliai", "at work it works"; not what is only
    compared with it ("green, like the neighbour's") or told by them. Work is the customer's own where the trouble is there."""
    cut = clauses(text, listening)
    afield = _afield(cut, clauses(complaint, listening), listening)
    telling = [clause for clause in cut if atoms(clause, listening)]
    return bool(telling) and all(_is_at_theirs(clause, listening, afield) for clause in telling)


def speaks_of_theirs(text: str, listening: Ear) -> bool:
    """Whether a question or an answer listed is itself about somebody else's: "does it work at a friend's?"."""
    return any(find.name in (_THEIRS, *_WORK) for find in listening.secondhand.find(tokens(text)))


def names_others(text: str, listening: Ear) -> bool:
    """Whether somebody who does not live here, or what is theirs, is named: "my neighbour paid"."""
    return any(find.name in {_THEIRS, *_ELSEWHERE} for find in listening.secondhand.find(tokens(text)))


def _is_seen_at_home(
    sentence: Sequence[int], sayings: Sequence[int], cut: Sequence[Clause], listening: Ear
) -> bool:
    """Whether one who lives in the house tells it ("my wife says LOS is red"): nobody is quoted by them, and what they say names no
    other place, owner or time, and nothing that the customer sees otherwise."""
    clause = cut[sayings[0]]
    finds = [find for find in listening.secondhand.find(clause.tokens) if find.name in _SAYING]
    told = len(sayings) == len(finds) == 1 and finds[0].name == _REPORTED
    said = [
        cut[place].tokens for place in sentence if place >= sayings[0]
    ]  # "I'm at work, but my wife says…"
    spoken = {find.name for each in said for find in listening.secondhand.find_all(each)}
    return told and _AWAY not in spoken and _is_of_the_house(clause, listening)


def _is_on_screen(place: int, cut: Sequence[Clause], listening: Ear) -> bool:
    """Whether a clause that only "says" goes on about the television just named: "nerodo televizorius, sako nėra signalo"."""
    said = [
        (find.name, find.start)
        for find in listening.secondhand.find(cut[place].tokens)
        if find.name in _SAYING
    ]
    if said != [(_REPORTED, 0)] or place == 0 or _ENDS & set(cut[place - 1].ends):
        return False
    before = cut[place - 1]
    screen = any(find.name[:-1] in _SCREENS for find in listening.meant(before.tokens))
    return (
        screen and not _sorts(before, listening) and not _sorts(cut[place], listening) & {_PEOPLE, _HOUSEHOLD}
    )


def _is_of_the_house(clause: Clause, listening: Ear, *, known: bool = False) -> bool:
    """Whether a clause names who lives in the house; one that names nobody else may speak of whom is `known`."""
    sorts = _sorts(clause, listening)
    spoken = {find.name for find in listening.secondhand.find_all(clause.tokens)}
    named = _HOUSEHOLD in sorts or (known and _THEY in spoken and not spoken & {_UNSURE, _PEOPLE})
    return named and not sorts & {_THEIRS, *_ELSEWHERE}


def _is_at_theirs(clause: Clause, listening: Ear, afield: Set[str]) -> bool:
    named = bool(_sorts(clause, listening) & afield)
    alike = any(atom.meaning == _SAME and atom.sign > 0 for atom in atoms(clause, listening))
    return named and not alike and not _is_own(clause, listening)


def _is_own(clause: Clause, listening: Ear) -> bool:
    """Whether a clause names the customer's own, or what they were told or looked at."""
    sorts = _sorts(clause, listening)
    return bool(sorts & {_HOME, "reported", "looked"}) or _is_about(OWN, clause, listening)


def _afield(cut: Sequence[Clause], complaint: Sequence[Clause], listening: Ear) -> Set[str]:
    """The words that say "somebody else's": of work, unless the trouble is there; of an office only where a home is named."""
    if any(_is_of_work(clause, listening) for clause in complaint):
        return {_THEIRS}
    home = any(_HOME in _sorts(clause, listening) for clause in (*cut, *complaint))
    return {_THEIRS, *(_WORK if home else (_WORKPLACE,))}


def _is_of_work(clause: Clause, listening: Ear) -> bool:
    """Whether trouble complained of is at work: "the internet in our office is down"; not "I'm at work, at home…"."""
    sorts = _sorts(clause, listening)
    return bool(sorts.intersection(_WORK)) and _HOME not in sorts and _is_trouble(clause, listening)


def _is_trouble(clause: Clause, listening: Ear) -> bool:
    """Whether a clause of a complaint tells of trouble, or names a thing and praises nothing: "the internet is down"."""
    worths = [worth(atom) for atom in atoms(clause, listening)]
    named = things(clause.text, listening)
    return bool(named or min(worths, default=0.0) < 0) and max(worths, default=0.0) < _PRAISE


def _after(saying: int, sentence: Sequence[int], cut: Sequence[Clause], listening: Ear) -> list[int]:
    """What follows hearsay and is the customer's own again: after a "but", or after "I looked"."""
    for place in sentence:
        own = cut[place].begins("contrast") or "looked" in _sorts(cut[place], listening)
        if place > saying and own:
            return [each for each in sentence if each >= place]
    return []


def _sentences(cut: Sequence[Clause]) -> Iterator[list[int]]:
    sentence: list[int] = []
    for place, clause in enumerate(cut):
        sentence.append(place)
        if _ENDS & set(clause.ends):
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _is_hearsay(clause: Clause, listening: Ear) -> bool:
    """Whether somebody else says it, or the customer doubts or supposes it."""
    return _is_reported(clause, listening) or _speaks(clause, listening)


def _is_reported(clause: Clause, listening: Ear) -> bool:
    """Whether it holds a word of report or doubt; what a device "says" stands on its screen, and who was told to look saw it."""
    devices = {find.end for find in listening.meant(clause.tokens) if group(find.name[:-1]) == _DEVICE}
    finds = listening.secondhand.find(clause.tokens)
    looked = max((find.start for find in finds if find.name == "looked"), default=-1)
    return any(
        find.name == "unsure"
        or (find.name == "reported" and find.start not in devices and find.start > looked)
        for find in finds
    )


def _speaks(clause: Clause, listening: Ear) -> bool:
    """Whether a clause only names who speaks: "meistras:"."""
    return ":" in clause.ends and len(clause.tokens) <= _LEAD and "people" in _sorts(clause, listening)


def _here(sentence: Sequence[int], cut: Sequence[Clause], listening: Ear, afield: Set[str]) -> Iterator[int]:
    """Of a sentence, what is neither past nor doubted nor elsewhere; elsewhere lasts until the customer's own is named."""
    elsewhere = believed = False
    for place in sentence:
        clause = cut[place]
        sorts = _sorts(clause, listening)
        if clause.begins("while_") or clause.begins("contrast") or _is_about(OWN, clause, listening):
            elsewhere = False
        elsewhere = elsewhere or bool(sorts & afield) or _is_about(OTHERS, clause, listening)
        elsewhere = elsewhere and _HOME not in sorts
        if not elsewhere and not believed and _is_now(clause, listening):
            yield place
        believed = clause.has("supposed") or (
            clause.has("doubt") and len(clause.tokens) <= _LEAD
        )  # "I think | that…"


def _is_now(clause: Clause, listening: Ear) -> bool:
    asks = clause.asks or "?" in clause.ends
    unreal = any(map(clause.has, _NOT_NOW)) or _is_past(clause, listening)
    return not (asks or unreal or "before" in _sorts(clause, listening))


def _is_past(clause: Clause, listening: Ear) -> bool:
    """Whether a word of the past stands there; what has lasted since then is so now: "not arriving since yesterday"."""
    lasting = _since(listening.language).find(clause.tokens)
    return any(
        role.name == "past" and not any(since.start <= role.start < since.end for since in lasting)
        for role in clause.roles
    )


@cache
def _since(language: str) -> Lexicon:
    told = ear(language).pack.facts.get("since", {})
    return Lexicon(("since", phrase) for phrases in told.values() for phrase in phrases)


def _is_about(meaning: str, clause: Clause, listening: Ear) -> bool:
    return any(atom.meaning == meaning and atom.sign > 0 for atom in atoms(clause, listening))


def _sorts(clause: Clause, listening: Ear) -> frozenset[str]:
    return frozenset(find.name for find in listening.secondhand.find(clause.tokens))
