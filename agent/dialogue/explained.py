"""A question about the words or things of the open step: "I don't know what source is", "which one do I take?".

Who asks which one is meant gets the author's help with the step, not a page that has the same words; what a word means is
looked up. After that a person, or leaving the step out, is offered with the help that is left.
"""

from __future__ import annotations

from agent.conversation import ReplyKind
from agent.dialogue.ear import GOAL_PHASES, Ear, by_likeness
from agent.dialogue.own_words import in_own_words, step_of
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import LookUp, Plan, Restate
from agent.dialogue.topics import Topics

WHICH, UNKNOWN = "which", "unknown"
TELLING = ("problem", "solved", "correction", "person", "danger", "stop", "abuse")
FEW = 2  # clauses around such a question that leave it the point of the message


def explained(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """The help of the step, and what a word of it means; None where neither is asked, or the step is answered."""
    progress, reading, step = scene.conversation.progress, scene.hearing.reading, step_of(scene)
    if progress is None or progress.phase in GOAL_PHASES or step is None or reading is None:
        return None
    answers = reading.kind == "outcome" and not by_likeness(reading) and not _asks_last(scene, ear, topics)
    if answers or in_own_words(reading) or scene.hearing.has(*TELLING):
        return None
    text, language = scene.message.text, scene.conversation.language
    clauses = ear.understanding.clauses(text, language)
    unknown = [each for each in clauses if UNKNOWN in topics.of(each)]
    if unknown and ear.understanding.telling_words(unknown[0], language):
        meaning = LookUp(unknown[0], offer=False)
        return Decision(scene.conversation, Plan(meaning, Restate("help")), kind=ReplyKind.ANSWER)
    if not _asks_which(scene, ear, topics) or len(clauses) > FEW + 1:
        return None
    named = ear.understanding.telling_words(text, language)
    look_up = LookUp(text, offer=False) if scene.conversation.helped and named else None
    return Decision(scene.conversation, Plan(look_up, Restate("help")), kind=ReplyKind.ANSWER)


def _asks_which(scene: Scene, ear: Ear, topics: Topics) -> bool:
    asked = ear.understanding.questions(scene.message.text, scene.conversation.language)
    return any(WHICH in topics.of(each) for each in asked)


def _asks_last(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether the message ends with such a question: what stands before it only leads up to it."""
    clauses = ear.understanding.clauses(scene.message.text, scene.conversation.language)
    return _asks_which(scene, ear, topics) and WHICH in topics.of(clauses[-1])
