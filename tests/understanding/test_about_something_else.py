"""Replies about something else than was asked: words of an option in them choose nothing."""

from __future__ import annotations

import pytest

from agent.scenarios.patterns import Pattern
from agent.understanding import Option, Question, read_answer
from agent.understanding.encoder import Encoder

BOX = Question(
    "Pažiūrėkite į priekinę dėžutės lemputę. Kaip ji šviečia?",
    (
        Option("green", {"lt": "Šviečia žaliai", "en": "Steady green"}),
        Option("red", {"lt": "Šviečia raudonai", "en": "Steady red"}),
        Option("off", {"lt": "Nedega", "en": "Off"}),
    ),
)
SINCE = Question(
    "Since when has the internet been down?",
    (
        Option("today", {"lt": "Nuo šiandien", "en": "Since today"}),
        Option("yesterday", {"lt": "Nuo vakar", "en": "Since yesterday"}),
        Option("longer", {"lt": "Seniau", "en": "Longer"}),
    ),
)
OFFER = Question(
    "A mesh set costs 99 euros. Shall we order one?",
    (
        Option("order", {"en": "Yes, order it"}),
        Option("leave_it", {"en": "Leave it as it is"}, pattern=Pattern("leave it|as it is")),
    ),
)


@pytest.mark.parametrize(
    ("question", "language", "reply"),
    [
        (BOX, "lt", "pas kaimyną dega žaliai, jam viskas gerai"),
        (BOX, "en", "my neighbour's one is green and his internet is fine"),
        (BOX, "en", "red or green, I never remember which one is the bad one"),
        (BOX, "lt", "ištraukiau iš lizdo, palaukiau ir vėl įjungiau"),
        (SINCE, "en", "yesterday I rang you lot and sat on hold for forty minutes"),
    ],
)
def test_nothing_is_chosen(question: Question, language: str, reply: str, beside: Encoder | None) -> None:
    assert read_answer(question, reply, language, encoder=beside).outcome is None


@pytest.mark.parametrize(
    ("question", "language", "reply", "meant"),
    [
        (BOX, "lt", "žalia", "green"),
        (BOX, "en", "it's red", "red"),
        (BOX, "lt", "nedega nė viena", "off"),
        (SINCE, "en", "started yesterday", "yesterday"),
    ],
)
def test_an_answer_still_is_one(
    question: Question, language: str, reply: str, meant: str, beside: Encoder | None
) -> None:
    assert read_answer(question, reply, language, encoder=beside).outcome == meant


def test_what_the_author_listed_is_meant_though_it_sounds_like_giving_up() -> None:
    reading = read_answer(OFFER, "Never mind, leave it", "en")
    assert (reading.kind, reading.outcome) == ("outcome", "leave_it")


def test_giving_up_in_other_words_is_still_giving_up() -> None:
    assert read_answer(OFFER, "stop, cancel this conversation", "en").act == "stop"
