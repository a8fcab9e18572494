"""A message that answers nothing that is asked, but an earlier question: that answer counts, and the walk goes on from there."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from tests.dialogue.talking import INTERNET, pressed

NO_TIME = {"lt": "neturiu laiko narstyti laidų", "en": "I can't look at the lights now"}
NO_IDEA = {
    "lt": ("nežinau", "tikrai nežinau", "nežinau"),
    "en": ("no idea", "I really don't know", "no idea"),
}


@pytest.mark.parametrize("before", [(NO_TIME,), ()])
@pytest.mark.parametrize(
    ("language", "text", "outcome"),
    [
        ("lt", "o taip, lemputės visos žalios", "all_green"),
        ("lt", "aa radau, LOS raudonai dega", "los_red"),
        ("en", "ah, the LOS light is red", "los_red"),
        ("en", "all the lights are green", "all_green"),
    ],
)
def test_a_question_left_open_is_answered_later(
    shipped_agent: Agent, language: str, text: str, outcome: str, before: tuple[dict[str, str], ...]
) -> None:
    begun = pressed(shipped_agent, language)
    for said in [each[language] for each in before] or NO_IDEA[language]:
        shipped_agent.reply(begun, text=said)
    assert shipped_agent.get(begun).progress.step_id == "page_shows"  # type: ignore[union-attr]
    shipped_agent.reply(begun, text=text)
    assert shipped_agent.get(begun).facts["router_lights"].value == outcome


@pytest.mark.parametrize(
    ("language", "text"),
    [("lt", "oi, žiūriu, LOS lemputė raudona"), ("en", "the LOS light is red")],
)
def test_another_answer_in_the_authors_words_counts(shipped_agent: Agent, language: str, text: str) -> None:
    begun = pressed(shipped_agent, language, "all_green")
    reply = shipped_agent.reply(begun, text=text)
    assert shipped_agent.get(begun).facts["router_lights"].value == "los_red"
    assert "LOS" in reply.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "tuoj ateis vaikai iš mokyklos"),
        ("lt", "kažkas mirksi"),
        ("lt", "visos lemputės žalios"),  # as it was answered
        ("en", "the children come home soon"),
        ("en", "something blinks"),
        ("en", "all the lights are green"),
    ],
)
def test_what_says_nothing_new_is_asked_about(shipped_agent: Agent, language: str, text: str) -> None:
    begun = pressed(shipped_agent, language, "all_green", "page_error")
    reply = shipped_agent.reply(begun, text=text)
    assert (reply.scenario, reply.step) == (INTERNET, "router_cables")
    assert shipped_agent.get(begun).facts["router_lights"].value == "all_green"
