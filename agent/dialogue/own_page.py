"""A thing that has a page and no guide: "it's the remote that doesn't work", said in a guide for the picture or at "which of
these?". The guide is left where it was the wrong one, else it waits until the page has been read."""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part, Pending, PendingKind, ReplyKind, Route
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.own_words import guide_of, in_own_words, step_of
from agent.dialogue.rounds import stated_only
from agent.dialogue.scene import Decision, Routing, Scene, left
from agent.dialogue.state import LookUp, Plan, Restate
from agent.language import sentences, tokens
from agent.routing import OWN_PAGE
from agent.scenarios import Scenario, Step

DEVICE, NOT_THIS = "device", "not_this"
UNCLEAR = "unclear"
MOST = 6  # clauses of a message that are looked through
SURELY = 0.8  # so surely the whole message is answered, and not one clause of it


def has_own_page(route: Route) -> bool:
    """Whether a route leads to the page of a thing that no guide is for."""
    return any(each.source == OWN_PAGE for each in route.evidence)


def own_page_in(scene: Scene, ear: Ear, route: Routing) -> str:
    """What a message says of such a thing, the whole or a clause of it; "" where it speaks of none."""
    if not _named_in(scene, ear):
        return ""
    text = scene.message.text
    whole = route(scene, text)
    if has_own_page(whole) and whole.confidence >= SURELY:
        return text
    named = _named_in(scene, ear)
    found = next((each for each in (*named, text) if has_own_page(route(scene, each))), "")
    rest = _without_the_guides(scene, ear) if found else ""
    return rest if _things(rest, scene.conversation.language, ear) else found


def _without_the_guides(scene: Scene, ear: Ear) -> str:
    """What a message says beside the guide's own matter, which it denies or calls well: "not the channels. I changed the
    batteries, its light is on"."""
    guide, language, understanding = guide_of(scene), scene.conversation.language, ear.understanding
    if guide is None:
        return ""
    clauses = understanding.clauses(scene.message.text, language)[:MOST]
    spoken = ((each, understanding.matter(each, language)) for each in clauses)
    kept = [each for each, matter in spoken if guide.problem_type not in matter.denied | matter.well]
    return ". ".join(kept) if len(kept) < len(clauses) else ""


def own_page_at(scene: Scene, pending: Pending, ear: Ear, route: Routing) -> Decision | None:
    """At "which of these?": the page, and nothing is asked any more."""
    said = own_page_in(scene, ear, route) if pending.kind is PendingKind.CLARIFY else ""
    if not said:
        return None
    free = replace(scene.conversation, pending=None)
    return Decision(free, Plan(look_up=LookUp(said)), kind=ReplyKind.ANSWER)


def to_own_page(scene: Scene, ear: Ear, route: Routing) -> Decision | None:
    """The page instead of the guide, or beside it; None where no such thing is spoken of, or it is what was asked about."""
    guide, step, progress = guide_of(scene), step_of(scene), scene.conversation.progress
    if guide is None or step is None or progress is None or not _named_in(scene, ear):
        return None
    denied = _denied(scene, guide, ear) or _is_reached(scene, guide, ear)
    goal = progress.phase in GOAL_PHASES
    if goal and not denied and scene.hearing.reading is not None and scene.hearing.reading.kind != UNCLEAR:
        return None  # "it still doesn't obey the remote" answers whether the picture is back
    if not (denied or goal) and (in_own_words(scene.hearing.reading) or _is_asked(step, scene, ear)):
        return None
    left_for = denied or ear.understanding.opens_with_no(scene.message.text, scene.conversation.language)
    if not (left_for or goal) and _is_shown(step, scene, ear):
        return None
    said = own_page_in(scene, ear, route)  # the router last: it takes longest
    if not said:
        return None
    if left_for:
        return _instead(scene, said)
    if not scene.conversation.complaint and not any(each.outcome for each in progress.trail):
        return _instead(scene, said)  # nothing was said yet that the guide is for
    return Decision(
        scene.conversation, Plan(look_up=LookUp(said), walk=Restate("back")), kind=ReplyKind.ANSWER
    )


def _denied(scene: Scene, guide: Scenario, ear: Ear) -> bool:
    """Whether the guide's own matter is said to be well, or not to be the matter."""
    matter = ear.understanding.matter(scene.message.text, scene.conversation.language)
    return guide.problem_type in matter.denied | matter.well or scene.hearing.sure(NOT_THIS)


def _is_reached(scene: Scene, guide: Scenario, ear: Ear) -> bool:
    """Whether what the guide is for is said to be well where the thing is not named: "the picture is there, the remote's dead";
    asked whether it works, a yes says so, too."""
    progress, language, understanding = (
        scene.conversation.progress,
        scene.conversation.language,
        ear.understanding,
    )
    named, text = _named_in(scene, ear), scene.message.text
    if not any(_fails(each, language, ear) for each in named):
        return False
    asked = progress is not None and progress.phase in GOAL_PHASES
    if asked and understanding.after_yes(text, language)[0]:
        return True
    goal, about = guide.closing.question.get(language), scene.conversation.complaint
    apart = (each for each in understanding.clauses(text, language) if each not in named)
    reached = (understanding.reach(each, goal, language, about, ()) for each in apart)
    return any(each.told or each.seen for each in reached)


def _fails(text: str, language: str, ear: Ear) -> bool:
    """Whether a clause tells of trouble, or of one thing only."""
    understanding = ear.understanding
    return (
        understanding.tells_of_failing(text, language)
        or understanding.lacks(text, language)
        or understanding.is_qualified(text, language)
    )


def _named_in(scene: Scene, ear: Ear) -> list[str]:
    """The clauses that name a thing."""
    language = scene.conversation.language
    clauses = ear.understanding.clauses(scene.message.text, language)[:MOST]
    return [each for each in clauses if _things(each, language, ear)]


def _is_asked(step: Step, scene: Scene, ear: Ear) -> bool:
    """Whether the open question itself is about such a thing, or one of its answers is."""
    asked = [each for each in _sentences(step, scene) if each.endswith("?")]
    labels = [scene.voice.text(each.label) for each in step.outcomes]
    return _name_it([*asked, *labels], scene, ear)


def _is_shown(step: Step, scene: Scene, ear: Ear) -> bool:
    return _name_it(_sentences(step, scene), scene, ear)


def _sentences(step: Step, scene: Scene) -> list[str]:
    """What the customer is told to do, and asked."""
    return sentences(scene.voice.text(step.instruction))


def _name_it(texts: list[str], scene: Scene, ear: Ear) -> bool:
    """Whether a text has a word for the thing, whatever else it names: "does the TV respond to the remote?"."""
    thing, language = scene.hearing.facts.get(DEVICE), scene.conversation.language
    words = {token.text for text in texts for token in tokens(text)}
    return any(thing in _things(word, language, ear) for word in words)


def _things(text: str, language: str, ear: Ear) -> frozenset[str]:
    facts = ear.understanding.find_facts(text, language)
    return frozenset(str(fact.value) for fact in facts if fact.name == DEVICE)


def _instead(scene: Scene, said: str) -> Decision:
    """The page, and the guide is left with all that belonged to it."""
    free = replace(left(scene.conversation), facts=stated_only(scene), tried=(), complaint="")
    words = Part("changed", scene.voice.say("changed_problem"))
    return Decision(free, Plan(look_up=LookUp(said)), (words,), ReplyKind.ANSWER)
