"""How surely an act is heard: by its likeness alone, or in a word that does it by itself."""

from __future__ import annotations

from agent.dialogue.ear import Ear
from agent.dialogue.scene import Scene
from agent.language import sentences
from agent.understanding import SURE_ACT
from agent.understanding.settling import LIKENESSES

WHOLE = 2  # words of a sentence that is a wish and nothing else
FEW = 4  # words of a message for all of which its first may stand


def only_sounds_like(act: str, scene: Scene) -> bool:
    """Whether an act was heard by likeness alone."""
    heard = [each.evidence.source for each in scene.hearing.acts if each.name == act]
    return bool(heard) and all(source in LIKENESSES for source in heard)


def opens_with(act: str, scene: Scene, ear: Ear) -> bool:
    """Whether few words open or end with one that alone does this: "žmogus, nebegaliu", "I give up. person" is the word that
    customers are told to write; not beside a problem („žmogau, garso nėra“), unless it is a sentence: "PERSON! It's all dead"."""
    text, language = scene.message.text, scene.conversation.language
    if _is_a_sentence(act, text, language, ear):
        return True
    first, *rest = ear.understanding.clauses(text, language) or ("",)
    if not rest or len(text.split()) > FEW or scene.hearing.has("problem"):
        return False
    ends = [each for each in (first, rest[-1]) if len(each.split()) == 1]
    return any(found.name == act for each in ends for found in ear.understanding.acts_by_rule(each, language))


def _is_a_sentence(act: str, text: str, language: str, ear: Ear) -> bool:
    """Whether a whole sentence of a few words does this and asks nothing: "cable 2 Mb. PERSON", not "a person? no"."""
    said = [
        each for each in sentences(text) if len(each.split()) <= WHOLE and not each.rstrip().endswith("?")
    ]
    return any(
        found.name == act and found.confidence >= SURE_ACT
        for each in said
        for found in ear.understanding.acts_by_rule(each, language)
    )
