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
    """Whether few words open or end with one that alone does this: "žmogus, nebegaliu", "I give up. person" is the word that
    customers are told to write; not beside a problem („žmogau, garso nėra“)."""
    text, language = scene.message.text, scene.conversation.language
    first, *rest = ear.understanding.clauses(text, language) or ("",)
    if not rest or len(text.split()) > FEW or scene.hearing.has("problem"):
        return False
    ends = [each for each in (first, rest[-1]) if len(each.split()) == 1]
    return any(found.name == act for each in ends for found in ear.understanding.acts_by_rule(each, language))
