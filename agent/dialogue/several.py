"""Several problems in one message: told apart by the service they speak of, served one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Part, Route
from agent.dialogue.faults import GUIDED, guides_of, queued
from agent.dialogue.listening import Understanding
from agent.dialogue.scene import Decision, Routing, Scene
from agent.dialogue.state import Plan

Serving = Callable[[Scene, Route], Decision]


def served_in_order(
    scene: Scene, understanding: Understanding, route: Routing, serve: Serving
) -> Decision | None:
    """Several faults in one message: the first is served, the others queue, and the customer hears the order.

    Where all but one of the services named are well, or were at fault in the past, that one is served.
    """
    text, language = scene.message.text, scene.conversation.language
    real = understanding.complaints(text, language)
    told = real if len(real) == 1 else tuple(each for each in real if each.joined or each.sure)
    aside = understanding.left_out(text, language, real)
    if len(told) < 2 and not (told and aside):
        return None
    whole = route(scene, text)
    if whole.kind not in GUIDED and any(each.joined for each in told):
        return None
    found = guides_of(told, scene, understanding, route)
    if len(found) < 2:
        return _the_one(scene, found, aside, whole, serve)
    (_, first), *rest = found.items()
    titles = [scene.voice.text(scene.library[name].title) for name in found]
    words = Part("queued", scene.voice.say("queued", first=titles[0], second="; ".join(titles[1:])))
    decision = serve(scene, first)
    if decision.plan != Plan():  # nothing is begun where a request for the first stands already
        decision = replace(decision, parts=(words, *decision.parts))
    return queued(decision, [name for name, _ in rest], scene)


def _the_one(
    scene: Scene, found: dict[str, Route], aside: frozenset[str], whole: Route, serve: Serving
) -> Decision | None:
    """The only fault, where the message as a whole would lead to a service that nothing is wrong with."""
    meant = (whole.target, *(each.target for each in whole.alternatives if whole.kind == "clarify"))
    guides = (scene.library.get(name or "") for name in meant)
    misled = any(guide is not None and guide.problem_type in aside for guide in guides)
    return serve(scene, next(iter(found.values()))) if len(found) == 1 and misled else None
