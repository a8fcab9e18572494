"""Good news and things done where nobody asked: at a question of something else, and after an answer."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import ReplyKind
from tests.dialogue.talking import told

LIGHTS, NEWS, ANSWER = "router_lights", "closing", "page_shows"


@pytest.mark.parametrize(
    ("language", "text", "then"),
    [
        ("lt", "viskas veikia ačiū", ANSWER),  # of the lights, perhaps: to ask on costs less than to close
        ("lt", "visos veikia, ačiū", ANSWER),
        ("lt", "viskas jau veikia", NEWS),
        ("lt", "o, jau veikia internetas", NEWS),
        ("lt", "viskas dega", ANSWER),
        ("lt", "jau viskas dega", ANSWER),
        ("lt", "viskas kaip įprasta, ačiū", ANSWER),
        ("en", "everything works now, thanks", NEWS),
        ("en", "everything is working", NEWS),
        ("en", "everything came back on", ANSWER),
        ("en", "yes all working thanks", ANSWER),
        ("en", "all lit as usual, thanks", ANSWER),
        ("en", "all fine now", ANSWER),
    ],
)
def test_that_everything_works_is_more_than_that_the_lights_are_as_usual(
    shipped_agent: Agent, language: str, text: str, then: str
) -> None:
    assert told(shipped_agent, language, text).step == then


@pytest.mark.parametrize(
    ("language", "asked", "followed", "kind"),
    [
        ("lt", "kaip perkrauti maršrutizatorių?", "padariau", ReplyKind.COURTESY),
        ("lt", "kaip perkrauti maršrutizatorių?", "perkroviau, veikia, ačiū", ReplyKind.COURTESY),
        ("en", "how do I restart the router?", "done, works now", ReplyKind.COURTESY),
        ("lt", "kaip perkrauti maršrutizatorių?", "perkroviau, mirksi raudonai", None),
        ("lt", "kaip perkrauti maršrutizatorių?", "padariau, niekas nepasikeitė", None),
        ("en", "how do I restart the router?", "I did, no change", None),
        ("en", "how do I restart the router?", "I already tried that", None),
        ("en", "how do I restart the router?", "I did that already but the light is still orange", None),
        ("lt", "kaip perkrauti maršrutizatorių?", "perkroviau, bet internetas vis tiek neveikia", None),
        ("lt", "kaip perkrauti maršrutizatorių?", "padariau, o kiek kainuoja naujas?", None),
    ],
)
def test_an_answer_that_was_followed_is_not_asked_about(
    shipped_agent: Agent, language: str, asked: str, followed: str, kind: ReplyKind | None
) -> None:
    begun = shipped_agent.start(language=language).conversation_id
    assert shipped_agent.reply(begun, text=asked).kind == ReplyKind.ANSWER
    assert (shipped_agent.reply(begun, text=followed).kind == ReplyKind.COURTESY) is (kind is not None)


@pytest.mark.parametrize(
    ("language", "hello", "deed"),
    [
        ("lt", "labas", "jau perkroviau maršrutizatorių"),
        ("en", "hi", "I restarted the modem already"),
    ],
)
def test_a_deed_before_any_answer_is_of_a_fault(
    shipped_agent: Agent, language: str, hello: str, deed: str
) -> None:
    begun = shipped_agent.start(language=language).conversation_id
    shipped_agent.reply(begun, text=hello)
    assert shipped_agent.reply(begun, text=deed).kind != ReplyKind.COURTESY
