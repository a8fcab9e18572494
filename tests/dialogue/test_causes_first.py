"""A fault that mostly comes of another one told beside it waits for it, whatever was named first."""

from __future__ import annotations

import pytest

from agent.agent import Agent

LINE = "internet_no_connection"


@pytest.mark.parametrize(
    ("language", "text", "begun", "waits"),
    [
        ("lt", "vakar griaudėjo ir nuo to laiko nei tv nei interneto", LINE, "Televizorius nerodo"),
        ("lt", "neveikia nei telefonas, nei internetas", LINE, "telefone"),
        ("en", "tv and internet are both dead", LINE, "TV shows no signal"),
        ("en", "the phone has no dial tone and there's no internet either", LINE, "dial tone"),
    ],
)
def test_the_cause_is_begun_first(
    shipped_agent: Agent, language: str, text: str, begun: str, waits: str
) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert reply.scenario == begun
    assert waits in reply.text


@pytest.mark.parametrize(
    ("language", "text", "begun"),
    [
        ("lt", "dingo ir televizija, ir internetas, pradėkime nuo televizoriaus", "tv"),
        (
            "lt",
            "televizorius nerodo ir internetas neveikia, pradėkime nuo televizoriaus, ne nuo interneto",
            "tv",
        ),
        ("lt", "televizorius nerodo ir neveikia laidinis telefonas, pradėkim nuo telefono", "phone"),
        ("en", "internet and tv are dead, start with the tv please", "tv"),
        (
            "en",
            "the tv has no signal and the internet is not working, start with the tv and then the internet",
            "tv",
        ),
        (
            "en",
            "the tv has no signal and the internet is not working, start with the tv not the internet",
            "tv",
        ),
        ("en", "the tv has no signal and the landline has no dial tone, start with the phone", "phone"),
    ],
)
def test_the_customer_may_choose(shipped_agent: Agent, language: str, text: str, begun: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert shipped_agent.scenarios[reply.scenario or ""].problem_type == begun
