"""A question about the reply just given ("which fuse? there are twenty") is never somebody else's field."""

from __future__ import annotations

from agent.dialogue.listening import Understanding
from agent.dialogue.scene import Scene


def asks_back(scene: Scene, understanding: Understanding) -> bool:
    """Whether the customer asks, and names a thing that the last reply named."""
    conversation = scene.conversation
    if not scene.hearing.has("question", "digression") or not conversation.turns:
        return False
    return understanding.shares_a_word(scene.message.text, conversation.last_text, conversation.language)
