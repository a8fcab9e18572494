"""`operator.yaml`: what is wrong with it is told with its place, and nothing in it stops the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.errors import ContentError
from agent.operator import load_operator


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
