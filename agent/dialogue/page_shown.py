"""What is said right after an answer from a page: "the light doesn't blink at all", "I changed the batteries yesterday".

It goes on about that page unless it names a service or a thing that the page does not, or clearly belongs elsewhere: the
page is asked again with the new words, before a guide is begun or the customer asked which one.
"""

from __future__ import annotations

import re

from agent.conversation import Conversation, ReplyKind, Route, RouteKind, Source, Status
from agent.dialogue.ear import Ear
from agent.dialogue.faults import TYPE
from agent.dialogue.listening import Understanding
from agent.dialogue.own_page import DEVICE
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
GUIDED = (RouteKind.SCENARIO, RouteKind.CLARIFY, RouteKind.OUT_OF_SCOPE)


def of_page_shown(scene: Scene, ear: Ear, route: Routing, topics: Topics) -> Decision | None:
    """The page asked again; None where none was shown just now, or the message is of something else."""
    page, text = shown(scene.conversation), scene.message.text
    if page is None or not text or _names_else(scene, ear):
        return None
    if ear.understanding.only_acknowledges(text, scene.conversation.language):
        return say(scene, "offer_person_refused", kind=ReplyKind.COURTESY)
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
