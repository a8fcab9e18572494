"""What the store takes and gives besides conversations, and the seam every store fulfils."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from agent.conversation import Conversation, Owner, Reply, Status, Turn
from agent.errors import ConversationError

T = TypeVar("T")
TICKET_CHANGE = "ticket_change"


class DuplicateMessage(ConversationError):  # noqa: N818 (it is an answer, rather than a fault)
    """This `message_id` was answered before in this conversation: give its first reply (`reply_to`)."""

    def __init__(self, conversation_id: str, message_id: str) -> None:
        super().__init__(
            f"Message {message_id} of conversation {conversation_id} was answered already.",
            code="duplicate_message",
            status=409,
        )


class TicketStatus(StrEnum):
    """What people have done with a ticket."""

    OPEN = "open"
    TAKEN = "taken"
    CLOSED = "closed"


class OutboxState(StrEnum):
    """Where an effect is: on its way, delivered, or given up on until a person looks."""

    DUE = "due"
    DELIVERED = "delivered"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Effect:
    """Something to tell the outside once the turn is stored. `kind` is ticket, ticket_change or webhook.

    `key` makes it happen once: the same key again is the same effect. A ticket's key is its number; its change has
    the same key and the whole ticket as it reads now, and is not sent on its own. `payload` is plain JSON.
    """

    kind: str
    key: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TicketRow:
    """A ticket as kept: `payload` is the ticket itself, `reference` the number an outside desk gave it."""

    number: str
    conversation_id: str
    status: TicketStatus
    ticket_type: str
    priority: str
    created_at: datetime
    payload: Mapping[str, Any]
    reference: str | None = None
    delivered_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """An effect on its way out. `attempts` counts the one now running; `error` is of the last that failed."""

    id: int
    kind: str
    key: str
    conversation_id: str
    payload: Mapping[str, Any]
    state: OutboxState
    attempts: int
    created_at: datetime
    next_at: datetime
    error: str = ""


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some of a list, newest first; `next` is the cursor of what follows, None at the end."""

    items: tuple[T, ...]
    next: str | None = None


class ConversationStore(Protocol):
    """Keeps conversations, their turns, tickets and effects. Raises OutsideError when it cannot be reached.

    Every method is safe from any thread; times are aware datetimes.
    """

    def get(self, conversation_id: str) -> Conversation | None:
        """The conversation as last put, its `version` being that of the store."""

    def reply_to(self, conversation_id: str, message_id: str) -> Reply | None:
        """What was answered to this message, if it was."""

    def put(
        self, conversation: Conversation, turn: Turn | None, effects: Sequence[Effect], expected_version: int
    ) -> None:
        """All of it or nothing, as version `expected_version + 1`; 0 makes a new conversation.

        Raises DuplicateMessage; ConversationError version_conflict (409) when somebody else wrote meanwhile,
        not_found (404) when it was deleted meanwhile.
        """

    def turns(
        self, conversation_id: str, limit: int | None = None, before: int | None = None
    ) -> tuple[Turn, ...]:
        """The last `limit` turns (all, when None) numbered below `before`, oldest first."""

    def list(
        self,
        owner: Owner | None = None,
        status: Status | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Conversation]:
        """Conversations, last touched first. Raises ConversationError invalid_cursor (422)."""

    def delete(self, conversation_id: str) -> bool:
        """Removes every trace: turns, tickets, effects. False when there was nothing."""

    def delete_idle(self, before: datetime, limit: int = 500) -> int:
        """Removes every trace of up to `limit` conversations last touched before `before`; how many."""

    def due(self, now: datetime, limit: int = 100) -> tuple[str, ...]:
        """Ids of conversations whose due time has come, the longest due first."""

    def keep_scenario(self, digest: str, scenario_id: str, source: str) -> None:
        """Remembers a scenario as it was, so that old conversations can be read and replayed."""

    def scenario_version(self, digest: str) -> str | None:
        """The source of a scenario kept earlier."""

    def ticket(self, number: str) -> TicketRow | None:
        """One ticket."""

    def tickets(
        self, limit: int = 50, cursor: str | None = None, status: TicketStatus | None = None
    ) -> Page[TicketRow]:
        """Tickets, newest first. Raises ConversationError invalid_cursor (422)."""

    def mark_ticket(self, number: str, status: TicketStatus) -> bool:
        """Says what people did with it. False when there is no such ticket."""

    def due_effects(
        self, now: datetime, limit: int = 20, claim_seconds: float = 60.0
    ) -> tuple[OutboxRow, ...]:
        """Effects to deliver now. Nobody else is given them for `claim_seconds`; the attempt is counted."""

    def mark_delivered(self, effect_id: int, at: datetime, reference: str | None = None) -> None:
        """Done; `reference` is what the receiver calls it."""

    def mark_failed(self, effect_id: int, next_at: datetime | None, error: str) -> None:
        """Try again at `next_at`; None makes it a dead letter."""

    def dead_letters(self, limit: int = 50) -> tuple[OutboxRow, ...]:
        """Effects given up on, oldest first."""

    def retry(self, effect_id: int, now: datetime) -> bool:
        """Makes a dead letter due again. False when it is not one."""

    def lease(self, conversation_id: str, seconds: float = 10.0) -> AbstractContextManager[None]:
        """Alone with a conversation, across threads and processes; waits its turn for up to `seconds`.

        Raises ConversationError conversation_busy (409).
        """

    def close(self) -> None:
        """Gives back files and connections."""
