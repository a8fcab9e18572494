"""How to reach the customer: noted where the agent speaks, and only the customer's own way to be called."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Owner
from tests.dialogue.talking import said

PERSON = {"lt": "noriu žmogaus", "en": "I want a person"}


@pytest.mark.parametrize(
    ("language", "gives"),
    [
        ("en", "my number is 861234567, the lights are still red"),
        ("lt", "mano numeris 861234567, lemputės vis dar raudonos"),
    ],
)
def test_a_number_given_to_the_person_is_kept_and_the_agent_stays_silent(
    agent: Agent, language: str, gives: str
) -> None:
    (promised,) = said(agent, language, PERSON[language])
    agent.take_over(promised.conversation_id)
    agent.reply(promised.conversation_id, text="hm")
    silent = agent.reply(promised.conversation_id, text=gives)
    conversation = agent.get(promised.conversation_id)
    assert conversation.owner is Owner.PERSON
    assert silent.text == ""
    assert conversation.contact.phone == "+370 612 34567"
