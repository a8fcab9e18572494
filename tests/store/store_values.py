"""Small conversations and turns to store."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, datetime

from agent.conversation import (
    Choice,
    Contact,
    Conversation,
    Evidence,
    FactValue,
    Reply,
    ReplyKind,
    Route,
    RouteKind,
    Tried,
    Turn,
)
from agent.store import ConversationStore, Effect

NOON = datetime(2026, 11, 5, 12, 0, tzinfo=UTC)


def new_id() -> str:
    """An id no other test has (PostgreSQL keeps its rows through a test run)."""
    return f"c-{uuid.uuid4().hex}"


def a_conversation(said: str = "neveikia internetas", **changes: object) -> Conversation:
    """One customer, one fact, one step tried."""
    conversation = Conversation(
        id=new_id(),
        language="lt",
        opened_at=NOON,
        updated_at=NOON,
        contact=Contact(customer="K-1001", phone="+37061234567"),
        facts={
            "problem_type": FactValue("internet", "customer", 1),
            "tried": FactValue(["restart"], "customer", 1),
        },
        complaint=said,
        tried=(Tried("guide", "lights", "Lemputės", said, "los_red", 1),),
        last_choices=(Choice("green", "Žalia"),),
    )
    return replace(conversation, **changes)  # type: ignore[arg-type]


def a_turn(
    conversation: Conversation, number: int, message_id: str | None = None, said: str = "veikia"
) -> Turn:
    """One message and its reply."""
    reply = Reply(
        conversation_id=conversation.id,
        turn=number,
        text=f"atsakymas {number}: {said}",
        language="lt",
        kind=ReplyKind.ASK,
        facts=conversation.facts,
        why=(Evidence("pattern", "visos dega", 0.9),),
    )
    route = Route(RouteKind.SCENARIO, "guide", 0.91, language="lt", facts={"scope": "all_devices"})
    return Turn(
        conversation_id=conversation.id,
        number=number,
        message_id=message_id,
        text=said,
        choice=None,
        language="lt",
        acts=("answer",),
        route=route,
        reply=reply,
        at=NOON,
        timings={"understand": 1.25},
        content="abc",
        outcome="green",
    )


def say(store: ConversationStore, conversation_id: str, said: str, message_id: str | None = None) -> int:
    """What an agent does with a message, in short: read, one more turn, write. The number of the turn."""
    conversation = store.get(conversation_id)
    assert conversation is not None
    number = conversation.turns + 1
    after = replace(conversation, turns=number)
    store.put(after, a_turn(after, number, message_id, said), (), conversation.version)
    return number


def a_ticket(number: str, **payload: object) -> Effect:
    """A ticket to write with a turn."""
    return Effect(
        "ticket", number, {"number": number, "ticket_type": "line_fault", "priority": "high", **payload}
    )
