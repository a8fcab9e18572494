"""Where a message goes: the fault named first, the guide whose ground is denied, what a TV box reports, the price of a thing, and
what is said after a page."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Status
from tests.dialogue.talking import after, told

INTERNET, DROPS, DEVICE, WEAK = (
    "internet_no_connection",
    "internet_intermittent",
    "internet_single_device",
    "wifi_weak",
)
SCREEN, PICTURE, POWER = "tv_no_signal", "tv_picture_breaking", "router_no_power"
BOTH = {"lt": "nėra interneto ir televizorius stringa", "en": "no internet and the tv freezes"}


# ---- which of several faults comes first


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "first the tv please"),
        ("en", "start with the tv i guess"),
        ("lt", "pirma televizorių"),
        ("lt", "geriau nuo televizoriaus"),
    ],
)
def test_the_fault_named_first_is_begun(shipped_agent: Agent, language: str, message: str) -> None:
    reply = after(shipped_agent, language, BOTH[language], message)
    assert reply.scenario == PICTURE
    (waits,) = shipped_agent.get(reply.conversation_id).suspended
    assert waits.name == INTERNET


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "first I checked the tv cable"),
        ("en", "first the internet"),
        ("en", "the tv was first to go"),
        ("en", "don't start with the tv"),
        ("lt", "ne pirma televizorių, o paštą"),
        ("lt", "pirma patikrinau televizoriaus laidą"),
        ("lt", "pirmiausia internetą"),
    ],
)
def test_what_was_done_first_changes_no_guide(shipped_agent: Agent, language: str, message: str) -> None:
    assert after(shipped_agent, language, BOTH[language], message).scenario == INTERNET


# ---- the guide's own ground is denied


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "not coming and going. no internet at all. all devices"),
        ("lt", "čia ne trūkinėjimas, interneto visai nėra, visuose įrenginiuose"),
    ],
)
def test_a_denied_ground_outranks_an_answer(shipped_agent: Agent, language: str, message: str) -> None:
    assert told(shipped_agent, language, message, guide=DROPS).scenario == INTERNET


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "all devices, and then there is no internet at all"),
        ("en", "all of them, it keeps coming and going"),
        ("lt", "visi įrenginiai, tada interneto visai nėra"),
    ],
)
def test_an_answer_that_denies_nothing_stays_one(shipped_agent: Agent, language: str, message: str) -> None:
    assert told(shipped_agent, language, message, guide=DROPS).scenario == DROPS


# ---- what a TV box reports, and the Wi-Fi alone


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "wifi works in phone but tv box says no internet"),
        ("en", "internet is fine, but the tv box says no network connection"),
        ("lt", "internetas veikia, bet priedėlis rašo, kad nėra tinklo"),
    ],
)
def test_what_the_box_reports_is_the_televisions(shipped_agent: Agent, language: str, message: str) -> None:
    assert after(shipped_agent, language, message).scenario == SCREEN


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "the tv box says no internet and my phone has no internet either"),
        ("en", "no internet is available on any device"),
        ("lt", "nei telefone, nei priedėlyje nėra interneto"),
    ],
)
def test_no_internet_anywhere_is_the_internets(shipped_agent: Agent, language: str, message: str) -> None:
    assert after(shipped_agent, language, message).scenario == INTERNET


@pytest.mark.parametrize(
    ("language", "message", "guide"),
    [
        ("en", "wifi network not showing up on any device, but pc by cable works perfect", INTERNET),
        ("en", "only my laptop's wifi fails, by cable it works", DEVICE),
        ("lt", "wifi tinklo nebemato nė vienas įrenginys, kompiuteris laidu veikia", INTERNET),
        ("lt", "tik mano nešiojamas neprisijungia prie wifi, laidu jam veikia", DEVICE),
    ],
)
def test_the_wifi_alone_is_no_matter_of_one_device(
    shipped_agent: Agent, language: str, message: str, guide: str
) -> None:
    assert after(shipped_agent, language, message).scenario == guide


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "power is on, everything else in the room works. its the internet box not tv box"),
        ("lt", "čia maršrutizatorius, ne televizijos priedėlis"),
    ],
)
def test_which_box_is_meant_is_no_second_fault(shipped_agent: Agent, language: str, message: str) -> None:
    reply = told(shipped_agent, language, message, guide=POWER)
    assert reply.scenario == POWER
    assert shipped_agent.get(reply.conversation_id).queue == ()


# ---- the price of the thing that is named


@pytest.mark.parametrize(
    ("language", "message", "page"),
    [
        ("en", "its on a shelf open. just give me a repeater or something, how much is it", "wifi-placement"),
        ("lt", "stovi atvirai ant lentynos. duokit man stiprintuvą, kiek jis kainuoja?", "wifi-placement"),
        ("en", "it's out in the open. how much is the visit", "technician-visit"),
        ("lt", "stovi atvirai. kiek kainuoja techniko iškvietimas?", "technician-visit"),
    ],
)
def test_the_price_is_of_the_thing_named(
    shipped_agent: Agent, language: str, message: str, page: str
) -> None:
    reply = told(shipped_agent, language, message, "full_near", guide=WEAK)
    assert [each.id for each in reply.sources] == [page]


# ---- good news first


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "my internet problem solved itself, thanks anyway"),
        ("en", "i've cable internet problem solved itself thanks anyway"),
        ("lt", "internetas pradejo veikt savaime, aciu nebereikia nieko"),
        ("lt", "internetas atsirado savaime, ačiū"),
    ],
)
def test_what_mended_itself_needs_no_guide(shipped_agent: Agent, language: str, message: str) -> None:
    reply = after(shipped_agent, language, message)
    assert (reply.scenario, reply.choices, reply.status) == (None, (), Status.OPEN)


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "the internet came back by itself but it is very slow, thanks"),
        ("en", "it solved itself yesterday and today the internet is gone again, thanks a lot"),
        ("lt", "internetas atsirado savaime, bet labai lėtas, ačiū"),
    ],
)
def test_news_with_trouble_behind_it_is_none(shipped_agent: Agent, language: str, message: str) -> None:
    reply = after(shipped_agent, language, message)
    assert reply.scenario or reply.choices


@pytest.mark.parametrize(
    ("language", "messages"),
    [
        (
            "en",
            (
                "only one website not opening, my bank",
                "only that one page, yes",
                "no internet is fine!! only the bank page",
            ),
        ),
        (
            "lt",
            (
                "neatsidaro tik vienas puslapis, mano banko",
                "taip, tik tas vienas",
                "ne internetas veikia gerai!! tik banko puslapis",
            ),
        ),
    ],
)
def test_one_page_that_fails_is_never_mended(
    shipped_agent: Agent, language: str, messages: tuple[str, ...]
) -> None:
    assert after(shipped_agent, language, *messages).status is Status.OPEN


# ---- after a page


@pytest.mark.parametrize(
    ("language", "messages"),
    [
        ("en", ("only one website not opening, my bank", "now the whole internet is gone")),
        ("lt", ("neatsidaro tik vienas puslapis, mano banko", "dabar jau visai nėra interneto")),
    ],
)
def test_a_new_fault_after_a_page_begins_its_guide(
    shipped_agent: Agent, language: str, messages: tuple[str, ...]
) -> None:
    assert after(shipped_agent, language, *messages).scenario == INTERNET


@pytest.mark.parametrize(
    ("language", "messages", "page"),
    [
        ("lt", ("noriu nutraukti sutartį", "o bauda bus? dar 8 mėn liko"), "contract-end"),
        ("en", ("I want to end my contract", "and is there a penalty? 8 months are left"), "contract-end"),
        ("lt", ("Sąskaitoje yra Viaplay, kurio neužsakiau",), "bills-and-payment"),
        (
            "en",
            ("im being charged for sport package which i never ordered, i want refund",),
            "bills-and-payment",
        ),
        ("en", ("when i pay with cash at Maxima when will service be back",), "late-payment-and-suspension"),
        ("lt", ("kada įjungs, jei sumokėsiu grynais Maximos kasoje",), "late-payment-and-suspension"),
    ],
)
def test_what_is_asked_has_its_page(
    shipped_agent: Agent, language: str, messages: tuple[str, ...], page: str
) -> None:
    assert [each.id for each in after(shipped_agent, language, *messages).sources] == [page]
