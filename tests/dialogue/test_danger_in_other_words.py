"""Danger in words that stood in no list: an alarm where they are clear, a question where they may be harm, neither where not."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import PendingKind
from agent.understanding import find_acts
from agent.understanding.harm import credible

COMPLAINT = {"lt": "neveikia internetas", "en": "no internet"}


def heard(agent: Agent, language: str, text: str) -> str:
    """What becomes of `text` at the question about the lights."""
    begun = agent.start(text=COMPLAINT[language], language=language).conversation_id
    agent.reply(begun, text=text)
    held = agent.get(begun)
    if held.urgent is not None:
        return "alarm"
    return "asked" if held.pending is not None and held.pending.kind is PendingKind.DANGER else ""


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "my daughter licked the cable and screamed"),
        ("en", "I can feel current when I touch the case"),
        ("en", "the plug is charred"),
        ("en", "the socket looks scorched"),
        ("en", "the power cable insulation came off, wires showing"),
        ("en", "my fingers went numb when I touched it"),
        ("en", "the plug turned black"),
        ("en", "the router is wet"),
        ("lt", "nusideginau pirštus į kištuką"),
        ("lt", "vaikas palaižė laidą ir verkia"),
        ("lt", "kištukas priskrudo prie rozetės"),
        ("lt", "jaučiu srovę kai paliečiu korpusą"),
        ("lt", "dėžutė tamsi, o kištukas apsvilęs ir juodas"),
        ("lt", "maršrutizatorius šlapias"),
        ("lt", "pajuodavęs lizdas"),
        ("lt", "jokių lempučių, adapteris burbuliuoja"),
        ("en", "no lights at all and the adapter is bubbling"),
    ],
)
def test_clear_words_are_an_alarm(shipped_agent: Agent, language: str, text: str) -> None:
    assert any(act.name == "danger" for act in find_acts(text, language))
    assert heard(shipped_agent, language, text) == "alarm"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "there's a blue flash every time I plug it"),
        ("en", "there is a brown ring around the socket"),
        ("lt", "laido izoliacija nulupta, matosi varis"),
    ],
)
def test_what_may_be_harm_is_asked_about(shipped_agent: Agent, language: str, text: str) -> None:
    assert heard(shipped_agent, language, text)


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("hair on my arm stands when near the box", True),
        ("blue flash every time", True),
        ("laido izoliacija nulupta", True),
        ("router is shut in a cabinet", False),
        ("the cord lies on the floor", False),
    ],
)
def test_what_readers_hear_is_believed_where_a_word_may_be_harm(text: str, worth: bool) -> None:
    assert credible(text) is worth


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the box is black"),
        ("en", "black screen"),
        ("en", "the plug is black"),
        ("en", "wet socks, but the router is dry"),
        ("en", "the router is not wet"),
        ("en", "the plug is not charred"),
        ("en", "cord lies on the floor, I was hoovering"),
        ("en", "can't find the remote"),
        ("en", "router is shut in a cabinet"),
        ("en", "router doesn't go out, only PON"),
        ("en", "the strip's switch was off, now it's booting"),
        ("en", "I feel the current plan is too slow"),
        ("en", "screen went black when I pulled the plug"),
        ("lt", "maršrutizatorius nešlapias"),
        ("lt", "šlapios kojinės, o routeris sausas"),
        ("lt", "dėžutė juoda"),
        ("lt", "ekranas pajuodo, kai ištraukiau laidą"),
    ],
)
def test_harmless_words_are_neither(shipped_agent: Agent, language: str, text: str) -> None:
    assert heard(shipped_agent, language, text) == ""


def test_current_that_is_not_felt_is_no_alarm(shipped_agent: Agent) -> None:
    assert heard(shipped_agent, "lt", "nejaučiu srovės") != "alarm"
