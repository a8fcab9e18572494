"""Which clauses of a complaint tell how things are now, here, and as the customer sees them.

    "meistras sakė, kad lemputė žalia"            told by somebody else
    "netikiu, kad LOS raudona"; "jei raudona…"    doubted, supposed
    "vakar degė raudonai"                         past
    "kaimynui dega žaliai"                        somebody else's

What is told by others or doubted takes its whole sentence with it: where it ends only the customer knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.understanding.atoms import atoms, group
from agent.understanding.clauses import Clause
from agent.understanding.ear import Ear

OTHERS, OWN, _DEVICE = "other_owner", "own", "device"
_NOT_NOW = ("past", "supposed", "doubt", "undecided", "irony")
_LEAD = 3  # words of a clause that only says how sure the next one is, or who speaks
_ENDS = frozenset(".!?;\n…")


def firsthand(cut: Sequence[Clause], listening: Ear) -> list[Clause]:
    """The clauses that state how it is now with what the customer has before them."""
    found: list[Clause] = []
    for sentence in _sentences(cut):
        if not _hearsay(sentence, listening):
            found += _here(sentence, listening)
    return found


def _sentences(cut: Sequence[Clause]) -> Iterator[list[Clause]]:
    sentence: list[Clause] = []
    for clause in cut:
        sentence.append(clause)
        if _ENDS & set(clause.ends):
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _hearsay(sentence: Sequence[Clause], listening: Ear) -> bool:
    """Whether somebody else says it, or the customer doubts or supposes it."""
    return any(_is_reported(clause, listening) or _speaks(clause, listening) for clause in sentence)


def _is_reported(clause: Clause, listening: Ear) -> bool:
    """Whether it holds a word of report or doubt; what a device "says" stands on its screen."""
    devices = {find.end for find in listening.meant(clause.tokens) if group(find.name[:-1]) == _DEVICE}
    finds = listening.secondhand.find(clause.tokens)
    return any(
        find.name == "unsure" or (find.name == "reported" and find.start not in devices) for find in finds
    )


def _speaks(clause: Clause, listening: Ear) -> bool:
    """Whether a clause only names who speaks: "meistras:"."""
    return ":" in clause.ends and len(clause.tokens) <= _LEAD and "people" in _sorts(clause, listening)


def _here(sentence: Sequence[Clause], listening: Ear) -> Iterator[Clause]:
    """Of a sentence, what is neither past nor doubted nor elsewhere; elsewhere lasts until the customer's own is named."""
    elsewhere = believed = False
    for clause in sentence:
        if clause.begins("while_") or clause.begins("contrast") or _is_about(OWN, clause, listening):
            elsewhere = False
        elsewhere = (
            elsewhere or "elsewhere" in _sorts(clause, listening) or _is_about(OTHERS, clause, listening)
        )
        if not elsewhere and not believed and _is_now(clause, listening):
            yield clause
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
