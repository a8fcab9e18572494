"""A question is no fault: its page answers, no guide is begun for it, and a guide that was not asked for is left."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Reply, ReplyKind
from tests.dialogue.talking import told


def pages(reply: Reply) -> list[str]:
    return [source.id for source in reply.sources]


def replies(agent: Agent, language: str, *messages: str, scenario: str | None = None) -> list[Reply]:
    first = agent.start(language=language, scenario=scenario)
    return [agent.reply(first.conversation_id, text=each) for each in messages]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "salesmen keep ringing my landline, can you block a number"),
        ("lt", "į laidinį nuolat skambina pardavėjai, ar galite užblokuoti numerį"),
        ("lt", "i laidini nuolat skambina pardavejai, ar galite uzblokuoti numeri"),
    ],
)
def test_beside_what_is_no_fault_a_question_begins_no_guide(
    shipped_agent: Agent, language: str, text: str
) -> None:
    (reply,) = replies(shipped_agent, language, text)
    assert (pages(reply), reply.scenario) == (["landline-basics"], None)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the remote doesn't work, and I need to change my bank details"),
        ("lt", "pultelis neveikia, ir noriu pakeisti banko duomenis"),
    ],
)
def test_a_wish_beside_a_page_has_its_own(shipped_agent: Agent, language: str, text: str) -> None:
    (reply,) = replies(shipped_agent, language, text)
    assert pages(reply) == ["remote-control", "bills-and-payment"]


@pytest.mark.parametrize(
    ("language", "first", "then"),
    [
        (
            "en",
            "the remote control doesn't work",
            "new batteries did it, thanks. how do I change my bank account now",
        ),
        ("lt", "pultelis neveikia", "naujos baterijos padėjo, ačiū. o kaip pakeisti banko sąskaitą"),
    ],
)
def test_what_is_asked_behind_news_of_a_page_is_not_of_that_page(
    shipped_agent: Agent, language: str, first: str, then: str
) -> None:
    assert pages(replies(shipped_agent, language, first, then)[-1]) == ["bills-and-payment"]


@pytest.mark.parametrize(
    ("language", "guide", "text"),
    [
        ("en", "account_suspended", "no, I mean is that email with the link a scam"),
        ("lt", "account_suspended", "ne, aš klausiu ar laiškas su nuoroda tikras"),
        ("lt", "account_suspended", "ne, as klausiu ar laiskas su nuoroda tikras"),
    ],
)
def test_who_asked_something_else_than_the_guide_is_for_gets_that_page(
    shipped_agent: Agent, language: str, guide: str, text: str
) -> None:
    (reply,) = replies(shipped_agent, language, text, scenario=guide)
    assert (pages(reply), reply.scenario) == (["privacy-and-data"], None)


@pytest.mark.parametrize(
    ("language", "choices", "text"),
    [
        ("en", ("los_red",), "I want to know how long a repair takes"),
        ("en", ("los_red", "fibre_fine"), "I want to know will I lose my settings"),
        ("lt", ("los_red",), "klausiu, ar galiu pasikeisti planą į 600"),
        ("lt", (), "klausiu ar grąžinsit pinigus už gedimą"),
    ],
)
def test_a_side_question_leaves_no_guide(
    shipped_agent: Agent, language: str, choices: tuple[str, ...], text: str
) -> None:
    reply = told(shipped_agent, language, text, *choices)
    assert (reply.scenario, reply.kind) == ("internet_no_connection", ReplyKind.ANSWER)
    assert reply.step and reply.sources


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "do I put the new password in?"), ("lt", "ar reikia įvesti naują slaptažodį?")],
)
def test_a_password_in_a_guide_for_the_internet_is_not_that_of_email(
    shipped_agent: Agent, language: str, text: str
) -> None:
    (reply,) = replies(shipped_agent, language, text, scenario="internet_single_device")
    assert "email-settings" not in pages(reply)


@pytest.mark.parametrize(
    "text", ["ar yra jūsų linija Kretingos g. 7", "ar Kretingoje galima įsivesti internetą"]
)
def test_the_name_of_a_town_is_no_insult(shipped_agent: Agent, text: str) -> None:
    (reply,) = replies(shipped_agent, "lt", text)
    assert reply.kind is not ReplyKind.REFUSED


def test_the_insult_that_sounds_like_it_still_is_one(shipped_agent: Agent) -> None:
    (reply,) = replies(shipped_agent, "lt", "kretinai jūs")
    assert reply.kind is ReplyKind.REFUSED


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "du klausimai: kodėl sąskaita didesnė ir antra kaip atsisakyti kanalų paketo"),
    ],
)
def test_two_questions_counted_each_have_their_page(shipped_agent: Agent, language: str, text: str) -> None:
    (reply,) = replies(shipped_agent, language, text)
    assert pages(reply) == ["bills-and-payment", "tv-channels"]


@pytest.mark.parametrize(
    ("language", "text", "page"),
    [
        ("en", "how much is the gigabit plan", "€26.99"),
        ("lt", "kiek kainuoja gigabitinis planas", "26,99 €"),
        ("en", "how do I actually send the cancellation", "“End”"),
        ("lt", "kur siųsti nutraukimo prašymą", "„Nutraukti“"),
        ("lt", "kiek sutaupysiu be televizijos per mėnesį", "6,99 €"),
        ("en", "how much would I save without the TV", "€6.99"),
        ("lt", "ar galima pridėti kanalų", "4,99 €"),
        ("lt", "noriu perrašyti sutartį mamai, išvažiuoju į užsienį", "Perleisti"),
        ("en", "is any work planned in our district tomorrow", "“Outages”"),
        ("lt", "ar rytoj Šiauliuose planuojami darbai", "„Sutrikimai“"),
        ("en", "what's the number I can ring right now", "0 700 00 555"),
    ],
)
def test_what_was_asked_in_vain_has_its_answer(
    shipped_agent: Agent, language: str, text: str, page: str
) -> None:
    (reply,) = replies(shipped_agent, language, text)
    assert reply.scenario is None and page in reply.text
