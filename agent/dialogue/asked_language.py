"""A request to go on in another language: granted, and the open question is put in it; what answers it beside the request counts.

"in English please"                              granted, and asked again
„lietuviškai prašau, naršyklėje laiškus matau"   granted, and answered
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Part, ReplyKind
from agent.dialogue.danger_asked import ask_of_danger
from agent.dialogue.ear import Ear
from agent.dialogue.scene import Decision, Scene, say, stay, walking
from agent.dialogue.the_rest import rest_served
from agent.understanding.wished import without_request


def asked_language(scene: Scene, ear: Ear, decided: Callable[[Scene], Decision]) -> Decision | None:
    """The turn already speaks it (`Hearing.language`); what else the message says is little."""
    if scene.hearing.wished is None or scene.hearing.wished != scene.voice.language:
        return None
    if scene.hearing.has("problem", "solved", "correction") or scene.hearing.facts:
        return None
    reading = scene.hearing.reading
    if reading is not None and any(each.source == "pattern" for each in reading.evidence):
        return None
    granted = Part("in_language", scene.voice.say("in_language"))
    rest = without_request(scene.message.text)
    if any(ear.understanding.signs_of_harm(rest, scene.voice.language, sounds=False)):
        asked = ask_of_danger(scene)  # "English please, is something burning here"
        return replace(asked, parts=(granted, *asked.parts))
    if not walking(scene.conversation) or "?" in scene.message.text:
        rest = ""  # "why do you speak English?" asks nothing else
    if (served := rest_served(scene, (granted,), rest, ear, decided)) is not None:
        return served
    return say(scene, "in_language", kind=ReplyKind.COURTESY, plan=stay(scene, "repeat"))
