"""A fault was passed on and its request stands: a question or remark is about that, unless another problem is named."""

from __future__ import annotations

from dataclasses import dataclass, replace

from agent.conversation import Part, ReplyKind, Route, Status
from agent.dialogue.promised import WHEN
from agent.dialogue.relapse import merely_of_the_service
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import LookUp, Plan
from agent.dialogue.topics import Topics
from agent.privacy import without_contact

SEVERAL = 2  # questions of one message, each with its own answer
FEW_WORDS = 3  # "yes, do that": nothing for the colleague
TELLING = frozenset({"problem_type", "connection_pattern", "lights"})  # who states these tells of a fault
ELSEWHERE = ("danger", "abuse")


@dataclass(frozen=True, slots=True)
class Ticketed:
    """What a free message does to the request that stands. None: it goes its ordinary way."""

    topics: Topics

    def __call__(self, scene: Scene, route: Route) -> Decision | None:
        conversation, hearing, text = scene.conversation, scene.hearing, scene.message.text
        standing = conversation.status is Status.ESCALATED and conversation.ticket is not None
        if not standing or conversation.ticket == conversation.urgent or hearing.foreign:
            return None
        if route.kind in ELSEWHERE or hearing.has("injection") or _another_problem(scene, route):
            return None
        asks = hearing.has("question", "digression") or "?" in text
        if asks and WHEN in self.topics.of(text) and text.count("?") < SEVERAL:
            return _noted(scene, "promised_call", "time_later")
        about_contact = without_contact(text) != text
        if asks or (route.kind == "article" and not about_contact):
            plan = Plan(look_up=LookUp(text, offer=False))
            return Decision(conversation, plan, kind=ReplyKind.ANSWER, status=Status.ESCALATED)
        if route.kind == "person":
            return _noted(scene, "promised_call")
        says_more = len(text.split()) > FEW_WORDS or hearing.has("problem")
        return _noted(scene) if says_more else None


def _another_problem(scene: Scene, route: Route) -> bool:
    """Whether a message clearly names a fault other than the one that was passed on."""
    told = bool(scene.hearing.facts.keys() & TELLING) or scene.hearing.has("problem")
    if route.kind == "scenario":
        return told and not merely_of_the_service(scene, route)
    progress = scene.conversation.progress
    here = scene.library.get(progress.scenario if progress else "")
    service = scene.hearing.facts.get("problem_type")
    return route.kind == "clarify" and here is not None and service not in (None, here.problem_type)


def _noted(scene: Scene, *phrases: str) -> Decision:
    """Added to the request, which is said after what else there is to say."""
    words = [Part(phrase, scene.voice.say(phrase)) for phrase in phrases]
    added = scene.voice.say("added_to_request", ticket=scene.conversation.ticket)
    decision = Decision(scene.conversation, kind=ReplyKind.INFORMED, status=Status.ESCALATED)
    return replace(decision, parts=(*words, Part("added", added)), note=scene.message.masked)
