"""Whether an act was heard by its likeness alone, and in none of its own words."""

from __future__ import annotations

from agent.dialogue.scene import Scene
from agent.understanding.settling import LIKENESSES


def only_sounds_like(act: str, scene: Scene) -> bool:
    """Whether an act was heard by likeness alone."""
    heard = [each.evidence.source for each in scene.hearing.acts if each.name == act]
    return bool(heard) and all(source in LIKENESSES for source in heard)
