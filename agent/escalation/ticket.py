"""What a person receives. Values only; built by `compose`, worded by `summary`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter

from agent.conversation import Contact, Source, Tried


@dataclass(frozen=True, slots=True)
class Known:
    """A fact: its value, who said it (customer, probe, memory, agent, caller) and in which turn."""

    name: str
    value: Any
    source: str
    turn: int


@dataclass(frozen=True, slots=True)
class Look:
    """A look into the operator's systems: which, and what it gave (`unknown` when it gave nothing)."""

    name: str
    result: str
    says: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in which guide it ended. Titles are by language; `digest` names the guide's exact version."""

    scenario: str
    title: Mapping[str, str]
    digest: str
    step: str | None = None
    step_title: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Note:
    """What the customer wrote about the ticket after it was opened (masked), and when."""

    at: datetime
    said: str


@dataclass(frozen=True, slots=True)
class Ticket:
    """All a person needs to go on without asking again.

    Every field that is empty has a code in `empty` that says why: not_stated, not_given, not_verified, not_known,
    not_looked_up, none_found, nothing_tried, nothing_cited, nothing_added, no_guide. `reason`, `problem` and `summaries` are by
    language. `notes` came after it was opened.
    """

    number: str
    conversation_id: str
    created_at: datetime
    language: str
    ticket_type: str
    priority: str
    reason: Mapping[str, str]
    problem: Mapping[str, str]
    complaint: str
    facts: tuple[Known, ...]
    tried: tuple[Tried, ...]
    probes: tuple[Look, ...]
    incidents: tuple[str, ...]
    sources: tuple[Source, ...]
    contact: Contact
    node: str | None
    place: Place | None
    earlier: tuple[str, ...]
    empty: Mapping[str, str]
    channel: str = "chat"
    notes: tuple[Note, ...] = ()
    summaries: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON: what is stored and what desks receive."""
        return dict(TICKET.dump_python(self, mode="json"))

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Ticket:
        """The ticket again. Raises pydantic.ValidationError (a ValueError)."""
        return TICKET.validate_python(dict(data))


TICKET: TypeAdapter[Ticket] = TypeAdapter(Ticket)
