"""A whole building without it, told in a first message, against a question, or once more; and what is no wish to wait."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import ReplyKind
from tests.dialogue.talking import PLUGGED, after, told

CUT = {
    "lt": "prie namo ekskavatorius nutraukė kabelį, nėra interneto",
    "en": "someone with a digger cut the cable in the street, no internet",
}
YES = {"lt": "taip", "en": "yes"}


@pytest.mark.parametrize(
    ("language", "messages"),
    [
        ("lt", ["Visame name nėra nei interneto, nei telikų, kaimynai irgi be nieko sėdi"]),
        ("en", ["no internet and no tv, the neighbours have none either"]),
        (
            "lt",
            ["neveikia internetas", "Prie ko čia mano lemputės, visas namas be ryšio, gal pas jus avarija"],
        ),
        ("en", ["no internet", "why do you need my lights, the whole building is without it"]),
    ],
)
def test_what_all_are_without_is_offered_to_be_reported(
    shipped_agent: Agent, language: str, messages: list[str]
) -> None:
    reply = after(shipped_agent, language, *messages)
    assert (reply.kind, [each.id for each in reply.choices]) == (ReplyKind.ANSWER, ["yes", "no"])
    assert reply.sources


@pytest.mark.parametrize(
    ("language", "messages"),
    [
        ("lt", ["visas namas be interneto"]),
        ("lt", ["neveikia internetas", "kam jums mano lemputės"]),
        ("en", ["no internet and no tv, the neighbours are fine"]),
    ],
)
def test_one_home_is_tested(shipped_agent: Agent, language: str, messages: list[str]) -> None:
    assert after(shipped_agent, language, *messages).step == "router_lights"


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("lt", "Visa gatvė sėdi be ryšio, žmonės pyksta. Ar jau kas nors dirba?", None),
        ("en", "The whole street is offline, people are angry. Is anyone working on it?", None),
        ("lt", "o mano televizorius be signalo", "screen_message"),
    ],
)
def test_a_reported_outage_is_not_led_through_a_guide(
    shipped_agent: Agent, language: str, text: str, step: str | None
) -> None:
    assert after(shipped_agent, language, CUT[language], YES[language], text).step == step


@pytest.mark.parametrize(
    ("language", "text", "waits"),
    [
        ("en", "It's blue, and in the corner for a moment it says HDMI 2, I think", False),
        ("en", "No, I can't wait, she's 80", False),
        ("lt", "Oi ne, palaukit, vėl ta oranžinė užsidegė ir dingo netas", False),
        ("en", "oh no, hang on, the light went red again and the internet is gone", False),
        ("lt", "negaliu laukti iki rytojaus", False),
        ("en", "hang on a moment", True),
        ("en", "wait for a moment, let me check", True),
        ("lt", "palaukit minutėlę", True),
        ("lt", "oi, palaukit, tuoj pažiūrėsiu", True),
    ],
)
def test_what_is_told_beside_it_is_no_wish_to_wait(
    shipped_agent: Agent, language: str, text: str, waits: bool
) -> None:
    reply = told(shipped_agent, language, text, *PLUGGED)
    assert (reply.kind is ReplyKind.WAIT) is waits
