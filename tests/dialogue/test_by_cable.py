"""It works by cable and only the Wi-Fi is without it: the guide goes where that leads, whatever was asked. A talk that begins with
good news begins no guide. Whoever is away while somebody is at home is not put off."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import ReplyKind
from tests.dialogue.talking import INTERNET, pressed, talk, told

DEVICE = "internet_single_device"
SAID = {
    "en": "as I told you the wired PC works perfectly. It's just the wifi",
    "lt": "sakiau, kompas laidu veikia puikiai, o wifi neveikia",
}


@pytest.mark.parametrize("language", ["en", "lt"])
def test_asked_about_the_lights_it_goes_on_to_the_wifi(shipped_agent: Agent, language: str) -> None:
    assert told(shipped_agent, language, SAID[language]).step == "page_shows"


@pytest.mark.parametrize("language", ["en", "lt"])
def test_told_in_the_complaint_the_lights_are_not_asked_about(shipped_agent: Agent, language: str) -> None:
    assert talk(shipped_agent, language, INTERNET, SAID[language]).step == "page_shows"


@pytest.mark.parametrize("language", ["en", "lt"])
def test_asked_about_a_cable_it_is_left_alone(shipped_agent: Agent, language: str) -> None:
    reply = told(shipped_agent, language, SAID[language], "all_green", "page_error")
    assert reply.step not in ("router_cables", "wired_test")


@pytest.mark.parametrize("language", ["en", "lt"])
def test_said_again_it_is_known(shipped_agent: Agent, language: str) -> None:
    reply = talk(shipped_agent, language, INTERNET, SAID[language], SAID[language])
    assert (reply.scenario, reply.step) == (INTERNET, "page_shows")


@pytest.mark.parametrize(("language", "word"), [("en", "“person”"), ("lt", "„žmogus“")])
def test_said_a_third_time_a_person_is_named(shipped_agent: Agent, language: str, word: str) -> None:
    assert word in talk(shipped_agent, language, INTERNET, *[SAID[language]] * 3).text


@pytest.mark.parametrize("language", ["en", "lt"])
def test_told_for_the_first_time_it_is_not_called_known(shipped_agent: Agent, language: str) -> None:
    known = {"en": "Yes, I have that", "lt": "tai jau žinau"}[language]
    assert known not in told(shipped_agent, language, SAID[language], "all_green").text


def test_a_step_passed_by_is_not_handed_on_as_done(shipped_agent: Agent) -> None:
    begun = pressed(shipped_agent, "en", "all_green", "page_error")
    shipped_agent.reply(begun, text=SAID["en"])
    number = shipped_agent.reply(begun, text="a person please").ticket
    ticket = shipped_agent.ticket(number or "")
    assert ticket is not None
    assert "AlreadyDone" not in str(ticket.payload["tried"])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the laptop works by cable, only my phone doesn't get on the wifi"),
        ("lt", "kompas laidu veikia, tik mano telefonas per wifi neveikia"),
    ],
)
def test_one_device_keeps_its_guide(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, guide=DEVICE).scenario == DEVICE


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "viskas jau veikia, atsiprašau, kad sutrukdžiau"),
        ("en", "everything works now, sorry to bother you"),
        ("lt", "Sveiki, viskas veikia, ačiū"),
        ("en", "all working again, thanks, bye"),
    ],
)
def test_a_talk_that_begins_with_good_news_begins_no_guide(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert (reply.scenario, reply.kind, reply.choices) == (None, ReplyKind.COURTESY, ())


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "televizija veikia, o interneto nėra"),
        ("lt", "vakar viskas veikė, o dabar nėra interneto"),
        ("en", "no internet but the TV works"),
        ("en", "it came back but it keeps dropping"),
        ("en", "no internet, the neighbour says it's back"),
        ("en", "the socket went pop and the internet died, but it's back now"),
        ("en", "the adapter popped and hissed, but everything works now"),
        ("lt", "rozetė pokštelėjo ir internetas dingo, bet jau veikia"),
        ("lt", "interneto nėra, bet elektra jau grįžo"),
        ("en", "internet died, but it came back slow"),
        ("lt", "internetas dingo, bet dabar atsirado raudona lemputė"),
        ("en", "everything works, I want to cancel my contract"),
        ("lt", "viskas veikia, noriu nutraukti sutartį"),
    ],
)
def test_a_fault_beside_what_works_is_no_good_news(shipped_agent: Agent, language: str, text: str) -> None:
    assert shipped_agent.start(text=text, language=language).kind is not ReplyKind.COURTESY


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "my mum lives in Cork and has no internet, I'm abroad so can't see the router"),
    ],
)
def test_somebody_at_home_is_asked_through_whoever_writes(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert reply.kind is not ReplyKind.WAIT
    assert {"lt": "Perduokite", "en": "Pass my words on"}[language] in reply.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "he lives in the other house but my internet is down, I'm at work now"),
        ("lt", "brolis gyvena kitam name, o mano internetas neveikia, aš dabar darbe"),
    ],
)
def test_who_only_lives_somewhere_is_not_at_the_box(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert {"lt": "Perduokite", "en": "Pass my words on"}[language] not in reply.text
