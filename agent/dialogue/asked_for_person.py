"""The wish for a person, and what is no such wish: to be told our number.

"a person please. and how much is the move?"     the colleague, and the page on moving
"just tell me the number, I'll ring myself"      the number; nobody is called in
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import ReplyKind, RouteKind, Status
from agent.dialogue.asked_beside import SURE_PAGE, asked_in
from agent.dialogue.ear import APPOINTMENT, NO_PERSON, Ear
from agent.dialogue.listening import Understanding
from agent.dialogue.page_shown import found_surely
from agent.dialogue.scene import Decision, Routing, Scene, in_languages, stay, walking
from agent.dialogue.state import HandOver, LookUp, Plan
from agent.dialogue.topics import Topics

PERSON, OWN_NUMBER = "person", "own_number"
BARE_WISH = 2  # so few words only ask for a person


def own_number(scene: Scene, topics: Topics) -> Decision | None:
    """How to reach us, for who would rather call us; None where nobody asks for that."""
    if OWN_NUMBER not in topics.of(scene.message.text) or scene.hearing.troubled:
        return None
    conversation = scene.conversation
    free = conversation if walking(conversation) else replace(conversation, pending=None)
    plan = replace(
        stay(replace(scene, conversation=free), "back"), look_up=LookUp(scene.voice.say(OWN_NUMBER))
    )
    kept = conversation.status if conversation.status is not Status.RESOLVED else None
    return Decision(free, plan, kind=ReplyKind.ANSWER, status=kept)


def asks_rather(scene: Scene, ear: Ear, topics: Topics, route: Routing) -> Decision | None:
    """A message that merely sounds like the wish for a person, with a question in it that surely has a page: that page."""
    text, language = scene.message.text, scene.conversation.language
    if scene.hearing.has(PERSON) or walking(scene.conversation):
        return None
    asked = asked_in(text, language, ear.understanding, topics)
    if scene.hearing.has(NO_PERSON):  # "no colleague, just tell me whether …" wishes for none
        return Decision(scene.conversation, Plan(LookUp(text, clauses=asked)), kind=ReplyKind.ANSWER)
    known = [each for each in asked if _has_page(each, scene, route)]
    if not known:
        return None
    look_up = LookUp(known[0], also=tuple(known[1:]))
    return Decision(scene.conversation, Plan(look_up=look_up), kind=ReplyKind.ANSWER)


def _has_page(asked: str, scene: Scene, route: Routing) -> bool:
    there = route(scene, asked)
    return there.kind == RouteKind.ARTICLE and found_surely(there) >= SURE_PAGE


def to_person(scene: Scene, understanding: Understanding) -> Decision:
    """With the customer's own words, where they say more than "a person, please": when to call, what about; and what is asked
    beside the wish looked up, where it surely has a page."""
    said = scene.message.masked if len(scene.message.masked.split()) > BARE_WISH else ""
    reasons = in_languages(scene, "reason_person_said" if said else "reason_person", said=said)
    timed = scene.hearing.has(APPOINTMENT)
    hand_over = HandOver(
        PERSON, reasons[scene.voice.language], reasons=reasons, noted=bool(said), timed=timed
    )
    told = bool(said and scene.hearing.stated) and not scene.conversation.complaint
    kept = replace(scene.conversation, complaint=said) if told else scene.conversation
    return Decision(
        kept, Plan(_asked_too(scene, understanding), hand_over=hand_over), kind=ReplyKind.HANDED_OVER
    )


def _asked_too(scene: Scene, understanding: Understanding) -> LookUp | None:
    """The questions beside the wish, outside a guide."""
    text, language = scene.message.text, scene.conversation.language
    if walking(scene.conversation) or len(understanding.clauses(text, language)) < 2:
        return None
    asked = [
        each
        for each in understanding.questions(text, language)
        if understanding.telling_words(each, language)
        and all(act.name != PERSON for act in understanding.acts_by_rule(each, language))
    ]
    return LookUp(asked[0], offer=False, also=tuple(asked[1:]), least=SURE_PAGE) if asked else None
