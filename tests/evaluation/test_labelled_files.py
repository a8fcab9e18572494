"""Labelled files: read as they are meant, refused with file and line; test files stay shut."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from agent.errors import ContentError, SettingsError
from agent.evaluation.data import complaints, replies
from agent.evaluation.splits import chosen

QUESTION = """questions:
  - id: q1
    question: {lt: "Ar veikia?", en: "Does it work?"}
    options:
      - {id: works, label: {lt: "Veikia", en: "Works"}}
      - {id: "no", label: {lt: "Neveikia", en: "Does not"}}
    replies:
"""
COMPLAINT = {
    "id": "r1",
    "language": "lt",
    "text": "dingo ryšys",
    "kind": "scenario",
    "target": "a",
    "clear": True,
}


def replies_of(tmp_path: Path, *lines: str) -> Path:
    file = tmp_path / "replies_ona.yaml"
    file.write_text(QUESTION + "".join(f"      - {line}\n" for line in lines), encoding="utf-8")
    return file


def test_a_reply_means_an_option_an_act_or_neither(tmp_path: Path) -> None:
    found = replies(
        replies_of(
            tmp_path,
            '{id: a, language: lt, text: "nu taip", outcome: works, traits: [slang]}',
            '{id: b, language: en, text: "call me", act: person}',
            '{id: c, language: en, text: "purple", unclear: true}',
        )
    )
    assert [(each.outcome, each.act) for each in found] == [("works", None), (None, "person"), (None, None)]
    assert found[0].question.text == "Ar veikia?"
    assert found[1].question.text == "Does it work?"
    assert found[0].works == {"works"}
    assert [option.id for option in found[0].question.options] == ["works", "no"], "`no` is a word, not false"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{id: a, language: lt, text: x, outcome: green}", "green is no option"),
        ("{id: a, language: lt, text: x}", "exactly one of"),
        ("{id: a, language: lt, text: x, outcome: works, act: person}", "exactly one of"),
        ("{id: a, language: lt, text: x, act: dance}", "dance is no act"),
        ("{id: a, language: de, text: x, outcome: works}", "not asked in “de”"),
        ("{id: a, language: lt, text: x, outcome: works, trait: [slang]}", "trait: Extra inputs"),
    ],
)
def test_a_faulty_reply_is_told_by_file_and_line(tmp_path: Path, line: str, fault: str) -> None:
    file = replies_of(tmp_path, "{id: ok, language: lt, text: taip, outcome: works}", line)
    with pytest.raises(ContentError) as refused:
        replies(file)
    (problem,) = refused.value.problems
    assert (problem.file, problem.line, problem.code) == (str(file), 9, "labels_invalid")
    assert fault in problem.message


def test_all_faults_of_a_file_come_at_once_and_an_id_counts_once(tmp_path: Path) -> None:
    same = "{id: a, language: lt, text: taip, outcome: works}"
    with pytest.raises(ContentError) as refused:
        replies(replies_of(tmp_path, same, same, "{id: b, language: lt, text: x, act: dance}"))
    assert [problem.line for problem in refused.value.problems] == [9, 10]
    assert "stands in line 8 already" in refused.value.problems[0].message


@pytest.mark.parametrize("text", ["", "questions: 3", "- a\n- b", "questions: [", "\x00"])
def test_what_is_no_labelled_file_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "replies_ona.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError):
        replies(file)


def test_complaints_are_lines_of_json(tmp_path: Path) -> None:
    file = tmp_path / "routing_ona.jsonl"
    file.write_text(json.dumps({**COMPLAINT, "accept": ["b"]}) + "\n\n", encoding="utf-8")
    (found,) = complaints(file)
    assert found.targets == {"a", "b"}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{", "no JSON"),
        ("[]", "valid dictionary"),
        (json.dumps({**COMPLAINT, "kind": "gossip"}), "kind:"),
        (json.dumps({**COMPLAINT, "target": None}), "needs its target"),
        (json.dumps(COMPLAINT), "the id r1 stands in line 1 already"),
    ],
)
def test_a_faulty_complaint_is_told_by_file_and_line(tmp_path: Path, line: str, fault: str) -> None:
    file = tmp_path / "routing_ona.jsonl"
    file.write_text(json.dumps(COMPLAINT) + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        complaints(file)
    (problem,) = refused.value.problems
    assert problem.line == 2
    assert fault in problem.message


# ---- which files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for author in ("ona", "petras", "zita", "kas"):
        (tmp_path / f"replies_{author}.yaml").write_text(author, encoding="utf-8")
    (tmp_path / "splits.yaml").write_text(
        "tune: [petras]\nvalidation: [ona]\ntest: [zita]\n", encoding="utf-8"
    )
    return tmp_path


def test_without_names_tuning_comes_before_validation_and_nothing_else_is_opened(folder: Path) -> None:
    found = chosen("replies_*.yaml", (), folder=folder)
    assert [(each.path.name, each.part) for each in found] == [
        ("replies_petras.yaml", "tune"),
        ("replies_ona.yaml", "validation"),
    ]


def test_one_split_can_be_asked_for(folder: Path) -> None:
    (found,) = chosen("replies_*.yaml", (), folder=folder, split="validation")
    assert found.path.name == "replies_ona.yaml"


@pytest.mark.parametrize("open_test", [False, True])
def test_the_test_split_is_never_opened_by_its_name_alone(folder: Path, open_test: bool) -> None:
    with pytest.raises(SettingsError) as refused:
        chosen("replies_*.yaml", (), folder=folder, split="test", open_test=open_test)
    assert refused.value.code == "labels_sealed"


def test_a_test_file_is_opened_only_when_named_and_meant(folder: Path) -> None:
    file = folder / "replies_zita.yaml"
    with pytest.raises(SettingsError, match="sealed") as refused:
        chosen("replies_*.yaml", (file,), folder=folder)
    assert refused.value.code == "labels_sealed"
    (opened,) = chosen("replies_*.yaml", (file,), folder=folder, open_test=True)
    assert opened.sealed
    assert opened.digest() == hashlib.sha256(b"zita").hexdigest()


def test_a_file_of_no_split_is_a_part_of_its_own(folder: Path) -> None:
    (found,) = chosen("replies_*.yaml", (folder / "replies_kas.yaml",), folder=folder)
    assert (found.part, found.sealed) == ("replies_kas", False)


@pytest.mark.parametrize("name", ["replies_nobody.yaml", "."])
def test_a_file_that_is_not_there_is_refused(folder: Path, name: str) -> None:
    with pytest.raises(SettingsError) as refused:
        chosen("replies_*.yaml", (folder / name,), folder=folder)
    assert refused.value.code == "labels_missing"


def test_a_list_of_splits_that_cannot_be_read_opens_nothing(folder: Path) -> None:
    (folder / "splits.yaml").write_text("tune: [petras]\n", encoding="utf-8")
    with pytest.raises(SettingsError) as refused:
        chosen("replies_*.yaml", (folder / "replies_zita.yaml",), folder=folder)
    assert refused.value.code == "splits_invalid"
