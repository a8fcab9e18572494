"""Good news that the same message takes back, or only asks after.

"it just came back, no wait, it dropped again"   the change of mind counts, what stood before it does not
"nežinau ar veikia"; "let's see if it works"     nothing is said to work
"prieš tai irgi veikė"; "it worked before, too"  that was then
"I want it fixed"                                that is to come
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.understanding.atoms import atoms, worth
from agent.understanding.clauses import Clause, denies
from agent.understanding.ear import Ear
from agent.understanding.lexicon import Find

_AS_BEFORE, _PAST, _LATER = "as_before", "past", "turn_anywhere"
_NOW, _THEN, _BYGONE = "now", "then", "bygone"
_WISHED, _AWAITED, _ASKED = "wished", "awaited", "asked"
_TURN, _UNKNOWN, _WONDERING, _NO = "turn", "unknown", "wondering", "no"
_PLAIN = ("turn", "filler")
_SMALL = ("filler", "and_", "contrast", "while_")
_TWO = 2  # words of a change of mind that needs nothing after it: "oh wait", "oi ne"


def taken_back(cut: Sequence[Clause], listening: Ear) -> int:
    """How many tokens at the head of a message a later change of mind takes back, with bad news, a denial, or nothing at all
    behind it; 0 where none does."""
    turns = {place for place, clause in enumerate(cut) if place and clause.begins(_TURN)}
    ill = nothing = False
    says_more = 0
    for place in range(len(cut) - 1, min(turns, default=len(cut)) - 1, -1):
        clause = cut[place]
        plain = [role for role in clause.roles if role.name in _PLAIN]
        says_more += len(clause.tokens) - sum(role.length for role in plain)
        nothing = nothing or any(role.name == _TURN and role.length >= _TWO for role in plain)
        ill = ill or _is_ill(clause, listening)
        if place in turns and (ill if says_more > 0 else nothing):
            return sum(len(each.tokens) for each in cut[:place])
    return 0


def _is_ill(clause: Clause, listening: Ear) -> bool:
    """Whether a clause is bad news or a denial."""
    said = atoms(clause, listening)
    return denies(clause.roles) or any(worth(atom) < 0 or atom.meaning == _NO for atom in said)


def wondered(clause: Clause, place: int, listening: Ear) -> bool:
    """Whether what stands at token `place` of a clause is unknown to the customer, too: "ar veikia", "is it fixed"."""
    if _opens_asking(clause, listening) or any(
        atom.meaning == _UNKNOWN and atom.sign > 0 for atom in atoms(clause, listening)
    ):
        return True
    return any(
        find.name == _WONDERING and find.end <= place for find in listening.secondhand.find(clause.tokens)
    )


def _opens_asking(clause: Clause, listening: Ear) -> bool:
    """Whether a clause begins as a question does, "?" or not, small words before it aside: "so is it fixed"."""
    small = {place for role in clause.roles if role.name in _SMALL for place in range(role.start, role.end)}
    first = next((place for place in range(len(clause.tokens)) if place not in small), 0)
    asks = (find for find in listening.secondhand.find_all(clause.tokens) if find.name == _ASKED)
    return any(find.start in (0, first) for find in asks)


def wished(clause: Clause, place: int, listening: Ear) -> bool:
    """Whether what stands at token `place` of a clause is wished for: "I want it fixed"."""
    return _stands_before(_WISHED, clause, place, listening)


def awaited(clause: Clause, place: int, listening: Ear) -> bool:
    """Whether what stands at token `place` of a clause is what something waits for: "until it's fixed"."""
    return _stands_before(_AWAITED, clause, place, listening)


def _stands_before(name: str, clause: Clause, place: int, listening: Ear) -> bool:
    return any(find.name == name and find.start < place for find in listening.secondhand.find(clause.tokens))


def gone_by(clause: Clause, start: int, end: int, listening: Ear) -> bool:
    """Whether tokens `start` to `end` of a clause tell of before: "veikė", "it used to work", "yesterday it fixed itself".

    Tense is the verb's: "yesterday I plugged it in and it works" tells of now. Words without any take that of their clause,
    unless they only compare with what was ("fine, as before") or it lasts ("since yesterday").
    """
    found = listening.secondhand.find_all(clause.tokens)
    verbs = {find.name for find in found if find.start < end and start < find.end}
    if verbs & {_NOW, _THEN}:
        return _NOW not in verbs
    gone = [find for find in found if find.name == _BYGONE]
    later = [role for role in clause.roles if role.name == _LATER and not _lies_in(role, gone)]
    told = [*gone, *(role for role in clause.roles if role.name == _PAST)]
    alike = [find for find in found if find.name == _AS_BEFORE]
    return not later and any(not _is_compared(each, alike) for each in told)


def _lies_in(role: Find, among: Sequence[Find]) -> bool:
    return any(find.start <= role.start and role.end <= find.end for find in among)


def _is_compared(past: Find, alike: Sequence[Find]) -> bool:
    """Whether a word of the past only follows a word that compares with it or counts from it."""
    return any(find.end == past.start for find in alike) or _lies_in(past, alike)
