"""A promised call that has not come, or is not wanted: regretted or let go, noted with the request, and the number to ring.

"nobody called me"                     regret, the number to ring, and the note for the colleague
"so when will someone call?"           when it comes, after a visit was booked as well
"I'll ring myself, what's the number"  the number
"thanks for the info, I'll ring then"  a courtesy, where no call is promised
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part, PendingKind, ReplyKind
from agent.dialogue.asked_of_request import WHEN, asked_when
from agent.dialogue.ear import Ear
from agent.dialogue.of_this_talk import CALLED_ON
from agent.dialogue.promised import promised
from agent.dialogue.reachable import to_be_asked
from agent.dialogue.scene import Decision, Scene, say, walking
from agent.dialogue.state import Plan
from agent.dialogue.topics import Topics

WILL_RING, THANKS, MOST_BESIDE = "will_ring", "thanks", 4  # words: "thanks for the info, then"
_MORE = ("problem", "question", "digression", "correction", "danger", "abuse", "restart")
NOT_CALLED, SELF_CALL, CALL = "not_called", "self_call", "call"


def not_called(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """None where no call is promised, danger stands, or nothing is said of the call."""
    conversation = scene.conversation
    if not promised(conversation):
        return _rings(scene, ear, topics)
    if conversation.ticket == conversation.urgent:
        return None
    if conversation.pending is not None or scene.message.choice or _tells_of_a_fault(scene, ear):
        return None
    spoken = topics.of(scene.message.text)
    if SELF_CALL in spoken and not scene.hearing.has("problem"):
        words = (Part("self_call", scene.voice.say("self_call", ticket=conversation.ticket)),)
        note = scene.message.masked
        return Decision(conversation, Plan(), words, ReplyKind.INFORMED, conversation.status, note=note)
    if NOT_CALLED not in spoken:
        asks = {WHEN, CALL} <= spoken and CALLED_ON not in spoken  # "which number will you call?"
        return asked_when(scene, ear.understanding, topics) if asks else None
    said = Part(
        "not_called", scene.voice.say_nth("not_called", conversation.turns, ticket=conversation.ticket)
    )
    number = (Part("ask_number", scene.voice.say("ask_number")),) if to_be_asked(conversation) else ()
    kept = replace(conversation, number_asked=conversation.turns + 1) if number else conversation
    status, note = conversation.status, scene.message.masked
    return Decision(kept, Plan(), (said, *number), ReplyKind.INFORMED, status, note=note)


def _rings(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """A word of courtesy for who will ring the number that was told: nobody is to be called; None where more is said."""
    spoken, left = topics.of(scene.message.text), topics.without(WILL_RING, scene.message.text)
    busy = walking(scene.conversation) or scene.conversation.pending is not None or scene.message.choice
    if busy or WILL_RING not in spoken or "?" in scene.message.text or scene.hearing.has(*_MORE):
        return None
    told = ear.understanding.telling_words(left, scene.conversation.language)
    if len(left.split()) > MOST_BESIDE or (told and not scene.hearing.has(THANKS)):
        return None
    return say(scene, THANKS, kind=ReplyKind.COURTESY, status=scene.conversation.status)


def calls_themselves(scene: Scene, topics: Topics) -> bool:
    """Whether who is offered a colleague would rather ring us: "no then, I'll call myself"."""
    pending = scene.conversation.pending
    offered = pending is not None and pending.kind is PendingKind.OFFER_PERSON
    return offered and SELF_CALL in topics.of(scene.message.text) and not scene.hearing.troubled


def _tells_of_a_fault(scene: Scene, ear: Ear) -> bool:
    """Whether a fault stands beside it: "nobody called, and now the TV is dead too"."""
    told = ear.understanding.complaints(scene.message.text, scene.conversation.language)
    return any(each.sure for each in told)
