"""What is asked or told of a request that stands and has an answer of its own.

"does the same technician look at the TV, too?"    noted, and agreed on the call
"I'll bring the box to your office"                noted, and what to say there
"the same technician came and broke it"            asks nothing: heard as what it is
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part, ReplyKind
from agent.dialogue.ear import Ear
from agent.dialogue.listening import Understanding
from agent.dialogue.promised import promised
from agent.dialogue.scene import Decision, Scene, stay, walking
from agent.dialogue.state import Plan
from agent.dialogue.topics import Topics
from agent.understanding.acts import DANGER
from agent.understanding.clauses import clauses
from agent.understanding.ear import ear as ear_of

LOOKS_TOO, BROUGHT_IN = "looks_too", "brought_in"
PAST = "past"


def request_asked(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """None where no call is promised, danger stands, harm or a fault is told beside it, or nothing of the kind is said."""
    conversation = scene.conversation
    if scene.message.choice or conversation.pending is not None:
        return None
    if not promised(conversation) or conversation.ticket == conversation.urgent:
        return None
    answer = _answer(scene, ear.understanding, topics)
    if answer is None or _tells_of_trouble(scene, ear.understanding):
        return None
    words = (Part(answer, scene.voice.say(answer, ticket=conversation.ticket)),)
    plan = stay(scene, "back") if walking(conversation) else Plan()
    decision = Decision(conversation, plan, words, ReplyKind.INFORMED, conversation.status)
    return replace(decision, note=scene.message.masked)


def _answer(scene: Scene, understanding: Understanding, topics: Topics) -> str | None:
    """The phrase that answers: whether it is looked at too only where it is asked, and what is brought where it is yet to be."""
    text, language = scene.message.text, scene.conversation.language
    spoken = topics.of(text)
    if any(each.has(PAST) for each in clauses(text, ear_of(language))):
        return None
    if LOOKS_TOO in spoken and understanding.questions(text, language):
        return LOOKS_TOO
    return BROUGHT_IN if BROUGHT_IN in spoken else None


def _tells_of_trouble(scene: Scene, understanding: Understanding) -> bool:
    """Whether a fault is told for certain, or a sign of harm named."""
    text, language = scene.message.text, scene.conversation.language
    if scene.hearing.has(DANGER) or any(understanding.signs_of_harm(text, language)):
        return True
    return any(each.sure for each in understanding.complaints(text, language))
