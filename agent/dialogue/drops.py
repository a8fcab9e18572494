"""Slow was heard, and the customer says that it is not the speed: the connection drops. The guide for that takes over."""

from __future__ import annotations

from agent.conversation import Route, RouteKind
from agent.dialogue.another_guide import changed_to
from agent.dialogue.own_words import guide_of, step_of
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.topics import Topics
from agent.routing.samples import routable
from agent.scenarios import Scenario

PATTERN, SLOW, DROPS = "connection_pattern", "slow", "intermittent"
DROPPING, NOT_SPEED = "dropping", "not_speed"


def not_the_speed(scene: Scene, topics: Topics) -> Decision | None:
    """None where the guide is not about speed, or nothing is said to drop; drops alone count where nothing else was
    understood."""
    guide, reading, spoken = guide_of(scene), scene.hearing.reading, topics.of(scene.message.text)
    if guide is None or not guide.fulfils(PATTERN, SLOW) or DROPPING not in spoken:
        return None
    unanswered = (
        reading is not None and reading.kind == "unclear" and scene.hearing.facts.get(PATTERN) == DROPS
    )
    there = _guide_for_drops(scene, guide)
    if there is None or _leads(scene, there) or not (NOT_SPEED in spoken or unanswered):
        return None
    return changed_to(scene, Route(RouteKind.SCENARIO, there.id, language=scene.hearing.language))


def _leads(scene: Scene, there: Scenario) -> bool:
    """Whether the answer that was heard leads there by itself, as its author wrote."""
    step, reading = step_of(scene), scene.hearing.reading
    heard = step.outcome(reading.outcome or "") if step is not None and reading is not None else None
    return heard is not None and heard.target == there.id


def _guide_for_drops(scene: Scene, here: Scenario) -> Scenario | None:
    """The one guide for the same service that is for connections that drop."""
    found = [
        each
        for each in scene.library.values()
        if each.problem_type == here.problem_type and routable(each) and each.fulfils(PATTERN, DROPS)
    ]
    return found[0] if len(found) == 1 and found[0].id != here.id else None
