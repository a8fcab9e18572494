"""A yes to what is offered, with more behind it that takes nothing of it back: the yes counts, and the rest is noted.

"yes, book it, but the TV is dead as well"      booked; the colleague reads of the TV
"yes, book it, but will I have to pay?"         booked, and the page on the fee
"yes. nobody home till Wednesday"                booked, with what is told of the time
"yes please, but not today, maybe on Monday"    passed on, with the time that suits
"yes, if it is free", "yes, if he agrees"       no yes yet
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.conversation import PendingKind
from agent.dialogue.ear import NO, NO_PERSON, STOP, Ear
from agent.dialogue.scene import Scene
from agent.dialogue.suiting import OFFERED
from agent.dialogue.topics import Topics
from agent.dialogue.visit_agreed import (
    BOOK_IT,
    DAY,
    MONEY,
    NOT_THEN,
    WONT_PAY,
    puts_off,
    sets_condition,
    time_heard,
    timed,
)

NEUTRAL, AT_HOME = "offer_person", "at_home"
MOST = 6  # clauses


def agreed_and_told(scene: Scene, ear: Ear, topics: Topics) -> Scene | None:
    """The scene of a yes beside which a fault or a time is told, or the fee asked about; None where it is no such yes."""
    pending = scene.conversation.pending
    if pending is None or pending.kind not in OFFERED or not _may_agree(scene, topics):
        return None
    first, *rest = ear.understanding.clauses(scene.message.text, scene.conversation.language) or ("",)
    told = ", ".join(rest)
    if not 0 < len(rest) < MOST or not _agrees(first, told, ear, topics, scene.conversation.language):
        return None
    if all(_says_when(each, scene, ear, topics) for each in rest):
        suits = pending.kind is PendingKind.CONSENT and any(NOT_THEN not in topics.of(each) for each in rest)
        return time_heard(scene) if suits else timed(scene, topics)
    if pending.kind is PendingKind.OFFER_PERSON:
        return None
    return scene if _only_tells(rest, scene, ear, topics) else None


def _may_agree(scene: Scene, topics: Topics) -> bool:
    """Whether nothing refuses, stops, or sets a condition."""
    text = scene.message.text
    refuses = scene.hearing.has(NO_PERSON, STOP) or WONT_PAY in topics.of(text)
    return not (scene.message.choice or refuses or sets_condition(text, topics))


def _only_tells(rest: Sequence[str], scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether what stands behind the yes complains of something or asks what it costs, and neither declines nor doubts."""
    told = ", ".join(rest)
    tells = ear.understanding.complaints(told, scene.conversation.language) or MONEY in topics.of(told)
    return bool(tells) and not puts_off(scene, ear) and not any(_declines(each, scene, ear) for each in rest)


def _agrees(first: str, told: str, ear: Ear, topics: Topics, language: str) -> bool:
    """Whether the first clause is a yes and says nothing else; beside what it costs it must say that it be done."""
    agreed, more = ear.agreement(first, language)
    left = ear.understanding.telling_words(topics.without(BOOK_IT, more), language)
    return bool(agreed) and not left and (MONEY not in topics.of(told) or BOOK_IT in topics.of(first))


def _says_when(clause: str, scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether a clause only tells a time, or when somebody is in, and not how something does then: "it dies every evening"."""
    tells = ear.understanding.tells_how_it_is(clause, scene.conversation.language)
    return AT_HOME in topics.of(clause) or (DAY in topics.of(clause) and not tells)


def _declines(clause: str, scene: Scene, ear: Ear) -> bool:
    """Whether a clause says no to what the first one agreed to."""
    return ear.yes_or_no(clause, replace(scene.conversation, asked_again=0), NEUTRAL).outcome == NO
