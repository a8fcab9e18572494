"""The faults that one message tells of, each with the guide that mends it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from agent.conversation import Part, Route, RouteKind
from agent.dialogue.listening import Understanding
from agent.dialogue.scene import Decision, Routing, Scene
from agent.understanding.joined import Complaint

TYPE = "problem_type"
GUIDED = ("scenario", "clarify")
KNOWN = (*GUIDED, "unclear")  # beside a service that is complained of
TORN = ("article", "out_of_scope")  # where "the tv are down", torn from its sentence, may seem to belong
ASKING = frozenset({"question", "digression"})


def guides_of(
    told: Iterable[Complaint], scene: Scene, understanding: Understanding, route: Routing
) -> dict[str, Route]:
    """The guide of every complaint with the way to it, one a service. Where the service alone is certain, its default."""
    told, found = tuple(told), dict[str, Route]()
    services = {complaint.service for complaint in told}
    for complaint in told:
        there = route(scene, complaint.text)
        stated = {
            fact.name: fact.value for fact in understanding.find_facts(complaint.text, scene.voice.language)
        }
        usual = scene.library.defaults.get(str(stated.get(TYPE, complaint.service)), "")
        fault = there.kind in KNOWN or (there.kind in TORN and _tells(complaint, scene, understanding))
        name = str(there.target) if there.kind == "scenario" else usual if fault else ""
        guide = scene.library.get(name)
        if guide is not None and guide.problem_type in services - {complaint.service}:
            name, guide = usual, scene.library.get(usual)  # misled: that service has a complaint of its own
        if guide is not None and guide.problem_type not in _kinds(found, scene):
            found[name] = replace(there, kind=RouteKind.SCENARIO, target=name)
    return found


def _tells(complaint: Complaint, scene: Scene, understanding: Understanding) -> bool:
    """Whether it tells of a fault and asks nothing."""
    acts = understanding.acts_by_rule(complaint.text, scene.voice.language) if complaint.sure else ()
    return complaint.sure and not any(act.name in ASKING for act in acts)


def of_service(name: str | None, found: Iterable[str], scene: Scene) -> list[str]:
    """Those of `found` that are guides for the same service as this one."""
    return [each for each in found if name and _kinds([each], scene) == _kinds([name], scene)]


def others_than(found: Mapping[str, Route], here: str | None, scene: Scene) -> dict[str, Route]:
    """`found` without what is of the same service as the guide `here`: that is the same fault told again."""
    same = of_service(here, found, scene)
    return {name: there for name, there in found.items() if name not in same}


def queued(decision: Decision, guides: Iterable[str], scene: Scene) -> Decision:
    """`decision`, after which these come; one guide a service waits."""
    waiting = decision.conversation.queue
    for name in guides:
        waiting = waiting if of_service(name, waiting, scene) else (*waiting, name)
    return replace(decision, conversation=replace(decision.conversation, queue=waiting))


def then_next(guides: Iterable[str], scene: Scene) -> Part:
    """The words that these come next."""
    title = "; ".join(scene.voice.text(scene.library[name].title) for name in guides)
    return Part("then_next", scene.voice.say("then_next", title=title))


def _kinds(found: Iterable[str], scene: Scene) -> set[str]:
    guides = (scene.library.get(name) for name in found)
    return {guide.problem_type for guide in guides if guide is not None}
