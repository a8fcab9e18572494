"""What a reply told beside its answer is not asked again."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from tests.dialogue.talking import talk

PAID, SILENT, LANDLINE, WEAK, MAIL, SLOW = (
    "account_suspended",
    "tv_silent",
    "phone_no_dial_tone",
    "wifi_weak",
    "email_not_working",
    "internet_slow",
)


@pytest.mark.parametrize(
    ("language", "guide", "complaint", "replies", "step"),
    [
        (
            "en",
            PAID,
            "my service is suspended",
            ("I just told you I paid yesterday. 34.90 euros from Swedbank",),
            "back_yet",
        ),
        (
            "en",
            SILENT,
            "no sound",
            ("still silent", "none of them have sound. youtube on the telly has sound though"),
            "box_sound",
        ),
        (
            "lt",
            SILENT,
            "nėra garso",
            ("vis tiek tylu", "visi be garso. o youtube groja"),
            "box_sound",
        ),
        (
            "lt",
            LANDLINE,
            "laidinis telefonas neveikia, tyla",
            ("Mano senas, su laidu, į sieną įjungtas per tokią juodą dėžutę.",),
            "closing",
        ),
    ],
)
def test_what_a_reply_told_beside_its_answer_is_not_asked(
    shipped_agent: Agent, language: str, guide: str, complaint: str, replies: tuple[str, ...], step: str
) -> None:
    reply = talk(shipped_agent, language, guide, complaint, *replies)
    assert reply.step == step
    assert "told" in [each.source for each in reply.why]


@pytest.mark.parametrize(
    ("language", "guide", "complaint", "replies", "step"),
    [
        ("en", PAID, "my service is suspended", ("I just told you I paid",), "how_paid"),
        ("en", SILENT, "no sound", ("still silent", "none of them"), "sound_output"),
        (
            "en",
            SILENT,
            "no sound",
            ("still silent", "none of them. should I try youtube?"),
            "sound_output",
        ),
        ("lt", LANDLINE, "laidinis telefonas neveikia, tyla", ("senas, su laidu",), "tel_port"),
        (
            "lt",
            LANDLINE,
            "laidinis telefonas neveikia, tyla",
            ("su laidu, kaimynui įjungta į sieną",),
            "tel_port",
        ),
    ],
)
def test_what_the_answer_itself_says_and_what_is_asked_or_somebody_elses_answers_nothing_more(
    shipped_agent: Agent, language: str, guide: str, complaint: str, replies: tuple[str, ...], step: str
) -> None:
    assert talk(shipped_agent, language, guide, complaint, *replies).step == step


@pytest.mark.parametrize(
    ("language", "guide", "replies", "step"),
    [
        (
            "lt",
            "tv_silent",
            ("vis tiek tylu", "visi be garso. kaimyno televizoriuje youtube groja"),
            "sound_output",
        ),
    ],
)
def test_what_others_do_answers_nothing(
    shipped_agent: Agent, language: str, guide: str, replies: tuple[str, ...], step: str
) -> None:
    assert talk(shipped_agent, language, guide, "", *replies).step == step
