"""Who says that the guide is not what they asked about gets the page for what they did ask, and the guide is left.

"no, I mean is it a scam"                     in the guide for unpaid bills
"my mail works, I only wonder if it's real"   in the guide for email
"what speed?? I'm asking about the bill"      in the guide for slow internet: the complaint says what of the bill
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import ReplyKind, Route, RouteKind
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.own_words import guide_of, in_own_words
from agent.dialogue.page_shown import found_surely
from agent.dialogue.plainly_asked import asked_plainly
from agent.dialogue.rounds import stated_only
from agent.dialogue.scene import Decision, Routing, Scene, left
from agent.dialogue.state import LookUp, Plan
from agent.dialogue.topics import Topics
from agent.scenarios import Scenario

MEANT, NOT_THIS = "asked_of", "not_this"
SURELY = 0.7  # so surely a page has the answer
LONGEST = 25  # words of a message, with the complaint before it
LEAST_TOLD = 2  # words that say what is asked


def asked_instead(scene: Scene, ear: Ear, topics: Topics, route: Routing) -> Decision | None:
    """The page instead of the guide; None where nobody turns the guide down, an answer has been given, or no page is that sure."""
    guide, progress = guide_of(scene), scene.conversation.progress
    if guide is None or progress is None or progress.phase in GOAL_PHASES:
        return None
    if _answers(scene, ear, topics) or not _turned_down(scene, guide, ear, topics):
        return None
    text, complaint = scene.message.text, scene.conversation.complaint
    if len(ear.understanding.telling_words(text, scene.conversation.language)) < LEAST_TOLD:
        return None  # "that's not what I asked" says nothing of what was
    wordings = [text, f"{complaint}. {text}"] if MEANT in topics.of(text) and complaint else [text]
    asked = next((each for each in wordings if _is_answered(scene, each, route)), None)
    return _page(scene, asked) if asked is not None else None


def _answers(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether it tells something of the step, or of trouble, rather than ask: "I mean the light is off"."""
    reading, text, language = scene.hearing.reading, scene.message.text, scene.conversation.language
    if in_own_words(reading):
        return True
    told = reading is not None and reading.kind == "outcome"
    told = told or ear.understanding.tells_of_failing(text, language)
    return told and not asked_plainly(text, language, ear.understanding, topics)


def _turned_down(scene: Scene, guide: Scenario, ear: Ear, topics: Topics) -> bool:
    """Whether they say, before the first answer, that it is not what they asked, or that the guide's own matter is well or not
    the matter. A mere question turns nothing down: "I want to know what it costs"."""
    text, language = scene.message.text, scene.conversation.language
    if scene.conversation.progress is not None and scene.conversation.progress.trail:
        return False
    matter = ear.understanding.matter(text, language)
    if MEANT in topics.of(text) and ear.understanding.opens_with_no(text, language):
        return guide.problem_type not in matter.open
    return bool(guide.problem_type in matter.denied | matter.well or scene.hearing.sure(NOT_THIS))


def _is_answered(scene: Scene, said: str, route: Routing) -> bool:
    """Whether a page is surely about it, and no guide is."""
    there: Route | None = route(scene, said) if len(said.split()) <= LONGEST else None
    return there is not None and there.kind == RouteKind.ARTICLE and found_surely(there) >= SURELY


def _page(scene: Scene, asked: str) -> Decision:
    """The page, and nothing of the guide is kept."""
    free = replace(left(scene.conversation), facts=stated_only(scene), tried=(), complaint="")
    return Decision(free, Plan(look_up=LookUp(asked)), kind=ReplyKind.ANSWER)
