"""A request to go on in another language: granted, and the open question is put in it."""

from __future__ import annotations

from agent.conversation import ReplyKind
from agent.dialogue.scene import Decision, Scene, say, stay


def asked_language(scene: Scene) -> Decision | None:
    """The turn already speaks it (`Hearing.language`); what else the message says is little."""
    if scene.hearing.wished is None or scene.hearing.wished != scene.voice.language:
        return None
    if scene.hearing.has("problem", "solved", "correction") or scene.hearing.facts:
        return None
    reading = scene.hearing.reading
    if reading is not None and any(each.source == "pattern" for each in reading.evidence):
        return None
    return say(scene, "in_language", kind=ReplyKind.COURTESY, plan=stay(scene, "repeat"))
