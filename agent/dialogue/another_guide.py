"""The message belongs to another guide than the one being walked: there, and said aloud."""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part, ReplyKind, Route
from agent.dialogue.cases import case_of, set_aside, taken_up
from agent.dialogue.complaint import with_more
from agent.dialogue.faults import of_service, queued
from agent.dialogue.rounds import new_round, stated_only
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import Begin, Plan, Restate

SURE_OTHER = 0.8  # so sure of another guide that the one just begun is left


def begun(scene: Scene, route: Route) -> Decision:
    """The guide that a route leads to."""
    told = scene.message.masked
    fresh = replace(new_round(scene), complaint=told, asked_again=0)
    return Decision(fresh, Plan(walk=Begin(route.target or "", told)), route=route, why=route.evidence)


def changed_to(scene: Scene, route: Route) -> Decision:
    """Another problem than understood: what belonged to the wrong guide is forgotten, what was said is not."""
    before = scene.conversation
    fresh = replace(before, progress=None, facts=stated_only(scene), tried=())
    decision = begun(replace(scene, conversation=fresh), route)
    told = with_more(before.complaint, scene.message.masked)
    kept = replace(decision.conversation, complaint=told)
    words = Part("changed", scene.voice.say("changed_problem"))
    return replace(decision, conversation=kept, parts=(words,))


def other_problem(scene: Scene, route: Route) -> Decision | None:
    """A reply that is no answer may be a new problem: only if it clearly belongs elsewhere."""
    progress = scene.conversation.progress
    told = scene.hearing.has("problem", "correction")
    here = scene.library.get(progress.scenario) if progress else None
    there = scene.library.get(route.target or "")
    if progress is None or route.kind != "scenario" or not here or not there or here is there:
        return None
    kin = here.problem_type == there.problem_type and not scene.hearing.has("correction")
    wrong_guide = not progress.trail and route.confidence >= SURE_OTHER  # nothing was answered yet
    if (kin or not told) and not wrong_guide:
        return None
    if kin or scene.hearing.has("correction"):
        fresh = replace(scene.conversation, progress=None, facts=stated_only(scene), tried=())
        words = Part("changed", scene.voice.say("changed_problem"))
        return replace(begun(replace(scene, conversation=fresh), route), parts=(words,))
    part = Part("set_aside", scene.voice.say("set_aside", title=scene.voice.text(here.title)))
    waiting = case_of(scene.conversation, there.id)
    aside = set_aside(scene.conversation)
    if waiting is not None:
        return Decision(taken_up(aside, waiting), Plan(walk=Restate("recap")), (part,), route=route)
    return replace(begun(replace(scene, conversation=aside), route), parts=(part,))


def queued_behind(scene: Scene, route: Route) -> Decision | None:
    """Another problem, told while an answer is awaited: it comes next."""
    conversation, progress = scene.conversation, scene.conversation.progress
    here = scene.library.get(progress.scenario) if progress else None
    there = scene.library.get(route.target or "") if route.kind == "scenario" else None
    if here is None or there is None or here.problem_type == there.problem_type:
        return None
    plan = Plan(walk=Restate("pending"))
    behind = queued(Decision(conversation, plan, kind=ReplyKind.CLARIFY, route=route), [there.id], scene)
    comes = next(iter(of_service(there.id, behind.conversation.queue, scene)))  # it, or what waited already
    titles = {"first": scene.voice.text(here.title), "second": scene.voice.text(scene.library[comes].title)}
    return replace(behind, parts=(Part("queued", scene.voice.say("queued", **titles)),))
