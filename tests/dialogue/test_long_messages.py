"""A long message costs as much as its words: a word is not looked up more often because more of them follow."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agent.agent import Agent
from agent.language import Token, tokens
from agent.understanding.joined import complaints
from agent.understanding.lexicon import Find, Lexicon
from tests.dialogue.talking import PLUGGED, VISIT, pressed

SIZE = 3900  # characters of a long message
MOST = 430  # times that one of its words may be looked up in a turn, however many there are
WHERE = {"step": (), "goal": PLUGGED, "offer": VISIT}
NASTY = [
    ("lt", "ne, "),
    ("lt", "ne "),
    ("lt", "veikia, "),
    ("lt", "ir "),
    ("lt", "dūmų nėra "),
    ("lt", "internetas ir televizija ir telefonas ir paštas "),
    ("en", "no "),
    ("en", "a, "),
    ("en", "no smoke "),
    ("en", "oh wait no, "),
    ("en", "it worked before and it fixed itself, "),
]


class Counted:
    """How many words were looked up."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.words = 0
        inner = Lexicon.find_all

        def find_all(lexicon: Lexicon, pieces: Sequence[Token]) -> set[Find]:
            self.words += len(pieces)
            return inner(lexicon, pieces)

        monkeypatch.setattr(Lexicon, "find_all", find_all)


def repeated(words: str, size: int) -> str:
    """These words again and again, so many characters in all."""
    return (words * size)[:size]


@pytest.mark.parametrize("where", list(WHERE))
@pytest.mark.parametrize(("language", "words"), NASTY)
def test_a_turn_looks_a_word_up_so_often_at_most(
    shipped_agent: Agent, monkeypatch: pytest.MonkeyPatch, language: str, words: str, where: str
) -> None:
    text = repeated(words, SIZE)
    begun = pressed(shipped_agent, language, *WHERE[where])
    counted = Counted(monkeypatch)
    shipped_agent.reply(begun, text=text)
    assert counted.words <= MOST * len(tokens(text))


@pytest.mark.parametrize(("language", "words"), NASTY)
def test_complaints_look_a_word_up_so_often_at_most(
    monkeypatch: pytest.MonkeyPatch, language: str, words: str
) -> None:
    text = repeated(words, SIZE)
    counted = Counted(monkeypatch)
    complaints(text, language)
    assert counted.words <= MOST * len(tokens(text))
