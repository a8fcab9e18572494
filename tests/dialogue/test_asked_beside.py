"""A question beside an answer, beside thanks, in a message that was not understood, or two in one sentence."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Reply
from tests.dialogue.talking import VISIT, pressed, told


def pages(reply: Reply) -> list[str]:
    return [source.id for source in reply.sources]


@pytest.mark.parametrize(
    ("language", "text", "guide", "before", "page", "step"),
    [
        (
            "lt",
            "prisijungta prie mūsų, tik interneto nėra. kas tas lėktuvo režimas?",
            "internet_single_device",
            ("wifi",),
            "more-technical-words",
            "forget_network",
        ),
        (
            "lt",
            "lipduko tiko! ačiū. o kas tas WPA",
            "wifi_password",
            ("unknown_password",),
            "more-technical-words",
            "closing",
        ),
        (
            "en",
            "the sticker fits, thanks. and what is WPA?",
            "wifi_password",
            ("unknown_password",),
            "more-technical-words",
            "closing",
        ),
    ],
)
def test_the_answer_counts_and_the_question_is_served(
    shipped_agent: Agent, language: str, text: str, guide: str, before: tuple[str, ...], page: str, step: str
) -> None:
    reply = told(shipped_agent, language, text, *before, guide=guide)
    assert pages(reply) == [page]
    assert reply.step == step


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "nesiunčia niekas. kiek užtruks tikrint? po valandos turiu išeit"),
        ("en", "nothing is downloading. how long will this take? I have to leave in an hour"),
    ],
)
def test_how_long_is_told_and_the_answer_counts(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text, "all_devices", guide="internet_slow")
    assert {"lt": "poros minučių", "en": "couple of minutes"}[language] in reply.text
    assert reply.step == "vpn"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "nearly all of them. but what about the mesh"),
        ("en", "as I said, fine upstairs. Would one of those booster thingies help? how much are they?"),
        ("lt", "kaip sakiau, viršuj gerai. o stiprintuvas padėtų? kiek jis kainuoja?"),
    ],
)
def test_what_was_not_understood_is_answered_where_it_asks(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = told(shipped_agent, language, text, "full_near", "already_open", guide="wifi_weak")
    assert set(pages(reply)) == {"wifi-placement"}
    assert reply.step == "antennas"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "yes its fine. I'm just curious what that pcm means"),
        ("lt", "taip, viskas gerai. įdomu, ką reiškia tas PCM"),
    ],
)
def test_curiosity_after_it_works_is_answered(shipped_agent: Agent, language: str, text: str) -> None:
    before = ("mute_still", "all_silent", "no_such_menu", "pcm_helped")
    reply = told(shipped_agent, language, text, *before, guide="tv_silent")
    assert reply.kind == "resolved"
    assert pages(reply) == ["more-technical-words"]


@pytest.mark.parametrize(
    ("language", "text", "page"),
    [
        ("en", "how long will it take, I work from home", "after-you-report"),
        ("lt", "kiek laiko užtruks, aš dirbu iš namų", "after-you-report"),
        ("en", "You told me the price, I asked when will he come", "technician-visit"),
    ],
)
def test_at_the_visit_the_time_is_told_when_the_time_is_asked(
    shipped_agent: Agent, language: str, text: str, page: str
) -> None:
    reply = told(shipped_agent, language, text, *VISIT)
    assert pages(reply) == [page]
    assert reply.ticket is None


@pytest.mark.parametrize(
    ("language", "thanks", "page"),
    [
        ("lt", "ačiū. o kaip pervadint tinklą?", "wifi-password"),
        ("en", "thanks. and how do I rename the network?", "wifi-password"),
    ],
)
def test_thanks_with_a_question_get_its_answer(
    shipped_agent: Agent, language: str, thanks: str, page: str
) -> None:
    begun = pressed(shipped_agent, language, "unknown_password", "label_fits", "works", guide="wifi_password")
    assert pages(shipped_agent.reply(begun, text=thanks)) == [page]


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("en", "how do I end the contract and what do I owe", ["contract-end", "bills-and-payment"]),
        ("lt", "kaip nutraukti sutartį ir kiek liksiu skolingas", ["contract-end", "contract-end"]),
        (
            "en",
            "when does my contract end? and can i get my invoices by email",
            ["contract-end", "bills-and-payment"],
        ),
    ],
)
def test_two_wishes_in_one_sentence_are_both_answered(
    shipped_agent: Agent, language: str, text: str, found: list[str]
) -> None:
    assert pages(shipped_agent.start(text=text, language=language)) == found


def test_what_is_no_question_is_not_told_that_it_has_no_answer(shipped_agent: Agent) -> None:
    reply = told(shipped_agent, "lt", "Kaip palikime? Aš išjungiau jau", guide="router_restart")
    assert "atsak" not in reply.text.lower()
