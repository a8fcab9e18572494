"""What is asked gets its page: the whole message looked up, and in it the clauses that ask; a fault told from afar is a fault."""

from __future__ import annotations

from agent.conversation import ReplyKind, Route
from agent.dialogue.asked_beside import asked_in
from agent.dialogue.beginnings import to_guide
from agent.dialogue.ear import Ear
from agent.dialogue.not_home import complained_afar
from agent.dialogue.paid_for import only_cost_of_visit
from agent.dialogue.scene import Decision, Routing, Scene
from agent.dialogue.state import LookUp, Plan
from agent.dialogue.topics import Topics


def to_page(scene: Scene, ear: Ear, topics: Topics, route: Routing) -> Decision:
    """The page looked up; or the guide, where somebody who is not at home tells of a fault there."""
    fault: Route | None = complained_afar(scene, ear, route)
    if fault is not None:
        return to_guide(scene, fault)
    text, understanding = scene.message.text, ear.understanding
    asked = asked_in(text, scene.conversation.language, understanding, topics)
    cost = only_cost_of_visit(text, scene, understanding, topics)
    return Decision(scene.conversation, Plan(LookUp(cost or text, clauses=asked)), kind=ReplyKind.ANSWER)
