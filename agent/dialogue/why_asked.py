""" "Why do you ask?", "what is that for?" in a guide: said in a sentence, with the step's own help; no page on anything else.
What stands beside it counts: "all lights normal, why do you ask?" answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Part, ReplyKind
from agent.dialogue.asking import asks_of_step
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.heard_alone import heard_alone
from agent.dialogue.how_long import answered_by
from agent.dialogue.promised import awaited
from agent.dialogue.scene import Decision, Scene, stay, walking
from agent.dialogue.topics import Topics

WHY = "why_asked"
OF_OTHERS = frozenset({"neighbours", "whole_house", "dug_up"})


def why_asked(
    scene: Scene, ear: Ear, topics: Topics, decided: Callable[[Scene], Decision]
) -> Decision | None:
    """Why it is asked, and what the rest of the message does; None where that is not asked, or not of the step."""
    conversation, progress = scene.conversation, scene.conversation.progress
    if not walking(conversation) or conversation.pending is not None or awaited(conversation):
        return None
    clauses = ear.understanding.clauses(scene.message.text, conversation.language)
    asked = [each for each in clauses if asks_of_step(WHY, each, scene, ear.understanding, topics)]
    if not asked or progress is None:
        return None
    words = Part(WHY, scene.voice.say(WHY))
    rest = ". ".join(each for each in clauses if each not in asked)
    if topics.of(rest) & OF_OTHERS:  # "what have my lights to do with it, the whole house is without it"
        return decided(heard_alone(rest, scene, ear))
    answer = answered_by(rest, scene, ear, decided) if rest else None
    if answer is not None:
        return replace(answer, parts=(words, *answer.parts))
    explained = progress.phase in GOAL_PHASES or rest or conversation.helped
    how = "back" if explained else "help"
    return Decision(conversation, stay(scene, how), (words,), ReplyKind.ANSWER)
