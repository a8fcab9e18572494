"""What a route begins: its guide, or the question which of several is meant."""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import ReplyKind, Route
from agent.dialogue.promised import same_request
from agent.dialogue.rounds import new_round
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import Begin, Clarify, Plan


def to_guide(scene: Scene, route: Route) -> Decision:
    """The guide that a route leads to, unless a request about the same is open already."""
    if (open_one := same_request(scene, route.target or "")) is not None:
        return open_one
    begun = replace(new_round(scene), complaint=scene.message.masked, asked_again=0)
    return Decision(begun, Plan(walk=Begin(route.target or "", scene.message.masked)))


def to_likely(scene: Scene, route: Route) -> Decision:
    """The question which of those that a route holds likely."""
    return to_which(scene, tuple(each.target for each in route.alternatives))


def to_which(scene: Scene, options: tuple[str, ...]) -> Decision:
    """The question which of the likely ones is meant."""
    begun = replace(new_round(scene), complaint=scene.message.masked)
    return Decision(begun, Plan(clarify=Clarify(options)), kind=ReplyKind.CLARIFY)
