""" "How long will this take?" in a guide: answered in the step's own words where it tells a time, else in general; what is said
beside it counts: "ready. how long does it take?" begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Part, ReplyKind
from agent.dialogue.asking import asks_of_step
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.heard_alone import heard_alone
from agent.dialogue.own_words import step_of
from agent.dialogue.postponed import THEN
from agent.dialogue.promised import awaited
from agent.dialogue.scene import Decision, Scene, stay, walking
from agent.dialogue.topics import Topics
from agent.language import sentences
from agent.understanding.numbers import units_in

TAKES = "takes"
TIME = "time"


def how_long(scene: Scene, ear: Ear, topics: Topics, decided: Callable[[Scene], Decision]) -> Decision | None:
    """How long the step takes, and what the rest of the message does; None where it is not asked, or not of a step."""
    conversation, progress = scene.conversation, scene.conversation.progress
    if not walking(conversation) or conversation.pending is not None or awaited(conversation):
        return None
    if progress is None or progress.phase in GOAL_PHASES:
        return None
    language = conversation.language
    clauses = ear.understanding.clauses(scene.message.text, language)
    anywhere = "?" in scene.message.text
    asked = [
        each
        for each in clauses
        if asks_of_step(TAKES, each, scene, ear.understanding, topics, anywhere=anywhere)
    ]
    if not asked:
        return None
    words = Part("how_long", _told(scene) or scene.voice.say("how_long"))
    others = [each for each in clauses if each not in asked]
    told = [each for each in others if THEN not in topics.of(each)]  # "I must leave at noon" is no answer
    rest = ". ".join(told)
    answer = answered_by(rest, scene, ear, decided) if rest else None
    if answer is not None:
        return replace(answer, parts=(words, *answer.parts))
    return Decision(conversation, stay(scene, "back"), (words,), ReplyKind.ANSWER)


def _told(scene: Scene) -> str:
    """The sentence of the step that tells a length of time; "" where none does."""
    step, language = step_of(scene), scene.conversation.language
    texts = (step.instruction, step.help_text) if step else ()
    told = (each for text in texts for each in sentences(scene.voice.text(text)))
    return next((each for each in told if TIME in units_in(each, language)), "")


def answered_by(rest: str, scene: Scene, ear: Ear, decided: Callable[[Scene], Decision]) -> Decision | None:
    """What the rest of the message does, where it answers the step."""
    alone = heard_alone(rest, scene, ear)
    if alone.hearing.reading is None or alone.hearing.reading.kind != "outcome":
        return None
    decision = decided(alone)
    return decision if decision.outcome else None
