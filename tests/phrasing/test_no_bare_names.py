"""No customer reads a bare `{name}`: every phrase is said with what it names, and what nobody fills is left out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.dialogue.voice import Voice
from agent.filling import whole
from agent.operator import load_operator
from agent.phrases import load_phrases

ROOT = Path(__file__).parents[2]
NAME = re.compile(r"\{(\w+)\}")
PHRASES = load_phrases()
OPERATOR = load_operator(ROOT / "knowledge_base" / "operator.yaml")
SAYING = {"say": 0, "say_nth": 0, "in_languages": 1}  # where the phrase stands among the arguments
READ = {"clarify"}  # the reader's own question, which is read and never said


def _said() -> Iterator[tuple[str, str, frozenset[str]]]:
    """Every phrase that the code says by its name, where, and what it is said with."""
    for file in sorted((ROOT / "agent" / "dialogue").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or any(each.arg is None for each in node.keywords):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            place = 1 if name == "say" and isinstance(node.func, ast.Name) else SAYING.get(name, -1)
            literal = node.args[place] if 0 <= place < len(node.args) else None
            if isinstance(literal, ast.Constant) and isinstance(literal.value, str):
                given = frozenset(each.arg for each in node.keywords if each.arg)
                yield literal.value, f"{file.name}:{node.lineno}", given


@pytest.mark.parametrize("language", sorted(PHRASES))
def test_every_phrase_is_said_with_what_it_names(language: str) -> None:
    texts = PHRASES[language].texts
    lacking = {
        (place, phrase): bare
        for phrase, place, given in _said()
        if phrase in texts and (phrase not in READ or "ear.py" not in place)
        if (bare := set(NAME.findall(" ".join(texts[phrase]))) - given - OPERATOR.names)
    }
    assert not lacking


@pytest.mark.parametrize("language", sorted(PHRASES))
def test_no_phrase_leaves_a_bare_name(language: str) -> None:
    voice = Voice(language, PHRASES, OPERATOR)
    for phrase, wordings in PHRASES[language].texts.items():
        for nth in range(len(wordings)):
            assert not NAME.search(voice.say_nth(phrase, nth)), phrase


def test_what_is_filled_stays_whole() -> None:
    assert whole("A {b}. C {d}!", {"b", "d"}) == "A {b}. C {d}!"


def test_only_the_sentence_with_a_bare_name_is_left_out() -> None:
    assert whole("Good. Which is closest: {options}? Tell me.", {"title"}) == "Good. Tell me."
