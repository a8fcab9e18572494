"""What comes after "it works", after "done" and after "no wait": it is not over before it is over."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Reply, ReplyKind, Status
from tests.dialogue.talking import PLUGGED, told

INTERNET = "internet_no_connection"
MENDED = {
    "lt": ("viskas žalia", "jau atsidaro puslapiai", "taip, veikia"),
    "en": ("all green", "the page opens now", "yes it works"),
}


def mended(agent: Agent, language: str) -> str:
    """A conversation that ended well."""
    begun = agent.start(language=language, scenario=INTERNET).conversation_id
    *_, last = [agent.reply(begun, text=text) for text in MENDED[language]]
    assert last.status is Status.RESOLVED
    return begun


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "oi ne, vėl dingo"),
        ("lt", "hm, dabar vėl nebeatsidaro"),
        ("en", "no wait, it's gone again"),
        ("en", "it dropped again"),
    ],
)
def test_a_relapse_takes_the_same_guide_up_again(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.reply(mended(shipped_agent, language), text=text)
    assert reply.status is Status.OPEN
    assert (reply.scenario, reply.kind) == (INTERNET, ReplyKind.ASK)


def test_half_a_relapse_asks_which_fault_of_the_same_service_is_left(shipped_agent: Agent) -> None:
    begun = shipped_agent.start(language="en", scenario="phone_no_dial_tone").conversation_id
    for text in ("silence", "both are lit", "it was plugged in the other socket", "yes, it works"):
        last = shipped_agent.reply(begun, text=text)
    assert last.status is Status.RESOLVED
    reply = shipped_agent.reply(begun, text="hmm crackly though")
    assert [choice.id for choice in reply.choices] == ["phone_no_dial_tone", "phone_call_quality", "none"]


@pytest.mark.parametrize(
    ("language", "text"),
    [("lt", "gerai"), ("lt", "ačiū, geros dienos"), ("en", "ok great"), ("en", "thanks, bye")],
)
def test_courtesy_after_the_end_opens_nothing(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.reply(mended(shipped_agent, language), text=text)
    assert reply.status is Status.RESOLVED
    assert reply.kind is ReplyKind.COURTESY


@pytest.mark.parametrize(
    ("language", "text"), [("lt", "jau"), ("lt", "jau patikrinau"), ("en", "done"), ("en", "done that")]
)
def test_done_at_an_observation_asks_what_was_seen(shipped_agent: Agent, language: str, text: str) -> None:
    begun = shipped_agent.start(language=language, scenario=INTERNET).conversation_id
    reply = shipped_agent.reply(begun, text=text)
    assert reply.step == "router_lights"
    assert len(reply.choices) == 5, "what there is to be seen is named"


def said(agent: Agent, *messages: str) -> Reply:
    begun = agent.start(language="lt", text=messages[0]).conversation_id
    *_, last = [agent.reply(begun, text=text) for text in messages[1:]]
    return last


def test_an_earlier_answer_said_again_takes_no_other_back(shipped_agent: Agent) -> None:
    last = said(
        shipped_agent,
        "internetas tai yra, tai nėra",
        "visuose",
        "užsidega raudona",
        "galas klibėjo",
        "ne palaukit, čia ne tas, aš kalbėjau apie modemą. raudona yra ant routerio",
    )
    assert last.status is Status.OPEN, "no technician for a cable of which nothing was said"
    assert last.facts["line_cables"].value == "end_wobbles"


@pytest.mark.parametrize("text", ["Sveiki, TV rodo bet be garso", "Hello, there's no sound on the TV"])
def test_a_greeting_hides_no_problem(shipped_agent: Agent, text: str) -> None:
    reply = shipped_agent.start(text=text)
    sources = [source.id for source in reply.sources]
    guided = (reply.scenario or "").startswith("tv_") or reply.kind is ReplyKind.CLARIFY
    assert guided or sources == ["tv-sound"]


def at_the_goal(agent: Agent, language: str, guide: str, *choices: str) -> str:
    begun = agent.start(language=language, scenario=guide).conversation_id
    for choice in choices:
        last = agent.reply(begun, choice=choice)
    assert last.step == "closing"
    return begun


@pytest.mark.parametrize(
    ("language", "text", "next_one"),
    [
        ("lt", "veikia! ačiū, o dar pašto neatidaro", "email_not_working"),
        ("en", "yes it works, but the tv has no picture", "tv_no_signal"),
    ],
)
def test_another_problem_beside_the_yes_comes_next(
    shipped_agent: Agent, language: str, text: str, next_one: str
) -> None:
    begun = at_the_goal(shipped_agent, language, INTERNET, "all_green", "page_opens")
    assert shipped_agent.reply(begun, text=text).status is Status.RESOLVED
    assert shipped_agent.reply(begun, choice="yes").scenario == next_one


def test_one_more_thing_beside_the_yes_is_asked_about(shipped_agent: Agent) -> None:
    begun = at_the_goal(shipped_agent, "en", INTERNET, "all_green", "page_opens")
    reply = shipped_agent.reply(begun, text="yes yes. And dear, one more thing…")
    assert reply.status is Status.RESOLVED
    assert "the other thing" in reply.text


def test_a_question_beside_the_yes_is_answered(shipped_agent: Agent) -> None:
    begun = at_the_goal(shipped_agent, "lt", "tv_no_signal", "black", "picture_came")
    reply = shipped_agent.reply(begun, text="rodo, rodo, ačiū. O tai kiek kainuoja techniko iškvietimas?")
    assert reply.status is Status.RESOLVED
    assert reply.sources


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "yes it works, but it is slow"), ("en", "yes thanks, oh and the laptop still has nothing")],
)
def test_the_same_trouble_beside_the_yes_closes_nothing(
    shipped_agent: Agent, language: str, text: str
) -> None:
    begun = at_the_goal(shipped_agent, language, INTERNET, "all_green", "page_opens")
    assert shipped_agent.reply(begun, text=text).status is Status.OPEN


@pytest.mark.parametrize(
    ("language", "text", "guide"),
    [
        ("lt", "taip, bet paštas neprisijungia", "email_not_working"),
        ("lt", "taip, bet prie pašto neprisijungiu", "email_not_working"),
        ("lt", "taip, bet laidinis neprisijungia", "phone_no_dial_tone"),
        ("en", "yes but email can't connect", "email_not_working"),
        ("en", "yes but I cannot connect to my email", "email_not_working"),
        ("en", "yes, but the landline isn't connected", "phone_no_dial_tone"),
    ],
)
def test_a_service_of_its_own_beside_the_yes_comes_next(
    shipped_agent: Agent, language: str, text: str, guide: str
) -> None:
    reply = told(shipped_agent, language, text, *PLUGGED)
    assert reply.status is Status.RESOLVED
    assert shipped_agent.get(reply.conversation_id).queue == (guide,)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "taip, bet televizorius neprisijungia"),
        ("lt", "taip, bet telefonas neprisijungia"),
        ("en", "yes but the TV can't connect"),
        ("en", "yes but my phone can't connect"),
    ],
)
def test_a_device_without_the_internet_beside_the_yes_is_no_other_service(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = told(shipped_agent, language, text, *PLUGGED)
    assert reply.status is Status.OPEN
    assert shipped_agent.get(reply.conversation_id).queue == ()
