"""What a finished turn amounts to: the status, the Reply, the effects; and what a caller may hand in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent.conversation import Conversation, FactValue, Owner, Reply, ReplyKind, Status
from agent.dialogue.scene import walking
from agent.dialogue.state import TurnState
from agent.errors import ConversationError
from agent.escalation import Change
from agent.store import Effect

MAX_FACTS, MAX_FACT_TEXT = 40, 500


def status_of(conversation: Conversation, done: TurnState) -> Status:
    if conversation.owner is Owner.PERSON:
        return Status.WITH_PERSON
    if done.status is not None:
        return done.status
    if asking(conversation):
        due = conversation.due_at
        return Status.WAITING if due is not None and due > done.message.at else Status.OPEN
    return Status.OPEN if conversation.status is Status.WAITING else conversation.status


def asking(conversation: Conversation) -> bool:
    return walking(conversation) or conversation.pending is not None


def refuse_closed(conversation: Conversation) -> None:
    if conversation.status is Status.CLOSED:
        raise ConversationError(
            "This conversation is closed.",
            code="conversation_closed",
            status=409,
            mend="Start a new conversation with POST /v1/conversations.",
        )


def reply_of(after: Conversation, done: TurnState) -> Reply:
    progress = after.progress
    return Reply(
        conversation_id=after.id,
        turn=after.turns,
        text=done.text,
        language=after.language,
        kind=done.kind,
        choices=done.choices,
        scenario=progress.scenario if progress else None,
        step=step_of(after),
        facts=after.facts,
        sources=done.sources,
        ticket=after.ticket,
        status=after.status,
        wait_until=done.wait_until or (after.due_at if after.status is Status.WAITING else None),
        why=done.why,
    )


def standing_still(conversation: Conversation) -> Reply:
    return Reply(
        conversation.id,
        conversation.turns,
        conversation.last_text,
        conversation.language,
        ReplyKind.COURTESY,
        facts=conversation.facts,
        ticket=conversation.ticket,
        status=conversation.status,
    )


def step_of(after: Conversation) -> str | None:
    progress = after.progress
    if progress is None or progress.over:
        return None
    return "closing" if progress.phase in ("closing", "confirming") else progress.step_id


def effects_of(done: TurnState) -> tuple[Effect, ...]:
    if done.ticket is None:
        return ()
    return (Effect("ticket", done.ticket.number, done.ticket.to_json()),)


def changes_of(before: Conversation, done: TurnState) -> tuple[Change, ...]:
    """What this turn adds to tickets that were open before it: to the one at hand words, to all a new contact."""
    contact = done.conversation.contact if done.conversation.contact != before.contact else None
    at, noted = done.message.at, done.note_for or done.conversation.ticket or before.ticket
    words = {noted: done.note}
    if before.urgent and done.conversation.urgent is None:
        own = (
            done.note if done.note_for == before.urgent else ""
        )  # there is no danger; else a colleague has been there
        words = {**words, before.urgent: own or done.message.masked}
    return tuple(
        Change(number, at, contact, words.get(number, ""))
        for number in before.tickets
        if contact is not None or words.get(number)
    )


def given_facts(facts: Mapping[str, Any]) -> Mapping[str, FactValue]:
    if len(facts) > MAX_FACTS or any(len(str(value)) > MAX_FACT_TEXT for value in facts.values()):
        raise ConversationError(
            f"Facts: at most {MAX_FACTS}, each up to {MAX_FACT_TEXT} characters.",
            code="facts_too_many",
            status=422,
        )
    return {name: FactValue(value, "caller") for name, value in facts.items()}
