"""Reports: what is written can be read again, compared, and shown; no customer's words in what is kept."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import pytest

from agent.errors import SettingsError
from agent.evaluation import plots, record, report, tables
from agent.evaluation.ablation import Worth
from agent.evaluation.compare import compare
from agent.evaluation.metrics import Interval
from agent.evaluation.results import Row, Run, part_of

NOW = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
WORDS = "mano | `routeris` <b>mirksi</b>\nraudonai"


def row(id_: str, verdict: str, said: str = "red", language: str = "lt") -> Row:
    return Row(id_, language, "outcome", (), WORDS, "red", said, verdict, 0.75, asked=verdict == "asked")


ROWS = (row("1", "right"), row("2", "wrong option", "green"), row("3", "asked", "unclear"), row("4", "right"))


def run_of(rows: tuple[Row, ...] = ROWS) -> Run:
    part = part_of("tune", {"replies_ona.yaml": "ab" * 32}, rows, {"wrong option": (1, 4)})
    return Run("reading", NOW, {"embedder": "none"}, (part,))


def test_the_terminal_shows_both_columns_and_every_mistake() -> None:
    text = "\n".join(tables.told(run_of(), errors=True))
    assert "right where it answers" in text
    assert "66.7%" in text, "two of three answered"
    assert "50.0%" in text, "two of four in all"
    assert "wrong option: 25.0% (1/4)" in text
    assert text.index("[wrong option] 2") < text.index("[asked] 3"), "what costs most comes first"


def test_the_report_is_written_with_pictures(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    worths = {"tune": (Worth("words: yes", Interval(0.1, 0.0, 0.2), 3, 1),)}
    files = report.write(run_of(), tmp_path / "out", (), worths)
    assert {file.name for file in files} == {
        "report.md",
        "report.json",
        "tune-confusion.png",
        "tune-reliability.png",
        "tune-risk-coverage.png",
        "tune-ablation.png",
    }
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in files if file.suffix == ".png"), (
        "pictures are pictures"
    )
    text = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert all(f"({file.name})" in text for file in files if file.suffix == ".png")
    assert "| words: yes | +10.0 | +0.0 … +20.0 | +3 | +1 |" in text
    assert "mano \\| \\`routeris\\` &lt;b>mirksi&lt;/b> raudonai" in text, (
        "a customer's words stay one line of text"
    )


def test_the_report_draws_and_keeps_the_ways_to_search(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    run = run_of()
    ways = {"as shipped": (0.7, 0.84), "words alone": (0.3, 0.79)}
    run = replace(run, parts=tuple(replace(part, ways=ways) for part in run.parts))
    files = report.write(run, tmp_path)
    assert tmp_path / "tune-quality-latency.png" in files
    assert "(tune-quality-latency.png)" in (tmp_path / "report.md").read_text(encoding="utf-8")
    kept = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["parts"]["tune"]["ways"]
    assert kept["words alone"] == {"milliseconds": 0.3, "quality": 0.79}


def test_quality_is_drawn_against_time(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "search.png"
    plots.quality_latency({"as shipped": (0.7, 0.84), "words alone": (0.3, 0.79)}, "Search", file)
    assert file.read_bytes().startswith(b"\x89PNG")


def test_what_is_kept_holds_no_customers_words_and_reads_back_as_it_was(tmp_path: Path) -> None:
    report.write(run_of(), tmp_path, pictures=False)
    kept = (tmp_path / "report.json").read_text(encoding="utf-8")
    assert "routeris" not in kept
    back = record.rows_kept(tmp_path / "report.json", "reading")["tune"]
    assert back == tuple(replace(each, text="", why="", about="", milliseconds=0.0) for each in ROWS)
    assert json.loads(kept)["parts"]["tune"]["groups"]["all"]["right"]["mean"] == 0.5


def test_two_runs_are_compared_line_by_line() -> None:
    after = (row("1", "wrong option", "green"), row("2", "right"), row("3", "right"), row("5", "right"))
    found = compare("tune", ROWS, after)
    everything = found.changes[0]
    assert (everything.group, everything.count) == ("all", 3)
    assert (everything.before, everything.after) == pytest.approx((1 / 3, 2 / 3))
    assert everything.difference.mean == pytest.approx(1 / 3)
    assert not everything.sure, "three lines prove nothing"
    assert [new.id for _, new in found.rows] == ["1", "2", "3"], "what was lost comes first"
    assert found.unmatched == 2
    text = "\n".join(tables.compared([found]))
    assert "3 lines changed; 2 stand in only one of the runs" in text
    assert "+33.3" in text


def test_a_difference_on_every_line_is_sure() -> None:
    better = tuple(replace(each, verdict="right", asked=False) for each in ROWS)
    worse = tuple(replace(each, verdict="wrong option") for each in ROWS)
    assert compare("tune", worse, better).changes[0].sure


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"version": 9, "what": "reading"}', '{"version": 1, "what": "routing", "parts": {}}'],
)
def test_what_is_no_report_cannot_be_compared_with(tmp_path: Path, text: str) -> None:
    file = tmp_path / "report.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as refused:
        record.rows_kept(file, "reading")
    assert refused.value.code == "report_invalid"


def test_without_matplotlib_pictures_are_refused_with_the_mend() -> None:
    with patch.dict(sys.modules, {"matplotlib.figure": None}), pytest.raises(SettingsError) as refused:
        plots.require_plots()
    assert refused.value.code == "plots_missing"
    assert "taisa[eval]" in str(refused.value)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    with pytest.raises(SettingsError) as refused:
        report.write(run_of(), tmp_path / "taken", pictures=False)
    assert refused.value.code == "report_unwritable"
