"""What is so at somebody else's answers nothing here, unless the question is about that."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Status
from tests.dialogue.talking import PLUGGED, told


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "kaimynui dega žaliai"),
        ("lt", "kaimynei viskas žalia"),
        ("lt", "pas kaimyną dega visos"),
        ("lt", "draugui dega raudona"),
        ("lt", "darbe visos žalios"),
        ("en", "the neighbour's lights are all green"),
        ("en", "at work they are all green"),
        ("en", "my friend's router has a red light"),
        ("en", "next door everything is green"),
    ],
)
def test_somebody_elses_lamp_is_no_answer(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text).step == "router_lights"


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("lt", "žalios dega, kaip ir kaimynui", "page_shows"),
        ("lt", "kaimynui žalia, o mano raudona LOS", "fibre_cable"),
        ("lt", "pas mane raudona LOS, pas kaimyną žalia", "fibre_cable"),
        ("lt", "kaimynas sako, kad raudona LOS", "fibre_cable"),
        ("en", "all green, same as my neighbour's", "page_shows"),
        ("en", "mine is red LOS, the neighbour's is green", "fibre_cable"),
        ("en", "the neighbour looked, the LOS light is red", "fibre_cable"),
        ("lt", "biure dega raudona LOS", "fibre_cable"),
        ("lt", "namie dega raudona LOS, biure žalia", "fibre_cable"),
        ("lt", "biure raudona LOS, o namie visos žalios", "page_shows"),
        ("en", "the router in the office shows red LOS", "fibre_cable"),
        ("en", "in my office the LOS light is red", "fibre_cable"),
        ("en", "in the room next door the LOS light is red", "fibre_cable"),
    ],
)
def test_ones_own_lamp_beside_it_is_one(shipped_agent: Agent, language: str, text: str, step: str) -> None:
    assert told(shipped_agent, language, text).step == step


@pytest.mark.parametrize(
    ("language", "text", "status", "step"),
    [
        ("lt", "pas kaimyną veikia", Status.OPEN, "closing"),
        ("lt", "darbe veikia", Status.OPEN, "closing"),
        ("en", "it works at my neighbour's", Status.OPEN, "closing"),
        ("en", "the neighbour's works", Status.OPEN, "closing"),
        ("lt", "veikia, ir kaimynui veikia", Status.RESOLVED, None),
        ("en", "it works, the neighbour's too", Status.RESOLVED, None),
        ("lt", "kaimynas įkišo laidą, veikia", Status.RESOLVED, None),
        ("en", "my neighbour plugged it in, it works", Status.RESOLVED, None),
        ("lt", "veikia biure", Status.RESOLVED, None),
        ("en", "the router in the office works now", Status.RESOLVED, None),
        ("lt", "biure veikia, o namie ne", Status.OPEN, "closing"),
        ("en", "it works in the office but not at home", Status.OPEN, "connection_kind"),
    ],
)
def test_what_works_elsewhere_closes_nothing(
    shipped_agent: Agent, language: str, text: str, status: Status, step: str | None
) -> None:
    reply = told(shipped_agent, language, text, *PLUGGED)
    assert (reply.status, reply.step) == (status, step)


AT_THE_OFFICE = {"lt": "neveikia internetas biure", "en": "the internet in our office is down"}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "biure visos lemputės žalios"),
        ("lt", "darbe dega žaliai"),
        ("en", "in the office all the lights are green"),
        ("en", "they are all green at the office"),
    ],
)
def test_work_is_ones_own_where_the_trouble_is_there(shipped_agent: Agent, language: str, text: str) -> None:
    begun = shipped_agent.start(language=language, text=AT_THE_OFFICE[language])
    assert begun.step == "router_lights"
    assert shipped_agent.reply(begun.conversation_id, text=text).step == "page_shows"


@pytest.mark.parametrize(
    ("language", "text"), [("lt", "biure jau veikia"), ("en", "it's working again in the office")]
)
def test_news_of_the_office_is_news_where_the_trouble_is_there(
    shipped_agent: Agent, language: str, text: str
) -> None:
    begun = shipped_agent.start(language=language, text=AT_THE_OFFICE[language]).conversation_id
    for choice in PLUGGED:
        shipped_agent.reply(begun, choice=choice)
    assert shipped_agent.reply(begun, text=text).status is Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "complaint", "text"),
    [
        ("lt", "esu darbe, o namie neveikia internetas", "darbe visos žalios"),
        ("en", "I'm at work and the internet at home is down", "at work they are all green"),
        ("lt", "namie neveikia internetas", "biure visos žalios"),
        ("en", "the internet at home is down", "in the office they are all green"),
    ],
)
def test_who_only_writes_from_work_is_asked_of_home(
    shipped_agent: Agent, language: str, complaint: str, text: str
) -> None:
    begun = shipped_agent.start(language=language, text=complaint)
    assert shipped_agent.reply(begun.conversation_id, text=text).step == begun.step


@pytest.mark.parametrize(
    ("language", "text"), [("lt", "kaimynui žalios, darbe irgi žalios"), ("en", "next door they are green")]
)
def test_the_neighbours_stays_the_neighbours(shipped_agent: Agent, language: str, text: str) -> None:
    begun = shipped_agent.start(language=language, text=AT_THE_OFFICE[language])
    assert shipped_agent.reply(begun.conversation_id, text=text).step == begun.step
