"""What a rule of the first station may look at, and what it decides."""

from __future__ import annotations

from dataclasses import dataclass

from agent.conversation import Conversation, Evidence, Part, ReplyKind, Route, Status
from agent.dialogue.state import Hearing, Message, Plan, Restate
from agent.dialogue.voice import Voice
from agent.scenarios import Library


@dataclass(frozen=True, slots=True)
class Scene:
    """One message where it falls: the conversation so far, what was heard, the content, the voice."""

    conversation: Conversation
    message: Message
    hearing: Hearing
    library: Library
    voice: Voice


@dataclass(frozen=True, slots=True)
class Decision:
    """What a rule decided: the plan, words to say at once, and how the conversation changes."""

    conversation: Conversation
    plan: Plan = Plan()
    parts: tuple[Part, ...] = ()
    kind: ReplyKind = ReplyKind.ASK
    status: Status | None = None
    outcome: str | None = None
    route: Route | None = None
    why: tuple[Evidence, ...] = ()


def say(
    scene: Scene, phrase: str, *, kind: ReplyKind, plan: Plan | None = None, status: Status | None = None
) -> Decision:
    """A decision to say one phrase; asking again takes its wordings in their order."""
    nth = scene.conversation.asked_again if phrase in ("ask_again", "unclear") else scene.conversation.turns
    words = Part(phrase, scene.voice.say_nth(phrase, nth))
    return Decision(scene.conversation, plan or Plan(), (words,), kind, status)


def stay(scene: Scene, how: str = "repeat") -> Plan:
    """Put the open question again, if there is one."""
    return Plan(walk=Restate(how)) if walking(scene.conversation) or scene.conversation.pending else Plan()


def walking(conversation: Conversation) -> bool:
    """Whether a guide is under way."""
    return conversation.progress is not None and not conversation.progress.over
