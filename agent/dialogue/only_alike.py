"""How surely an act is heard: by its likeness alone, or in a word that does it by itself."""

from __future__ import annotations

from agent.dialogue.ear import Ear
from agent.dialogue.scene import Scene
from agent.understanding.settling import LIKENESSES

FEW = 4  # words of a message for all of which its first may stand


def only_sounds_like(act: str, scene: Scene) -> bool:
    """Whether an act was heard by likeness alone."""
    heard = [each.evidence.source for each in scene.hearing.acts if each.name == act]
    return bool(heard) and all(source in LIKENESSES for source in heard)


def opens_with(act: str, scene: Scene, ear: Ear) -> bool:
    """Whether a few words open with one that alone does this: "žmogus, nebegaliu" is the word that customers are told to write;
    not beside a problem („žmogau, garso nėra“)."""
    text, language = scene.message.text, scene.conversation.language
    first, *rest = ear.understanding.clauses(text, language) or ("",)
    if not rest or len(text.split()) > FEW or len(first.split()) != 1 or scene.hearing.has("problem"):
        return False
    return any(each.name == act for each in ear.understanding.acts_by_rule(first, language))
