"""The faults that one message tells of, each with the guide that mends it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from agent.conversation import Route, RouteKind
from agent.dialogue.listening import Understanding
from agent.dialogue.scene import Routing, Scene
from agent.understanding.joined import Complaint

TYPE = "problem_type"
GUIDED = ("scenario", "clarify")
ASKING = frozenset({"question", "digression"})


def guides_of(
    told: Iterable[Complaint], scene: Scene, understanding: Understanding, route: Routing
) -> dict[str, Route]:
    """The guide of every complaint with the way to it, one a service. Where the service alone is certain, its default."""
    found: dict[str, Route] = {}
    for complaint in told:
        there = route(scene, complaint.text)
        stated = {fact.name: fact.value for fact in understanding.find_facts(complaint.text, scene.voice.language)}
        usual = scene.library.defaults.get(str(stated.get(TYPE, complaint.service)), "")
        name = str(there.target) if there.kind == "scenario" else usual if there.kind in GUIDED else ""
        guide = scene.library.get(name)
        if guide is not None and guide.problem_type not in _kinds(found, scene):
            found[name] = replace(there, kind=RouteKind.SCENARIO, target=name)
    return found


def others_than(found: dict[str, Route], here: str | None, scene: Scene) -> dict[str, Route]:
    """`found` without what is of the same service as the guide `here`: that is the same fault told again."""
    guide = scene.library.get(here or "")
    kind = guide.problem_type if guide is not None else None
    return {name: there for name, there in found.items() if scene.library[name].problem_type != kind}


def _kinds(found: Iterable[str], scene: Scene) -> set[str]:
    return {scene.library[name].problem_type for name in found}
