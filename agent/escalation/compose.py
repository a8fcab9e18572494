"""Conversation -> Ticket, from what is on record: never from anybody's memory, a model's least of all."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from agent.conversation import Contact, Conversation, FactValue, Source, Tried, Turn
from agent.escalation.summary import TicketWords, problem_of, summarise
from agent.escalation.ticket import Known, Look, Place, Ticket
from agent.privacy import mask

PROBE = "probe"
# Crockford's base 32: no I, L, O or U, so that a number survives being read out on the phone.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


@dataclass(frozen=True, slots=True)
class Findings:
    """What was looked up besides. None = nobody looked (nothing is connected); empty = looked, found nothing."""

    probes: tuple[Look, ...] | None = None
    incidents: tuple[str, ...] | None = None
    earlier: tuple[str, ...] | None = None
    node: str | None = None


def ticket_number(conversation_id: str, nth: int) -> str:
    """The number of a conversation's `nth` ticket, such as T-7K3M9-Q2XF4.

    Always the same for the same ticket, so that a turn run again makes no second one. It begins with a digit, has
    3.5 * 10**14 values, and the store refuses one that another conversation has.
    """
    digest = int.from_bytes(
        hashlib.sha256(f"{conversation_id}#{nth}".encode("utf-8", "replace")).digest()[:8]
    )
    digest, first = divmod(digest, 10)
    characters = [str(first)]
    for _ in range(9):
        digest, letter = divmod(digest, len(_LETTERS))
        characters.append(_LETTERS[letter])
    return f"T-{''.join(characters[:5])}-{''.join(characters[5:])}"


def compose_ticket(
    conversation: Conversation,
    turns: Sequence[Turn] = (),
    *,
    number: str,
    reason: str | Mapping[str, str],
    ticket_type: str,
    priority: str,
    now: datetime,
    words: Mapping[str, TicketWords],
    place: Place | None = None,
    findings: Findings | None = None,
) -> Ticket:
    """The ticket, complete: every empty field says why it is, every customer's word is masked.

    `turns` are those whose sources should be named; `words` the languages it is written in (`load_ticket_words`);
    `reason` the author's, in one or more languages. Pure: the same arguments give the same ticket.
    """
    found = findings or Findings()
    probes = found.probes if found.probes is not None else _probed(conversation.facts)
    ticket = Ticket(
        number=number,
        conversation_id=conversation.id,
        created_at=now,
        language=conversation.language,
        ticket_type=ticket_type,
        priority=priority,
        reason=_in_languages(reason, words),
        problem={},
        complaint=mask(conversation.complaint.strip()),
        facts=tuple(_known(conversation.facts)),
        tried=tuple(_masked(tried) for tried in conversation.tried),
        probes=probes or (),
        incidents=found.incidents or (),
        sources=conversation.cited or _sources(turns),
        contact=conversation.contact,
        node=found.node,
        place=place,
        earlier=(*conversation.earlier, *(found.earlier or ())),
        empty={},
        channel=conversation.channel,
    )
    looked = {"probes": probes, "incidents": found.incidents, "earlier": ticket.earlier or found.earlier}
    told = replace(ticket, empty=_why_empty(ticket, looked))
    told = replace(told, problem={language: problem_of(told, texts) for language, texts in words.items()})
    return replace(told, summaries={language: summarise(told, texts) for language, texts in words.items()})


def _in_languages(reason: str | Mapping[str, str], words: Mapping[str, TicketWords]) -> dict[str, str]:
    if isinstance(reason, str):
        return dict.fromkeys(words, mask(reason))
    spare = next(iter(reason.values()), "")
    return {language: mask(reason.get(language) or spare) for language in words}


def _known(facts: Mapping[str, FactValue]) -> Iterator[Known]:
    for name, fact in facts.items():
        value = mask(fact.value) if isinstance(fact.value, str) else fact.value
        yield Known(name, value, fact.source, fact.turn)


def _probed(facts: Mapping[str, FactValue]) -> tuple[Look, ...] | None:
    looks = tuple(Look(name, str(fact.value)) for name, fact in facts.items() if fact.source == PROBE)
    return looks or None


def _masked(tried: Tried) -> Tried:
    return replace(tried, said=mask(tried.said))


def _sources(turns: Sequence[Turn]) -> tuple[Source, ...]:
    cited = {source.id: source for turn in turns for source in turn.reply.sources}
    return tuple(cited.values())


def _why_empty(ticket: Ticket, looked: Mapping[str, Sequence[Any] | None]) -> dict[str, str]:
    """Field -> code, for every empty field. `looked` has None where nobody looked."""
    contact = ticket.contact
    reasons = {
        "complaint": "" if ticket.complaint else "not_stated",
        "reason": "" if any(ticket.reason.values()) else "not_stated",
        "facts": "" if ticket.facts else "not_stated",
        "tried": "" if ticket.tried else "nothing_tried",
        "sources": "" if ticket.sources else "nothing_cited",
        "notes": "" if ticket.notes else "nothing_added",
        "contact": "" if reachable(contact) else "not_given",
        "verified": "" if contact.verified else "not_verified",
        "customer": "" if contact.customer else "not_known",
        "node": "" if ticket.node else "not_known",
        "place": "" if ticket.place else "no_guide",
    }
    for name, values in looked.items():
        reasons[name] = "not_looked_up" if values is None else ("" if values else "none_found")
    return {name: code for name, code in reasons.items() if code}


def reachable(contact: Contact) -> bool:
    """Whether anything is known of how to reach the customer."""
    return any((contact.name, contact.phone, contact.email, contact.address, contact.other))
