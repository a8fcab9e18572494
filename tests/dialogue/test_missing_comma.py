"""A "no" whose comma was left out: "no internet is working good" says that it works."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agent.dialogue.missing_comma import with_comma
from agent.dialogue.state import Message
from agent.dialogue.topics import Topics
from agent.phrases import load_phrases


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("no internet is working good!! only tv box", "no, internet is working good!! only tv box"),
        ("No wifi is fine", "No, wifi is fine"),
        ("“no internet is fine", "“no, internet is fine"),
        ("ne internetas veikia gerai, tik priedėlis", "ne, internetas veikia gerai, tik priedėlis"),
        ("no internet is available", "no internet is available"),
        ("no internet, nothing works", "no internet, nothing works"),
        ("there is really still no internet is fine", "there is really still no internet is fine"),
        ("neveikia gerai", "neveikia gerai"),
        ("ne viskas veikia gerai", "ne viskas veikia gerai"),
        ("gal ne viskas veikia gerai", "gal ne viskas veikia gerai"),
        ("no wifi works fine, i tried all bands", "no wifi works fine, i tried all bands"),
        ("no wifi works well in this house", "no wifi works well in this house"),
    ],
)
def test_the_comma_is_put_back_only_before_praise(said: str, heard: str) -> None:
    message = Message(said, said, datetime(2026, 11, 28, tzinfo=UTC))
    assert with_comma(message, Topics(load_phrases())).text == heard
