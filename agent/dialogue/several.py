"""Several problems in one message: told apart by the service they speak of, served one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Part, Route
from agent.dialogue.chosen_first import put_first, wishes
from agent.dialogue.faults import ASKING, GUIDED, guides_of, queued
from agent.dialogue.listening import Understanding
from agent.dialogue.scene import Decision, Routing, Scene
from agent.dialogue.state import Plan
from agent.dialogue.topics import Topics
from agent.understanding.halves import halves

DEVICE, BOX, TV = "device", "tv_box", "tv"
REPORTS = "box_reports"
MOST_CUTS = 2  # so many places where a message is cut

Serving = Callable[[Scene, Route], Decision]


def served_in_order(
    scene: Scene, understanding: Understanding, topics: Topics, route: Routing, serve: Serving
) -> Decision | None:
    """Several faults in one message: the first is served, the others queue, and the customer hears the order.

    Where all but one of the services named are well, or were at fault in the past, that one is served.
    """
    language = scene.conversation.language
    wished = wishes(scene, understanding, topics)
    text = understanding.without_clauses(scene.message.text, wished, language)
    real = understanding.complaints(text, language)
    told = real if len(real) == 1 else tuple(each for each in real if each.joined or each.sure)
    aside = understanding.left_out(text, language, real)
    boxes = _with_a_box(scene, understanding, topics, route) if len(told) < 2 else {}
    if len(told) < 2 and not (told and aside) and not boxes:
        return None
    whole = route(scene, text)
    if whole.kind not in GUIDED and any(each.joined for each in told):
        return None
    found = boxes or guides_of(told, scene, understanding, route)
    if len(found) < 2:
        return _the_one(scene, found, aside, whole, serve)
    found = put_first(found, wished, scene, understanding) if wished else _causes_first(scene, found)
    (_, first), *rest = found.items()
    titles = [scene.voice.text(scene.library[name].title) for name in found]
    words = Part("queued", scene.voice.say("queued", first=titles[0], second="; ".join(titles[1:])))
    decision = serve(scene, first)
    if decision.plan != Plan():  # nothing is begun where a request for the first stands already
        decision = replace(decision, parts=(words, *decision.parts))
    return queued(decision, [name for name, _ in rest], scene)


def _with_a_box(
    scene: Scene, understanding: Understanding, topics: Topics, route: Routing
) -> dict[str, Route]:
    """The guides of the two halves of "no internet and the tv box is stuck": a box is no service by its name, so each half has to
    tell of trouble, and to belong to a guide of another service. None where no such box is named, or one half is only what the box shows."""
    text, language = scene.message.text, scene.conversation.language
    if scene.hearing.facts.get(DEVICE) != BOX:
        return {}
    for both in halves(text, language)[:MOST_CUTS]:
        if not all(_is_a_fault(half, language, understanding) for half in both):
            continue
        there = [route(scene, half) for half in both]
        services = [_service(scene, each) for each in there]
        if any(
            service != TV and _is_shown(half, language, understanding, topics)
            for half, service in zip(both, services, strict=True)
        ):
            continue
        if len({each for each in services if each}) == len(both):
            return {str(each.target): each for each in there}
    return {}


def _service(scene: Scene, route: Route) -> str:
    """The service whose guide a half belongs to; empty where it belongs to none."""
    guide = scene.library.get(route.target or "") if route.kind == "scenario" else None
    return guide.problem_type if guide is not None else ""


def _is_shown(said: str, language: str, understanding: Understanding, topics: Topics) -> bool:
    """Whether a half tells what the box, and no other device, says of itself: no second fault."""
    devices = {fact.value for fact in understanding.find_facts(said, language) if fact.name == DEVICE}
    return REPORTS in topics.of(said) and devices <= {BOX, TV}


def _is_a_fault(said: str, language: str, understanding: Understanding) -> bool:
    """Whether trouble is told, and nothing asked."""
    acts = {act.name for act in understanding.acts_by_rule(said, language)}
    told = "problem" in acts or understanding.tells_of_trouble(said, language)
    return (told or understanding.lacks(said, language)) and not acts & ASKING


def _causes_first(scene: Scene, found: dict[str, Route]) -> dict[str, Route]:
    """In the order told, but a fault that mostly comes of another one told waits for it: with the internet the television is back."""
    waits = [name for name in found if scene.library[name].causes & found.keys()]
    return {name: found[name] for name in (*(each for each in found if each not in waits), *waits)}


def _the_one(
    scene: Scene, found: dict[str, Route], aside: frozenset[str], whole: Route, serve: Serving
) -> Decision | None:
    """The only fault, where the message as a whole would lead to a service that nothing is wrong with."""
    meant = (whole.target, *(each.target for each in whole.alternatives if whole.kind == "clarify"))
    guides = (scene.library.get(name or "") for name in meant)
    misled = any(guide is not None and guide.problem_type in aside for guide in guides)
    return serve(scene, next(iter(found.values()))) if len(found) == 1 and misled else None
