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


ADAPTER = Question(
    "Apžiūrėkite adapterį. Kaip jis atrodo? Look at the adapter. What is it like?",
    (
        Option("sound", {"lt": "Sveikas", "en": "Sound"}),
        Option("damaged", {"lt": "Pažeistas", "en": "Damaged"}),
        Option("got_wet", {"lt": "Sušlapęs", "en": "It got wet"}),
    ),
    kind="step",
)
SCREEN = Question(
    "What does the screen show? Ką rodo ekranas?",
    (
        Option("frozen", {"lt": "Sustingęs vaizdas", "en": "Frozen picture"}),
        Option("black", {"lt": "Juodas ekranas", "en": "Black screen"}),
    ),
    kind="step",
)


@pytest.mark.parametrize(
    ("language", "reply"),
    [
        ("lt", "atsirado internetas"),
        ("lt", "palaukit, jau atsirado internetas"),
        ("en", "the internet is back!"),
    ],
)
def test_news_of_the_service_says_nothing_of_an_adapter(language: str, reply: str) -> None:
    assert read_answer(ADAPTER, reply, language).act == "solved"


@pytest.mark.parametrize(
    ("language", "reply"), [("lt", "vaizdas atsirado sustingęs"), ("en", "picture is back frozen")]
)
def test_news_with_a_bad_word_beside_it_is_no_news(language: str, reply: str) -> None:
    assert (
        read_answer(SCREEN, reply, language).act != "solved" or read_answer(SCREEN, reply, language).outcome
    )


SITE = Question(
    "Try a news site on your home Wi-Fi. What comes up? Kas pasirodo?",
    (
        Option("error", {"lt": "Klaidos pranešimas", "en": "An error"}),
        Option("page_opens", {"lt": "Puslapis atsidaro", "en": "The page opens"}),
    ),
    kind="step",
)


@pytest.mark.parametrize(
    ("language", "reply"),
    [("lt", "ačiū"), ("lt", "Labai ačiū!"), ("en", "thanks"), ("en", "thank you very much")],
)
def test_mere_thanks_answer_nothing(language: str, reply: str, beside: Encoder | None) -> None:
    reading = read_answer(SITE, reply, language, encoder=beside)
    assert (reading.outcome, reading.act) == (None, "digression")


@pytest.mark.parametrize(("language", "reply"), [("lt", "ačiū, atsidaro"), ("en", "thanks, it opens")])
def test_what_is_said_beside_thanks_is_heard(language: str, reply: str, beside: Encoder | None) -> None:
    assert read_answer(SITE, reply, language, encoder=beside).outcome == "page_opens"


READY = Question(
    "May we begin? Ar galime pradėti?",
    (
        Option("ready", {"lt": "Pasiruošęs", "en": "Ready"}),
        Option("not_now", {"lt": "Dabar netinka", "en": "Not right now"}),
        Option("nobody", {"lt": "Nieko nėra namuose", "en": "Nobody is at home"}),
    ),
    kind="step",
)


@pytest.mark.parametrize("reply", ["NOT ready", "not ready yet", "I'm not ready yet"])
def test_an_answer_with_not_before_it_is_not_that_answer(reply: str, beside: Encoder | None) -> None:
    assert read_answer(READY, reply, "en", encoder=beside).outcome in (None, "not_now")


def test_an_answer_that_is_itself_denied_stays_one(beside: Encoder | None) -> None:
    assert read_answer(READY, "not right now", "en", encoder=beside).outcome == "not_now"
