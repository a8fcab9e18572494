"""A ticket that is open already, with what came after it: how to reach the customer, and what they wrote since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any

from agent.conversation import Contact
from agent.escalation.compose import reachable
from agent.escalation.summary import TicketWords, load_ticket_words, summarise
from agent.escalation.ticket import Note, Ticket
from agent.privacy import mask

MOST_NOTES = 40  # more than anybody writes while waiting for a call; a ticket must not grow without end


@dataclass(frozen=True, slots=True)
class Change:
    """What to add to the ticket `number`: the contact as it is known now, and a customer's words."""

    number: str
    at: datetime
    contact: Contact | None = None
    note: str = ""


def amended(stored: Mapping[str, Any], change: Change) -> dict[str, Any]:
    """The stored ticket with the change, its summaries written anew. The same change again changes nothing."""
    ticket = Ticket.from_json(stored)
    if change.contact is not None:
        empty = {name: code for name, code in ticket.empty.items() if name != "contact"}
        missing = {} if reachable(change.contact) else {"contact": "not_given"}
        ticket = replace(ticket, contact=change.contact, empty={**empty, **missing})
    note = Note(change.at, mask(change.note.strip()))
    if note.said and note not in ticket.notes:
        empty = {name: code for name, code in ticket.empty.items() if name != "notes"}
        ticket = replace(ticket, notes=(*ticket.notes, note)[-MOST_NOTES:], empty=empty)
    told = {language: summarise(ticket, words) for language, words in _words().items()}
    return replace(ticket, summaries=told).to_json()


@cache
def _words() -> Mapping[str, TicketWords]:
    return load_ticket_words()
