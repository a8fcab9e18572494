"""What is said right after an answer from a page: "the light doesn't blink at all", "I changed the batteries yesterday".

It goes on about that page unless it names a service or a thing that the page does not, or clearly belongs elsewhere: the
page is asked again with the new words, before a guide is begun or the customer asked which one. What only adds to the
question before ("not on the wifi, restarted already") is asked with it.
"""

from __future__ import annotations

import re

from agent.conversation import Conversation, ReplyKind, Route, RouteKind, Source, Status
from agent.dialogue.ear import Ear
from agent.dialogue.faults import TYPE
from agent.dialogue.listening import Understanding
from agent.dialogue.own_page import DEVICE
from agent.dialogue.plainly_asked import MOST_CLAUSES, asked_plainly
from agent.dialogue.scene import Decision, Routing, Scene, say
from agent.dialogue.state import LookUp, Plan
from agent.dialogue.topics import Topics

ELSEWHERE = 0.8  # so surely a guide or another kind of message is meant
FOUND = "search"  # the evidence of a page
GONE_ON = 0.5  # so surely the page is about it, said with its title
# Another page found less surely, or what is less surely a question of its own, is doubted.
WEAK, ANOTHER = 0.5, 0.7
LEANS_BACK, FIGURE = "leans_back", re.compile(r"\d+")
LONGEST = 12  # words of a question that says no more than "it"
UNNAMED = 0.1  # no guide is as likely as this where only a fault is reported
PATTERN, OF_ITS_OWN = "connection_pattern", ("thanks", "goodbye", "solved", "danger", "person")
SURE_BOTH = 0.8  # so surely the question before and what is added have a page
MOST_ADDED = 16  # words of a message that only adds to the question before
ADDING = (RouteKind.SCENARIO, RouteKind.CLARIFY, RouteKind.UNCLEAR)
GUIDED = (RouteKind.SCENARIO, RouteKind.CLARIFY, RouteKind.OUT_OF_SCOPE)


def of_page_shown(scene: Scene, ear: Ear, route: Routing, topics: Topics) -> Decision | None:
    """The page asked again; None where none was shown just now, or the message is of something else."""
    page = shown(scene.conversation)
    if page is None or not scene.message.text:
        return None
    going_on = _going_on(scene, ear, route, topics, page)
    if going_on is not None or (added := _added_to(scene, ear, route, page)) is None:
        return going_on
    return Decision(scene.conversation, Plan(look_up=LookUp(added)), kind=ReplyKind.ANSWER)


def _going_on(scene: Scene, ear: Ear, route: Routing, topics: Topics, page: Source) -> Decision | None:
    """The page with the new words, where they go on about it."""
    text = scene.message.text
    if _names_else(scene, ear):
        return None
    if ear.understanding.only_acknowledges(text, scene.conversation.language):
        return say(scene, "offer_person_refused", kind=ReplyKind.COURTESY)
    if (asked := _asked_of_else(scene, ear, route, page, topics)) is not None:
        return Decision(scene.conversation, Plan(look_up=LookUp(asked)), kind=ReplyKind.ANSWER)
    alone = route(scene, text)
    service = ear.understanding.matter(text, scene.conversation.language).open
    leans = _leans_back(scene, alone, page, topics)
    if not (leans or _in_doubt(alone)) or (service and alone.kind != RouteKind.ARTICLE):
        return None
    if alone.kind == RouteKind.OUT_OF_SCOPE and not touches(scene, ear.understanding, topics):
        return None
    together = f"{page.title}: {text}"
    goes_on = route(scene, together)
    needed = max(GONE_ON, found_surely(alone)) if leans else GONE_ON
    here = goes_on.kind == RouteKind.ARTICLE and goes_on.target == page.id and found_surely(goes_on) >= needed
    if not here and not (alone.kind == RouteKind.CLARIFY and alone.confidence < UNNAMED):
        return None
    return Decision(scene.conversation, Plan(look_up=LookUp(together)), kind=ReplyKind.ANSWER, route=alone)


def _added_to(scene: Scene, ear: Ear, route: Routing, page: Source) -> str | None:
    """The question before with what is told now, where that would begin a guide or find nothing although both together surely
    have a page: no other service is named, and no fault in words that only a guide is for ("now all the internet is gone")."""
    text, language, asked = scene.message.text, scene.conversation.language, scene.conversation.asked
    if not asked or len(text.split()) > MOST_ADDED or scene.hearing.has(*OF_ITS_OWN):
        return None
    alone = route(scene, text)
    gone = scene.hearing.has("problem") or PATTERN in scene.hearing.facts
    if alone.kind not in ADDING or (gone and not ear.understanding.is_qualified(text, language)):
        return None
    if not ear.understanding.matter(text, language).open <= _services_spoken_of(scene, ear):
        return None
    both = f"{asked.rstrip(' .!')}. {text}"
    there = route(scene, both)
    # told after a page, "it did not help" is no reason to read it again
    anew = there.target != page.id or "?" in text
    return both if anew and there.kind == RouteKind.ARTICLE and found_surely(there) >= SURE_BOTH else None


def _services_spoken_of(scene: Scene, ear: Ear) -> set[str]:
    """The services that the question before and the reply to it name."""
    language, before = scene.conversation.language, scene.conversation
    said = (before.asked, *ear.understanding.clauses(before.last_text, language))
    return {
        str(f.value) for each in said for f in ear.understanding.find_facts(each, language) if f.name == TYPE
    }


def _asked_of_else(scene: Scene, ear: Ear, route: Routing, page: Source, topics: Topics) -> str | None:
    """What is asked behind news of the page just read, where another page surely has it: "new batteries helped. and what about the
    bank details"."""
    text, language = scene.message.text, scene.conversation.language
    clauses = ear.understanding.clauses(text, language)
    if not 1 < len(clauses) <= MOST_CLAUSES:
        return None
    for asked in asked_plainly(text, language, ear.understanding, topics):
        there = route(scene, asked)
        if there.kind == RouteKind.ARTICLE and there.target != page.id and found_surely(there) >= ANOTHER:
            return asked
    return None


def touches(scene: Scene, understanding: Understanding, topics: Topics) -> bool:
    """Whether what sounds like nobody's business here says "it", a figure or a word of the reply just read: with its title in
    front nearly anything finds the page."""
    text, last, language = scene.message.text, scene.conversation.last_text, scene.conversation.language
    figures = set(FIGURE.findall(text)) & set(FIGURE.findall(last))
    return bool(figures) or LEANS_BACK in topics.of(text) or understanding.shares_a_word(text, last, language)


def _leans_back(scene: Scene, alone: Route, page: Source, topics: Topics) -> bool:
    """Whether a short question that seems to have another page says "it" of the page just read: "does it cost anything?"."""
    text = scene.message.text
    elsewhere = alone.kind == RouteKind.ARTICLE and alone.target != page.id
    return elsewhere and len(text.split()) <= LONGEST and LEANS_BACK in topics.of(text)


def shown(conversation: Conversation) -> Source | None:
    """The page that the last reply quoted, where nothing else is open."""
    busy = conversation.progress is not None or conversation.ticket or conversation.status is not Status.OPEN
    return None if busy else conversation.quoted


def _in_doubt(alone: Route) -> bool:
    """Whether a message does not clearly belong somewhere by itself."""
    if alone.kind == RouteKind.ARTICLE:
        return alone.target is not None and (found_surely(alone) < WEAK or alone.confidence < ANOTHER)
    return alone.kind in GUIDED and alone.confidence < ELSEWHERE


def _names_else(scene: Scene, ear: Ear) -> bool:
    """Whether it names a service or a thing that the reply just read does not."""
    language, understanding = scene.conversation.language, ear.understanding
    clauses = understanding.clauses(scene.conversation.last_text, language)
    shown = {value for clause in clauses for value in _named(clause, language, ear)}
    return not _named(scene.message.text, language, ear) <= shown


def _named(text: str, language: str, ear: Ear) -> set[str]:
    facts = ear.understanding.find_facts(text, language)
    return {str(fact.value) for fact in facts if fact.name in (TYPE, DEVICE)}


def found_surely(route: Route) -> float:
    """How surely the search found the page that a route leads to; 0 = it found none."""
    return max((each.weight or 0.0 for each in route.evidence if each.source == FOUND), default=0.0)
