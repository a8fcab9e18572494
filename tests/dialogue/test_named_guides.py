"""Which of these guides is meant is asked in words, too: a caller hears no buttons, and not every channel shows them."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.dialogue.ear import NONE_OF_THESE
from agent.dialogue.voice import inside


@pytest.mark.parametrize(("language", "text"), [("en", "it doesn't work"), ("lt", "neveikia")])
def test_every_guide_that_may_be_meant_is_named(shipped_agent: Agent, language: str, text: str) -> None:
    asked = shipped_agent.start(text=text, language=language)
    named = [inside(choice.label) for choice in asked.choices if choice.id != NONE_OF_THESE]
    assert (asked.kind, asked.step) == ("clarify", None)
    assert len(named) > 1
    assert [label for label in named if label not in asked.text] == []
