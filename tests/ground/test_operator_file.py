"""`operator.yaml`: what is wrong with it is told with its place, and nothing in it stops the program."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import agent
from agent.errors import ContentError
from agent.material import OWN_FACTS, read_material
from agent.operator import PLACEHOLDER, load_operator
from agent.phrases import load_phrases
from agent.settings import load_settings


def test_facts_by_language_and_for_all(tmp_path: Path) -> None:
    file = tmp_path / "operator.yaml"
    file.write_text("operator: {name: Vėtrungė, hours: {lt: kasdien, en: every day}}", encoding="utf-8")
    operator = load_operator(file)
    assert operator.fill("{name}: {hours}, {fax}", "en") == "Vėtrungė: every day, {fax}"


def test_no_file_is_an_operator_without_facts(tmp_path: Path) -> None:
    assert load_operator(tmp_path / "operator.yaml").fill("{name}", "lt") == "{name}"


@pytest.mark.parametrize(
    "text",
    [
        "operator: {name: !!bool maybe}",
        "operator: {since: !!timestamp never}",
        "operator: {name: [a, b]}",
        "operator: {name: {lt: [a, b]}}",
        "operator: {name: yes}",
        "name: Vėtrungė",
        "operator: {name: 'open",
        "operator: " + "[" * 100_000,
        "operator: {name: !!python/object/apply:os.getcwd []}",
        "x" * 300_000,
    ],
    ids=[
        "a value beside its tag",
        "a date that is none",
        "a list",
        "a list in a language",
        "a truth value",
        "no root key",
        "an open quote",
        "depth",
        "code",
        "size",
    ],
)
def test_a_broken_file_is_told_with_its_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "operator.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as raised:
        load_operator(file)
    assert [(problem.file, problem.code) for problem in raised.value.problems] == [
        (str(file), "operator-file")
    ]


def test_the_facts_that_the_service_itself_quotes_are_asked_for(tmp_path: Path) -> None:
    kept = sorted(OWN_FACTS)[1:]
    (tmp_path / "operator.yaml").write_text(
        "operator: {" + ", ".join(f"{name}: x" for name in kept) + "}", encoding="utf-8"
    )
    settings = load_settings({"TAISA_KNOWLEDGE_DIR": str(tmp_path), "TAISA_SCENARIOS_DIR": str(tmp_path)})
    lacking = [each.message for each in read_material(settings).problems if each.code == "operator-fact"]
    assert len(lacking) == 1 and sorted(OWN_FACTS)[0] in lacking[0]


def test_no_phrase_quotes_a_fact_that_is_not_asked_for() -> None:
    """What a phrase quotes is handed to it by name in the code, or is the operator's."""
    quoted = {
        name
        for phrases in load_phrases().values()
        for key, texts in phrases.texts.items()
        for text in texts
        for name in PLACEHOLDER.findall(text)
        if not key.startswith("words_")
    }
    handed = {
        keyword.arg
        for file in Path(agent.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        for keyword in node.keywords
    }
    by_table = {"first", "second"}  # handed over as one table of titles
    assert quoted - handed - by_table == OWN_FACTS
