"""`agent eval`, as a person types it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from agent.cli import main

REPLIES = """questions:
  - id: q1
    question: {en: "Does the internet work now?"}
    options:
      - {id: works, label: {en: "Works"}}
      - {id: "no", label: {en: "Does not work"}}
    replies:
      - {id: a, language: en, text: "yes, it works now", outcome: works}
      - {id: b, language: en, text: "no, still not working", outcome: "no", traits: [negation]}
      - {id: c, language: en, text: "get me a human please", act: person}
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for author in ("ona", "zita"):
        (tmp_path / f"replies_{author}.yaml").write_text(REPLIES, encoding="utf-8")
    (tmp_path / "splits.yaml").write_text("tune: [ona]\nvalidation: []\ntest: [zita]\n", encoding="utf-8")
    return tmp_path


def run(*arguments: str) -> int:
    with patch.object(sys, "argv", ["agent", "eval", *arguments]):
        try:
            main()
        except SystemExit as left:
            return int(left.code or 0)
    return 0


def test_reading_is_measured_on_what_is_open(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("reading", "--data", str(data)) == 0
    shown = capsys.readouterr()
    assert "reading, tune: 3 lines" in shown.out
    assert "trait negation" in shown.out
    assert "zita" not in shown.out + shown.err


def test_json_is_one_document(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("reading", "--data", str(data), "--fold", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["settings"]["spelling"] == "folded"
    assert [row["id"] for row in told["parts"]["tune"]["rows"]] == ["a", "b", "c"]


def test_a_sealed_file_is_refused_unless_it_is_meant(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sealed = str(data / "replies_zita.yaml")
    assert run("reading", "--data", str(data), "--split", "test") == 2
    assert run("reading", sealed) == 2
    assert "sealed" in capsys.readouterr().err
    assert run("reading", sealed, "--open-test") == 0
    told = capsys.readouterr()
    assert "Opened the sealed" in told.err
    assert "SHA-256" in told.err
    assert "reading, test: 3 lines" in told.out


def test_two_runs_are_compared(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = data / "report"
    assert run("reading", "--data", str(data), "--out", str(out), "--no-pictures") == 0
    assert run("reading", "--data", str(data), "--compare", str(out / "report.json")) == 0
    assert "tune: 0 lines changed" in capsys.readouterr().out


def test_missing_pictures_are_told_before_anything_is_measured(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with patch.dict(sys.modules, {"matplotlib.figure": None}):
        assert run("reading", "--data", str(data), "--out", str(data / "report")) == 2
    told = capsys.readouterr()
    assert "taisa[eval]" in told.err
    assert not told.out
    assert not (data / "report").exists()


def test_a_faulty_file_is_told_with_its_line(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = data / "replies_ona.yaml"
    file.write_text(REPLIES.replace("act: person", "act: dance"), encoding="utf-8")
    assert run("reading", str(file)) == 2
    assert f"{file}:10: error[labels_invalid]" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["none", "bundled"])
def test_replies_are_read_as_an_agent_with_this_embedder_reads_them(
    data: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert run("reading", "--data", str(data), "--embedder", name) == 0
    assert f"embedder {name}" in capsys.readouterr().out


def test_an_unknown_embedder_is_refused(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("reading", "--data", str(data), "--embedder", "word2vec") == 2
    assert "word2vec" in capsys.readouterr().err
