"""The guide's own trouble is gone and another of the same service is left: the talk goes on in that one's guide."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from tests.dialogue.talking import INTERNET, PLUGGED, told

SCREEN = "tv_no_signal"
SHOWN = ("tv_message", "picture_came")  # to "does it work now?"


@pytest.mark.parametrize(
    ("language", "guide", "choices", "text", "there"),
    [
        ("lt", SCREEN, SHOWN, "oi užsidegė žalia ir vaizdas atsirado, bet garso nėra", "tv_silent"),
        ("lt", SCREEN, SHOWN, "įsijungė, vaizdas yra, garso vis tiek nėra", "tv_silent"),
        ("lt", SCREEN, SHOWN, "rodo kanalus, bet stringa", "tv_picture_breaking"),
        ("en", SCREEN, SHOWN, "the picture is back but there is no sound", "tv_silent"),
        ("en", SCREEN, SHOWN, "shows a picture, but I can't hear a thing", "tv_silent"),
        ("lt", INTERNET, PLUGGED, "veikia, bet labai lėtas", "internet_slow"),
        ("en", INTERNET, PLUGGED, "works now but keeps dropping every minute", "internet_intermittent"),
    ],
)
def test_what_is_left_has_its_guide(
    shipped_agent: Agent, language: str, guide: str, choices: tuple[str, ...], text: str, there: str
) -> None:
    assert told(shipped_agent, language, text, *choices, guide=guide).scenario == there


@pytest.mark.parametrize(
    ("language", "guide", "choices", "text"),
    [
        ("lt", SCREEN, SHOWN, "taip, rodo, ir garsas yra"),
        ("lt", SCREEN, SHOWN, "ne, nei vaizdo, nei garso"),
        ("lt", SCREEN, SHOWN, "rodo, bet ne visus kanalus"),
        ("en", SCREEN, SHOWN, "yes works, no sound problems"),
        ("en", SCREEN, SHOWN, "no picture, no sound"),
        ("en", INTERNET, PLUGGED, "no, still nothing"),
    ],
)
def test_nothing_else_leads_away(
    shipped_agent: Agent, language: str, guide: str, choices: tuple[str, ...], text: str
) -> None:
    reply = told(shipped_agent, language, text, *choices, guide=guide)
    assert reply.scenario == guide
    if "ne visus" in text:
        assert reply.status != "resolved"
