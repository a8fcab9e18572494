"""What a rule of the first station may look at, and what it decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from agent.conversation import Choice, Conversation, Evidence, Part, ReplyKind, Route, Status
from agent.dialogue.state import Hearing, Message, Plan, Restate
from agent.dialogue.voice import Voice
from agent.scenarios import Library, Progress

NOTHING_PLANNED = Plan()
# After an errand nobody needs to be told where the talk stopped; after a night everybody does.
AWAY = timedelta(hours=6)


@dataclass(slots=True)
class Routed:
    """Where texts were found to belong in this turn: several rules ask the same. Of one turn, which one thread runs."""

    known: list[tuple[str, Mapping[str, Any], Sequence[str], Route]] = field(default_factory=list)

    def once(
        self, text: str, facts: Mapping[str, Any], acts: Sequence[str], find: Callable[[], Route]
    ) -> Route:
        """The route of `text` with these facts known and the acts of these names heard, found when it is new."""
        for *asked, route in self.known:
            if asked == [text, facts, acts]:
                return route
        found = find()
        self.known.append((text, facts, acts, found))
        return found


@dataclass(frozen=True, slots=True)
class Scene:
    """One message where it falls: the conversation so far, what was heard, the content, the voice."""

    conversation: Conversation
    message: Message
    hearing: Hearing
    library: Library
    voice: Voice
    routed: Routed = field(default_factory=Routed, compare=False, repr=False)


Routing = Callable[[Scene, str], Route]
"""Where a text belongs, at this point of the conversation."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a rule decided: the plan, words to say at once, and how the conversation changes.

    `note` is for the open ticket, or for `note_for` where that is another one.
    """

    conversation: Conversation
    plan: Plan = NOTHING_PLANNED
    parts: tuple[Part, ...] = ()
    kind: ReplyKind = ReplyKind.ASK
    status: Status | None = None
    outcome: str | None = None
    route: Route | None = None
    why: tuple[Evidence, ...] = ()
    choices: tuple[Choice, ...] = ()
    note: str = ""
    note_for: str = ""


def say(
    scene: Scene, phrase: str, *, kind: ReplyKind, plan: Plan | None = None, status: Status | None = None
) -> Decision:
    """A decision to say one phrase; asking again takes its wordings in their order."""
    nth = scene.conversation.asked_again if phrase in ("ask_again", "unclear") else scene.conversation.turns
    words = Part(phrase, scene.voice.say_nth(phrase, nth))
    return Decision(scene.conversation, plan or Plan(), (words,), kind, status)


def ask_once_more(scene: Scene, plan: Plan) -> Decision:
    """The reply was not understood: the next wording, counted, and the open question again."""
    decision = say(scene, "ask_again", kind=ReplyKind.CLARIFY, plan=plan)
    asked = scene.conversation.asked_again + 1
    return replace(decision, conversation=replace(scene.conversation, asked_again=asked))


def in_languages(scene: Scene, phrase: str, **values: object) -> Mapping[str, str]:
    """A phrase in every language: a ticket is read by people of all of them."""
    return {name: scene.voice.speaking(name).say(phrase, **values) for name in scene.voice.phrases}


def away(scene: Scene) -> bool:
    """Whether the customer comes back after a while."""
    return scene.message.at - scene.conversation.updated_at >= AWAY


def welcomed(scene: Scene, decision: Decision) -> Decision:
    """Back after hours or days: where we stopped, before anything else."""
    progress = scene.conversation.progress
    guide = scene.library.get(progress.scenario) if progress else None
    step = guide.step(progress.step_id) if guide and progress else None
    if step is None:
        return decision
    words = Part("welcome", scene.voice.say("welcome_back", step=scene.voice.text(step.title)))
    return replace(decision, parts=(words, *decision.parts))


def stay(scene: Scene, how: str = "repeat") -> Plan:
    """Put the open question again, if there is one."""
    return Plan(walk=Restate(how)) if walking(scene.conversation) or scene.conversation.pending else Plan()


def left(conversation: Conversation) -> Conversation:
    """The conversation without the guide and the question that were open."""
    return replace(conversation, progress=None, pending=None, asked_again=0, helped=0, due_at=None)


def walking(conversation: Conversation) -> bool:
    """Whether a guide is under way."""
    return conversation.progress is not None and not conversation.progress.over


def progress_of(scene: Scene) -> Progress:
    """Where the guide stands that is being walked; asked only while one is."""
    progress = scene.conversation.progress
    assert progress is not None  # noqa: S101  (only rules of an open step ask)
    return progress
