"""A customer who is not where the equipment is: the place is kept, they go on when they are back."""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part, ReplyKind, Status
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.own_words import in_own_words, meant, says, surely_answers
from agent.dialogue.scene import Decision, Scene, say
from agent.dialogue.state import Plan, Restate

AWAY = "away"


def not_home(scene: Scene, ear: Ear) -> Decision | None:
    """Nothing is skipped and nothing counted: the same question stands for days, and a person can be had instead."""
    progress = scene.conversation.progress
    if progress is not None and _is_back(scene):
        return Decision(scene.conversation, Plan(walk=Restate("welcome")))
    if progress is None or not scene.hearing.sure(AWAY) or in_own_words(scene.hearing.reading):
        return None
    outcome = meant(scene)
    if outcome is not None and says(ear, outcome, AWAY, "cannot_do"):
        return None
    if (progress.phase in GOAL_PHASES and scene.hearing.has("solved")) or _answers(scene):
        return None
    return say(scene, "away_ok", kind=ReplyKind.WAIT, plan=Plan(walk=Restate("wait")))


def from_afar(scene: Scene, decision: Decision) -> Decision:
    """A guide begun by someone who says that they are elsewhere: its first question, with no hurry to answer it."""
    if not scene.hearing.sure(AWAY):
        return decision
    words = Part("away", scene.voice.say("away_begin"))
    return replace(decision, parts=(*decision.parts, words))


def _is_back(scene: Scene) -> bool:
    """Whether a customer who was waited for says no more than that they are there again."""
    waited = scene.conversation.status is Status.WAITING
    return waited and scene.hearing.sure("greeting") and not in_own_words(scene.hearing.reading)


def _answers(scene: Scene) -> bool:
    """Whether it surely answers what was asked ("at home from three" to "when may he come?"), and nothing cannot be done."""
    return surely_answers(scene) and not scene.hearing.has("cannot_do", "wait", "question", "digression")
