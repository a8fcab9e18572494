"""What else is said beside a question that is answered at once: served as if it stood alone, the answer before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Part
from agent.dialogue.ear import Ear
from agent.dialogue.heard_alone import heard_alone
from agent.dialogue.scene import Decision, Scene
from agent.privacy import without_contact

SERVED = ("problem", "question", "digression", "person", "danger", "solved")


def rest_served(
    scene: Scene, parts: tuple[Part, ...], rest: str, ear: Ear, decided: Callable[[Scene], Decision]
) -> Decision | None:
    """What `rest` does, behind `parts`; None where it neither answers, asks, complains nor tells how to be reached."""
    if not rest:
        return None
    alone = heard_alone(rest, scene, ear)
    if not (_tells(alone, ear) or without_contact(rest) != rest):
        return None
    decision = decided(alone)
    return replace(decision, parts=(*parts, *decision.parts))


def _tells(alone: Scene, ear: Ear) -> bool:
    hearing = alone.hearing
    if hearing.reading is not None and hearing.reading.kind == "outcome":
        return True
    telling = ear.understanding.telling_words(alone.message.text, alone.conversation.language)
    return hearing.has(*SERVED) or bool(telling and (hearing.troubled or hearing.stated))
