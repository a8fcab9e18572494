"""Every button that is shown is taken: what words are held against, too."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Reply
from tests.dialogue.talking import INTERNET, pressed


def not_taken(agent: Agent, guide: str, path: tuple[str, ...], asked: Reply) -> list[tuple[str, ...]]:
    """The paths behind `path` whose last button was no answer to what was asked there."""
    refused = []
    for choice in asked.choices:
        reply = agent.reply(pressed(agent, "lt", *path, guide=guide), choice=choice.id)
        if any(each.source == "button" and "no answer" in each.says for each in reply.why):
            refused.append((*path, choice.id))
    return refused


def test_every_button_of_the_first_two_questions_is_taken(shipped_agent: Agent) -> None:
    tried = 0
    for guide in shipped_agent.scenarios:
        first = shipped_agent.start(language="lt", scenario=guide)
        assert not_taken(shipped_agent, guide, (), first) == []
        for choice in first.choices:
            asked = shipped_agent.reply(pressed(shipped_agent, "lt", guide=guide), choice=choice.id)
            assert not_taken(shipped_agent, guide, (choice.id,), asked) == []
            tried += len(asked.choices)
    assert tried > 200


@pytest.mark.parametrize("language", ["lt", "en"])
def test_works_by_cable_is_a_button_at_the_lights(shipped_agent: Agent, language: str) -> None:
    asked = shipped_agent.start(language=language, scenario=INTERNET)
    assert "wire_works" in [choice.id for choice in asked.choices]
    pressed_it = shipped_agent.reply(asked.conversation_id, choice="wire_works")
    assert pressed_it.step != asked.step
