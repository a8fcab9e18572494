"""Bad news after "it works" that names no other fault is about the same one: "no wait, it's gone again"."""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part, ReplyKind
from agent.dialogue.rounds import new_round
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import Begin, Clarify, Plan
from agent.routing.samples import routable
from agent.understanding import Reading

MOST_ALIKE = 4  # guides of the same service, named when something is still not right


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
