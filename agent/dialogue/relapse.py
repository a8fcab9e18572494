"""Bad news after "it works" that names no other fault is about the same one: "no wait, it's gone again".

The guide goes on from the question that was answered with "it works", whatever was found and tried before; it begins anew only
where its end was none of that kind, where it has changed, or where a day has passed.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from agent.conversation import Evidence, Part, ReplyKind, Route, RouteKind, Status
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.gone_again import says_gone_again
from agent.dialogue.promised import NOWHERE
from agent.dialogue.rounds import new_round
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import Advance, Begin, Clarify, Plan
from agent.dialogue.topics import Topics
from agent.routing.samples import routable
from agent.scenarios import Kind, NotWorking
from agent.understanding import Reading

LASTS = timedelta(days=1)  # so long "gone again" goes on from where the guide stood
GONE = Evidence("relapse", "says that it is gone again", 0.9)
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


def relapsed_of(scene: Scene, route: Route, ear: Ear, topics: Topics) -> Decision | None:
    """After the end, what leads nowhere else, merely to the same service, or says that it is gone again."""
    if scene.conversation.status is not Status.RESOLVED:
        return None
    said = scene.message.text
    again = says_gone_again(said, topics) and not scene.hearing.has("question")
    if again and _is_of_the_service(scene, route) and (resumed := _resumed(scene, (GONE,))) is not None:
        return resumed
    if not (route.kind in NOWHERE or merely_of_the_service(scene, route)):
        return None
    return relapsed(scene, ear.after_all(said, scene.conversation))


def _is_of_the_service(scene: Scene, route: Route) -> bool:
    """Whether a message belongs nowhere else than with the guide that ended or others of its service."""
    progress, library = scene.conversation.progress, scene.library
    ended = library.get(progress.scenario if progress else "")
    if ended is None or route.kind not in (*NOWHERE, RouteKind.SCENARIO, RouteKind.CLARIFY):
        return False
    named = (
        [route.target] if route.kind == RouteKind.SCENARIO else [each.target for each in route.alternatives]
    )
    guides = [guide for name in named if (guide := library.get(name or "")) is not None]
    return not guides or any(each.problem_type == ended.problem_type for each in guides)


def _resumed(scene: Scene, because: tuple[Evidence, ...]) -> Decision | None:
    """The guide from the "it works" on that was none; None where it cannot go on from there."""
    conversation, progress = scene.conversation, scene.conversation.progress
    guide = scene.library.get(progress.scenario) if progress else None
    if progress is None or guide is None or guide.digest != progress.digest or not progress.trail:
        return None
    last = progress.trail[-1]
    soon = scene.message.at - conversation.updated_at < LASTS
    if progress.phase is not Kind.RESOLVED or last.phase not in GOAL_PHASES or not soon:
        return None
    before = progress._replace(phase=Kind(last.phase), trail=progress.trail[:-1])
    words = Part("relapse", scene.voice.say("relapse_on"))
    again = replace(conversation, progress=before, asked_again=0, status=Status.OPEN)
    plan = Plan(walk=Advance(NotWorking(), because))
    return Decision(again, plan, (words,), status=Status.OPEN, why=because)


def relapsed(scene: Scene, after_all: Reading) -> Decision | None:
    """The guide taken up again, or the guides of the same service offered where it half works; None where nothing says
    that it broke again. `after_all`: what the message says to "does it work?"."""
    progress = scene.conversation.progress
    guide = scene.library.get(progress.scenario) if progress else None
    if guide is None or after_all.outcome not in ("not_working", "partly"):
        return None
    if after_all.outcome == "not_working" and (resumed := _resumed(scene, after_all.evidence)) is not None:
        return resumed
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
