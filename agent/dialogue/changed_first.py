"""A first message that changes its mind: "the internet's down. oh no, wait, the internet is fine, the TV shows nothing".

What stands before the change is not heard where what stands behind it denies that service or says it to be well, and names
another one.
"""

from __future__ import annotations

from agent.dialogue.after_a_page import behind_change
from agent.dialogue.ear import Ear
from agent.dialogue.heard_alone import heard_alone
from agent.dialogue.scene import Scene

DEVICE = "device"


def behind_the_change(scene: Scene, ear: Ear) -> Scene:
    """The scene as if only what follows the change of mind had been said; `scene` where nothing is taken back."""
    text, language, listening = scene.message.text, scene.conversation.language, ear.understanding
    rest = behind_change(text, language)
    if not rest or scene.hearing.has("danger", "person"):
        return scene
    count = len(listening.clauses(rest, language))
    before = ", ".join(listening.clauses(text, language)[:-count])
    told = {each.service for each in listening.complaints(before, language)}
    services, then = told | listening.matter(before, language).open, listening.matter(rest, language)
    spoken = _things(before, language, ear)
    denied = any(
        denies and spoken & _things(each, language, ear) for each, denies in listening.denials(rest, language)
    )
    taken_back = bool(services) and (services <= then.denied | then.well or denied)
    return heard_alone(rest, scene, ear) if taken_back and then.open - services else scene


def _things(text: str, language: str, ear: Ear) -> frozenset[str]:
    """The things that a text names."""
    found = ear.understanding.find_facts(text, language)
    return frozenset(str(each.value) for each in found if each.name == DEVICE)
