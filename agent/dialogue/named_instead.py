"""A wrong branch is left where the customer puts it aside in words and names something else: "forget speed. it's my bill".

"the remote, not the router"                     the box that was taken for the matter is denied by its name
"I keep saying: only the kitchen's wifi is weak" said already, and it is another guide's
"No! The television wants a PIN"                 a "no", and another service by its name

What is left beside the words that put aside is routed by itself, and followed only where it surely belongs elsewhere. An answer in
the author's own words stays one.
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part, ReplyKind, Route, RouteKind
from agent.dialogue.another_guide import changed_to
from agent.dialogue.by_cable import ONE, SCOPE
from agent.dialogue.complaint import with_more
from agent.dialogue.ear import Ear
from agent.dialogue.goal_test import WORKS
from agent.dialogue.listening import Understanding
from agent.dialogue.own_words import guide_of, in_own_words
from agent.dialogue.page_shown import found_surely
from agent.dialogue.rounds import stated_only
from agent.dialogue.scene import Decision, Routing, Scene, left
from agent.dialogue.state import LookUp, Plan
from agent.dialogue.topics import Topics
from agent.language import tokens
from agent.scenarios import Scenario

PUT_ASIDE, SAID_AGAIN, OF_ALL = "put_aside", "kept_saying", "of_all"
MOST_ASIDE, LEAST_TOLD = 2, 5  # words
AGAINST = ("danger", "person", "solved", "thanks", "abuse", "wait", "cannot_do", "already_done")
SURE_GUIDE, SURE_PAGE, SURE_REFUSAL = 0.9, 0.85, 0.8  # so surely it belongs there
BEYOND = 0.95  # so surely against an answer in its author's words
FOUND = 0.6  # so surely a page is found


def named_instead(scene: Scene, ear: Ear, topics: Topics, route: Routing) -> Decision | None:
    """The page or the guide that is named instead; None where nothing is put aside, or nothing else is surely named."""
    guide = guide_of(scene)
    if guide is None or scene.hearing.has(*AGAINST):
        return None
    if scene.hearing.reading is not None and scene.hearing.reading.outcome == WORKS:
        return None
    said = _beside_what_is_put_aside(scene, guide, ear, topics)
    if not said:
        return None
    answered = in_own_words(scene.hearing.reading)
    there, together = (route(scene, each) for each in (said, with_more(scene.conversation.complaint, said)))
    for each in (there, together):
        sure = each.confidence >= (BEYOND if answered else SURE_GUIDE)
        if each.kind == RouteKind.SCENARIO and sure and _is_another(each, scene, guide, ear):
            return changed_to(scene, each)
    if answered:
        return None
    told = there.target is not None or len(said.split()) >= LEAST_TOLD
    page = there.kind == RouteKind.ARTICLE and there.confidence >= SURE_PAGE and told
    page = page or (there.kind == RouteKind.ARTICLE and found_surely(there) >= FOUND)
    refused = there.kind == RouteKind.OUT_OF_SCOPE and there.confidence >= SURE_REFUSAL
    if page or refused:
        return _instead(scene, said, there)
    usual = _usual_guide(scene, guide, ear)
    return changed_to(scene, replace(there, kind=RouteKind.SCENARIO, target=usual)) if usual else None


def _usual_guide(scene: Scene, guide: Scenario, ear: Ear) -> str:
    """The guide that is usual for the one service named, where that of the guide being walked is denied; "" else."""
    named = ear.understanding.matter(scene.message.text, scene.conversation.language)
    if guide.problem_type not in named.denied or len(named.open) != 1:
        return ""
    return scene.library.defaults.get(next(iter(named.open)), "")


def _beside_what_is_put_aside(scene: Scene, guide: Scenario, ear: Ear, topics: Topics) -> str:
    """What is said beside the clauses that put something aside; "" where none does."""
    text, language, listening = scene.message.text, scene.conversation.language, ear.understanding
    cut = listening.clauses(text, language)
    if any(
        topics.of(each) & {PUT_ASIDE, SAID_AGAIN} for each in cut
    ):  # not "oh no, the tv still shows nothing"
        kept = (_kept(each, topics) for each in cut)
        return ". ".join(each for each in kept if tokens(each))
    if OF_ALL in topics.of(text) and guide.fulfils(SCOPE, ONE):
        return text
    return _behind_a_no(text, guide, language, listening)


def _behind_a_no(text: str, guide: Scenario, language: str, listening: Understanding) -> str:
    """What follows a "no" and names another service, of which nothing is lacking: not "no, no picture"."""
    named, rest = listening.matter(text, language), listening.after_no(text, language)
    other = named.open and guide.problem_type not in named.open and listening.opens_with_no(text, language)
    few = len(rest.split()) < LEAST_TOLD
    failing = few or listening.lacks(rest, language) or listening.tells_of_failing(rest, language)
    return rest if other and not failing else ""


def _kept(clause: str, topics: Topics) -> str:
    """What a clause says beside the words that put something aside; what follows them closely is what is put aside: "forget speed"."""
    rest = topics.without(PUT_ASIDE, clause)
    opens = any(cue.start == 0 for cue in topics.cues(PUT_ASIDE, clause))
    return "" if opens and len(tokens(rest)) <= MOST_ASIDE else topics.without(SAID_AGAIN, rest)


def _is_another(there: Route, scene: Scene, guide: Scenario, ear: Ear) -> bool:
    """Whether a route surely leads to another guide, of which nothing is denied or said to be well."""
    other = scene.library.get(str(there.target))
    if other is None or other.id == guide.id:
        return False
    visited = (
        {visit.scenario for visit in scene.conversation.progress.trail}
        if scene.conversation.progress
        else set()
    )
    matter = ear.understanding.matter(scene.message.text, scene.conversation.language)
    out = matter.denied | (matter.well if other.problem_type != guide.problem_type else frozenset())
    return (
        other.id not in visited
        and other.problem_type not in out
        and not other.contradicted_by(scene.hearing.facts)
    )


def _instead(scene: Scene, said: str, there: Route) -> Decision:
    """The page, or that there is none, and the guide is left with all that belonged to it."""
    free = replace(left(scene.conversation), facts=stated_only(scene), tried=(), complaint="")
    words = Part("changed", scene.voice.say("changed_problem"))
    return Decision(free, Plan(look_up=LookUp(said)), (words,), ReplyKind.ANSWER, route=there)
