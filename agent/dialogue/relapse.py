"""Bad news after "it works" that names no other fault is about the same one: "no wait, it's gone again"."""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part, ReplyKind, Route, Status
from agent.dialogue.ear import Ear
from agent.dialogue.promised import NOWHERE
from agent.dialogue.rounds import new_round
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import Begin, Clarify, Plan
from agent.routing.samples import routable
from agent.understanding import Reading

MOST_ALIKE = 4  # guides of the same service, named when something is still not right


def merely_of_the_service(scene: Scene, route: Route) -> bool:
    """Whether a message was routed by no more than its kind of problem, and that is the one of the guide that ended."""
    progress = scene.conversation.progress
    ended, found = (
        scene.library.get(progress.scenario if progress else ""),
        scene.library.get(route.target or ""),
    )
    by_default = any(each.source == "default" for each in route.evidence)
    return by_default and ended is not None and found is not None and ended.problem_type == found.problem_type


def relapsed_of(scene: Scene, route: Route, ear: Ear) -> Decision | None:
    """After the end, what leads nowhere else or merely to the same service."""
    elsewhere = not (route.kind in NOWHERE or merely_of_the_service(scene, route))
    if scene.conversation.status is not Status.RESOLVED or elsewhere:
        return None
    return relapsed(scene, ear.after_all(scene.message.text, scene.conversation))


def relapsed(scene: Scene, after_all: Reading) -> Decision | None:
    """The guide taken up again, or the guides of the same service offered where it half works; None where nothing says
    that it broke again. `after_all`: what the message says to "does it work?"."""
    progress = scene.conversation.progress
    guide = scene.library.get(progress.scenario) if progress else None
    if guide is None or after_all.outcome not in ("not_working", "partly"):
        return None
    words = Part("relapse", scene.voice.say("relapse"))
    again = replace(new_round(scene), complaint=scene.message.masked, asked_again=0)
    if after_all.outcome == "not_working":
        plan = Plan(walk=Begin(guide.id, scene.message.masked))
        return Decision(again, plan, (words,), why=after_all.evidence)
    alike = [
        each.id
        for each in scene.library.values()
        if each.problem_type == guide.problem_type and each.id != guide.id and routable(each)
    ]
    plan = Plan(clarify=Clarify((guide.id, *alike[: MOST_ALIKE - 1])))
    return Decision(again, plan, (words,), ReplyKind.CLARIFY, why=after_all.evidence)
