"""What sounds like danger and is none: a mess that a technician left, a sound in a phone."""

from __future__ import annotations

import pytest

from agent.understanding.harmless import complains_of_mess, without_call_sounds


@pytest.mark.parametrize(
    "text",
    [
        "your technician came with dirty boots and left a hole in the wall",
        "the installer scratched the parquet floor",
        "your men left plaster dust everywhere",
        "jūsų meistras paliko skylę sienoje ir purvo ant kilimo",
        "montuotojas subraižė grindis",
    ],
)
def test_a_mess_is_no_danger(text: str) -> None:
    assert complains_of_mess(text)


@pytest.mark.parametrize(
    "text",
    [
        "your technician drilled a hole through the power cable",
        "the engineer left a hole and the wall is hot, it smells",
        "there is a hole in the wall and it sparks",
        "meistras pragręžė skylę ir pataikė į elektros laidą",
        "meistras paliko skylę, iš jos rūksta ir smirda",
        "sienoje skylė",
    ],
)
def test_a_mess_beside_what_may_burn_is_not_let_off(text: str) -> None:
    assert not complains_of_mess(text)


@pytest.mark.parametrize(
    ("language", "text", "rest"),
    [
        ("en", "I put it in Tel. Now there is a humming!", "I put it in Tel"),
        ("en", "the base is humming", "the base is humming"),
        ("lt", "įkišau. dabar ragelyje ūžia", "įkišau"),
        ("lt", "rozetė zvimbia", "rozetė zvimbia"),
    ],
)
def test_only_the_sounds_of_a_call_are_left_out(language: str, text: str, rest: str) -> None:
    assert without_call_sounds(text, language) == rest
