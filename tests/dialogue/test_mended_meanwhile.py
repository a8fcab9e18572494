"""Good news of the whole in the middle of a step: the goal is asked about once, and what answers the step stays an answer."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Status
from tests.dialogue.talking import INTERNET, pressed, told

GOAL = "closing"
LIGHTS = (INTERNET,)
CABLES, PAGE, POWER = (INTERNET, "internet_red"), (INTERNET, "all_green"), (INTERNET, "dark")
SOURCE, SOUND, MAINS = ("tv_no_signal", "tv_message"), ("tv_silent", "mute_still"), ("router_no_power",)
HANDSET, DROPS, SPOT = (
    ("phone_no_dial_tone", "silence"),
    ("internet_intermittent", "everyone"),
    ("wifi_weak", "full_near"),
)
BUSY = ("internet_slow", "all_devices")


@pytest.mark.parametrize(
    ("language", "place", "text"),
    [
        ("en", LIGHTS, "airplane mode was on. all good now!"),
        ("en", LIGHTS, "oh wait, airplane mode was on. all good now!"),
        ("lt", LIGHTS, "oi ne, buvo lėktuvo režimas, dabar viskas gerai"),
        ("en", PAGE, "it works!! my son fixed it"),
        ("en", CABLES, "got it going, I restarted it. done here"),
        ("en", SPOT, "wifi fine in the bedroom now, never mind"),
        ("en", HANDSET, "fixed it, cord was loose"),
        ("en", SOURCE, "sorted, thanks"),
        ("en", MAINS, "breaker was off, all good now"),
        ("lt", DROPS, "NEBENUTRŪKINĖJA. Baigiam."),
        ("lt", POWER, "Atsirado elektra ir internetas veikia"),
        ("lt", HANDSET, "Oi, veikia! buvo ištrauktas laidas"),
        ("lt", SOURCE, "pataisiau, ačiū"),
        ("lt", LIGHTS, "aaa buvo lėktuvo režimas įjungtas, dabar viskas gerai"),
        ("lt", LIGHTS, "susitvarkiau, baigiam"),
        ("en", LIGHTS, "oh it's fixed now"),
        ("lt", LIGHTS, "oi, susitvarkiau pats, ačiū"),
    ],
)
def test_news_of_the_whole_asks_for_the_goal(
    shipped_agent: Agent, language: str, place: tuple[str, ...], text: str
) -> None:
    guide, *choices = place
    reply = told(shipped_agent, language, text, *choices, guide=guide)
    assert (reply.step, reply.status) == (GOAL, Status.OPEN)


@pytest.mark.parametrize(
    ("language", "place", "text"),
    [
        ("en", LIGHTS, "power, globe and wifi came back"),  # of the lamps that are asked about
        ("en", LIGHTS, "restarted it, lights are all good"),
        ("en", LIGHTS, "it was unplugged, green now"),
        ("en", LIGHTS, "all fine now"),
        ("en", LIGHTS, "my brother had airplane mode on and it works for him now"),
        ("en", LIGHTS, "plugged it back in, still nothing works"),
        ("en", LIGHTS, "got it fixed last week, now it's out again"),
        ("en", LIGHTS, "it isn't fixed"),
        ("en", LIGHTS, "will it be fixed?"),
        ("en", LIGHTS, "get it fixed!!"),
        ("en", LIGHTS, "get it sorted"),
        ("en", LIGHTS, "tv fixed"),
        ("en", LIGHTS, "restarted, works on the phone but not on the laptop"),
        ("en", CABLES, "your guy says it's fixed already"),
        ("en", LIGHTS, "never mind, I'm fine"),
        ("lt", LIGHTS, "viskas tvarkoj, žalia spalva"),
        ("lt", LIGHTS, "perkroviau, lemputės viskas gerai"),
        ("lt", LIGHTS, "buvo ištrauktas, bet vis tiek neveikia"),
        ("lt", LIGHTS, "kaimynui sutvarkėt, jam veikia"),
        ("lt", LIGHTS, "praeitą savaitę sutvarkėt, dabar vėl"),
        ("lt", LIGHTS, "dar nesutvarkyta"),
        ("lt", LIGHTS, "kada bus sutvarkyta?"),
        ("lt", LIGHTS, "kada bus sutvarkyta"),
        ("lt", LIGHTS, "bus sutvarkyta"),
        ("lt", LIGHTS, "tv sutvarkyta"),
        ("lt", LIGHTS, "pas jį susitvarkė"),
        ("lt", LIGHTS, "buvo išjungta, šviesos geros, viskas gerai"),
        ("lt", LIGHTS, "perkroviau, telefone veikia, kompe ne"),
        ("lt", DROPS, "nebenutrūkinėja tik naktį"),
        ("lt", LIGHTS, "baigiam, man gerai"),
    ],
)
def test_what_is_told_of_the_step_or_of_others_is_no_such_news(
    shipped_agent: Agent, language: str, place: tuple[str, ...], text: str
) -> None:
    guide, *choices = place
    assert told(shipped_agent, language, text, *choices, guide=guide).step != GOAL


@pytest.mark.parametrize(
    ("language", "place", "text", "said"),
    [
        ("lt", CABLES, "meistras sako, jau sutvarkyta", "ne tame lizde"),
        ("en", BUSY, "turns out my kid was torrenting. all fine now", "paused"),
    ],
)
def test_an_answer_that_leads_to_the_goal_stays_one(
    shipped_agent: Agent, language: str, place: tuple[str, ...], text: str, said: str
) -> None:
    guide, *choices = place
    reply = told(shipped_agent, language, text, *choices, guide=guide)
    assert reply.step == GOAL
    assert said in reply.text


@pytest.mark.parametrize(
    ("language", "guide", "choices", "text"),
    [
        ("en", "tv_picture_breaking", ("one_channel", "same_after_start"), "works now thanks"),
        ("lt", "wifi_weak", ("weak_near", "no_aerials"), "jau viskas ok, nebereikia"),
    ],
)
def test_news_neither_calls_a_person_nor_restarts_anything(
    shipped_agent: Agent, language: str, guide: str, choices: tuple[str, ...], text: str
) -> None:
    reply = told(shipped_agent, language, text, *choices, guide=guide)
    assert reply.ticket is None
    assert reply.step == GOAL or reply.status is Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "news", "no"),
    [
        ("en", "airplane mode was on. all good now!", "no, still nothing"),
        ("lt", "buvo lėktuvo režimas, dabar viskas gerai", "ne, vis dar nieko"),
    ],
)
def test_heard_wrongly_it_costs_one_question(shipped_agent: Agent, language: str, news: str, no: str) -> None:
    talk = pressed(shipped_agent, language)
    assert shipped_agent.reply(talk, text=news).step == GOAL
    assert shipped_agent.reply(talk, text=no).step == "router_lights"
