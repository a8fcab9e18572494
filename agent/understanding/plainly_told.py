"""A complaint as it bears on a question: what it presumes is told, what only comes of something is not.

"why is it that slow in the evenings?"                →  "it that slow in the evenings"
"it crackles so bad people can't hear me"              →  "it crackles so bad"
"slow in the evenings and during the day alike"        →  "slow alike"
"restarted: yes. Lights: green"                        →  "restarted yes. Lights green"
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import cache

from agent.language import Token, tokens
from agent.understanding.clauses import Clause, clauses, denies
from agent.understanding.ear import Ear, ear
from agent.understanding.firsthand import speaks_of_theirs
from agent.understanding.lexicon import Find, Lexicon

_PRESUMING, _DEGREE, _RESULT, _UNSURE = "presuming", "degree", "result", "unsure"
_PEOPLE, _REPORTED, _COLON = "people", "reported", ":"
_LABEL, _VALUE = 2, 3  # words of a thing named, and of what is told of it behind a colon
_NEAR = 3  # words between a degree and what comes of it: "taip baisiai traška, kad…"
_ENDS = frozenset(".!?;\n…")


def plainly_told(complaint: str, listening: Ear) -> str:
    """`complaint` without the words that ask for a reason, what only comes of a degree ("so bad that…"), and an evening among other
    hours."""
    kept: list[str] = []
    degree = False
    cut = clauses(complaint, listening)
    presumes = not any(denies(clause.roles) for clause in cut) and not speaks_of_theirs(complaint, listening)
    for place, clause in enumerate(cut):
        found = listening.secondhand.find_all(clause.tokens)
        begin = _reason(found) if presumes else 0
        end = _come_of_it(clause, found, degree)
        degree = any(find.name == _DEGREE for find in found) and not _ENDS & set(clause.ends)
        hours = _all_hours(listening.language).find(clause.tokens)
        at_all = {place for each in hours for place in range(each.start, each.end)}
        pieces = tuple(clause.tokens[place] for place in range(begin, end) if place not in at_all)
        text = _typed(pieces, stated=begin > 0)
        kept.append(text.replace(_COLON, "") if _is_label(place, cut, listening) else text)
    return "".join(kept).strip() if tokens("".join(kept)) else complaint


def _is_label(place: int, cut: Sequence[Clause], listening: Ear) -> bool:
    """Whether a clause only names what the few words behind its colon are told of: "lights: green"; not "the engineer: green"."""
    if place + 1 >= len(cut) or _COLON not in cut[place].ends:
        return False
    clause, value = cut[place], cut[place + 1]
    short = len(clause.tokens) <= _LABEL and len(value.tokens) <= _VALUE
    named = bool(clause.roles) or any(
        find.name in (_PEOPLE, _REPORTED) for find in listening.secondhand.find_all(clause.tokens)
    )
    return short and not named and not value.asks and "?" not in value.ends


@cache
def _all_hours(language: str) -> Lexicon:
    """The words that name the evening beside another time of day."""
    told = ear(language).pack.facts.get("connection_pattern", {}).get("all_day", ())
    return Lexicon(("all_day", phrase) for phrase in told)


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
