"""Another fault told beside an answer: "the menu looks perfect. The internet's a bit rubbish too". The answer is taken by
itself, and the other fault comes after this guide; the customer is told so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from agent.conversation import Part, RouteKind
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.faults import guides_of, of_service, others_than, queued
from agent.dialogue.heard_alone import heard_alone
from agent.dialogue.own_words import guide_of, in_own_words
from agent.dialogue.safety import ONE_BOX
from agent.dialogue.scene import Decision, Routing, Scene
from agent.dialogue.state import Advance, Restate, Rewind
from agent.dialogue.topics import Topics
from agent.language import tokens
from agent.scenarios import Scenario, Unclear
from agent.understanding.joined import Complaint

AND_ALSO, UNPAID = "and_also", "account"
MOST = 8  # parts of a message that are looked through
_JOINING = " ,.;:!?–-"


def with_another_fault(
    scene: Scene, ear: Ear, topics: Topics, route: Routing, step: Callable[[Scene], Decision | None]
) -> Decision | None:
    """What the rest of the message does in the guide, with the other fault queued; None where no other one is told, or
    nothing else is."""
    guide, progress = guide_of(scene), scene.conversation.progress
    if guide is None or progress is None or progress.phase in GOAL_PHASES:
        return None  # beside "does it work?" it is heard in and_more.py
    if guide.problem_type in ear.understanding.matter(scene.message.text, scene.conversation.language).denied:
        return None  # "it's not the TV, the internet is gone" leaves this guide
    told = next((each for each in _told(scene, ear) if _is_another(each, scene, guide, ear, route)), "")
    place = scene.message.text.find(told)
    rest = f"{scene.message.text[:place]} {scene.message.text[place + len(told) :]}".strip(_JOINING)
    if not told or place < 0 or not tokens(topics.without(AND_ALSO, rest)):
        return None
    heard = _heard(told, scene, ear, route)
    found = others_than(guides_of(heard, scene, ear.understanding, route), guide.id, scene)
    decision = step(heard_alone(rest, scene, ear)) if found else None
    if decision is None or not isinstance(decision.plan.walk, Advance | Restate | Rewind):
        return None
    if _is_lost(decision, scene):
        return None
    return _noted(decision, found, scene)


def _is_lost(decision: Decision, scene: Scene) -> bool:
    """Whether the rest answers nothing though the whole does: "the phone doesn't pick ours up, just strangers"."""
    walk, reading = decision.plan.walk, scene.hearing.reading
    unclear = isinstance(walk, Advance) and isinstance(walk.answer, Unclear)
    return unclear and reading is not None and reading.kind == "outcome"


def _told(scene: Scene, ear: Ear) -> Iterator[str]:
    """The parts of the message that complain of something, the shortest first, each with the small words that lead to it."""
    understanding, language = ear.understanding, scene.conversation.language
    clauses = understanding.clauses(scene.message.text, language)
    parts = [each for each in understanding.statements(scene.message.text, language) if each not in clauses]
    for part in sorted([*parts, *clauses][:MOST], key=len):
        asked = part in understanding.questions(scene.message.text, language)
        if part == scene.message.text or asked or not understanding.complaints(part, language):
            continue
        clause = next((each for each in clauses if part in each), part)
        answers = _answers(clause[: clause.find(part)], scene, ear)
        yield part if answers or clause == scene.message.text else clause


def _answers(said: str, scene: Scene, ear: Ear) -> bool:
    """Whether what leads to a complaint answers the open question by itself, and is not only a small word to it."""
    question, conversation = ear.open_question(scene.conversation, scene.library), scene.conversation
    if question is None or not said.strip():
        return False
    return ear.read(question, said, conversation.language, conversation).kind == "outcome"


def _is_another(told: str, scene: Scene, guide: Scenario, ear: Ear, route: Routing) -> bool:
    """Whether a part complains of another service, of which the open question does not speak, and does not answer it."""
    understanding, language = ear.understanding, scene.conversation.language
    question = ear.open_question(scene.conversation, scene.library)
    if question is None:
        return False
    if guide.problem_type == UNPAID:
        return False  # what does not work then is what was cut off
    services = {each.service for each in _heard(told, scene, ear, route)} - _own_services(scene, guide)
    if _only_says_which(told, scene, guide, ear):
        return False
    asked = [question.text, *(label for option in question.options for label in option.labels.values())]
    spoken = {name for text in asked for name in understanding.matter(text, language).open}
    if not services or services & spoken:
        return False
    return not in_own_words(ear.read(question, told, language, scene.conversation))


def _only_says_which(told: str, scene: Scene, guide: Scenario, ear: Ear) -> bool:
    """Whether a part tells of no trouble, but which box is meant: "power is on. its the internet box not tv box", in the
    guide for a router without power."""
    understanding, language = ear.understanding, scene.conversation.language
    named = understanding.services_of(told, language)
    if not any({each, guide.problem_type} <= ONE_BOX for each in named):
        return False
    troubled = understanding.tells_of_failing(told, language)
    return not troubled and any(denies for _, denies in understanding.denials(told, language))


def _own_services(scene: Scene, guide: Scenario) -> set[str]:
    """The services of this guide and of those that led to it: "all is lit, but the handset is silent", in a restart for the phone."""
    progress = scene.conversation.progress
    ids = [visit.scenario for visit in progress.trail] if progress else []
    return {guide.problem_type, *(scene.library[name].problem_type for name in ids if name in scene.library)}


def _heard(told: str, scene: Scene, ear: Ear, route: Routing) -> list[Complaint]:
    """What a part complains of: in words of a fault, of a service by its name, or as a guide's customers do. "Kids off their
    phones" only names things."""
    understanding, language = ear.understanding, scene.conversation.language
    named = understanding.services_of(told, language)
    return [
        each
        for each in understanding.complaints(told, language)
        if each.sure or each.service in named or route(scene, each.text).kind == RouteKind.SCENARIO
    ]


def _noted(decision: Decision, found: Iterable[str], scene: Scene) -> Decision:
    """The decision with those that do not wait already behind it, and said so."""
    waiting = decision.conversation.queue
    fresh = [name for name in found if not of_service(name, waiting, scene)]
    if not fresh:
        return decision
    title = "; ".join(scene.voice.text(scene.library[name].title) for name in fresh)
    words = Part("noted_next", scene.voice.say("noted_next", title=title))
    return replace(queued(decision, fresh, scene), parts=(*decision.parts, words))
