"""When it suits the customer: told, and not asked.

"861234567, after five please"        it suits after five
"861234567. is he coming tomorrow?"   a question: it tells nothing of when it suits
"yes, I was on hold all day today"    gone by: no time for a call
"""

from __future__ import annotations

import re
from dataclasses import replace

from agent.conversation import Conversation, PendingKind, Status
from agent.dialogue.ear import APPOINTMENT
from agent.dialogue.listening import Understanding
from agent.dialogue.state import Hearing
from agent.dialogue.topics import Topics
from agent.privacy import mask, without_contact
from agent.understanding.clauses import clauses
from agent.understanding.ear import ear

_UNREAD = re.compile(r"\+?\d(?:[ -]?\d){6,}")  # a number that could not be read as one to call
DAY, NOT_THEN, WHEN = "day", "not_then", "when"
PERSON, PAST = "person", "past"
ASKS = frozenset({WHEN, "suits_noted"})
MOST_CLAUSES = 8
OFFERED = (PendingKind.CONSENT, PendingKind.OFFER_PERSON)
CALLED = (Status.WITH_PERSON, Status.ESCALATED)  # what is told adds to what is promised already


def promise(conversation: Conversation, *, timed: bool = False) -> str:
    """The phrase that a colleague calls: in so many hours, but not to whoever said when it suits ("tomorrow after four"), or is
    saying so now (`timed`); to whoever gives no number, that they can ring us."""
    if conversation.number_refused:
        return "call_without_number"
    return "promised_call_then" if timed or conversation.suits else "promised_call"


def told_when(
    text: str, hearing: Hearing, language: str, understanding: Understanding, topics: Topics
) -> str:
    """The clauses that tell a time, masked; "" where none does or it is asked."""
    if not (hearing.has(APPOINTMENT) or DAY in topics.of(text)):
        return ""
    asked = understanding.questions(text, language)
    said = [each for each in understanding.clauses(text, language) if each not in asked]
    told = [each for each in said[:MOST_CLAUSES] if _tells(each, language, understanding, topics)]
    return _UNREAD.sub("", mask(without_contact(", ".join(told)))).strip(" ,.;:–-")


def with_time(
    conversation: Conversation, text: str, hearing: Hearing, understanding: Understanding, topics: Topics
) -> Conversation:
    """The conversation with the time that `text` tells to who is going to call or come."""
    pending = conversation.pending
    called = conversation.ticket is not None and conversation.status in CALLED
    offered = pending is not None and pending.kind in OFFERED
    if not (called or offered or hearing.has(PERSON)):
        return conversation
    told = told_when(text, hearing, conversation.language, understanding, topics)
    return replace(conversation, suits=told) if told else conversation


def _tells(clause: str, language: str, understanding: Understanding, topics: Topics) -> bool:
    if topics.of(clause) & ASKS:
        return False  # "will you call today or not" asks, without a mark
    if any(act.name == APPOINTMENT for act in understanding.acts_by_rule(clause, language)):
        return True
    spoken, beside = topics.of(clause), topics.without(DAY, clause)  # "before 6 pm" is not what was before
    worked = bool(beside.strip(" ,.")) and (
        understanding.says_it_worked(beside, language)
        or (understanding.says_it_worked(clause, language) and understanding.says_it_works(beside, language))
    )
    of_trouble = worked or (NOT_THEN not in spoken and understanding.tells_of_failing(clause, language))
    gone_by = any(each.has(PAST) for each in clauses(beside, ear(language)))
    return DAY in spoken and not of_trouble and not gone_by  # "in the morning everything worked"
