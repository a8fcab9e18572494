"""A part of a message heard as if nothing else had been said."""

from __future__ import annotations

from dataclasses import replace

from agent.dialogue.ear import Ear
from agent.dialogue.scene import Scene


def heard_alone(said: str, scene: Scene, ear: Ear) -> Scene:
    """The scene as it would be had the customer said no more than `said`; what is kept of the message stays."""
    hearing = ear.hear(said, scene.conversation, scene.library)
    return replace(scene, hearing=hearing, message=replace(scene.message, text=said))
