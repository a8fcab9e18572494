"""The spelling command: what it reads, what it finds, and that the shipped texts are clean."""

from __future__ import annotations

import shutil

import pytest

from benchmarks.content_texts import ROOT, shown_texts
from benchmarks.spelling import NoDictionaryError, accepted_words, check, unknown_words, words_in


@pytest.fixture
def dictionaries() -> None:
    """Skips where hunspell or one of its dictionaries is not installed."""
    for language in ("lt", "en"):
        try:
            unknown_words(["a"], language)
        except NoDictionaryError as fault:
            pytest.skip(str(fault))


@pytest.mark.parametrize("language", ["lt", "en"])
def test_the_shipped_texts_are_spelt_right(language: str, dictionaries: None) -> None:
    assert [str(each) for each in check(language)] == []


@pytest.mark.parametrize(
    ("language", "text", "wrong"),
    [
        ("lt", "Ištraukite maitinimo laidą ir palaukite.", []),
        ("lt", "Istraukite maitinimo laida ir palaukitte.", ["Istraukite", "palaukitte"]),
        ("en", "Unplug the power lead and wait.", []),
        ("en", "Unplugg the power leed, don’t waite.", ["Unplugg", "leed", "waite"]),
    ],
)
def test_a_misspelt_word_is_found(language: str, text: str, wrong: list[str], dictionaries: None) -> None:
    assert unknown_words(words_in(text), language) == wrong


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "Rašykite adresu pagalba@vetrunge.example arba mano.vetrunge.example.",
            ["Rašykite", "adresu", "arba"],
        ),
        ("the router’s 2.4 GHz", ["the", "router's", "GHz"]),
        ("[Wi-Fi](wifi-password.en.md) and `agent check`", ["Wi", "Fi", "and"]),
    ],
)
def test_addresses_and_code_have_no_spelling(text: str, words: list[str]) -> None:
    assert words_in(text) == words


def test_every_kind_of_text_is_read_in_both_languages() -> None:
    seen = {(text.file.relative_to(ROOT).parts[0], text.language) for text in shown_texts()}
    assert seen == {
        (folder, language) for folder in ("scenarios", "knowledge_base", "agent") for language in ("lt", "en")
    }


@pytest.mark.parametrize(
    "name", ["title", "instruction", "help_text", "safety", "label", "say", "reason", "message"]
)
def test_every_shown_key_of_a_scenario_is_read(name: str) -> None:
    for language in ("lt", "en"):
        assert any(text.name == name and text.language == language for text in shown_texts()), (
            name,
            language,
        )


@pytest.mark.parametrize("language", ["lt", "en"])
def test_every_accepted_word_stands_once(language: str) -> None:
    lines = (ROOT / f"tests/content/spelling.{language}.txt").read_text(encoding="utf-8").splitlines()
    words = [line.split("#")[0].strip() for line in lines if line.split("#")[0].strip()]
    assert len(words) == len(accepted_words(language))


def test_without_hunspell_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(NoDictionaryError, match="apt-get install hunspell"):
        unknown_words(["a"], "lt")
