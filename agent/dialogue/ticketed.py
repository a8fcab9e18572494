"""A fault was passed on and its request stands: a question or remark is about that, unless another problem is named."""

from __future__ import annotations

from dataclasses import dataclass, replace

from agent.conversation import Part, ReplyKind, Route, Status
from agent.dialogue.asked_of_request import all_asked, asked_when
from agent.dialogue.displeasure import insults
from agent.dialogue.listening import Understanding
from agent.dialogue.maybe_mended import how_to_withdraw
from agent.dialogue.plainly_asked import asked_plainly
from agent.dialogue.relapse import merely_of_the_service
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import Plan
from agent.dialogue.suiting import promise
from agent.dialogue.topics import Topics
from agent.privacy import without_contact

FEW_WORDS = 3  # "yes, do that": nothing for the colleague
TELLING = frozenset({"problem_type", "connection_pattern", "lights"})  # who states these tells of a fault


@dataclass(frozen=True, slots=True)
class Ticketed:
    """What a free message does to the request that stands. None: it goes its ordinary way."""

    topics: Topics
    understanding: Understanding

    def __call__(self, scene: Scene, route: Route) -> Decision | None:
        conversation, hearing, text = scene.conversation, scene.hearing, scene.message.text
        standing = conversation.status is Status.ESCALATED and conversation.ticket is not None
        if not standing or conversation.ticket == conversation.urgent or hearing.foreign:
            return None
        if route.kind == "danger" or insults(scene) or hearing.has("injection"):
            return None
        if (when := asked_when(scene, self.understanding, self.topics)) is not None:
            return when
        language = conversation.language
        asked = asked_plainly(text, language, self.understanding, self.topics)
        asks = hearing.has("question", "digression") or "?" in text or bool(asked)
        if _another_problem(scene, route) and not (asks and _is_passed_on(scene, route)):
            return None
        about_contact = without_contact(text) != text
        wishes = route.kind == "article" and self.understanding.plans(text, language)
        if asks or (wishes and not about_contact):
            plan = Plan(look_up=all_asked(scene, self.understanding, self.topics))
            return Decision(conversation, plan, kind=ReplyKind.ANSWER, status=Status.ESCALATED)
        if route.kind == "person":
            return _noted(scene, promise(conversation))
        says_more = len(text.split()) > FEW_WORDS or hearing.has("problem")
        if not says_more:
            return None
        noted = _noted(scene)
        return replace(noted, parts=(*noted.parts, *how_to_withdraw(scene, self.understanding)))


def _another_problem(scene: Scene, route: Route) -> bool:
    """Whether a message clearly names a fault other than the one that was passed on."""
    told = bool(scene.hearing.facts.keys() & TELLING) or scene.hearing.has("problem")
    if route.kind == "scenario":
        return told and not merely_of_the_service(scene, route)
    progress = scene.conversation.progress
    here = scene.library.get(progress.scenario if progress else "")
    service = scene.hearing.facts.get("problem_type")
    return route.kind == "clarify" and here is not None and service not in (None, here.problem_type)


def _is_passed_on(scene: Scene, route: Route) -> bool:
    """Whether the fault that a question names is the very one that was passed on: "how long until I can get into my mail?"."""
    return scene.conversation.requests.get(route.target or "") == scene.conversation.ticket


def _noted(scene: Scene, *phrases: str) -> Decision:
    """Added to the request, which is said after what else there is to say."""
    words = [Part(phrase, scene.voice.say(phrase)) for phrase in phrases]
    added = scene.voice.say("added_to_request", ticket=scene.conversation.ticket)
    decision = Decision(scene.conversation, kind=ReplyKind.INFORMED, status=Status.ESCALATED)
    return replace(decision, parts=(*words, Part("added", added)), note=scene.message.masked)
