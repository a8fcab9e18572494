"""A complaint as it bears on a question: what it presumes is told, what only comes of something is not.

"why is it that slow in the evenings?"                →  "it that slow in the evenings"
"it crackles so bad people can't hear me"              →  "it crackles so bad"
"""

from __future__ import annotations

from collections.abc import Set

from agent.language import Token, tokens
from agent.understanding.clauses import Clause, clauses, denies
from agent.understanding.ear import Ear
from agent.understanding.firsthand import speaks_of_theirs
from agent.understanding.lexicon import Find

_PRESUMING, _DEGREE, _RESULT, _UNSURE = "presuming", "degree", "result", "unsure"
_NEAR = 3  # words between a degree and what comes of it: "taip baisiai traška, kad…"
_ENDS = frozenset(".!?;\n…")


def plainly_told(complaint: str, listening: Ear) -> str:
    """`complaint` without the words that ask for a reason, and without what only comes of a degree ("so bad that…")."""
    kept: list[str] = []
    degree = False
    cut = clauses(complaint, listening)
    presumes = not any(denies(clause.roles) for clause in cut) and not speaks_of_theirs(complaint, listening)
    for clause in cut:
        found = listening.secondhand.find_all(clause.tokens)
        begin = _reason(found) if presumes else 0
        end = _come_of_it(clause, found, degree)
        degree = any(find.name == _DEGREE for find in found) and not _ENDS & set(clause.ends)
        kept.append(_typed(clause.tokens[begin:end], stated=begin > 0))
    return "".join(kept).strip() if tokens("".join(kept)) else complaint


def _reason(found: Set[Find]) -> int:
    """How many words at the beginning only ask for the reason; "why would it be slow?" presumes nothing."""
    if any(find.name == _UNSURE for find in found):
        return 0
    return max((find.end for find in found if find.name == _PRESUMING and find.start == 0), default=0)


def _come_of_it(clause: Clause, found: Set[Find], degree: bool) -> int:
    """Where in a clause begins what only comes of a degree: told shortly before, or at the end of the clause before."""
    degrees = [0] if degree else []
    near = [find.end for find in found if find.name == _DEGREE]
    results = [find.start for find in found if find.name == _RESULT]
    ends = [each for each in results if each in degrees or any(0 <= each - end <= _NEAR for end in near)]
    return min(ends, default=len(clause.tokens))


def _typed(pieces: tuple[Token, ...], stated: bool) -> str:
    """These words as typed; `stated`: the mark of a question behind them is none."""
    text = "".join(piece.text + (piece.after or " ") for piece in pieces)
    return text.replace("?", ".") if stated else text
