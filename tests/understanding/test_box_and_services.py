"""What a TV box reports of the internet says nothing of the internet itself, unless that is named again."""

from __future__ import annotations

import pytest

from agent.understanding.matter import matter_of


@pytest.mark.parametrize(
    ("language", "text", "well"),
    [
        ("en", "internet is fine, but the tv box says no network connection", {"internet"}),
        ("en", "wifi works in phone but tv box says no internet", {"internet"}),
        ("lt", "internetas veikia, tik priedėlis rašo, kad nėra interneto", {"internet"}),
        ("en", "the internet is fine but it drops", set()),
        ("en", "the internet is fine, but the tv box is slow and the internet drops", set()),
        ("lt", "internetas veikia, bet trūkinėja", set()),
    ],
)
def test_a_report_of_the_box_is_no_trouble_of_the_internet(language: str, text: str, well: set[str]) -> None:
    assert matter_of(text, language).well == well
