"""An alarm is softened to a question by a harmless source that is named alone, and by no denial of one, hearsay or doubt."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Reply

ALARM = {"lt": "prie routerio smirda degėsiais", "en": "it smells of burning near the router"}
DENIED = {"lt": "kokia sauga, nieko čia nedega", "en": "you misunderstand me, there is no fire!"}


def _last(agent: Agent, language: str, *texts: str) -> Reply:
    reply = agent.start(text=ALARM[language], language=language)
    for text in texts:
        reply = agent.reply(reply.conversation_id, text=text)
    return reply


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "it was not just the toaster"),
        ("en", "it's coming from the wall, not from the toaster"),
        ("en", "not from the frying pan, the cupboard is warm"),
        ("en", "from a candle the curtain is now on the floor"),
        ("en", "it was just my toast but the wall is black"),
        ("en", "it was just my toast, the socket next to it is warm"),
        ("en", "it was the toaster, and now my plug is melted"),
        ("en", "my husband says it was the toaster but I don't believe him"),
        ("en", "my husband says it was just the toast"),
        ("en", "maybe it was just the toast"),
        ("en", "I thought it was the toaster"),
        ("en", "I don't think it was the toaster"),
        ("en", "yes it was the toaster"),
        ("lt", "ne nuo skrebučių, iš sienos eina"),
        ("lt", "ne nuo puodo"),
        ("lt", "čia ne tik skrudintuvas"),
        ("lt", "nuo žvakės užuolaida jau ant žemės"),
        ("lt", "čia skrudintuvas, bet siena šilta"),
        ("lt", "vyras sako čia skrudintuvas, bet aš netikiu"),
        ("lt", "vyras sako, kad čia skrudintuvas"),
        ("lt", "gal čia skrudintuvas"),
        ("lt", "abejoju, kad čia skrudintuvas"),
        ("lt", "nemanau, kad nuo skrebučių"),
        ("lt", "ne skrudintuvas, o routeris smilksta"),
    ],
)
def test_no_alarm_is_softened_by_what_is_no_source(shipped_agent: Agent, language: str, text: str) -> None:
    reply = _last(shipped_agent, language, text)
    assert not reply.choices
    assert shipped_agent.get(reply.conversation_id).urgent is not None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "yes and it was not just the toast"),
        ("en", "yes, it wasn't only the toaster"),
        ("en", "yes, it was just my toast"),
        ("en", "it's still coming from the wall, not from the toaster"),
        ("en", "it was the toaster and the wall is warm"),
        ("en", "it can't have been from the toaster"),
        ("en", "it was neither the toaster nor a candle"),
        ("en", "I thought it was the toaster"),
        ("lt", "taip, buvo, bet ne vien nuo skrebučių"),
        ("lt", "iš sienos, ne nuo skrebučių"),
        ("lt", "taip ir tai ne tik nuo skrebučių"),
        ("lt", "taip, čia skrudintuvas"),
        ("lt", "taip, nuo skrebučių ir rozetė juoda"),
        ("lt", "nemanau, kad nuo skrebučių"),
    ],
)
def test_to_the_question_no_danger_is_let_go_by_it(shipped_agent: Agent, language: str, text: str) -> None:
    reply = _last(shipped_agent, language, DENIED[language], text)
    assert shipped_agent.get(reply.conversation_id).urgent is not None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "oh it was just my toast"),
        ("en", "no, it was just my toast"),
        ("lt", "oi, čia tik skrudintuvas"),
        ("lt", "ne, čia tik skrebučiai"),
    ],
)
def test_the_source_alone_is_a_no_to_the_question(shipped_agent: Agent, language: str, text: str) -> None:
    reply = _last(shipped_agent, language, DENIED[language], text)
    assert shipped_agent.get(reply.conversation_id).urgent is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "false alarm, it was just the toaster"),
        ("en", "oh wait, that was a toaster"),
        ("lt", "nieko nedega, čia tik skrudintuvas"),
        ("lt", "atsiprašau, pridegė skrebučiai"),
    ],
)
def test_the_source_alone_is_asked_about(shipped_agent: Agent, language: str, text: str) -> None:
    reply = _last(shipped_agent, language, text)
    assert {choice.id for choice in reply.choices} == {"yes", "no"}
    assert shipped_agent.get(reply.conversation_id).urgent is not None
