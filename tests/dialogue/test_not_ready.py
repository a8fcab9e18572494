""" "Not ready" begins no restart, whatever words of the answer stand behind the denial: in both ways of reading."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.agent import Agent
from agent.dialogue.listening import Understanding
from agent.scenarios import load
from agent.understanding import Option, Question
from agent.understanding.encoder import Encoder, encoder
from tests.dialogue.talking import RESTART, told

GUIDE, STEP = "internet_no_connection", "restart_ready"
SHIPPED = Path(__file__).parents[2] / "scenarios"

NOT_READY = [
    ("lt", "nesu pasiruošęs"),
    ("lt", "dar nesu pasiruošusi"),
    ("lt", "dar nepasiruošęs"),
    ("en", "I am not quite ready"),
    ("en", "not really ready yet"),
    ("en", "we aren't ready"),
    ("en", "I am really not quite ready yet"),
]
READY = [
    ("lt", "esu pasiruošęs"),
    ("lt", "nesu tikras, bet pradedam"),
    ("lt", "kodėl gi ne, pradedam"),
    ("en", "I'm ready"),
    ("en", "ready, why not"),
    ("en", "why not, ready when you are"),
]


@pytest.fixture(scope="module", params=["light", "shipped"])
def reader(request: pytest.FixtureRequest) -> Understanding:
    """Without the encoder, as with `embedder none`, and as shipped."""
    beside: Encoder | None = encoder() if request.param == "shipped" else None
    return Understanding(beside)


@pytest.fixture(scope="module")
def question() -> Question:
    step = load(SHIPPED)[GUIDE].step(STEP)
    assert step is not None
    options = tuple(
        Option(each.id, dict(each.label.items()), each.examples, each.pattern, each.action)
        for each in step.outcomes
    )
    return Question(text=step.instruction.get("en"), options=options)


@pytest.mark.parametrize(("language", "text"), NOT_READY)
def test_a_denial_before_an_answers_words_is_not_that_answer(
    reader: Understanding, question: Question, language: str, text: str
) -> None:
    assert reader.read_answer(question, text, language, {}).outcome != "ready"


@pytest.mark.parametrize(("language", "text"), READY)
def test_a_denial_of_something_else_takes_nothing_away(
    reader: Understanding, question: Question, language: str, text: str
) -> None:
    assert reader.read_answer(question, text, language, {}).outcome == "ready"


@pytest.mark.parametrize(("language", "text"), NOT_READY)
def test_nothing_is_unplugged(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, *RESTART).scenario != "router_restart"
