"""What was only asked about is thought over, or let be: the page was read, and nobody is asked what does not work.

"ok, I'll think about it"          they are told that they may come back to it
"never mind then, thanks"          a courtesy
"I'll think. how much is it?"      more is said, or a yes stands beside it: not here
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import PendingKind, ReplyKind
from agent.dialogue.ear import STOP, Ear
from agent.dialogue.scene import Decision, Scene, say, walking
from agent.dialogue.topics import Topics

THINK_OVER, THANKS = "think_over", "thanks"
MORE = ("problem", "question", "correction", "appointment", "person", "danger", "abuse", "restart", "solved")
ASIDE = (THINK_OVER, "consulted", "will_write", "later")  # "I'll think about it and talk to my wife"
MOST_BESIDE = 3  # words beside it that can be nothing but small: "… the light is red now" tells something
PASSED_ON = frozenset({"pass_on", "report_it", "book_it"})


def thought_over(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """The word that is enough there; None in a guide, where more is said, or where something else is asked."""
    conversation, pending = scene.conversation, scene.conversation.pending
    if (
        walking(conversation)
        or scene.message.choice
        or (pending and pending.kind is not PendingKind.OFFER_PERSON)
    ):
        return None
    if scene.hearing.has(*MORE) or "?" in scene.message.text:
        return None
    free = replace(scene, conversation=replace(conversation, pending=None, asked_again=0))
    if _thinks(scene, ear, topics):
        return say(free, THINK_OVER, kind=ReplyKind.COURTESY, status=conversation.status)
    if pending is None and scene.hearing.has(STOP) and scene.hearing.has(THANKS):
        return say(free, THANKS, kind=ReplyKind.COURTESY, status=conversation.status)
    return None


def _thinks(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether a message says that it will be thought over and with whom, and nothing else but a courtesy."""
    text, language = scene.message.text, scene.conversation.language
    spoken = topics.of(text)
    if THINK_OVER not in spoken or spoken & PASSED_ON or _agrees(text, language, ear):
        return False
    rest = text
    for each in ASIDE:
        rest = topics.without(each, rest)
    lamps = ear.understanding.names_a_light(text, language)
    told = ear.understanding.telling_words(rest, language) or len(rest.split()) > MOST_BESIDE
    return not lamps and not told


def _agrees(text: str, language: str, ear: Ear) -> bool:
    """Whether a clause is a yes, more than a sign of having heard: "let me think, yes please"."""
    agreed = (ear.agreement(each, language)[0] for each in ear.understanding.clauses(text, language))
    return any(each and not ear.understanding.only_acknowledges(each, language) for each in agreed)
