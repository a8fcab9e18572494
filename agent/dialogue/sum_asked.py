"""The very amount of a bill, asked for after the page that tells where it stands: it is not seen from here, a colleague tells it.

"I don't use self-service, just tell me the amount"    who tells it, and the offer to pass it on
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part
from agent.dialogue.agreements import offer_person
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.topics import Topics

AMOUNT = "amount"


def sum_asked(scene: Scene, topics: Topics) -> Decision | None:
    """None where no amount is asked for, a fault is told, or nothing was answered from a page before."""
    conversation = scene.conversation
    if AMOUNT not in topics.of(scene.message.text) or scene.hearing.troubled or conversation.ticket:
        return None
    if conversation.quoted is None:
        return None
    offered = offer_person(scene)
    words = Part("not_seen", scene.voice.say("amount_not_seen"))
    return replace(offered, parts=(words, *offered.parts))
