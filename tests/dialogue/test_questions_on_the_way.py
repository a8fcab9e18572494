"""A question that a customer asks in the middle of a guide is answered, or told that there is no answer; never passed over."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Reply

NO_ANSWER = {"lt": "atsakyti negaliu", "en": "can't answer that one"}
NONE_BESIDE = {"lt": "klausimą atsakymo neturiu", "en": "not sure about your question"}
GUIDE = "lamp_link"


def asked(agent: Agent, language: str, text: str, scenario: str) -> Reply:
    conversation = agent.start(language=language, scenario=scenario).conversation_id
    return agent.reply(conversation, text=text)


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "can you sing me a song?"), ("lt", "ar mokate dainuoti?")],
)
def test_without_an_answer_that_is_said_and_the_step_goes_on(agent: Agent, language: str, text: str) -> None:
    before = agent.start(language=language, scenario=GUIDE)
    reply = agent.reply(before.conversation_id, text=text)
    assert NO_ANSWER[language] in reply.text
    assert reply.step == before.step
    assert reply.choices == before.choices


@pytest.mark.parametrize(("language", "text"), [("en", "where do I find that?"), ("lt", "kur tai rasti?")])
def test_a_question_about_the_step_gets_its_help(agent: Agent, language: str, text: str) -> None:
    assert NO_ANSWER[language] not in asked(agent, language, text, GUIDE).text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "green, but do you know a good joke?"),
        ("lt", "žalia, bet ar mokate anekdotų?"),
    ],
)
def test_a_question_beside_an_answer_is_not_passed_over(agent: Agent, language: str, text: str) -> None:
    assert NONE_BESIDE[language] in asked(agent, language, text, GUIDE).text


@pytest.mark.parametrize(
    ("language", "text", "page"),
    [
        ("lt", "o kiek kainuos jeigu meistras atvažiuos?", "technician-visit"),
        ("en", "how much is a technician", "technician-visit"),
        ("lt", "o kompensaciją už tris dienas gausiu?", "outages-and-compensation"),
        ("en", "is it going to delete my photos?", "router-restart"),
        ("lt", "o kiek kainavo tas įjungimas atgal?", "late-payment-and-suspension"),
        ("lt", "kartotuvą kiek kainuoja", "wifi-placement"),
    ],
)
def test_the_right_page_answers_and_the_step_is_put_again(
    shipped_agent: Agent, language: str, text: str, page: str
) -> None:
    reply = asked(shipped_agent, language, text, "internet_no_connection")
    assert [source.id for source in reply.sources] == [page]
    assert reply.step == "router_lights"


@pytest.mark.parametrize(
    ("language", "text", "page"),
    [
        ("lt", "pultelis nebereaguoja, nors baterijas pakeičiau", "remote-control"),
        ("lt", "tv pultelis neveikia", "remote-control"),
        ("en", "the box is fine, just the remote is dead", "remote-control"),
        ("lt", "išėjus iš namų telefone nėra interneto", "mobile-data"),
        ("en", "no mobile data on my phone", "mobile-data"),
    ],
)
def test_a_complaint_that_a_page_answers_begins_no_guide(
    shipped_agent: Agent, language: str, text: str, page: str
) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert reply.scenario is None
    assert [source.id for source in reply.sources] == [page]
