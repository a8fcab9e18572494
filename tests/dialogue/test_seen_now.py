"""What was seen before and is told otherwise later is gone back to; an earlier answer is changed by its own words alone."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from tests.dialogue.talking import INTERNET, told

ON = ("dark", "lit_now", "both_lit")  # to "does it work now?"
BOX = "tv_box_not_starting"


@pytest.mark.parametrize(
    ("language", "choices", "text", "step"),
    [
        (
            "lt",
            ON,
            "palaukiau, ne, rašo be interneto, o ta raudona tebemirksi prie užrašo LOS",
            "fibre_cable",
        ),
        ("lt", ON, "neveikia, o LOS dabar mirksi raudonai", "fibre_cable"),
        ("lt", ("dark",), "užsidegė! bet kitoje prie sienos raudona lemputė mirksi", "fibre_cable"),
        ("en", ON, "no, still nothing, and now the LOS light is red", "fibre_cable"),
        ("en", ("dark",), "came on but the other one now shows red LOS", "fibre_cable"),
        (
            "en",
            ("los_red", "end_was_out"),
            "no, LOS is off now, all green, but pages don't load",
            "page_shows",
        ),
    ],
)
def test_what_is_seen_now_is_gone_back_to(
    shipped_agent: Agent, language: str, choices: tuple[str, ...], text: str, step: str
) -> None:
    reply = told(shipped_agent, language, text, *choices)
    assert (reply.scenario, reply.step) == (INTERNET, step)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "ne, vis dar neveikia"),
        ("lt", "ne, kaimynui LOS raudona"),
        ("lt", "ne, vakar LOS buvo raudona"),
        ("en", "no, still no internet"),
        ("en", "no, the LOS was red yesterday"),
        ("en", "no, my neighbour has a red LOS light"),
    ],
)
def test_what_is_not_seen_now_is_no_news(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, *ON).step == "page_shows"


@pytest.mark.parametrize(
    ("language", "choices", "text"),
    [
        (
            "en",
            ("logo_stands", "creeping", "not_working", "clip_runs"),
            "unplugged all, waited. dots again same",
        ),
        ("en", ("logo_stands", "creeping", "not_working", "clip_runs"), "just swap the box, how"),
        (
            "lt",
            ("logo_stands", "creeping", "not_working", "clip_runs"),
            "ištraukiau viską, palaukiau. vėl tas pats",
        ),
    ],
)
def test_no_earlier_answer_is_changed_by_likeness(
    shipped_agent: Agent, language: str, choices: tuple[str, ...], text: str
) -> None:
    reply = told(shipped_agent, language, text, *choices, guide=BOX)
    assert reply.step != "home_online"
    assert not any(word in reply.text for word in ("misread", "ne taip supratau", "earlier question"))


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("lt", "los raudonos neradau, power žalia, pon žalia", "restart_router_on"),
        ("lt", "nemačiau raudonos los", "restart_router_on"),
        ("en", "I couldn't find any red, power green, pon green", "restart_router_on"),
        ("en", "didn't see any red light", "restart_router_on"),
    ],
)
def test_what_was_not_found_is_not_there(shipped_agent: Agent, language: str, text: str, step: str) -> None:
    reply = told(shipped_agent, language, text, "los_red", "fibre_fine", "ready", "both_dark")
    assert reply.step == step
