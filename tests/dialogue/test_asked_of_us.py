"""Questions that a page answers, and complaints that a guide takes, in a customer's own words. Read it aloud."""

from __future__ import annotations

import pytest

from agent.agent import Agent

PAGES = [
    ("lt", "ar yra avarija Žirmūnuose?", "outages-and-compensation"),
    ("lt", "internetas ir televizija dingo vienu metu, gal avarija?", "outages-and-compensation"),
    ("en", "has something happened to your network in our street?", "outages-and-compensation"),
    ("lt", "labas, kraustausi i kita buta kovo menesi, kaip perkelti interneta", "moving-home"),
    ("lt", "kiek laiko trunka perkėlimas į naują butą", "moving-home"),
    ("en", "how long does it take to move the internet to my new house", "moving-home"),
    ("lt", "kiek kainuotu greitesnis planas", "plans-and-changes"),
    ("en", "how much is your 1 gig package?", "plans-and-changes"),
    ("en", "do i need a new router if i take the 1 gig plan?", "plans-and-changes"),
    ("lt", "noriu nutraukti sutarti", "contract-end"),
    ("en", "Hello I'd like to cancel my contract", "contract-end"),
    ("lt", "savitarna nepriima slaptažodžio", "contact-and-hours"),
    ("en", "I can't log in to my account on your website", "contact-and-hours"),
    ("lt", "kada jūs dirbate savaitgalį?", "contact-and-hours"),
    ("lt", "pakeiciau pultelio baterijas, vis tiek nieko", "remote-control"),
    ("en", "is it safe to use my phone's hotspot", "mobile-data"),
    ("lt", "kiek kainuoja antras tv priedėlis", "tv-channels"),
    ("en", "how much is a second tv box?", "tv-channels"),
]
NO_PAGE = [
    ("lt", "avarija kelyje, stovi visas eismas"),
    ("lt", "pamiršau instagramo slaptažodį"),
    ("en", "how do I cancel my gym membership"),
    ("en", "how much is a gig ticket tonight?"),
]
GUIDES = [
    ("lt", "televizorius nutilo, nors vaizdas yra", "tv_silent"),
    ("lt", "teliko garso nebera. vaizdas yra", "tv_silent"),
    ("en", "the telly has gone silent but the picture is fine", "tv_silent"),
    ("en", "we've lost the sound on the telly", "tv_silent"),
    (
        "en",
        "my phone says connected but there's no internet and it's the same on the tablet",
        "internet_no_connection",
    ),
    ("lt", "namų telefonas tyli, interneto irgi nėra", "internet_no_connection"),
    ("en", "my phone has no internet, my husband's is fine", "internet_single_device"),
    ("lt", "garsas per televizorių trūkinėja", "tv_picture_breaking"),
]


@pytest.mark.parametrize(("language", "text", "page"), PAGES)
def test_a_page_answers(shipped_agent: Agent, language: str, text: str, page: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert [source.id.rpartition("/")[2] for source in reply.sources] == [page]


@pytest.mark.parametrize(("language", "text"), NO_PAGE)
def test_what_is_none_of_ours_finds_no_page(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert (reply.sources, reply.scenario) == ((), None)


@pytest.mark.parametrize(("language", "text", "guide"), GUIDES)
def test_a_guide_takes_it(shipped_agent: Agent, language: str, text: str, guide: str) -> None:
    assert shipped_agent.start(text=text, language=language).scenario == guide


@pytest.mark.parametrize(
    ("language", "choices", "text", "expected"),
    [
        ("en", ("silence", "corded"), "in tel, but I said the router is dead", "router_no_power"),
        ("lt", ("silence", "corded"), "įkištas į tel, bet sakiau, kad routeris nedega", "router_no_power"),
        ("en", ("silence", "corded"), "in tel, firmly", "phone_no_dial_tone"),
    ],
)
def test_a_dark_router_behind_a_silent_phone_has_a_guide(
    shipped_agent: Agent, language: str, choices: tuple[str, ...], text: str, expected: str
) -> None:
    talk = shipped_agent.start(language=language, scenario="phone_no_dial_tone").conversation_id
    for choice in choices:
        shipped_agent.reply(talk, choice=choice)
    assert shipped_agent.reply(talk, text=text).scenario == expected


def test_cracked_it_is_no_crack(shipped_agent: Agent) -> None:
    for text, step in (("yup that's cracked it", "closing"), ("the lead is cracked", None)):
        talk = shipped_agent.start(language="en", scenario="tv_picture_breaking").conversation_id
        for choice in ("every_channel", "menu_breaks"):
            shipped_agent.reply(talk, choice=choice)
        assert shipped_agent.reply(talk, text=text).step == step
