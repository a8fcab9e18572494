"""The commands about content at work, as a person types them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from agent.rehearsal import load_talks
from agent.scenarios import read_certificate
from agent.settings import Settings
from tests.cli.commands import Done, run_agent
from tests.living.desk import Author

Run = Callable[..., Done]


@pytest.fixture
def run(settings_here: Settings, tmp_path: Path) -> Run:
    environ: Mapping[str, str] = {
        "TAISA_SCENARIOS_DIR": str(settings_here.scenarios_dir),
        "TAISA_KNOWLEDGE_DIR": str(settings_here.knowledge_dir),
        "TAISA_INDEX_DIR": str(settings_here.index_dir),
        "TAISA_DATABASE_URL": settings_here.database_url,
        "TAISA_EMBEDDER": "none",
        "COLUMNS": "200",
    }
    return lambda *arguments, says=b"": run_agent(*arguments, environ=environ, cwd=tmp_path, says=says)


def test_a_change_is_foreseen_and_replayed(run: Run, author: Author) -> None:
    chat = run("chat", "--scenario", "lamp_link", "--language", "en", says=b"green\n")
    assert chat.returncode == 0, chat.stderr
    same = run("replay")
    assert (same.returncode, same.stdout) == (0, "")
    assert "1 conversations, 2 turns: 1 same." in same.stderr

    author.replaces("Unplug the modem and plug it in again.", "Hold the button of the modem.")
    foreseen = run("check", "--against-live")
    assert foreseen.returncode == 0
    assert (
        'lamp_link/restart: finishes on the version it began on (step "restart": it asks something else)'
        in foreseen.stdout
    )
    assert run("index").returncode == 0
    told = run("replay", "--all", "--json")
    assert told.returncode == 0, "changed content may decide otherwise"
    assert json.loads(told.stdout)["results"] == {"same": 0, "reworded": 1, "differs": 0, "unrecorded": 0}


def test_the_index_of_a_guide_that_is_not_proven_is_made_and_said_to_be_on_trial(
    run: Run, author: Author, settings_here: Settings
) -> None:
    assert run("index").returncode == 0
    author.replaces("      wait_time: 120\n", "      wait_time: 120\n      skip_if: ['true']\n")
    made = run("index")
    assert made.returncode == 1
    assert "proof_never" in made.stderr
    assert "Learned" in made.stdout or "up to date" in made.stdout
    assert read_certificate(settings_here.index_dir).seals.keys() == {"screen_black"}
    author.replaces("      skip_if: ['true']\n", "")
    assert run("index").returncode == 0


def test_a_date_that_is_none_is_refused(run: Run) -> None:
    refused = run("replay", "--since", "yesterday")
    assert (refused.returncode, "Write 2026-01-31" in refused.stderr) == (2, True)


def test_conversations_since_a_day_to_come_are_none(run: Run) -> None:
    run("chat", "--scenario", "lamp_link", "--language", "en", says=b"green\n")
    assert "0 conversations" in run("replay", "--since", "2999-01-01").stderr


def test_a_talk_is_written_by_chatting(run: Run, author: Author) -> None:
    before = len(load_talks(author.folder))
    written = run("rehearse", "lamp_link", "--record", "a red light", "--language", "en", says=b"it is red\n")
    assert written.returncode == 0, written.stderr
    assert "lamp_link.talks.yaml:" in written.stderr
    assert len(load_talks(author.folder)) == before + 1
    rehearsed = run("rehearse", "lamp_link", "--coverage")
    assert rehearsed.returncode == 0, rehearsed.stdout
    assert "lamp_link.yaml:" in rehearsed.stdout
    assert "is visited by no talk" in rehearsed.stdout


def test_simulated_customers_press_buttons_where_they_have_no_words(run: Run) -> None:
    done = run("simulate", "--conversations", "6", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["conversations"], told["failed"]) == (6, [])
    assert "comes with the source and not with the package" in done.stderr
    assert "--words" in done.stderr
    assert [row["name"] for row in told["by_language"]] == ["en", "lt", "all"]
    table = run("simulate", "lamp_link", "-n", "2", "--show", "1")
    assert "unsafe" in table.stdout
    assert "customer: " in table.stdout


def test_a_folder_without_words_is_refused(run: Run, tmp_path: Path) -> None:
    refused = run("simulate", "--words", str(tmp_path))
    assert (refused.returncode, "simulated_<language>.yaml" in refused.stderr) == (2, True)


def test_a_guide_on_trial_is_told_where_it_is_asked_for(run: Run) -> None:
    """Its seal is missing here, so the stable guide is served on trial."""
    assert "scenario lamp_link" in (told := run("route", "-l", "en", "my internet does not work").stdout)
    assert told.splitlines()[0].endswith("(trial)")


def test_the_company_demands_talks_of_stable_guides(run: Run, author: Author) -> None:
    told = json.loads(run("check", "--company", "--json").stdout)
    found = {
        (each["code"], Path(each["file"]).stem)
        for each in told["problems"]
        if each["code"].startswith("talk_")
    }
    assert found == {("talk_missing", "screen_black"), ("talk_unvisited", "lamp_link")}
    said = [each["message"] for each in told["problems"] if each["code"] == "talk_unvisited"]
    assert "no talk in en visits outcome restart.stays_dark of a stable guide" in said
    author.replaces("status: stable", "status: trial")
    author.replaces("status: stable", "status: trial", "screen_black")
    again = json.loads(run("check", "--company", "--json").stdout)
    assert [each for each in again["problems"] if each["code"].startswith("talk_")] == []


def talk_problems(run: Run, *more: str) -> tuple[int, list[dict[str, str]]]:
    done = run("check", "--company", "--json", *more)
    found = json.loads(done.stdout)["problems"]
    return done.returncode, [each for each in found if each["code"].startswith("talk")]


def test_a_talk_that_goes_wrong_is_told_and_shows_nothing(run: Run, author: Author) -> None:
    talks = author.file("lamp_link").with_suffix(".talks.yaml")
    text = talks.read_text(encoding="utf-8")
    talks.write_text(text.replace("ends: escalated", "ends: resolved"), encoding="utf-8")
    code, found = talk_problems(run)
    (wrong,) = [each for each in found if each["code"] == "talk_wrong"]
    assert (code, wrong["severity"]) == (1, "error")
    assert "red light [en] goes otherwise than written" in wrong["message"]
    assert "no talk in en visits outcome lights.red of a stable guide" in [each["message"] for each in found]


def test_talks_that_cannot_be_played_are_a_warning(run: Run, author: Author, settings_here: Settings) -> None:
    author.removes("screen_black")
    shutil.rmtree(settings_here.index_dir)
    assert [each["code"] for each in talk_problems(run)[1]] == ["talks_unplayed"]


def test_coverage_is_of_the_named_guide_in_every_language_it_claims(run: Run) -> None:
    told = json.loads(run("rehearse", "lamp_link", "--json").stdout)
    assert sorted(told["coverage"]) == ["en", "lt"]
    assert {each["total"] for each in told["coverage"].values()} == {3 + 6}
    refused = run("rehearse", "lamp_link", "nosuch")
    assert (refused.returncode, "No talks were found of nosuch" in refused.stderr) == (2, True)


def test_the_word_that_ends_a_recording_is_no_line_of_it(run: Run, author: Author) -> None:
    says = b"it is red\n/q\nnever read\n"
    written = run("rehearse", "lamp_link", "--record", "red and gone", "--language", "en", says=says)
    assert written.returncode == 0, written.stderr
    assert "/q ends it" in written.stderr
    (talk,) = [each for each in load_talks(author.folder) if each.name == "red and gone"]
    assert [line.customer for line in talk.turns] == ["it is red"]
