"""Displeasure: with the service it is a complaint, and we are sorry; only who insults in words is asked to stay civil.

What merely sounds like an insult to the readers ("this is hopeless", "can you change that too, so it doesn't happen again")
is none: whoever is rebuked for an insult that was none is insulted themselves.
"""

from __future__ import annotations

from agent.conversation import Part, ReplyKind, Status
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.own_words import in_own_words
from agent.dialogue.scene import Decision, Scene, say, stay
from agent.dialogue.state import Plan
from agent.dialogue.topics import Topics
from agent.understanding.settling import LIKENESSES

ABUSE, DISPLEASED = "abuse", "displeased"
OF_SERVICE = "of_service"  # words for how one is served, which no lamp and no cable is
TELLING = ("problem", "question", "digression", "correction", "solved", "cannot_do", "already_done")


def insults(scene: Scene) -> bool:
    """Whether an insult was said in a word that rules know."""
    return any(act.name == ABUSE and act.evidence.source not in LIKENESSES for act in scene.hearing.acts)


def is_displeased(scene: Scene, topics: Topics) -> bool:
    """Whether a message finds fault with the service, in words for it or by its tone."""
    reading = scene.hearing.reading
    sounds = scene.hearing.has(ABUSE) or (reading is not None and reading.act == ABUSE)
    return sounds or DISPLEASED in topics.of(scene.message.text)


def complained_of_service(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """Regret, and the open question again, where a reply only finds fault with how one is served; None where it tells more."""
    reading, progress = scene.hearing.reading, scene.conversation.progress
    if reading is None or in_own_words(reading) or insults(scene) or scene.hearing.has(*TELLING):
        return None
    if progress is not None and progress.phase in GOAL_PHASES:
        return None
    spoken = _spoken(scene, ear, topics)
    served = any({DISPLEASED, OF_SERVICE} <= each for each in spoken)
    return sorry(scene) if served and all(DISPLEASED in each for each in spoken) else None


def only_displeased(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """Regret where no question is open and nothing else is said; the colleague who will call is told of it."""
    conversation, hearing = scene.conversation, scene.hearing
    if insults(scene) or hearing.stated or hearing.has(*TELLING):
        return None
    if not all(DISPLEASED in each for each in _spoken(scene, ear, topics)):
        return None
    if conversation.status is not Status.ESCALATED or conversation.ticket is None:
        return sorry(scene)
    words = Part("sorry", scene.voice.say("sorry_noted", ticket=conversation.ticket))
    note = scene.message.masked
    return Decision(conversation, Plan(), (words,), ReplyKind.INFORMED, conversation.status, note=note)


def _spoken(scene: Scene, ear: Ear, topics: Topics) -> list[frozenset[str]]:
    """What each clause speaks of."""
    clauses = ear.understanding.clauses(scene.message.text, scene.conversation.language)
    return [topics.of(clause) for clause in clauses]


def sorry(scene: Scene) -> Decision:
    """We regret it; the question that is open stands."""
    plan = stay(scene, "back")
    return say(scene, "sorry_step" if plan.walk else "sorry", kind=ReplyKind.CLARIFY, plan=plan)
