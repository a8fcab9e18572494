"""What must not change a reading: lost diacritics, capitals, politeness, fillers, trailing dots. And numbers."""

from __future__ import annotations

import math

import pytest

from agent.language import fold, tokens
from agent.understanding import Option, Question, read_answer
from agent.understanding.encoder import Encoder
from agent.understanding.numbers import amounts, range_of

LIGHT = (
    Option("green", {"lt": "Žalia", "en": "Green"}),
    Option("red", {"lt": "Raudona", "en": "Red"}),
    Option("off", {"lt": "Nedega", "en": "Off"}),
)
WORKS = (
    Option("works", {"lt": "Veikia", "en": "Works"}),
    Option("slow", {"lt": "Veikia, bet lėtai", "en": "Works but slowly"}),
    Option("no", {"lt": "Neveikia", "en": "Doesn't work"}),
)
ASKED = {
    ("light", "lt"): Question("Kokia spalva šviečia lemputė?", LIGHT),
    ("light", "en"): Question("What colour is the light?", LIGHT),
    ("works", "lt"): Question("Ar dabar internetas veikia?", WORKS),
    ("works", "en"): Question("Does the internet work now?", WORKS),
}
REPLIES = [
    ("light", "lt", "žalia šviečia"),
    ("light", "lt", "raudonai dega"),
    ("light", "lt", "nešviečia, užgesusi"),
    ("light", "lt", "buvo raudona, dabar žalia"),
    ("works", "lt", "puslapiai atsidaro, veikia"),
    ("works", "lt", "atsirado, bet labai lėtai"),
    ("works", "lt", "vis tiek nieko, neveikia"),
    ("works", "lt", "neatsidaro nė vienas puslapis"),
    ("light", "en", "it glows green"),
    ("light", "en", "red one"),
    ("light", "en", "no light, all dark"),
    ("works", "en", "pages open again"),
    ("works", "en", "works but very slow"),
    ("works", "en", "still doesn't work"),
]
CHANGES = {
    "no diacritics": fold,
    "capitals": str.upper,
    "politeness": lambda text: f"prašau, {text}, ačiū",
    "greeting": lambda text: f"laba diena, {text}",
    "filler": lambda text: f"nu, {text}",
    "dots": lambda text: text + "...",
    "spaces": lambda text: f"  {text.replace(' ', '   ')} ",
    "exclaimed": lambda text: text + "!!!",
}
ENGLISH = {"politeness": "please, {}, thanks", "greeting": "hello, {}", "filler": "well, {}"}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(("asked", "language", "reply"), REPLIES)
def test_reading_holds(change: str, asked: str, language: str, reply: str, beside: Encoder | None) -> None:
    question = ASKED[asked, language]
    before = read_answer(question, reply, language, encoder=beside)
    changed = (
        ENGLISH[change].format(reply) if language == "en" and change in ENGLISH else CHANGES[change](reply)
    )
    after = read_answer(question, changed, language, encoder=beside)
    assert before.kind == "outcome"
    assert (after.kind, after.outcome) == (before.kind, before.outcome), changed


@pytest.mark.parametrize(
    ("language", "text", "value", "kind"),
    [
        ("lt", "dvidešimt penki", 25, None),
        ("lt", "septyni kablelis trys", 7.3, None),
        ("lt", "du šimtai penkiasdešimt", 250, None),
        ("lt", "pusvalandį", 30, "time"),
        ("lt", "5 min", 5, "time"),
        ("lt", "90 sekundžių", 1.5, "time"),
        ("lt", "2,4 GHz", 2.4, "band"),
        ("lt", "100 Mb", 100, "speed"),
        ("en", "forty two", 42, None),
        ("en", "nine hundred thirty", 930, None),
        ("en", "half an hour", 30, "time"),
        ("en", "two days", 2880, "time"),
        ("en", "500 kbps", 0.5, "speed"),
        ("en", "1.5 gig", 1500, "speed"),
        ("en", "half a dozen", 6, None),
    ],
)
def test_numbers_as_said(language: str, text: str, value: float, kind: str | None) -> None:
    (amount,) = amounts(tokens(text), language)
    assert (round(amount.value, 4), amount.kind) == (value, kind)


@pytest.mark.parametrize(
    ("language", "label", "low", "high"),
    [
        ("lt", "Mažiau nei 50", 0, 50),
        ("lt", "50–200", 50, 200),
        ("lt", "Daugiau nei 200", 200, math.inf),
        ("lt", "3 ir daugiau", 3, math.inf),
        ("lt", "Per 5 minutes", 0, 5),
        ("lt", "Prieš 1–3 dienas", 1440, 4320),
        ("en", "Less than 10", 0, 10),
        ("en", "3 or more", 3, math.inf),
        ("en", "Within an hour", 0, 60),
        ("en", "More than 3 days ago", 4320, math.inf),
    ],
)
def test_ranges_of_labels(language: str, label: str, low: float, high: float) -> None:
    found = range_of(label, language)
    assert found is not None
    assert (found.low, found.high) == (low, high)


def test_of_a_whole_only_the_part_counts() -> None:
    part, whole = amounts(tokens("3 Mb iš 300"), "lt")
    assert (part.value, part.whole, whole.whole) == (3, False, True)
