"""Who is to be texted, not rung: "37061234567, but I'm deaf, so text me", „neskambinkit, tik SMS“. The wish is noted with the request
and said, and no call is promised in the same breath; without a number one is asked for."""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Conversation, Owner, Part
from agent.dialogue.number_missing import CONTACT, asked_once_more, with_unread
from agent.dialogue.reachable import gives_number, receipt
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.topics import Topics

BY_TEXT, ASK = "by_text", "ask_number"
_PROMISES = frozenset({"call", "stands", "added"})


def of_contact(scene: Scene, before: Conversation, decision: Decision, topics: Topics) -> Decision:
    """The decision, with what is said of how to be reached: a number that could not be read, and a wish to be texted."""
    decision = with_unread(scene, before, decision)
    hands_over = decision.plan.hand_over is not None
    wished = BY_TEXT in topics.of(scene.message.text) and (before.tickets or hands_over)
    if not wished or before.owner is Owner.PERSON:
        return decision
    parts = [part for part in decision.parts if part.kind not in _PROMISES]
    if gives_number(scene):
        parts = [part for part in parts if part.kind != CONTACT]
        parts.insert(0, Part(CONTACT, receipt(scene, "number_noted")))
    parts.append(Part("noted", scene.voice.say("by_text_noted")))
    known = scene.conversation.contact.phone or hands_over
    asks = not known and not any(part.kind in (ASK, CONTACT) for part in parts)
    parts += [Part(ASK, scene.voice.say("ask_number_to_text"))] if asks else []
    conversation = asked_once_more(decision.conversation) if asks else decision.conversation
    note = "" if hands_over else decision.note or scene.message.masked
    return replace(decision, conversation=conversation, parts=tuple(parts), note=note)
