"""What may be good news while a call is promised: in doubt nothing is closed, and the customer is told how to call it off."""

from __future__ import annotations

from agent.conversation import Part
from agent.dialogue.listening import Understanding
from agent.dialogue.scene import Scene

NO_NEWS = ("problem", "question", "digression", "appointment", "correction", "cannot_do", "person", "abuse")


def how_to_withdraw(scene: Scene, understanding: Understanding) -> tuple[Part, ...]:
    """How to say that no call is needed, where something is told to go well: "I got in and changed it"."""
    text, language = scene.message.text, scene.conversation.language
    if scene.hearing.has(*NO_NEWS) or "?" in text or not understanding.tells_how_it_is(text, language):
        return ()
    failing = understanding.tells_of_failing(text, language) or understanding.tells_of_trouble(text, language)
    if failing or understanding.is_opposed(text, language):
        return ()
    return (Part("if_mended", scene.voice.say("if_mended")),)
