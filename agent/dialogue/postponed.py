"""A customer who puts the talk off: the place is kept, and the guide goes on from it when they are back."""

from __future__ import annotations

from agent.conversation import ReplyKind, Status
from agent.dialogue.ear import by_likeness
from agent.dialogue.own_words import in_own_words
from agent.dialogue.scene import Decision, Scene, away, say, walking
from agent.dialogue.state import Plan, Restate
from agent.dialogue.topics import Topics
from agent.language import words

WAIT, LATER, BACK = "wait", "later", "back"
NO_DELAY = (
    "stop",
    "person",
    "problem",
    "solved",
    "abuse",
    "correction",
    "none_fit",
    "question",
    "digression",
)
NO_RETURN = ("problem", "wait", "cannot_do")


def postponed(scene: Scene, topics: Topics) -> Decision | None:
    """ "Tomorrow", "when I'm done", "I'll ask my son": waited for, though it may sound like a wish to stop."""
    conversation, hearing = scene.conversation, scene.hearing
    asked = walking(conversation) or conversation.pending is not None
    if not asked or hearing.has(*NO_DELAY):
        return None
    later = LATER in topics.of(scene.message.text)
    if _answers(scene, later) or not (later or hearing.sure(WAIT)):
        return None
    return say(scene, "wait_ok", kind=ReplyKind.WAIT, plan=Plan(walk=Restate("wait")))


def _answers(scene: Scene, later: bool) -> bool:
    """Whether an answer is given beside it; what only resembles one is none where nothing else is said."""
    reading, text = scene.hearing.reading, scene.message.text
    if reading is None or reading.kind != "outcome":
        return False
    whole = any(act.name == WAIT and words(act.span) == words(text) for act in scene.hearing.acts)
    return not ((whole or later) and by_likeness(reading))


def taken_up_again(scene: Scene, topics: Topics) -> Decision | None:
    """Where we stopped, and the open question; None where nobody was waited for or more is said than "let's go on"."""
    conversation, hearing = scene.conversation, scene.hearing
    waited = conversation.status is Status.WAITING and walking(conversation)
    if not waited or hearing.has(*NO_RETURN) or in_own_words(hearing.reading):
        return None
    if BACK not in topics.of(scene.message.text):
        return None
    return Decision(conversation, Plan(walk=Restate("repeat" if away(scene) else "welcome")))
