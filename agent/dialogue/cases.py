"""Problems that wait: set aside for another one, or told in one message with it. One case a guide, so they stay few."""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Case, Choice, Conversation, Owner, Part, Pending, PendingKind
from agent.dialogue.scene import Decision, Scene, walking
from agent.dialogue.state import Plan
from agent.dialogue.voice import Voice
from agent.scenarios import Library

SCENARIO = "scenario"


def set_aside(conversation: Conversation) -> Conversation:
    """Without the guide that is under way, which waits with all that belongs to it."""
    progress = conversation.progress
    if progress is None:
        return conversation
    case = Case(progress, conversation.facts, conversation.complaint, conversation.tried, conversation.ticket)
    others = tuple(each for each in conversation.suspended if each.name != case.name)
    return replace(conversation, suspended=(*others, case), progress=None, due_at=None)


def case_of(conversation: Conversation, name: str) -> Case | None:
    """The case that waits under this name."""
    return next((case for case in conversation.suspended if case.name == name), None)


def taken_up(conversation: Conversation, case: Case) -> Conversation:
    """The conversation as it stood with this case, which waits no longer."""
    return replace(
        without(conversation, case.name),
        progress=case.progress,
        facts=case.facts,
        complaint=case.complaint,
        tried=case.tried,
        ticket=case.ticket,
        pending=None,
        asked_again=0,
        helped=0,
    )


def without(conversation: Conversation, name: str) -> Conversation:
    """Nothing waits under this name any more."""
    return replace(
        conversation,
        suspended=tuple(case for case in conversation.suspended if case.name != name),
        queue=tuple(each for each in conversation.queue if each != name),
    )


def waiting(conversation: Conversation, library: Library) -> tuple[str, ...]:
    """The guides that wait, in the order in which they are offered."""
    names = (*(case.name for case in reversed(conversation.suspended)), *conversation.queue)
    return tuple(name for name in names if name in library)


def resuming(name: str) -> Pending:
    """The question whether to go on with this guide."""
    return Pending(PendingKind.RESUME, details={SCENARIO: name})


def offer_next(
    conversation: Conversation, library: Library, voice: Voice
) -> tuple[Conversation, tuple[Part, ...], tuple[Choice, ...]]:
    """What waits, offered as a question; it waits until that is answered. Nothing when nothing waits."""
    name = next(iter(waiting(conversation, library)), None)
    if name is None:
        return conversation, (), ()
    pending = resuming(name)
    words = Part("resume", voice.say("resume_offer", title=voice.text(library[name].title)))
    return replace(conversation, pending=pending), (words,), yes_or_no("resume", voice)


def with_rest(scene: Scene, decision: Decision) -> Decision:
    """`decision`, and what waits is offered, where nothing else is open and no person has taken over."""
    conversation = decision.conversation
    busy = decision.plan != Plan() or conversation.pending is not None or walking(conversation)
    if busy or conversation.owner is Owner.PERSON:
        return decision
    offered, offer, choices = offer_next(conversation, scene.library, scene.voice)
    if not offer:
        return decision
    return replace(decision, conversation=offered, parts=(*decision.parts, *offer), choices=choices)


def yes_or_no(phrase: str, voice: Voice) -> tuple[Choice, ...]:
    """The two buttons of a question of the agent itself."""
    return Choice("yes", voice.say(f"{phrase}_yes")), Choice("no", voice.say(f"{phrase}_no"))
