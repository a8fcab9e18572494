"""A wrong branch is left where the customer puts it aside and names something else; what answers the question stays in it."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from tests.dialogue.talking import after, told

ONE = "internet_single_device"


@pytest.mark.parametrize(
    ("language", "guide", "text"),
    [
        ("en", "router_no_power", "remote not router"),
        ("en", "internet_slow", "no!! speed is FINE. i want rid of the sports pack on my bill"),
        ("en", "internet_slow", "forget speed. bill. sports channels. remove."),
        ("en", ONE, "never mind the words. tv box remote slow. what do i do"),
        ("en", ONE, "on ours. forget printer. do you sell smart bulbs"),
        ("en", "phone_no_dial_tone", "No! The TELEVISION wants a PIN when I want to watch the late film"),
        ("lt", "internet_slow", "pamirškit greitį. noriu atsisakyti sporto paketo"),
    ],
)
def test_what_is_put_aside_is_left_for_what_is_named(
    shipped_agent: Agent, language: str, guide: str, text: str
) -> None:
    assert told(shipped_agent, language, text, guide=guide).scenario != guide


@pytest.mark.parametrize(
    ("language", "guide", "choices", "text", "there"),
    [
        (
            "en",
            "tv_no_signal",
            (),
            "I keep saying internet. computer. nothing to do with tv",
            "internet_no_connection",
        ),
        (
            "lt",
            ONE,
            ("wifi",),
            "Tai kad virtuvėj visiems silpna, ir man, ir žmonai, o kambary gerai",
            "wifi_weak",
        ),
    ],
)
def test_another_guide_is_begun(
    shipped_agent: Agent, language: str, guide: str, choices: tuple[str, ...], text: str, there: str
) -> None:
    assert told(shipped_agent, language, text, *choices, guide=guide).scenario == there


@pytest.mark.parametrize(
    ("language", "guide", "text"),
    [
        ("en", "internet_no_connection", "I keep saying, the light is red"),
        ("lt", "internet_no_connection", "sakau gi, raudona dega"),
        ("lt", "internet_no_connection", "sakau, viskas žalia"),
        ("en", "internet_no_connection", "I don't remember, I forget the colour"),
        ("en", "internet_no_connection", "never mind the tv, the internet first. lights are green"),
        ("en", "wifi_password", "I forget the password"),
        ("en", ONE, "I pressed forget the network and joined again"),
        ("en", "internet_slow", "no, the tv is slow too"),
        ("en", "tv_no_signal", "no! the tv says no signal"),
        ("en", "internet_slow", "the speed is fine by cable, slow on wifi"),
        ("en", "tv_box_not_starting", "no, no picture"),
        ("lt", "internet_slow", "ne tai kad lėta, tiesiog šiandien prastai"),
        ("lt", "tv_no_signal", "tai kad nieko nerodo, juoda"),
        ("lt", "wifi_weak", "tai kad toli nuo routerio silpna"),
    ],
)
def test_what_answers_or_only_insists_stays(
    shipped_agent: Agent, language: str, guide: str, text: str
) -> None:
    assert told(shipped_agent, language, text, guide=guide).scenario == guide


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "Internetas neveikia. Oi ne, palaukit, internetas tai veikia, televizija nerodo"),
        ("en", "the internet is down. oh no wait, the internet is fine, the tv shows nothing"),
        ("en", "my phone is dead, no sorry not the phone, the telly, it's the telly"),
    ],
)
def test_a_first_message_that_changes_its_mind_is_heard_from_there(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = after(shipped_agent, language, text)
    assert (reply.scenario, shipped_agent.get(reply.conversation_id).queue) == ("tv_no_signal", ())


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the internet is down, oh no, the tv too"),
        ("lt", "neveikia internetas, oi, ir televizorius nerodo"),
    ],
)
def test_two_faults_stay_two(shipped_agent: Agent, language: str, text: str) -> None:
    reply = after(shipped_agent, language, text)
    assert shipped_agent.get(reply.conversation_id).queue == ("tv_no_signal",)


def test_what_waits_and_is_not_there_is_dropped(shipped_agent: Agent) -> None:
    reply = after(
        shipped_agent, "lt", "Neveikia internetas ir telefonas", "kokio laidinio telefono?? neturiu tokio"
    )
    assert shipped_agent.get(reply.conversation_id).queue == ()
    assert reply.step == "router_lights"


def test_a_refusal_at_the_end_declines_what_waits(shipped_agent: Agent) -> None:
    begun = shipped_agent.start(language="lt", text="Neveikia internetas ir televizorius").conversation_id
    shipped_agent.reply(begun, text="viskas jau veikia, ačiū")
    shipped_agent.reply(begun, choice="works")
    reply = shipped_agent.reply(begun, text="Koks televizorius, ten tas pats gedimas, ne, nereikia")
    assert reply.scenario != "tv_no_signal"
