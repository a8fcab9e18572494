"""What a deed led to, told with it; a yes with more behind it; good news in other words; who will think it over."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import ReplyKind, Status
from tests.dialogue.talking import COLLEAGUE, INTERNET, PLUGGED, VISIT, told

DEVICE, TV, PASSWORD = "internet_single_device", "tv_no_signal", "wifi_password"
FORGET, NO_REMOTE, NEW = ("wifi", "own_network"), ("tv_message", "no_remote"), ("want_new",)


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("lt", "pamiršau ir vėl prisijungiau, tas pats", "device_restart"),
        ("lt", "pamirsau, is naujo prisijungiau, vis tiek nieko", "device_restart"),
        ("en", "forgot it and joined again, still nothing", "device_restart"),
        ("en", "forgot it, joined again, no change at all", "device_restart"),
        ("lt", "pamiršau ir vėl prisijungiau", "closing"),
        ("en", "forgot it, joined again with the same password", "closing"),
    ],
)
def test_a_result_told_with_the_deed_is_not_asked_for(
    shipped_agent: Agent, language: str, text: str, step: str
) -> None:
    assert told(shipped_agent, language, text, *FORGET, guide=DEVICE).step == step


@pytest.mark.parametrize(
    ("language", "choices", "text"),
    [
        ("lt", (), "abi raudonos"),
        ("lt", (), "visur raudona, ant abiejų"),
        ("lt", (), "abi dega raudonai"),
        ("en", (), "both are red"),
        ("en", (), "red on both boxes"),
        ("en", ("all_green",), "no, the LOS is red. it's the small box"),
        ("lt", ("all_green",), "ne, LOS raudona, mažoji dėžutė kalta"),
    ],
)
def test_red_on_the_module_outranks(
    shipped_agent: Agent, language: str, choices: tuple[str, ...], text: str
) -> None:
    assert told(shipped_agent, language, text, *choices, guide=INTERNET).step == "fibre_cable"


@pytest.mark.parametrize(
    ("language", "text", "status"),
    [
        ("lt", "taip, registruokit, bet ir televizorius nerodo", Status.ESCALATED),
        ("lt", "taip registruokit, bet ar reikės mokėti?", Status.ESCALATED),
        ("en", "yes, book it, but the TV is dead too", Status.ESCALATED),
        ("en", "yes book it, but will I have to pay?", Status.ESCALATED),
        ("lt", "taip, bet tik jei nemokamai", Status.OPEN),
        ("lt", "taip, bet kiek tai kainuos?", Status.OPEN),
        ("en", "yes, but only if it's free", Status.OPEN),
        ("en", "yes, but how much is it?", Status.OPEN),
        ("en", "yes, if the owner allows it, the TV is dead as well", Status.OPEN),
        ("lt", "taip, jei žmona sutiks, televizorius irgi nerodo", Status.OPEN),
        ("lt", "taip, bet tik jei atvyks šiandien", Status.OPEN),
        ("en", "yes if the landlord lets him in", Status.OPEN),
        ("en", "if he comes today, yes", Status.OPEN),
        ("lt", "taip, jei galima penktadienį", Status.ESCALATED),
        ("en", "yes, if possible on Friday", Status.ESCALATED),
    ],
)
def test_a_yes_counts_with_more_behind_it(
    shipped_agent: Agent, language: str, text: str, status: Status
) -> None:
    assert told(shipped_agent, language, text, *VISIT).status is status


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "taip, bet ne šiandien, geriau penktadienį"),
        ("en", "yes please, but not today, Friday maybe"),
    ],
)
def test_a_yes_to_a_colleague_with_a_time_is_a_yes(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, *COLLEAGUE).status is Status.WITH_PERSON


@pytest.mark.parametrize(
    ("language", "text", "status"),
    [
        ("en", "let me think, yes please", Status.WITH_PERSON),
        ("en", "I'll think it over while you pass it on, go ahead", Status.WITH_PERSON),
        ("lt", "pasitarsim namie, bet prašau perduoti kolegai", Status.WITH_PERSON),
        ("en", "yes, if my husband agrees", Status.OPEN),
        ("lt", "taip, jei vyras sutiks", Status.OPEN),
    ],
)
def test_a_colleague_is_asked_by_a_yes_alone(
    shipped_agent: Agent, language: str, text: str, status: Status
) -> None:
    assert told(shipped_agent, language, text, *COLLEAGUE).status is status


@pytest.mark.parametrize(
    ("language", "first", "then", "alone"),
    [
        ("lt", "kiek kainuoja gigabitinis planas", "pasitarsim su žmona", True),
        ("en", "how much is the gigabit plan", "I'll think about it and talk to my wife", True),
        ("lt", "kiek kainuoja gigabitinis planas", "pasitarsim su žmona, o dabar lemputė raudona", False),
        ("en", "how much is the gigabit plan", "I'll think about it, the light is red now", False),
    ],
)
def test_only_mere_thinking_is_met_with_a_courtesy(
    shipped_agent: Agent, language: str, first: str, then: str, alone: bool
) -> None:
    begun = shipped_agent.start(text=first, language=language).conversation_id
    assert (shipped_agent.reply(begun, text=then).kind is ReplyKind.COURTESY) is alone


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "tada ne, pati paskambinsiu"),
        ("en", "no then, I'll ring them myself"),
        ("lt", "gerai, pagalvosiu"),
        ("en", "ok, I'll think about it"),
    ],
)
def test_who_will_not_have_a_colleague_is_not_asked_again(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = told(shipped_agent, language, text, *COLLEAGUE)
    assert (reply.status, reply.ticket) == (Status.OPEN, None)
    assert not reply.choices


@pytest.mark.parametrize(
    ("language", "text", "status"),
    [
        ("lt", "spaudžiau spaudžiau ir atsirado žinios", Status.RESOLVED),
        ("lt", "va jau žinios rodo! matyt anūkas buvo perjungęs", Status.RESOLVED),
        ("en", "pressed it twice and the news came on! my son probably switched it", Status.RESOLVED),
        ("en", "the news came on over youtube", Status.OPEN),
        ("lt", "žinios rodo per youtube", Status.OPEN),
        ("lt", "gal anūkui rodo", Status.OPEN),
        ("en", "maybe my son can get the news on", Status.OPEN),
        ("lt", "rodo. bet gal vėl dings", Status.OPEN),
    ],
)
def test_the_picture_is_there(shipped_agent: Agent, language: str, text: str, status: Status) -> None:
    assert told(shipped_agent, language, text, *NO_REMOTE, guide=TV).status is status


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("lt", "taip, priėmė, bet dabar telefonas nebeprisijungia", "typing"),
        ("en", "yes it took it, but now my phone won't connect", "typing"),
        ("en", "yes, saved", "closing"),
    ],
)
def test_what_the_device_does_is_another_matter(
    shipped_agent: Agent, language: str, text: str, step: str
) -> None:
    assert told(shipped_agent, language, text, *NEW, guide=PASSWORD).step == step


def test_hearsay_of_a_technician_ends_nothing(shipped_agent: Agent) -> None:
    assert told(shipped_agent, "lt", "meistras sako, kad jau veikia", *PLUGGED).status is Status.OPEN
    assert told(shipped_agent, "en", "the engineer says it works now", *PLUGGED).status is Status.OPEN
