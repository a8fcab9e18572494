"""What was told is not asked: lamps, hours, channels, payments of a first message, and what came of a deed."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from tests.dialogue.talking import talk, told

INTERNET, SLOW, SCREEN, PAID, MAIL, DEVICE = (
    "internet_no_connection",
    "internet_slow",
    "tv_no_signal",
    "account_suspended",
    "email_not_working",
    "internet_single_device",
)
TO_THE_RESTART = ("wifi", "own_network", "joined")


@pytest.mark.parametrize(
    ("language", "guide", "complaint", "step"),
    [
        ("lt", INTERNET, "nuo vakar nera interneto, dega raudona lempute LOS", "fibre_cable"),
        ("en", INTERNET, "our broadband died, a red light marked LOS is on", "fibre_cable"),
        ("lt", INTERNET, "neto nėra, ant routerio interneto lemputė raudona, modulis žalias", "router_cables"),
        ("en", INTERNET, "no internet, the router shows internet red and the module is all green", "router_cables"),
        ("lt", INTERNET, "viskas dega žaliai, perkroviau ir modulį, ir routerį, interneto nėra", "page_shows"),
        ("en", INTERNET, "all green, rebooted the router and the ONT, no internet", "page_shows"),
        ("en", SLOW, "each evening it crawls, mornings are fine", "background_load"),
        ("lt", SCREEN, "vienas kanalas dingo, visi kiti rodo", "channels_scope"),
        ("en", SCREEN, "the sports channel is missing from my list since Monday", "channels_scope"),
        ("en", PAID, "you cut us off for not paying, I paid last night", "how_paid"),
        ("lt", MAIL, "kažkas siunčia šlamštą iš mano pašto", "new_password"),
        ("en", MAIL, "somebody is sending spam from my mailbox", "new_password"),
    ],
)  # fmt: skip
def test_a_first_message_answers_the_first_question(
    shipped_agent: Agent, language: str, guide: str, complaint: str, step: str
) -> None:
    assert shipped_agent.start(text=complaint, language=language, scenario=guide).step == step


@pytest.mark.parametrize(
    ("language", "guide", "complaint", "step"),
    [
        ("lt", INTERNET, "vakar degė raudona lemputė LOS, dabar tik nėra interneto", "router_lights"),
        ("lt", INTERNET, "kaimynui interneto lemputė raudona, o man nėra interneto", "router_lights"),
        ("en", INTERNET, "the technician said it has internet red and the ont is all green, no internet", "router_lights"),
        ("en", INTERNET, "was the internet light red and the module all green? no internet here", "router_lights"),
        ("en", INTERNET, "it was all green, I restarted the router and now one is red, no internet", "router_lights"),
        ("lt", SLOW, "lėta ir vakarais ir dieną", "slow_what"),
        ("en", SLOW, "slow in the evenings and during the day alike", "slow_what"),
        ("en", SCREEN, "my neighbour says one channel is missing, I have nothing", "screen_message"),
    ],
)  # fmt: skip
def test_what_only_resembles_an_answer_is_asked(
    shipped_agent: Agent, language: str, guide: str, complaint: str, step: str
) -> None:
    assert shipped_agent.start(text=complaint, language=language, scenario=guide).step == step


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("lt", "rašo apmokėti sąskaitą, bet gi vakar per banką sumokėjau", "back_yet"),
        ("lt", "rašo apmokėti sąskaitą", "suspension_sign"),
        ("lt", "rašo apmokėti sąskaitą, bet kaimynas vakar sumokėjo", "suspension_sign"),
    ],
)
def test_a_payment_told_beside_the_page_is_not_asked(
    shipped_agent: Agent, language: str, text: str, step: str
) -> None:
    assert told(shipped_agent, language, text, "all_green", guide=INTERNET).step == step


@pytest.mark.parametrize(
    ("language", "text", "asks"),
    [
        ("lt", "perkroviau, tas pats", False),
        ("lt", "perkroviau", True),
        ("en", "restarted it, still the same", False),
        ("en", "restarted it, it is on again", True),
    ],
)
def test_what_came_of_a_deed_is_not_asked(shipped_agent: Agent, language: str, text: str, asks: bool) -> None:
    reply = told(shipped_agent, language, text, *TO_THE_RESTART, guide=DEVICE)
    assert (reply.step == "closing") == asks


@pytest.mark.parametrize(
    ("language", "text"), [("lt", "abi dega raudonai, abi raudonos"), ("en", "both are red")]
)
def test_two_red_boxes_are_the_line(shipped_agent: Agent, language: str, text: str) -> None:
    complaint = {"lt": "nėra interneto", "en": "no internet"}[language]
    assert talk(shipped_agent, language, INTERNET, complaint, text).step == "fibre_cable"
