"""A reply of several parts of which one answers: each is read by itself, where the whole is unclear.

"Looked at your site, nothing about an outage. LOS is red."    the second sentence answers
"the small one has a red light, the other one is normal"       the others are told of only beside it
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from agent.language import sentences
from agent.understanding.clauses import clauses
from agent.understanding.ear import Ear
from agent.understanding.values import Reading

MOST = 4  # parts; a longer story is asked about
ENOUGH = 0.6  # so sure an answer must be of its part
_OUTCOME, _UNCLEAR = "outcome", "unclear"
_REST = "rest"  # "the other one": what the answer is not about
_BESIDE = frozenset({"digression", "question", "thanks", "greeting", "small_talk", "already_done"})


def heard_apart(reply: str, read: Callable[[str], Reading], listening: Ear) -> Reading | None:
    """The one answer that a sentence gives, or else a clause, while all the others give none; None where there is no such."""
    for parts in (sentences(reply), list(_clauses(reply, listening))):
        if 1 < len(parts) <= MOST and (found := _only(parts, read)) is not None:
            return found
    return None


def _clauses(reply: str, listening: Ear) -> Iterator[str]:
    """The clauses, without those about the rest."""
    for clause in clauses(reply, listening):
        if not clause.has(_REST):
            yield clause.text


def _only(parts: list[str], read: Callable[[str], Reading]) -> Reading | None:
    readings = [read(part) for part in parts]
    told = [each for each in readings if each.kind == _OUTCOME]
    others = [each for each in readings if each.kind not in (_OUTCOME, _UNCLEAR)]
    sure = max(told, key=lambda each: each.confidence, default=None)
    if sure is None or len({each.outcome for each in told}) > 1 or sure.confidence < ENOUGH:
        return None
    return sure if all(each.act in _BESIDE for each in others) else None
