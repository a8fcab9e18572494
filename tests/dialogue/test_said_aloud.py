"""What the customer must hear or have noted: a question left behind, a wish for a call, a yes to another question."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Pending, PendingKind, Reply, Status
from tests.dialogue.test_dialogue_odd_turns import GUIDE, VISIT, put

LEFT = {
    "lt": ("Palikime šį klausimą", "šį klausimą palieku"),
    "en": ("Let's leave it", "leave this question"),
}
PERSON = {
    "lt": ("kolegos pagalbos", "kreipiuosi į kolegą"),
    "en": ("colleague's help", "turning to a colleague"),
}


def said(agent: Agent, language: str, *messages: str) -> list[Reply]:
    first = agent.start(language=language, scenario=GUIDE)
    return [agent.reply(first.conversation_id, text=message) for message in messages]


def at_goal(agent: Agent, language: str) -> str:
    begun = agent.start(language=language, scenario=GUIDE).conversation_id
    agent.reply(begun, choice="green")
    assert agent.reply(begun, choice="restarted").step == "closing"
    return begun


@pytest.mark.parametrize("language", ["lt", "en"])
def test_the_third_unclear_reply_says_that_the_question_is_left(agent: Agent, language: str) -> None:
    *_, third = said(agent, language, "hmm", "hmm blah", "hm")
    assert third.step == "restart"
    assert any(words in third.text for words in LEFT[language])


@pytest.mark.parametrize("language", ["lt", "en"])
def test_where_a_person_is_needed_that_is_said(agent: Agent, language: str) -> None:
    replies = said(agent, language, *["hmm blah"] * 12)
    ended = next(reply for reply in replies if reply.ticket or reply.step is None)
    assert any(words in ended.text for words in PERSON[language])


@pytest.mark.parametrize(
    ("language", "wish"),
    [
        ("lt", "paskambinkit man po 17"),
        ("lt", "gal galit man paskambinti rytoj po pietų"),
        ("lt", "perskambinkit man vakare"),
        ("lt", "man patogiau telefonu, skambinkite vakare"),
        ("en", "can someone ring me tomorrow"),
        ("en", "please call me after 5"),
        ("en", "I would like a callback on Friday"),
    ],
)
def test_a_wish_for_a_call_is_a_wish_for_a_person_and_noted(agent: Agent, language: str, wish: str) -> None:
    (reply,) = said(agent, language, wish)
    assert reply.status is Status.WITH_PERSON
    reasons = agent.ticket(reply.ticket or "").payload["reason"]
    assert all(wish in reason for reason in reasons.values())


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "skambinau jums vakar"),
        ("lt", "niekas man negali paskambinti"),
        ("lt", "man skambina ir nutrūksta"),
        ("en", "I called you yesterday"),
        ("en", "nobody can call me"),
        ("en", "people call me and it crackles"),
    ],
)
def test_telling_of_calls_is_no_wish_for_one(agent: Agent, language: str, text: str) -> None:
    (reply,) = said(agent, language, text)
    assert reply.status is not Status.WITH_PERSON


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "taip, tegul važiuoja"),
        ("lt", "gerai, atsiųskit"),
        ("lt", "taip, registruokit"),
        ("lt", "jau nerodo"),
        ("en", "yes, let them come"),
        ("en", "yes, book it"),
        ("en", "go ahead"),
        ("en", "it doesn't show"),
        ("en", "it shows now an error"),
        ("en", "the red light shows now"),
    ],
)
def test_not_every_yes_says_that_it_works(agent: Agent, language: str, text: str) -> None:
    assert agent.reply(at_goal(agent, language), text=text).status is not Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "nebetraška"),
        ("lt", "dabar yra signalas"),
        ("lt", "jau rodo"),
        ("en", "no more crackling"),
        ("en", "there is a signal now"),
        ("en", "it shows now"),
    ],
)
def test_good_news_need_not_say_works(agent: Agent, language: str, text: str) -> None:
    assert agent.reply(at_goal(agent, language), text=text).status is Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "text"), [("lt", "taip, tegul atvažiuoja meistras"), ("en", "yes, send the engineer")]
)
def test_a_yes_to_the_visit_books_it(agent: Agent, language: str, text: str) -> None:
    begun = agent.start(language=language, scenario=GUIDE).conversation_id
    put(agent, begun, pending=Pending(PendingKind.CONSENT, details=VISIT), complaint="no link")
    reply = agent.reply(begun, text=text)
    assert reply.status is Status.ESCALATED
    assert agent.ticket(reply.ticket or "").payload["ticket_type"] == "technician_visit"
