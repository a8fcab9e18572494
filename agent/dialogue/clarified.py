"""A reply in own words to "which of these?" or to "what is it, then?": read alone, and together with the complaint."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Pending, Route
from agent.dialogue.astray import LEFT
from agent.dialogue.ear import Ear
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import Begin, Plan


def to_what_was_told(
    scene: Scene, pending: Pending, ear: Ear, route: Callable[[Scene, str], Route]
) -> Decision | None:
    """Where complaint and reply together, or the reply alone, clearly belong."""
    free = replace(scene, conversation=replace(scene.conversation, pending=None))
    together = route(free, f"{pending.about}. {scene.message.text}")
    alone = route(free, scene.message.text)
    left = _barred(scene, pending, ear)
    routes = [found for found in (together, alone) if left is None or found.target != left]
    best = max(routes, key=lambda found: (found.kind == "scenario", found.confidence), default=alone)
    if best.kind != "scenario" or best.target == left:
        return None
    complaint = f"{pending.about} {scene.message.masked}".strip()
    begun = replace(free.conversation, complaint=complaint, asked_again=0)
    return Decision(begun, Plan(walk=Begin(best.target or "", complaint)), route=best, why=best.evidence)


def _barred(scene: Scene, pending: Pending, ear: Ear) -> str | None:
    """The guide that was left a moment ago, unless the reply complains of its matter once more."""
    left = pending.details.get(LEFT)
    guide = scene.library.get(str(left))
    named = ear.understanding.matter(scene.message.text, scene.conversation.language).open
    return None if guide is None or guide.problem_type in named else guide.id
