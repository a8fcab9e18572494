"""The refusal of a person ("I don't need anyone to come"): heard, said aloud, and on with the matter."""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part, ReplyKind, Status
from agent.dialogue.ear import NO_PERSON, VISIT, YES
from agent.dialogue.listening import Understanding
from agent.dialogue.scene import Decision, Routing, Scene, say, stay, walking
from agent.dialogue.state import Begin, Clarify, Plan

_WAIT, PERSON = "wait", "person"


def only_refuses(scene: Scene) -> bool:
    """Whether a reply refuses a person, and neither says yes nor wishes a visit beside it."""
    reading, hearing = scene.hearing.reading, scene.hearing
    agrees = reading is not None and reading.outcome == YES
    return hearing.has(NO_PERSON) and not agrees and not hearing.has(VISIT)


def without_person(scene: Scene, decision: Decision | None) -> Decision:
    """ "I don't need a person": heard, and on with the question, or with what else the message does."""
    only_sounds_so = decision is not None and decision.kind is ReplyKind.WAIT and not scene.hearing.has(_WAIT)
    if decision is None or only_sounds_so:  # "not yet" of a person puts nothing off
        return say(scene, NO_PERSON, kind=ReplyKind.ASK, plan=stay(scene))
    given_up = decision.conversation.progress is None
    if decision.plan.hand_over is not None or given_up:
        return decision
    words = Part(NO_PERSON, scene.voice.say(NO_PERSON))
    return replace(decision, parts=(words, *decision.parts))


def refuses_person(scene: Scene) -> bool:
    """Whether a message says that nobody is wanted, and wishes for nobody beside it."""
    return scene.hearing.sure(NO_PERSON) and not scene.hearing.has(PERSON, VISIT)


def without_call(scene: Scene, understanding: Understanding, route: Routing) -> Decision:
    """A promised call that nobody wants: noted with the request, and on with the guide, or with what was complained of."""
    conversation = replace(scene.conversation, asked_again=0)
    words = (Part("noted", scene.voice.say("withdrawn_noted", ticket=conversation.ticket), fixed=True),)
    kept = Decision(conversation, stay(scene, "back"), words, status=Status.OPEN, note=scene.message.masked)
    if walking(conversation):
        return kept
    acts = understanding.acts_by_rule(conversation.complaint, conversation.language)
    told = understanding.without(PERSON, acts, conversation.complaint, conversation.language)
    there = route(scene, told) if told else None
    if there is not None and there.kind == "scenario":
        return replace(kept, plan=Plan(walk=Begin(there.target or "", told)), route=there)
    return replace(kept, plan=Plan(clarify=Clarify(())), kind=ReplyKind.CLARIFY)
