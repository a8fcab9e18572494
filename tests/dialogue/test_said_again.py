"""An answer that was understood wrongly, said once more with protest, or denied in its own words, corrects what was noted."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from tests.dialogue.talking import INTERNET, LANDLINE, pressed

CORDED = ("silence", "corded")


@pytest.mark.parametrize(
    ("language", "text", "outcome"),
    [
        ("en", "I told you, both are lit", "both_lit"),
        ("lt", "ne ne, stovelis nešviečia, sakiau", "base_off"),
    ],
)
def test_said_again_with_protest(shipped_agent: Agent, language: str, text: str, outcome: str) -> None:
    begun = pressed(shipped_agent, language, *CORDED, guide=LANDLINE)
    shipped_agent.reply(begun, text=text)
    assert shipped_agent.get(begun).facts["handset_power"].value == outcome


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "CORDLESS!!! NOT CORDED. CAN YOU READ"), ("lt", "ne ne, belaidis, ne laidinis")],
)
def test_what_was_noted_is_denied_and_asked_anew(shipped_agent: Agent, language: str, text: str) -> None:
    begun = pressed(shipped_agent, language, *CORDED, guide=LANDLINE)
    shipped_agent.reply(begun, text=text)
    conversation = shipped_agent.get(begun)
    assert conversation.progress is not None
    assert conversation.progress.step_id == "handset_power"
    assert "handset_power" not in conversation.facts


@pytest.mark.parametrize(
    ("language", "text"), [("en", "still dark, I told you"), ("lt", "vis tiek nedega, sakiau gi")]
)
def test_an_answer_given_with_protest_is_an_answer(shipped_agent: Agent, language: str, text: str) -> None:
    begun = pressed(shipped_agent, language, "dark", guide=INTERNET)
    shipped_agent.reply(begun, text=text)
    assert shipped_agent.get(begun).facts["router_lights"].value == "dark"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "ne telefone, visur neveikia"),
        ("lt", "aš sakiau, kad interneto visai nėra, ne wifi problema"),
        ("lt", "neveikia ne tik kompe"),
        ("en", "it's not the wifi, the whole internet is dead"),
        ("en", "the internet is down everywhere, not just on my phone"),
        ("en", "it's not only my laptop, nothing gets online"),
        ("en", "all the internet is dead"),
        ("en", "the internet is completely dead"),
        ("lt", "visas internetas miręs"),
    ],
)
def test_the_complaint_told_again_says_nothing_of_the_lights(
    shipped_agent: Agent, language: str, text: str
) -> None:
    complaint = {"lt": "neveikia internetas", "en": "no internet"}[language]
    begun = shipped_agent.start(text=complaint, language=language, scenario=INTERNET).conversation_id
    reply = shipped_agent.reply(begun, text=text)
    assert reply.step == "router_lights"
    assert {"lt": "tai jau žinau", "en": "I have that"}[language] in reply.text


@pytest.mark.parametrize(
    ("language", "text", "outcome"),
    [
        ("lt", "internetas nedega", "internet_red"),
        ("lt", "interneto nėra ir nieko nedega", "dark"),
        ("en", "the router is dead", "dark"),
        ("en", "internet's dead and so is the box", "dark"),
        ("en", "nothing is lit and there's no internet", "dark"),
        ("en", "the internet one isn't on", "internet_red"),
    ],
)
def test_what_is_told_of_the_lights_beside_it_is_an_answer(
    shipped_agent: Agent, language: str, text: str, outcome: str
) -> None:
    begun = pressed(shipped_agent, language, guide=INTERNET)
    shipped_agent.reply(begun, text=text)
    assert shipped_agent.get(begun).facts["router_lights"].value == outcome
