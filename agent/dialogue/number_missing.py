"""A number to call that we do not have: what was written could not be read, is said to be known, or is refused.

"call me, 085 123 4567"               it could not be read: asked for in full
"the same number I gave last time"    none is seen here: asked for once more
"I'd rather not give you a number"    none, then: the number to ring; and no call is promised again
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import NEVER, Conversation, Owner, Part
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.topics import Topics
from agent.privacy import dials, given_in

CONTACT = "contact"
SAME, NO_NUMBER = "same_number", "no_number"


def wanted(conversation: Conversation) -> bool:
    """Whether somebody is to call who has no number: asked for, and not refused."""
    return bool(conversation.tickets) and not (conversation.contact.phone or conversation.number_refused)


def said_to_be_known(scene: Scene, topics: Topics) -> bool:
    """Whether the number is said to be one that we have, which is not so."""
    if not wanted(scene.conversation) or SAME not in topics.of(scene.message.text):
        return False
    return not scene.hearing.has("problem") and not given_in(scene.message.text, asked=True).phone


def asked_once_more(conversation: Conversation) -> Conversation:
    """The conversation in which this reply asks for the number."""
    return replace(conversation, number_asked=conversation.turns + 1)


def refused(scene: Scene) -> Scene:
    """The scene of who gives no number."""
    return replace(scene, conversation=replace(scene.conversation, number_asked=NEVER))


def with_unread(scene: Scene, before: Conversation, decision: Decision) -> Decision:
    """That a number beside other things could not be read, where one is wanted: nobody waits in vain for a call."""
    text = scene.message.text
    told = any(part.kind in (CONTACT, "ask_number") for part in decision.parts)
    if before.owner is Owner.PERSON or told or not wanted(before) or scene.conversation.contact.phone:
        return decision
    if not dials(text) or given_in(text, asked=True).phone:
        return decision
    in_danger = before.urgent is not None and before.ticket == before.urgent
    words = Part(CONTACT, scene.voice.say("number_unread_safe" if in_danger else "number_unread"))
    asked = asked_once_more(decision.conversation)
    return replace(decision, conversation=asked, parts=(words, *decision.parts))
