"""Farewell: a goodbye and nothing else. It gets a goodbye, whatever is open; the place in a guide is kept, and nothing is
added to a request.

"alright dear, thank you, bye"   goodbye
"hopeless. bye"                  we are sorry, and goodbye
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import PendingKind, ReplyKind
from agent.dialogue.displeasure import DISPLEASED, insults, is_displeased
from agent.dialogue.ear import GOAL_PHASES, NO_PERSON, NOTHING_MORE, Ear
from agent.dialogue.own_words import in_own_words
from agent.dialogue.promised import WITHDRAW, awaited, promised
from agent.dialogue.safety import stands
from agent.dialogue.scene import Decision, Scene, say, walking
from agent.dialogue.state import Plan, Restate
from agent.dialogue.topics import Topics

GOODBYE, THANKS = "goodbye", "thanks"
COURTESIES = (GOODBYE, THANKS, "greeting", NOTHING_MORE)
MORE = (
    "problem",
    "question",
    "digression",
    "correction",
    "appointment",
    "person",
    "danger",
    "solved",
    "wait",
    "stop",
    "cannot_do",
    "already_done",
    "restart",
    "none_fit",
    NO_PERSON,
)
BESIDE = 2  # telling words beside a courtesy that leave it one: "alright dear, bye"
ALONE = 1  # …and in a clause without any: "I see"
ASKED = (PendingKind.RESUME, PendingKind.DANGER)  # questions that a goodbye does not settle


def farewell(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """The goodbye; None where more is said, or where what is open asks for more than that."""
    conversation = scene.conversation
    pending = conversation.pending
    if stands(scene) or (pending is not None and pending.kind in ASKED):
        return None
    requested = promised(conversation) and (awaited(conversation) or not walking(conversation))
    leaves = scene.hearing.has(GOODBYE) or (requested and scene.hearing.has(THANKS, NOTHING_MORE))
    if not leaves or not _is_all(scene, ear, topics):
        return None
    if is_displeased(scene, topics):
        return _regretted(scene, requested)
    if requested and pending is None:
        phrase = THANKS if scene.hearing.has(THANKS) else GOODBYE
        return say(scene, phrase, kind=ReplyKind.COURTESY, status=conversation.status)
    return _kept(scene) if scene.hearing.has(GOODBYE) else None


def _kept(scene: Scene) -> Decision | None:
    """In a guide the place is kept, but for the test whether it works, which a goodbye may answer."""
    conversation = scene.conversation
    progress = conversation.progress
    if progress is None or progress.over or progress.phase in GOAL_PHASES or conversation.pending:
        return None
    return say(scene, "goodbye_kept", kind=ReplyKind.WAIT, plan=Plan(walk=Restate("wait")))


def _regretted(scene: Scene, requested: bool) -> Decision:
    conversation = scene.conversation
    if requested:
        words = scene.voice.say("sorry_goodbye_ticket", ticket=conversation.ticket)
        told = say(scene, "goodbye", kind=ReplyKind.COURTESY, status=conversation.status)
        return replace(told, parts=(replace(told.parts[0], text=words),), note=scene.message.masked)
    if walking(conversation) and conversation.pending is None:
        return say(scene, "sorry_goodbye", kind=ReplyKind.WAIT, plan=Plan(walk=Restate("wait")))
    free = replace(scene, conversation=replace(conversation, pending=None))
    return say(free, "sorry_goodbye", kind=ReplyKind.COURTESY, status=conversation.status)


def _is_all(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether nothing is said beside courtesies, a word of having understood, and displeasure."""
    hearing, text = scene.hearing, scene.message.text
    if hearing.has(*MORE) or insults(scene) or WITHDRAW in topics.of(text) or in_own_words(hearing.reading):
        return False
    if "?" in text or any(letter.isdigit() for letter in text):
        return False
    said = tuple(act.span for act in hearing.acts if act.name in COURTESIES)
    clauses = ear.understanding.clauses(text, scene.conversation.language)
    return all(_is_courteous(clause, said, scene.conversation.language, ear, topics) for clause in clauses)


def _is_courteous(clause: str, said: tuple[str, ...], language: str, ear: Ear, topics: Topics) -> bool:
    """Whether a clause is a courtesy at its beginning or end ("bye, dear", not "call until evening"), or tells nothing."""
    spans = [span for span in said if clause.startswith(span) or clause.endswith(span)]
    rest = topics.without(DISPLEASED, clause)
    for span in sorted(spans, key=len, reverse=True):
        rest = rest.replace(span, " ")
    telling = ear.understanding.telling_words(rest, language)
    return len(telling) <= (BESIDE if spans else ALONE) and not ear.understanding.tells_how_it_is(
        rest, language
    )
