"""The fibre is no lamp, though its name begins like one ("šviesolaidis"): what was pulled out of it explains the good news."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from tests.dialogue.talking import told

CLOSING, LAMPS = "closing", "router_lights"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "šviesolaidis buvo ištrauktas, dabar viskas veikia"),
        ("lt", "buvo ištrauktas šviesolaidžio kabelis, dabar viskas veikia"),
        ("en", "the fibre was unplugged, all works now"),
    ],
)
def test_what_was_pulled_out_asks_for_the_goal(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text).step == CLOSING


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "šviesolaidis buvo ištrauktas, dabar viskas šviečia"),
        ("lt", "laidas buvo ištrauktas, dabar visos šviesos dega"),
        ("lt", "laidas buvo ištrauktas, dabar gaublyje viskas veikia"),
        ("lt", "švieselė buvo dingusi, dabar viskas veikia"),
        ("lt", "šviesolaidis buvo ištrauktas, bet neveikia"),
        ("en", "the fibre was unplugged, all lamps work now"),
        ("en", "the fibre was unplugged, still not working"),
    ],
)
def test_what_is_lit_or_fails_beside_it_does_not(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text).step != CLOSING
