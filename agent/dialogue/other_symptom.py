"""At "does it work?" the guide's own trouble is gone, and another one of the same service is told beside it.

    "the picture is back but there is no sound"     on to the guide for the sound
    "it works again, but it is very slow"           on to the guide for the speed
    "it works, but not everywhere"                  no trouble that has a guide of its own: this one goes on

Where it leads is in the author's own words (an answer of this guide that leads there), or the router is very sure of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.conversation import Part, Route, RouteKind
from agent.dialogue.another_guide import begun
from agent.dialogue.complaint import with_more
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.goal_test import NOT_WORKING, PARTLY, WORKS
from agent.dialogue.own_words import guide_of
from agent.dialogue.scene import Decision, Routing, Scene
from agent.scenarios import Action, Outcome, Scenario

SURE_OTHER = 0.95
MOST_CLAUSES = 6
OUTRANKING = ("question", "danger", "person")


def other_symptom(scene: Scene, ear: Ear, route: Routing) -> Decision | None:
    """The guide for what is left, begun and said aloud; None where the first trouble is not told to be gone, or nothing is left
    that another guide is surely for."""
    guide, progress, reading = guide_of(scene), scene.conversation.progress, scene.hearing.reading
    if guide is None or progress is None or progress.phase not in GOAL_PHASES or reading is None:
        return None
    if reading.outcome not in (None, WORKS, NOT_WORKING, PARTLY) or scene.hearing.has(*OUTRANKING):
        return None
    cut = ear.understanding.clauses(scene.message.text, scene.conversation.language)
    left = [each for each in cut if _fails(each, scene, ear)] if len(cut) <= MOST_CLAUSES else []
    agreed = ear.understanding.after_yes(scene.message.text, scene.conversation.language)[0]
    if reading.outcome == WORKS or agreed:  # "yes, no sound problems" turns against nothing
        left = [each for each in left if _turns(each, scene, ear)]
    well = [*(each for each in cut if each not in left), *_beside(left, guide, scene)]
    if not left or not any(_is_well(each, guide, scene, ear) for each in well):
        return None
    there = _led_to(left, guide, scene, ear) or _routed(scene, guide, route)
    visited = {visit.scenario for visit in progress.trail}
    return None if there is None or there.target in visited else _gone_on(scene, there, left)


def _beside(left: Sequence[str], guide: Scenario, scene: Scene) -> Iterator[str]:
    """What stands in a clause beside the words that lead elsewhere: "everything shows only there's no sound"."""
    for clause in left:
        kin = (each.pattern for each in _leading(guide) if _is_kin(str(each.target), guide, scene))
        found = (pattern.affirmed(clause) for pattern in kin if pattern)
        yield from {clause[: each.start] for each in found if each}


def _turns(clause: str, scene: Scene, ear: Ear) -> bool:
    """Whether a clause takes something back of what was said before it: "but …", "only the bedroom is weak"."""
    listening, language = ear.understanding, scene.conversation.language
    return listening.contrasts(clause, language) or listening.is_qualified(clause, language)


def _fails(clause: str, scene: Scene, ear: Ear) -> bool:
    listening, language = ear.understanding, scene.conversation.language
    if listening.is_secondhand(clause, language):
        return False  # "it was so slow before"
    turned = listening.contrasts(clause, language) and listening.tells_of_failing(clause, language)
    return turned or listening.tells_of_trouble(clause, language) or listening.lacks(clause, language)


def _is_well(clause: str, guide: Scenario, scene: Scene, ear: Ear) -> bool:
    """Whether a clause says that what the guide is for is mended."""
    listening, language, about = ear.understanding, scene.conversation.language, scene.conversation.complaint
    goal = guide.closing.question.get(language)
    reach = listening.reach(clause, goal, language, about, ())
    if reach.told or reach.seen or listening.says_it_works(clause, language, about):
        return True
    question = ear.open_question(scene.conversation, scene.library)
    return question is not None and listening.read_piece(question, clause, language).outcome == WORKS


def _led_to(left: Sequence[str], guide: Scenario, scene: Scene, ear: Ear) -> Route | None:
    """The one guide of this service to which the author leads who says these words."""
    language = scene.conversation.language
    kin = [each for each in _leading(guide) if _is_kin(str(each.target), guide, scene)]
    there = {str(each.target) for each in kin if any(_says(each, clause, language, ear) for clause in left)}
    return Route(RouteKind.SCENARIO, there.pop(), 1.0, language=language) if len(there) == 1 else None


def _says(outcome: Outcome, clause: str, language: str, ear: Ear) -> bool:
    """Whether the answer's own words stand there by themselves: not "no sound problems" for "no sound"."""
    found = outcome.pattern.affirmed(clause) if outcome.pattern else None
    if found is None:
        return False
    following = "".join(clause[found.end :].split()[:1])
    return not ear.understanding.telling_words(following, language)


def _leading(guide: Scenario) -> Iterator[Outcome]:
    for step in guide.steps:
        yield from (each for each in step.outcomes if each.action is Action.GOTO_SCENARIO)


def _routed(scene: Scene, guide: Scenario, route: Routing) -> Route | None:
    found = route(scene, scene.message.text)
    sure = found.kind == RouteKind.SCENARIO and (found.confidence or 0) >= SURE_OTHER
    return found if sure and found.target != guide.id and _is_kin(str(found.target), guide, scene) else None


def _is_kin(target: str, guide: Scenario, scene: Scene) -> bool:
    there = scene.library.get(target)
    return there is not None and there.problem_type == guide.problem_type


def _gone_on(scene: Scene, there: Route, left: Sequence[str]) -> Decision:
    """The other guide, with what was tried so far, and what is left as its complaint."""
    before, rest = scene.conversation, ", ".join(left)
    decision = begun(replace(scene, message=replace(scene.message, masked=rest)), there)
    told = with_more(before.complaint, rest)
    kept = replace(decision.conversation, complaint=told, tried=before.tried)
    words = Part("other_symptom", scene.voice.say("other_symptom"))
    return replace(decision, conversation=kept, parts=(words,))
