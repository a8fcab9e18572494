"""An outage that was reported, told of again: "the whole street is offline, is anyone working on it?". It is added to that request,
with what is known of when it is mended; no guide begins for it."""

from __future__ import annotations

from agent.conversation import Part, ReplyKind
from agent.dialogue.scene import Decision, Scene, walking
from agent.dialogue.state import LookUp, Plan
from agent.dialogue.topics import Topics

OF_MANY = frozenset({"neighbours", "dug_up"})
SO_TOO = frozenset({"neighbours_without", "they_too", "dug_up"})


def reported_outage(scene: Scene, topics: Topics) -> Decision | None:
    """None where no outage was reported, or the message is not about one."""
    known = scene.conversation
    if walking(known) or known.ticket is None or known.ticket == known.urgent:
        return None
    spoken = topics.of(scene.message.text)
    again = OF_MANY & spoken and SO_TOO & spoken
    if not (again and OF_MANY & topics.of(known.complaint)):
        return None
    words = Part("added", scene.voice.say("added_to_request", ticket=known.ticket))
    look_up = LookUp(scene.voice.say("outage_when"), offer=False)
    note = scene.message.masked
    return Decision(known, Plan(look_up), (words,), ReplyKind.INFORMED, known.status, note=note)
