"""Which clauses of a complaint tell how things are now, here, and as the customer sees them.

    "meistras sakė, kad lemputė žalia"            told by somebody else
    "netikiu, kad LOS raudona"; "jei raudona…"    doubted, supposed
    "vakar degė raudonai"                         past
    "kaimynui dega žaliai"                        somebody else's

What is told by others or doubted takes its whole sentence with it: where it ends only the customer knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.language import tokens
from agent.understanding.atoms import atoms, group
from agent.understanding.clauses import Clause, clauses
from agent.understanding.ear import Ear

OTHERS, OWN, _DEVICE = "other_owner", "own", "device"
_NOT_NOW = ("past", "supposed", "doubt", "undecided", "irony")
_THEIRS, _SAME = "theirs", "same"
_LEAD = 3  # words of a clause that only says how sure the next one is, or who speaks
_ENDS = frozenset(".!?;\n…")


def firsthand(cut: Sequence[Clause], listening: Ear) -> frozenset[int]:
    """The places of the clauses that state how it is now with what the customer has before them."""
    found: list[int] = []
    for sentence in _sentences(cut):
        sayings = [place for place in sentence if _is_hearsay(cut[place], listening)]
        free = _after(sayings[-1], sentence, cut, listening) if sayings else sentence
        found += _here(free, cut, listening)
    return frozenset(found)


def is_theirs(text: str, listening: Ear) -> bool:
    """Whether all that `text` states is so at somebody else's: "kaimynui dega žaliai", "at work it works"; not what is only
    compared with it ("green, like the neighbour's") or told by them."""
    cut = clauses(text, listening)
    telling = [clause for clause in cut if atoms(clause, listening)]
    return bool(telling) and all(_is_at_theirs(clause, listening) for clause in telling)


def speaks_of_theirs(text: str, listening: Ear) -> bool:
    """Whether a question or an answer listed is itself about somebody else's: "does it work at a friend's?"."""
    return any(find.name == _THEIRS for find in listening.secondhand.find_all(tokens(text)))


def _is_at_theirs(clause: Clause, listening: Ear) -> bool:
    sorts = {find.name for find in listening.secondhand.find_all(clause.tokens)}
    own = sorts & {"here", "reported", "looked"} or _is_about(OWN, clause, listening)
    alike = any(atom.meaning == _SAME and atom.sign > 0 for atom in atoms(clause, listening))
    return _THEIRS in sorts and not own and not alike


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


def _here(sentence: Sequence[int], cut: Sequence[Clause], listening: Ear) -> Iterator[int]:
    """Of a sentence, what is neither past nor doubted nor elsewhere; elsewhere lasts until the customer's own is named."""
    elsewhere = believed = False
    for place in sentence:
        clause = cut[place]
        sorts = _sorts(clause, listening)
        if clause.begins("while_") or clause.begins("contrast") or _is_about(OWN, clause, listening):
            elsewhere = False
        elsewhere = elsewhere or "elsewhere" in sorts or _is_about(OTHERS, clause, listening)
        elsewhere = elsewhere and "here" not in sorts
        if not elsewhere and not believed and _is_now(clause, listening):
            yield place
        believed = clause.has("supposed") or (
            clause.has("doubt") and len(clause.tokens) <= _LEAD
        )  # "I think | that…"


def _is_now(clause: Clause, listening: Ear) -> bool:
    asks = clause.asks or "?" in clause.ends
    return not (asks or any(map(clause.has, _NOT_NOW)) or "before" in _sorts(clause, listening))


def _is_about(meaning: str, clause: Clause, listening: Ear) -> bool:
    return any(atom.meaning == meaning and atom.sign > 0 for atom in atoms(clause, listening))


def _sorts(clause: Clause, listening: Ear) -> frozenset[str]:
    return frozenset(find.name for find in listening.secondhand.find(clause.tokens))
