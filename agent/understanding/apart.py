"""A reply of several sentences of which one answers: each is read by itself, where the whole is unclear.

"Looked at your site, nothing about an outage. LOS is red."    the second sentence answers
"the small one has a red light, the other one is normal"       the other is told of only beside it

Clauses are not read so: of 46 unclear replies in which one clause alone seemed to answer, 17 meant that (held-out authors).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agent.language import sentences
from agent.understanding.atoms import atoms
from agent.understanding.clauses import Clause, clauses
from agent.understanding.ear import Ear
from agent.understanding.firsthand import firsthand
from agent.understanding.values import Reading

MOST = 4  # sentences; a longer story is asked about
ENOUGH = 0.6  # so sure an answer must be of its sentence
_OUTCOME, _UNCLEAR = "outcome", "unclear"
_REST = "rest"  # "the other one": what the answer is not about
_UNKNOWN, _DOUBTING = "unknown", ("doubt", "undecided")
_BESIDE = frozenset({"digression", "question", "thanks", "greeting", "small_talk", "already_done"})


def heard_apart(reply: str, read: Callable[[str], Reading], listening: Ear) -> Reading | None:
    """The one answer that a sentence gives while the others give none, or what is left without words about the rest; None
    where there is no such, or where anything is doubted, gone by or told by others."""
    said, cut = sentences(reply), clauses(reply, listening)
    if len(firsthand(cut, listening)) < len(cut) or any(_is_unsure(clause, listening) for clause in cut):
        return None
    if 1 < len(said) <= MOST:
        mere = [not any(clause.has(_REST) for clause in clauses(each, listening)) for each in said]
        found = _only([read(each) for each, own in zip(said, mere, strict=True) if own])
        if found is not None:
            return found
    told = [clause.text for clause in cut if not clause.has(_REST)]
    return _only([read(", ".join(told))]) if told and len(told) < len(cut) <= MOST else None


def _is_unsure(clause: Clause, listening: Ear) -> bool:
    """Whether a clause doubts, or says that something is not known."""
    unknown = any(atom.meaning == _UNKNOWN and atom.sign > 0 for atom in atoms(clause, listening))
    return unknown or any(map(clause.has, _DOUBTING))


def _only(readings: Sequence[Reading]) -> Reading | None:
    """The answer that all those agree on which give one, where it is sure enough and nothing else is wanted."""
    told = [each for each in readings if each.kind == _OUTCOME]
    others = [each for each in readings if each.kind not in (_OUTCOME, _UNCLEAR)]
    sure = max(told, key=lambda each: each.confidence, default=None)
    if sure is None or len({each.outcome for each in told}) > 1 or sure.confidence < ENOUGH:
        return None
    return sure if all(each.act in _BESIDE for each in others) else None
