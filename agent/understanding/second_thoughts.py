"""Good news that the same message takes back, or only asks after.

"it just came back, no wait, it dropped again"   the change of mind counts, what stood before it does not
"nežinau ar veikia"; "let's see if it works"     nothing is said to work
"prieš tai irgi veikė"; "it worked before, too"  that was then
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.understanding.atoms import atoms, worth
from agent.understanding.clauses import Clause
from agent.understanding.ear import Ear

_AS_BEFORE, _PAST, _LATER = "as_before", "past", "turn_anywhere"
_TURN, _UNKNOWN, _WONDERING, _NO = "turn", "unknown", "wondering", "no"
_PLAIN = ("turn", "filler")
_DENYING = ("negators", "absent", "neither", "without")
_TWO = 2  # words of a change of mind that needs nothing after it: "oh wait", "oi ne"


def taken_back(cut: Sequence[Clause], listening: Ear) -> int:
    """How many tokens at the head of a message a later change of mind takes back; 0 where none does."""
    ends, end = [], 0
    for clause in cut:
        ends.append(end)
        end += len(clause.tokens)
    turns = [place for place, clause in enumerate(cut) if place and clause.begins(_TURN)]
    return max((ends[place] for place in turns if _goes_ill(cut[place:], listening)), default=0)


def _goes_ill(rest: Sequence[Clause], listening: Ear) -> bool:
    """Whether what follows a change of mind is bad news, a denial, or nothing at all."""
    plain = [role for clause in rest for role in clause.roles if role.name in _PLAIN]
    if sum(len(clause.tokens) for clause in rest) <= sum(role.length for role in plain):
        return any(role.name == _TURN and role.length >= _TWO for role in plain)
    said = [atom for clause in rest for atom in atoms(clause, listening)]
    denied = any(clause.has(role) for clause in rest for role in _DENYING)
    return denied or any(worth(atom) < 0 or atom.meaning == _NO for atom in said)


def wondered(clause: Clause, place: int, listening: Ear) -> bool:
    """Whether what stands at token `place` of a clause is unknown to the customer, too: "ar veikia", "if it works"."""
    if any(atom.meaning == _UNKNOWN and atom.sign > 0 for atom in atoms(clause, listening)):
        return True
    return any(
        find.name == _WONDERING and find.end <= place for find in listening.secondhand.find(clause.tokens)
    )


def gone_by(clause: Clause, listening: Ear) -> bool:
    """Whether a clause is about before ("it worked yesterday"), and not about now compared with it ("works like before")."""
    if not clause.has(_PAST) or clause.has(_LATER):
        return False
    return not any(find.name == _AS_BEFORE for find in listening.secondhand.find_all(clause.tokens))
