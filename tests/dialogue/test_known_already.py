"""What a customer says once more, never had, or means of another thing is neither an answer nor another fault."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Reply
from tests.dialogue.talking import INTERNET, pressed

MAIL, ONE = "email_not_working", "internet_intermittent"


def after(agent: Agent, language: str, guide: str, *choices: str, say: str) -> Reply:
    return agent.reply(pressed(agent, language, *choices, guide=guide), text=say)


@pytest.mark.parametrize(
    ("language", "say", "label"),
    [
        ("en", "you're not listening, i can't RECEIVE", "receiving"),
        ("en", "as I said, I can't receive anything", "receiving"),
        ("lt", "sakiau juk, negaunu laiškų", "gavimas"),
    ],
)
def test_an_answer_given_once_more_is_known(
    shipped_agent: Agent, language: str, say: str, label: str
) -> None:
    reply = after(shipped_agent, language, MAIL, "cannot_receive", say=say)
    assert reply.step == "browser_mail"
    assert label in reply.text.split("\n")[0]


@pytest.mark.parametrize(
    ("language", "first", "say"),
    [
        ("en", "my tv shows nothing", "it's not the tv, there is no internet"),
        ("lt", "nerodo televizorius", "ne, ne televizorius, o interneto nėra"),
    ],
)
def test_who_denies_the_service_leaves_its_guide(
    shipped_agent: Agent, language: str, first: str, say: str
) -> None:
    begun = shipped_agent.start(text=first, language=language)
    reply = shipped_agent.reply(begun.conversation_id, text=say)
    assert reply.scenario == INTERNET
    assert shipped_agent.get(reply.conversation_id).queue == ()


@pytest.mark.parametrize(
    ("language", "say", "among"),
    [
        ("en", "there's a red light", ("red LOS", "red Internet")),
        ("lt", "dega raudona", ("raudona LOS", "raudona ‚Internet‘")),
    ],
)
def test_of_two_red_lights_only_these_are_asked_about(
    shipped_agent: Agent, language: str, say: str, among: tuple[str, str]
) -> None:
    reply = after(shipped_agent, language, INTERNET, say=say)
    assert all(each in reply.text for each in among)
    assert reply.text.count("“" if language == "en" else "„") == len(among)
    assert len(reply.choices) > len(among)  # the other answers can still be pressed


@pytest.mark.parametrize(
    ("language", "say"),
    [
        ("en", "clean, kids off their phones as well"),
        ("en", "clean, I have put my phone down too"),
        ("lt", "švarus, vaikai telefonus padėjo"),
    ],
)
def test_a_thing_that_is_named_is_no_fault_of_its_own(shipped_agent: Agent, language: str, say: str) -> None:
    reply = after(shipped_agent, language, "tv_picture_breaking", "every_channel", say=say)
    assert shipped_agent.get(reply.conversation_id).queue == ()


@pytest.mark.parametrize(
    ("language", "say", "waits"),
    [
        ("en", "clean. my phone line crackles too", "phone_call_quality"),
        ("lt", "švarus. dar ir internetas lėtas", "internet_slow"),
    ],
)
def test_a_fault_that_is_told_still_waits(shipped_agent: Agent, language: str, say: str, waits: str) -> None:
    reply = after(shipped_agent, language, "tv_picture_breaking", "every_channel", say=say)
    assert shipped_agent.get(reply.conversation_id).queue == (waits,)


def test_what_was_cut_off_is_no_second_fault(shipped_agent: Agent) -> None:
    text = "vakar banku pervedžiau, ką man dabar be interneto sėdėti"
    begun = shipped_agent.start(text="sustabdėte paslaugas, nors sumokėjau", language="lt")
    reply = shipped_agent.reply(begun.conversation_id, text=text)
    assert reply.scenario == "account_suspended"
    assert shipped_agent.get(reply.conversation_id).queue == ()


@pytest.mark.parametrize(
    ("language", "say", "begins"),
    [
        ("en", "NO. I do not have a landline", False),
        ("en", "nothing wrong with my phone", False),
        ("en", "the landline is fine now", False),
        ("en", "that is fine", True),
        ("en", "the tv is fine but the landline is still dead", True),
        ("lt", "neturiu laidinio", False),
        ("lt", "su telefonu viskas gerai", False),
        ("lt", "gerai", True),
        ("lt", "viskas gerai, imamės", True),
    ],
)
def test_what_waits_by_mistake_is_dropped(
    shipped_agent: Agent, language: str, say: str, begins: bool
) -> None:
    both = (
        "no tv signal and my landline is dead" if language == "en" else "nėra tv signalo ir laidinis neveikia"
    )
    begun = shipped_agent.start(text=both, language=language).conversation_id
    shipped_agent.reply(
        begun, text="the tv works now" if language == "en" else "televizorius jau rodo, veikia"
    )
    if shipped_agent.get(begun).progress is not None and not shipped_agent.get(begun).progress.over:
        shipped_agent.reply(begun, text="yes" if language == "en" else "taip")
    reply = shipped_agent.reply(begun, text=say)
    assert (reply.scenario == "phone_no_dial_tone" and reply.step is not None) is begins
    assert begins or shipped_agent.get(begun).queue == ()


@pytest.mark.parametrize(
    ("guide", "choices", "says", "step"),
    [
        ("tv_no_signal", ("tv_message",), "nėra signalo", "box_lights"),
        ("phone_no_dial_tone", (), "nėra signalo", "handset_power"),
    ],
)
def test_no_signal_is_silence_only_in_a_receiver(
    shipped_agent: Agent, guide: str, choices: tuple[str, ...], says: str, step: str
) -> None:
    assert after(shipped_agent, "lt", guide, *choices, say=says).step == step
