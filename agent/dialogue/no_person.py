"""The refusal of a person ("I don't need anyone to come"): heard, said aloud, and on with the matter."""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part, ReplyKind
from agent.dialogue.ear import NO_PERSON, VISIT, YES
from agent.dialogue.scene import Decision, Scene, say, stay

_WAIT = "wait"


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
