"""When it suits the customer: told, and not asked.

"861234567, after five please"        it suits after five
"861234567. is he coming tomorrow?"   a question: it tells nothing of when it suits
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Conversation, PendingKind, Status
from agent.dialogue.ear import APPOINTMENT
from agent.dialogue.listening import Understanding
from agent.dialogue.state import Hearing
from agent.dialogue.topics import Topics
from agent.privacy import mask, without_contact

DAY = "day"
PERSON = "person"
MOST_CLAUSES = 8
OFFERED = (PendingKind.CONSENT, PendingKind.OFFER_PERSON)
CALLED = (Status.WITH_PERSON, Status.ESCALATED)


def told_when(
    text: str, hearing: Hearing, language: str, understanding: Understanding, topics: Topics
) -> str:
    """The clauses that tell a time, masked; "" where none does or it is asked."""
    if not (hearing.has(APPOINTMENT) or DAY in topics.of(text)):
        return ""
    asked = understanding.questions(text, language)
    clauses = [each for each in understanding.clauses(text, language) if each not in asked]
    told = [each for each in clauses[:MOST_CLAUSES] if _tells(each, language, understanding, topics)]
    return mask(without_contact(", ".join(told))).strip(" ,.;:–-")


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
    acts = understanding.acts_by_rule(clause, language)
    return DAY in topics.of(clause) or any(act.name == APPOINTMENT for act in acts)
