"""When a person is needed: what they receive, and where it is delivered.

    ticket  ── Ticket: every field filled, or saying why it is empty
    compose ── Conversation -> Ticket, from records only
    amend   ── Ticket + what came after it -> Ticket
    summary ── Ticket -> the words a person reads, in every language
    desks   ── where tickets go: our own list, memory (the public fake), an HTTP address

When a person is needed is decided elsewhere: by the author's conditions and by the customer's words.
"""

from __future__ import annotations

from agent.escalation.amend import Change, amended
from agent.escalation.compose import Findings, compose_ticket, ticket_number
from agent.escalation.desks import BuiltInDesk, Desk, DeskRefusal, MemoryDesk, WebhookDesk, sign
from agent.escalation.summary import TicketWords, load_ticket_words, summary
from agent.escalation.ticket import TICKET, Known, Look, Note, Place, Ticket

__all__ = [
    "TICKET",
    "BuiltInDesk",
    "Change",
    "Desk",
    "DeskRefusal",
    "Findings",
    "Known",
    "Look",
    "MemoryDesk",
    "Note",
    "Place",
    "Ticket",
    "TicketWords",
    "WebhookDesk",
    "amended",
    "compose_ticket",
    "load_ticket_words",
    "sign",
    "summary",
    "ticket_number",
]
