""" "Yes, will I lose my settings?" where something is to begin: the yes counts, and the question is answered."""

from __future__ import annotations

from dataclasses import replace

from agent.dialogue.ear import Ear
from agent.dialogue.own_words import in_own_words, step_of
from agent.dialogue.postponed import puts_off
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import LookUp
from agent.dialogue.step_answers import StepAnswers
from agent.dialogue.topics import Topics
from agent.dialogue.visit_agreed import sets_condition

ASKING = ("question", "digression")


def only_asked_beside_yes(scene: Scene, ear: Ear) -> tuple[str, ...]:
    """What is asked where a yes opens a message and all the rest asks; nothing where more is said."""
    text, language = scene.message.text, scene.conversation.language
    first, *rest = ear.understanding.clauses(text, language) or ("",)
    agreed, more = ear.agreement(first, language)
    if not agreed or ear.understanding.telling_words(more, language):
        return ()
    asked = ear.understanding.questions(text, language)
    return tuple(rest) if all(each in asked for each in rest) else ()


def agreed_and_asked(scene: Scene, ear: Ear, topics: Topics, steps: StepAnswers) -> Decision | None:
    """The step that was agreed to, and what was asked looked up; None where anything else is said, or nothing is to begin."""
    step, conversation, reading = step_of(scene), scene.conversation, scene.hearing.reading
    question = ear.open_question(conversation, scene.library)
    if step is None or question is None or reading is None or in_own_words(reading):
        return None
    asked = only_asked_beside_yes(scene, ear) if reading.act in ASKING else ()
    conditional = any(sets_condition(each, topics) for each in asked)
    if not asked or conditional or not any(puts_off(each, topics) for each in step.outcomes):
        return None
    language, understanding = conversation.language, ear.understanding
    outcome = understanding.read_piece(question, understanding.plain_yes(language), language).outcome
    if outcome is None:
        return None
    decision = steps.chosen(scene, outcome, reading.evidence)
    return replace(decision, plan=replace(decision.plan, look_up=LookUp(", ".join(asked))))
