"""Files of talks that nobody can read: each is refused with one plain line, whatever stands in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.errors import ContentError, SettingsError
from agent.knowledge.header import parse
from agent.language import load_packs
from agent.rehearsal import load_talks_of

UNREADABLE = {
    "nested too deep": ("talks: " + "[" * 40_000 + "]" * 40_000, "nested more than 12 deep"),
    "no such day": ("talks: [{name: 2001-99-99}]", "month must be in 1..12"),
    "within itself": ("talks: [{name: n, language: en, turns: &t [*t]}]", "turns.0"),
    "no YAML": ("talks: [", "while parsing"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_refused_plainly(name: str, tmp_path: Path) -> None:
    text, told = UNREADABLE[name]
    file = tmp_path / "guide.talks.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        load_talks_of(file)
    (problem,) = refused.value.problems
    assert told in problem.message
    assert "\n" not in problem.message


TAGGED = ["!!bool maybe", "!!timestamp nonsense", '!!int ""', '!!float ""']


@pytest.mark.parametrize("value", TAGGED)
def test_a_value_that_does_not_fit_its_tag_is_a_problem_of_its_file(value: str, tmp_path: Path) -> None:
    file = tmp_path / "guide.talks.yaml"
    file.write_text(f"talks: [{{name: {value}}}]", encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        load_talks_of(file)
    assert [problem.message for problem in refused.value.problems] == ["a value does not fit its tag"]
    page = parse(f"---\nid: wifi\ntitle: {value}\n---\nText\n", "page.md")
    assert [(one.code, one.message) for one in page.problems] == [
        ("article-header", "a value does not fit its tag")
    ]
    (tmp_path / "lt.yaml").write_text(f"yes: [{value}]", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"lt\.yaml: a value does not fit its tag") as broken:
        load_packs(tmp_path)
    assert broken.value.code == "pack_invalid"
