"""Damage that the customer sees: a lead that was chewed, a fibre cut in the garden.

It says what is wrong, so it leads to the guide whose author asks for it, and answers that question there. Whether there is danger is
asked of it once: after a no the same damage, told again, draws no second question. What is told of harm beside it does.
"chewed, do I get another?"     was answered
"chewed, and it sparks"         danger
"chewed, and the plug is warm"  is asked about
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Route, RouteKind
from agent.dialogue.listening import Understanding
from agent.dialogue.safety import ONE_BOX
from agent.dialogue.scene import Scene
from agent.dialogue.topics import Topics
from agent.scenarios import Action, Scenario
from agent.understanding.facts import BROKEN, DAMAGE
from agent.understanding.harm import may_be_harm

DAMAGED, GNAWERS = "damaged", "gnawers"
SPENT = "damage_asked"  # kept with what is known of a danger: this damage is none
_OPEN = (RouteKind.CLARIFY, RouteKind.UNCLEAR, RouteKind.ARTICLE, RouteKind.OUT_OF_SCOPE)


def led_by_damage(scene: Scene, route: Route, topics: Topics) -> Route:
    """The route to the guide that asks for the damage that is told; `route` where none is, it is another service's matter, or
    something is asked."""
    name = guide_of_damage(scene)
    if name is None or route.target == name:
        return route
    if route.kind is RouteKind.DANGER and asked_before(scene, topics):
        return led_to(route, name)
    if scene.hearing.has("question") or not tells_of_damage(scene.message.text, topics):
        return route
    guided = route.kind is RouteKind.SCENARIO
    if not (guided or route.kind in _OPEN) or is_of_another(route, scene):
        return route
    return led_to(route, name)


def is_of_another(route: Route, scene: Scene) -> bool:
    """Whether a route leads to a guide of another service, or to one that asks for the damage itself."""
    guide = scene.library.get(route.target or "") if route.kind is RouteKind.SCENARIO else None
    return guide is not None and (guide.problem_type not in ONE_BOX or _asks_for(guide, scene))


def led_to(route: Route, name: str) -> Route:
    """The same way to this guide."""
    return replace(route, kind=RouteKind.SCENARIO, target=name, alternatives=())


def guide_of_damage(scene: Scene) -> str | None:
    """The guide in which the damage that was told answers a question."""
    guides = (each for each in scene.library.values() if each.routable)
    return next((each.id for each in guides if _asks_for(each, scene)), None)


def tells_of_damage(text: str, topics: Topics) -> bool:
    """Whether a text speaks of a lead or cable that is no longer whole."""
    return DAMAGED in topics.of(text)


def only_damage(text: str, topics: Topics) -> bool:
    """Whether all in a text that may be harm is such damage, and who did it."""
    if not tells_of_damage(text, topics):
        return False
    return not may_be_harm(topics.without(GNAWERS, topics.without(DAMAGED, text)))


def asked_before(scene: Scene, topics: Topics) -> bool:
    """Whether it is the damage that was asked about and found to be no danger."""
    return SPENT in scene.conversation.safe and only_damage(scene.message.text, topics)


def only_a_fault(clause: str, language: str, understanding: Understanding, topics: Topics) -> bool:
    """Whether a clause tells of damage or of a service that fails, and of nothing that may be harm."""
    if only_damage(clause, topics):
        return True
    facts = {each.name for each in understanding.find_facts(clause, language)}
    fails = "connection_pattern" in facts or understanding.speaks_of_working(clause, language)
    return fails and not may_be_harm(clause)


def _asks_for(guide: Scenario, scene: Scene) -> bool:
    """Whether a guide has the question that the damage answers, and passes it on."""
    known = {name for name in DAMAGE if _told(scene, name)}
    return any(
        step.fact in known
        and any(
            each.action is Action.ESCALATE and each.sets.get(step.fact, each.id) == BROKEN
            for each in step.outcomes
        )
        for step in guide.steps
    )


def _told(scene: Scene, name: str) -> bool:
    fact = scene.conversation.facts.get(name)
    return fact is not None and fact.value == BROKEN
