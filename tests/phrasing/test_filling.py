"""Words filled into authored texts: once, and with quotes that do not look alike inside each other."""

from __future__ import annotations

import pytest

from agent.filling import filled
from agent.phrases import load_phrases


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        ("Supratau: „{label}“.", "raudona „Internet“", "Supratau: „raudona ‚Internet‘“."),
        ("I see: “{label}”.", "the “Bills” section", "I see: “the ‘Bills’ section”."),
        ("Rinkitės: {label}.", "raudona „Internet“", "Rinkitės: raudona „Internet“."),
        ("{label} ir {other}", "a", "a ir {other}"),
        ("„{label}“", "{other}", "„{other}“"),
        ("„{label}“", "be kabučių", "„be kabučių“"),
    ],
)
def test_filled(text: str, value: str, said: str) -> None:
    assert filled(text, {"label": value}) == said


def test_what_is_filled_in_is_not_filled_again() -> None:
    assert filled("{a} {b}", {"a": "{b}", "b": "x"}) == "{b} x"


@pytest.mark.parametrize(("language", "quoted"), [("lt", "„raudona ‚Internet‘“"), ("en", "“red ‘Internet’”")])
def test_the_engines_phrases_quote_a_label_with_quotes(language: str, quoted: str) -> None:
    label = {"lt": "raudona „Internet“", "en": "red “Internet”"}[language]
    phrases = load_phrases()[language]
    for key in ("heard", "corrected"):  # what is `told` as a reading stands without quotes
        for nth in range(phrases.count(key)):
            assert quoted in phrases.say(key, nth, label=label)
