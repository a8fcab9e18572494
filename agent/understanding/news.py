"""Good news that is none: "it fixed itself" once, at the neighbour's, as somebody says, as the customer thought or wishes.

"does it work?"; "maybe yes, maybe no"; "no wait, it's gone"    asked, undecided, taken back
"it hasn't fixed itself"; "jau susitvarkė ne"                   denied
"last time it fixed itself"                                     gone by
"I thought it fixed itself"; "the engineer says it's back"      supposed, told by others
"it's working again next door"                                  somebody else's
"I want it fixed"; "until it's working again"                   wished
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.language import Token
from agent.understanding.clauses import PAUSE, Clause, holding
from agent.understanding.cues import Cue
from agent.understanding.ear import Ear
from agent.understanding.firsthand import hearsay, supposed, theirs
from agent.understanding.lexicon import Find
from agent.understanding.second_thoughts import awaited, gone_by, taken_back, wished, wondered

_REACH = 3  # words before good news that may deny it


def is_no_news(
    cue: Cue, pieces: Sequence[Token], cut: Sequence[Clause], listening: Ear, complaint: str = ""
) -> bool:
    """Whether what sounds like good news is none. `complaint`: what the talk is about, in the customer's words."""
    place, begin = holding(cut, cue.start)
    clause, start, end = cut[place], cue.start - begin, cue.end - begin
    if clause.asks or "?" in clause.ends or any(each.has("undecided") for each in cut):
        return True
    if cue.start < taken_back(cut, listening) or wondered(clause, start, listening):
        return True
    if gone_by(clause, start, end, listening):
        return True
    if wished(clause, start, listening) or awaited(clause, start, listening):
        return True
    others = hearsay(cut, listening) | supposed(cut) | theirs(cut, listening, complaint)
    return place in others or _is_denied(cue, pieces, listening) or _ends_denied(clause, end)


def _ends_denied(clause: Clause, end: int) -> bool:
    """Whether the clause ends in a denial behind the news: "dar jau susitvarkė ne"."""
    return any(
        role.name == "negators" and role.start >= end and role.end == len(clause.tokens)
        for role in clause.roles
    )


def _is_denied(cue: Cue, pieces: Sequence[Token], listening: Ear) -> bool:
    """Whether a denial stands right before: "it hasn't fixed itself"; not the answer "no" before it."""
    first = max(0, cue.start - _REACH)
    before = pieces[first : cue.start]
    return any(
        role.name == "negators"
        and not any(PAUSE.search(token.after) for token in before[role.end - 1 :])
        and not (first + role.start == 0 and _is_answer(role, pieces, listening))
        for role in listening.roles(before)
    )


def _is_answer(denial: Find, pieces: Sequence[Token], listening: Ear) -> bool:
    """Whether a denial that opens a message is the answer "no" before a subject: not the "nothing" of "nothing works"."""
    says_no = any(
        find.name == "no" and find.start == 0 == find.length - 1 for find in listening.answers.find(pieces)
    )
    return denial.length == 1 and says_no and pieces[denial.end].folded in listening.answer_before
