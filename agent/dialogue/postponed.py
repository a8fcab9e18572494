"""A customer who puts the talk off: the place is kept, and the guide goes on from it when they are back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import ReplyKind, Status
from agent.dialogue.ear import APPOINTMENT, Ear, by_likeness
from agent.dialogue.heard_alone import heard_alone
from agent.dialogue.own_words import in_own_words, step_of
from agent.dialogue.scene import Decision, Scene, away, say, walking
from agent.dialogue.state import Plan, Restate
from agent.dialogue.topics import Topics
from agent.language import words
from agent.scenarios import Outcome, Step
from agent.understanding import SURE_ACT

WAIT, LATER, BACK, THEN, OR_NOW = "wait", "later", "back", "then", "or_now"
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
Deciding = Callable[[Scene], Decision]
TELLING = ("question", "digression", "solved", "person", "danger")  # what is not lost beside "I'm back"
NO_RETURN = ("problem", "wait", "cannot_do")


def postponed(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """ "Tomorrow", "when I'm done", "I'll ask my son": waited for, though it may sound like a wish to stop."""
    conversation, hearing = scene.conversation, scene.hearing
    asked = walking(conversation) or conversation.pending is not None
    if not asked or hearing.has(*NO_DELAY):
        return None
    if agreed_for_later(scene, ear, topics) or puts_off_the_talk(scene, ear, topics):
        return say(scene, "wait_ok", kind=ReplyKind.WAIT, plan=Plan(walk=Restate("wait")))
    later = LATER in topics.of(scene.message.text)
    if _answers(scene, later) or not (later or hearing.sure(WAIT)):
        return None
    return say(scene, "wait_ok", kind=ReplyKind.WAIT, plan=Plan(walk=Restate("wait")))


def agreed_for_later(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether what the step would begin is agreed to, only not now: "yes, but only tomorrow afternoon".

    Such a step has an answer "not now"; elsewhere a time tells of something else ("the red one, in the evening").
    """
    step, conversation = step_of(scene), scene.conversation
    question = ear.open_question(conversation, scene.library)
    if step is None or question is None or conversation.pending is not None:
        return False
    text, language = scene.message.text, conversation.language
    said, rest = ear.agreement(text, language)
    left = _left(rest if said else text, language, ear, topics)
    if left is None or not (not_now := _not_now(step, topics)):
        return False
    if OR_NOW in topics.of(text) or ear.understanding.tells_of_failing(left, language):
        return False  # "ready, it failed in the morning"; "yes, in the evening or now"
    telling = bool(ear.understanding.telling_words(left, language))
    if said:
        return not telling
    if _is_of_something_else(text, language, ear, topics):
        return False  # "ready. I've got a call at eleven"
    meant = ear.understanding.read_piece(question, left, language) if telling else None
    if meant is None or not in_own_words(meant) or meant.outcome in not_now:
        return False
    plain = ear.understanding.read_piece(question, ear.understanding.plain_yes(language), language)
    return meant.outcome == plain.outcome  # "ready in ten minutes"; not "I'm at the office till six"


def puts_off_the_talk(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether who is asked to begin something wants a moment: "sure, give me two minutes". "Not now" is the author's to answer;
    who leaves as well ("I'm off, maybe tomorrow") is waited for."""
    step, reading, conversation = step_of(scene), scene.hearing.reading, scene.conversation
    if step is None or reading is None or reading.kind != "outcome" or conversation.pending is not None:
        return False
    question = ear.open_question(conversation, scene.library)
    if question is None or not _waits(scene) or OR_NOW in topics.of(scene.message.text):
        return False
    not_now = _not_now(step, topics)
    if not not_now or reading.outcome in not_now:
        return bool(not_now) and THEN in topics.of(scene.message.text)
    plain = ear.understanding.plain_yes(conversation.language)
    agreed = ear.understanding.read_piece(question, plain, conversation.language).outcome
    return reading.outcome == agreed


def _waits(scene: Scene) -> bool:
    """Whether a wish to wait is heard in more than the "not now" itself."""
    waits = [act for act in scene.hearing.acts if act.name == WAIT and act.confidence >= SURE_ACT]
    return any(words(act.span) != words(scene.message.text) for act in waits)


def _not_now(step: Step, topics: Topics) -> frozenset[str]:
    """The listed answers that it shall not be now: many texts to look through, so what the customer said is asked first."""
    return frozenset(each.id for each in step.outcomes if puts_off(each, topics))


def puts_off(outcome: Outcome, topics: Topics) -> bool:
    """Whether a listed answer is that it shall not be now."""
    said = (text for _, text in outcome.label.items())
    texts = (*said, *(each for some in outcome.examples.values() for each in some))
    return any(LATER in topics.of(text) for text in texts)


def _left(text: str, language: str, ear: Ear, topics: Topics) -> str | None:
    """What is said beside a time to come; None where no time is told."""
    left = text
    for topic in (LATER, THEN):
        left = topics.without(topic, left)
    for act in ear.understanding.acts_by_rule(left, language):
        left = left.replace(act.span, " ") if act.name == APPOINTMENT else left
    return None if left == text else left


def _is_of_something_else(text: str, language: str, ear: Ear, topics: Topics) -> bool:
    """Whether a later clause tells a time and what happens then."""
    _, *later = ear.understanding.clauses(text, language) or ("",)
    left = (_left(clause, language, ear, topics) for clause in later)
    return any(rest is not None and ear.understanding.telling_words(rest, language) for rest in left)


def _answers(scene: Scene, later: bool) -> bool:
    """Whether an answer is given beside it; what only resembles one is none where nothing else is said."""
    reading, text = scene.hearing.reading, scene.message.text
    if reading is None or reading.kind != "outcome":
        return False
    whole = any(act.name == WAIT and words(act.span) == words(text) for act in scene.hearing.acts)
    return not ((whole or later) and by_likeness(reading))


def taken_up_again(scene: Scene, ear: Ear, topics: Topics, decided: Deciding) -> Decision | None:
    """Where we stopped, and the open question; what is said beside "I'm back" counts as if it came alone. None where nobody
    was waited for, or nothing says that they are back."""
    conversation, hearing = scene.conversation, scene.hearing
    waited = conversation.status is Status.WAITING and walking(conversation)
    if not waited or hearing.has(*NO_RETURN) or in_own_words(hearing.reading):
        return None
    if BACK not in topics.of(scene.message.text):
        return None
    told = _told_on_return(scene, ear, topics)
    if told is not None:
        return decided(told)
    return Decision(conversation, Plan(walk=Restate("repeat" if away(scene) else "welcome")))


def _told_on_return(scene: Scene, ear: Ear, topics: Topics) -> Scene | None:
    """The scene as if nothing but the answer, question or news beside "I'm back" was said; None without any."""
    conversation = scene.conversation
    said, kept = scene.message.text, scene.message.masked
    text, masked = (_without_return(each, conversation.language, ear, topics) for each in (said, kept))
    if not text or not ear.understanding.telling_words(text, conversation.language):
        return None
    alone = heard_alone(text, scene, ear)
    hearing = alone.hearing
    answers = hearing.reading is not None and hearing.reading.kind == "outcome"
    news = ear.understanding.says_it_works(text, conversation.language, conversation.complaint)
    if not answers and not news and not hearing.has(*TELLING):
        return None
    here = replace(conversation, status=Status.OPEN)
    return replace(alone, conversation=here, message=replace(alone.message, masked=masked))


def _without_return(text: str, language: str, ear: Ear, topics: Topics) -> str:
    """`text` without the clauses that say no more than that they are back."""
    kept = topics.without(BACK, text)
    first, *_ = ear.understanding.clauses(kept, language) or ("",)
    lead = first and not ear.understanding.telling_words(first, language)
    return (kept.split(first, 1)[-1] if lead and first in kept else kept).strip(" .,;:!–-…\n")
