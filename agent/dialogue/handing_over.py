"""The station `hand_over`: a person is needed. Agrees what must be agreed first, then opens one ticket, once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from agent.conversation import Conversation, Part, Pending, PendingKind, ReplyKind, Status
from agent.dialogue.cases import yes_or_no
from agent.dialogue.ear import NO_PERSON
from agent.dialogue.reachable import to_be_asked
from agent.dialogue.scene import walking
from agent.dialogue.state import HandOver, TurnState
from agent.dialogue.suiting import promise
from agent.dialogue.walking import next_problem
from agent.escalation import Place, Ticket, TicketWords, compose_ticket, ticket_number
from agent.privacy import dials
from agent.scenarios import Kind

PERSON, DANGER, AUTHORED, AGREED = "person", "danger", "authored", "agreed"
NEEDS_CONSENT = frozenset({"technician_visit"})


class HandingOver:
    """Opens the ticket of this problem, once. A visit may cost money, so it is opened only after a yes.

    Danger has a ticket of its own: an ordinary one that is open already waits for office hours.
    """

    def __init__(
        self, words: Mapping[str, TicketWords], needs_consent: Collection[str] = NEEDS_CONSENT
    ) -> None:
        self._words = words
        self._needs_consent = frozenset(needs_consent)

    def __call__(self, state: TurnState) -> dict[str, Any]:
        task = state.plan.hand_over
        assert task is not None  # noqa: S101  (the floor plan comes here only with a reason)
        kept = tuple(part for part in state.parts if part.kind != NO_PERSON)  # one comes after all
        state = replace(state, parts=kept)
        if task.how == AUTHORED and task.ticket_type in self._needs_consent:
            return _ask_consent(state, task)
        return self._opened(state, task)

    def _opened(self, state: TurnState, task: HandOver) -> dict[str, Any]:
        conversation, person, danger = state.conversation, task.how == PERSON, task.how == DANGER
        open_one = conversation.urgent if danger else conversation.ticket
        ticket = None if open_one else _composed(state, task, self._words)
        number = open_one or (ticket.number if ticket else "")
        changed = replace(
            conversation,
            ticket=number,
            urgent=number if danger else conversation.urgent,
            tickets=(*conversation.tickets, number) if ticket else conversation.tickets,
            requests=_requests(state, number) if ticket and not danger else conversation.requests,
            visit=conversation.visit or task.how == AGREED,
            noted=False,
            pending=None,
            due_at=None,
            asked_again=0,
        )
        told = {
            "ticket": ticket,
            "kind": ReplyKind.HANDED_OVER if person else ReplyKind.ESCALATED,
            "note": state.note if ticket else task.reason,
            "status": Status.WITH_PERSON if person else Status.ESCALATED,
        }
        parts = (*_said(state), *_words(state, task, new=ticket is not None), _number(state, number))
        if ticket is not None and to_be_asked(conversation):
            unread = "number_unread_safe" if danger else "number_unread"
            plain = "ask_number_safe" if danger else "ask_number"
            phrase = unread if dials(state.message.text) else plain
            parts = (*parts, Part("ask_number", state.voice.say(phrase)))
            changed = replace(changed, number_asked=conversation.turns + 1)
        if danger:
            changed = _nothing_more_checked(changed)
        asked = changed.number_asked != conversation.number_asked
        if danger or asked or (person and walking(conversation)):  # one question at a time
            return {**told, "conversation": changed, "parts": (*state.parts, *parts)}
        return {**told, **next_problem(state, changed, parts)}


def _requests(state: TurnState, number: str) -> Mapping[str, str]:
    """The open request of each guide, with this one: told again, the problem gets no second."""
    progress = state.conversation.progress
    guide = (progress.origin or progress.scenario) if progress else ""
    return {**state.conversation.requests, **({guide: number} if guide else {})}


def _ask_consent(state: TurnState, task: HandOver) -> dict[str, Any]:
    details = {
        "reason": task.reason,
        "reasons": dict(task.reasons),
        "priority": task.priority,
        "ticket_type": task.ticket_type,
        "message": task.message,
    }
    pending = Pending(PendingKind.CONSENT, about=task.reason, details=details)
    parts = (
        *_said(state),
        Part("message", task.message),
        Part("consent", state.voice.say("consent_visit"), fixed=True),
    )
    return {
        "conversation": replace(state.conversation, pending=pending, due_at=None),
        "parts": (*state.parts, *parts),
        "choices": yes_or_no("consent", state.voice),
        "kind": ReplyKind.ASK,
        "status": Status.OPEN,
    }


def _nothing_more_checked(conversation: Conversation) -> Conversation:
    """The guide ends here: nobody is led on through steps at equipment that smokes."""
    progress = conversation.progress
    if progress is None or progress.over:
        return conversation
    return replace(conversation, progress=progress._replace(phase=Kind.ESCALATE))


def _said(state: TurnState) -> tuple[Part, ...]:
    """What the chosen outcome still wanted to say before the handover."""
    move = state.move
    return tuple(Part("say", state.voice.text(text)) for text in move.say) if move else ()


def _words(state: TurnState, task: HandOver, new: bool) -> tuple[Part, ...]:
    if task.how == PERSON:
        phrase = "person" if state.conversation.tried else "person_at_once"
        return (Part("person", state.voice.say(phrase)), *_promise(state, task, new))
    if task.how == DANGER:
        return (Part("danger_handed", state.voice.say("danger_handed"), fixed=True),)
    agreed = task.how == AGREED  # the message was said before the customer was asked
    said = state.voice.say("visit_asked") if agreed else task.message or state.voice.say("escalated")
    return (Part("message", said), *_promise(state, task, new))


def _promise(state: TurnState, task: HandOver, new: bool) -> tuple[Part, ...]:
    """When a colleague calls, and that the customer's own words are in the new ticket."""
    call = Part("call", state.voice.say(promise(state.conversation, timed=task.timed)))
    if not new or not (task.timed or task.noted):
        return (call,)  # "not tomorrow" tells when not to call, nothing that suits
    return (call, Part("noted", state.voice.say("time_noted" if task.timed else "wish_noted")))


def _number(state: TurnState, number: str) -> Part:
    return Part("ticket", state.voice.say("ticket_number", ticket=number), fixed=True)


def _composed(state: TurnState, task: HandOver, words: Mapping[str, TicketWords]) -> Ticket:
    conversation = state.conversation
    return compose_ticket(
        conversation,
        number=ticket_number(conversation.id, len(conversation.tickets) + 1),
        reason=task.reasons or task.reason,
        ticket_type=task.ticket_type,
        priority=task.priority,
        now=state.message.at,
        words=words,
        place=_place(state),
    )


def _place(state: TurnState) -> Place | None:
    progress = state.conversation.progress
    scenario = state.library.get(progress.scenario) if progress else None
    if progress is None or scenario is None:
        return None
    step = scenario.step(progress.step_id)
    titles = dict(step.title.items()) if step else {}
    return Place(
        scenario.id, dict(scenario.title.items()), progress.digest, step.ref if step else None, titles
    )
