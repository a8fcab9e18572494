""" "None of these": said of the answers listed, it is none of them unless one says so itself.

At a step it is asked in the customer's own words; what the rest of the message names is heard. At "which of these?"
the same list is never put again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.conversation import Part, Pending, ReplyKind, Route
from agent.dialogue.agreements import clarify_answer
from agent.dialogue.another_guide import changed_to
from agent.dialogue.complaint import with_more
from agent.dialogue.ear import GOAL_PHASES, NONE_OF_THESE, Ear
from agent.dialogue.own_words import guide_of, in_own_words, meant, says
from agent.dialogue.scene import Decision, Routing, Scene
from agent.dialogue.state import Advance, Begin, Clarify, Plan
from agent.scenarios import Unclear
from agent.understanding.acts import NONE_FIT


def rest_of(scene: Scene, ear: Ear) -> str:
    """What a message says beside "none of these"; empty where it says nothing else."""
    text, language = scene.message.text, scene.conversation.language
    rest = ear.understanding.without(NONE_FIT, scene.hearing.acts, text, language)
    return "" if rest == text or not ear.understanding.telling_words(rest, language) else rest


def none_fits(scene: Scene, ear: Ear, route: Routing) -> Decision | None:
    """At a step: another guide where the rest names one, else the same question, in the customer's own words."""
    progress, guide = scene.conversation.progress, guide_of(scene)
    if not scene.hearing.has(NONE_FIT) or progress is None or guide is None or progress.phase in GOAL_PHASES:
        return None
    outcome = meant(scene)
    if outcome is not None and (says(ear, outcome, NONE_FIT) or in_own_words(scene.hearing.reading)):
        return None
    rest = rest_of(scene, ear)
    found = route(scene, rest) if rest else None
    if found is not None and found.kind == "scenario" and found.target != guide.id:
        return changed_to(scene, found)
    asked = scene.conversation.asked_again
    words = Part(NONE_FIT, scene.voice.say_nth(NONE_FIT, asked))
    conversation = replace(scene.conversation, asked_again=asked + 1)
    return Decision(conversation, Plan(walk=Advance(Unclear())), (words,), ReplyKind.CLARIFY)


def none_of_the_guides(scene: Scene, pending: Pending, ear: Ear, route: Routing) -> Decision | None:
    """At "which of these?": the rest decides, together with the complaint; then other guides, then openly."""
    if not scene.hearing.has(NONE_FIT):
        return None
    rest = rest_of(scene, ear)
    free = replace(scene, conversation=replace(scene.conversation, pending=None))
    if rest:
        routes = [route(free, with_more(pending.about, rest)), route(free, rest)]
        found = [each for each in routes if each.kind == "scenario"]
        best = max(found, key=lambda each: each.confidence) if found else None
        target = (best.target or "") if best else _stated(scene, routes)
        if target:
            complaint = with_more(pending.about, scene.message.masked)
            begun = replace(free.conversation, complaint=complaint, asked_again=0)
            shown = best or routes[1]
            return Decision(begun, Plan(walk=Begin(target, complaint)), route=shown, why=shown.evidence)
        if routes[1].kind == "person":
            return None
        named = [each.target for each in (*routes[1].alternatives, *routes[0].alternatives)]
        others = tuple(dict.fromkeys(name for name in named if name not in pending.options))
        if others and routes[1].kind == "clarify":
            about = with_more(pending.about, scene.message.masked)
            return Decision(
                replace(free.conversation, complaint=about),
                Plan(clarify=Clarify(others)),
                kind=ReplyKind.CLARIFY,
            )
    about = with_more(pending.about, rest) if rest else pending.about
    return clarify_answer(free, replace(pending, about=about), NONE_OF_THESE)


def _stated(scene: Scene, routes: Sequence[Route]) -> str:
    """The likeliest guide of the service that was named, where a condition of it was stated and none contradicted."""
    facts = scene.hearing.facts
    for alternative in (each for route in routes for each in route.alternatives):
        guide = scene.library.get(alternative.target)
        fits = guide is not None and guide.problem_type == facts.get("problem_type")
        if guide and fits and guide.conditions.keys() & facts.keys() and not guide.contradicted_by(facts):
            return guide.id
    return ""
