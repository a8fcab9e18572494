"""At "which of these?": a bare complaint names none of them; a word for one of them does."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Pending, PendingKind
from agent.understanding.bare import says_only_that_it_fails
from agent.understanding.ear import ear
from tests.dialogue.test_dialogue_odd_turns import GUIDE, put

HELP = {"lt": "padėkit", "en": "help"}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "it's not working"),
        ("en", "just not working"),
        ("en", "everything is dead"),
        ("en", "it is dead"),
        ("en", "it's all broken"),
        ("lt", "neveikia"),
        ("lt", "visai neveikia"),
        ("lt", "sugedo viskas"),
        ("lt", "nieko neveikia"),
    ],
)
def test_a_bare_complaint_begins_no_guide(shipped_agent: Agent, language: str, text: str) -> None:
    asked = shipped_agent.start(text=HELP[language], language=language)
    again = shipped_agent.reply(asked.conversation_id, text=text)
    assert again.scenario is None


def test_a_bare_complaint_twice_is_asked_again_and_then_offered_a_colleague(shipped_agent: Agent) -> None:
    asked = shipped_agent.start(text="help", language="en")
    again, offered = (shipped_agent.reply(asked.conversation_id, text="it's not working") for _ in range(2))
    assert [choice.id for choice in again.choices] == [choice.id for choice in asked.choices]
    assert [choice.id for choice in offered.choices] == ["yes", "no"]


@pytest.mark.parametrize(
    ("language", "text", "guide"),
    [
        ("en", "emails", "email_not_working"),
        ("en", "the phone is dead", "phone_no_dial_tone"),
        ("en", "internet not working", "internet_no_connection"),
        ("en", "no channels", "tv_no_signal"),
        ("lt", "paštas neveikia", "email_not_working"),
        ("lt", "laidinis neveikia", "phone_no_dial_tone"),
        ("lt", "nerodo televizorius", "tv_no_signal"),
        ("lt", "neveikia netas", "internet_no_connection"),
    ],
)
def test_a_word_for_one_of_them_begins_it(shipped_agent: Agent, language: str, text: str, guide: str) -> None:
    asked = shipped_agent.start(text=HELP[language], language=language)
    assert shipped_agent.reply(asked.conversation_id, text=text).scenario == guide


@pytest.mark.parametrize(
    ("language", "text", "bare"),
    [
        ("en", "it's not working since yesterday", True),
        ("en", "it works", False),
        ("en", "nothing", False),
        ("en", "it is slow", False),
        ("en", "the light is off", False),
        ("en", "the printer is dead", False),
        ("lt", "nieko neveikia nuo vakar", True),
        ("lt", "kažkas sugedo", True),
        ("lt", "viskas veikia", False),
        ("lt", "neveikia spausdintuvas", False),
        ("lt", "ragelyje tyla", False),
    ],
)
def test_what_says_only_that_it_fails(language: str, text: str, bare: bool) -> None:
    assert says_only_that_it_fails(text, ear(language)) is bare


def guessed(agent: Agent, language: str) -> str:
    """A conversation in which a single guide was named."""
    begun = agent.start(language=language).conversation_id
    put(agent, begun, pending=Pending(PendingKind.CLARIFY, (GUIDE,), "the thing"), asked_again=1)
    return begun


@pytest.mark.parametrize("language", ["en", "lt"])
def test_a_single_guide_is_asked_about_by_name(agent: Agent, language: str) -> None:
    title = agent.scenarios[GUIDE].title.get(language)
    reply = agent.reply(guessed(agent, language), text="hmm blah")
    assert title[1:] in reply.text
    assert [choice.id for choice in reply.choices] == [GUIDE, "none"]


@pytest.mark.parametrize(
    ("language", "text", "begins"),
    [
        ("en", "yes", True),
        ("en", "yep exactly", True),
        ("en", "no", False),
        ("en", "not really", False),
        ("lt", "taip", True),
        ("lt", "taip, būtent tai", True),
        ("lt", "ne", False),
        ("lt", "nelabai", False),
    ],
)
def test_a_yes_or_a_no_answers_it(agent: Agent, language: str, text: str, begins: bool) -> None:
    reply = agent.reply(guessed(agent, language), text=text)
    assert (reply.scenario == GUIDE) is begins
    assert begins or not reply.choices


@pytest.mark.parametrize(
    ("language", "text", "guide"),
    [
        ("en", "no, the internet is slow", "internet_slow"),
        ("en", "no I forgot my wifi password", "wifi_password"),
        ("en", "no, the tv has no picture", "tv_no_signal"),
        ("en", "no, everything is fine", None),
        ("en", "no, it isn't", None),
        ("lt", "ne, internetas lėtas", "internet_slow"),
        ("lt", "ne, televizorius nerodo", "tv_no_signal"),
        ("lt", "ne, viskas gerai", None),
    ],
)
def test_what_follows_the_no_is_served(
    shipped_agent: Agent, language: str, text: str, guide: str | None
) -> None:
    begun = shipped_agent.start(language=language).conversation_id
    pending = Pending(PendingKind.CLARIFY, ("internet_intermittent",), "no link")
    put(shipped_agent, begun, pending=pending, asked_again=1)
    assert shipped_agent.reply(begun, text=text).scenario == guide


POWER, TONE = "router_no_power", "phone_no_dial_tone"


@pytest.mark.parametrize(
    ("language", "text", "one"),
    [
        ("en", "no power", POWER),
        ("en", "no lights at all", POWER),
        ("en", "no sound at all", TONE),
        ("en", "no password", "wifi_password"),
        ("en", "no mail comes", "email_not_working"),
        ("en", "no picture", "tv_no_signal"),
        ("en", "no internet, yes", "internet_no_connection"),
        ("en", "yes, exactly, nothing works", "internet_no_connection"),
        ("lt", "taip, neveikia", "internet_no_connection"),
        ("lt", "taip, visai neveikia", "internet_no_connection"),
        ("lt", "jokių lempučių", POWER),
        ("lt", "jokio interneto", "internet_no_connection"),
        ("lt", "jokių kanalų", "tv_no_signal"),
    ],
)
def test_what_there_is_none_of_turns_nothing_down(
    shipped_agent: Agent, language: str, text: str, one: str
) -> None:
    begun = shipped_agent.start(language=language).conversation_id
    put(shipped_agent, begun, pending=Pending(PendingKind.CLARIFY, (one,), "x"), asked_again=1)
    assert shipped_agent.reply(begun, text=text).scenario == one


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "no way"),
        ("en", "no thanks"),
        ("en", "no, it is slow"),
        ("en", "no that is not it"),
        ("lt", "nelabai"),
        ("lt", "ne, čia ne tai"),
    ],
)
def test_a_no_is_still_a_no(shipped_agent: Agent, language: str, text: str) -> None:
    begun = shipped_agent.start(language=language).conversation_id
    put(shipped_agent, begun, pending=Pending(PendingKind.CLARIFY, (POWER,), "x"), asked_again=1)
    assert shipped_agent.reply(begun, text=text).scenario != POWER


@pytest.mark.parametrize(
    ("language", "text", "queue"),
    [
        ("en", "yes, and my box is stuck on the logo", ("tv_box_not_starting",)),
        ("en", "yes please", ()),
        ("en", "yes, my internet is gone", ()),
        ("lt", "taip, ir dėžutė užstrigo ties logotipu", ("tv_box_not_starting",)),
        ("lt", "taip, jis", ()),
    ],
)
def test_another_fault_behind_the_yes_comes_next(
    shipped_agent: Agent, language: str, text: str, queue: tuple[str, ...]
) -> None:
    begun = shipped_agent.start(language=language).conversation_id
    put(shipped_agent, begun, pending=Pending(PendingKind.CLARIFY, ("internet_no_connection",), "internet"))
    reply = shipped_agent.reply(begun, text=text)
    assert (reply.scenario, shipped_agent.get(begun).queue) == ("internet_no_connection", queue)


@pytest.mark.parametrize(
    ("complaint", "reply"),
    [
        (
            "netflix works but banking site doesnt open on any device",
            "no all devices, only the bank's website, everything else is ok",
        ),
    ],
)
def test_what_was_stated_speaks_against_the_one_that_is_asked_about(
    shipped_agent: Agent, complaint: str, reply: str
) -> None:
    begun = shipped_agent.start(text=complaint, language="en")
    assert shipped_agent.reply(begun.conversation_id, text=reply).scenario is None
