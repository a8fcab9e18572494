"""The commands, as a person types them: help that teaches, output that can be piped, refusals without a traceback."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from unittest.mock import patch

import pytest

import agent.bootstrap
import agent.cli
from agent.cli.help import HELP
from agent.knowledge import HashEmbedder
from agent.threads import THREAD_PINS
from tests.cli.commands import Done, run_agent
from tests.shipped import small_with_vectors

COMMANDS = [name for name in HELP if name != "agent"]
Run = Callable[..., "Done"]


@pytest.fixture(scope="module")
def environ(tmp_path_factory: pytest.TempPathFactory, small_index: Path) -> Mapping[str, str]:
    folder = tmp_path_factory.mktemp("cli")
    shutil.copytree(small_index, folder / "index")
    return {
        **small_with_vectors(folder / "index"),
        "TAISA_DATABASE_URL": f"sqlite:///{folder}/taisa.db",
        "COLUMNS": "200",
    }


@pytest.fixture(scope="module")
def run(environ: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a command over an index that is built."""
    folder = tmp_path_factory.mktemp("cwd")

    def call(*arguments: str, says: str | bytes = "", **changed: str) -> Done:
        sent = says if isinstance(says, bytes) else says.encode()
        return run_agent(*arguments, environ={**environ, **changed}, cwd=folder, says=sent)

    built = call("index")
    assert built.returncode == 0, built.stderr
    return call


def test_help_comes_at_once_and_loads_nothing_heavy() -> None:
    heavy = (
        "langgraph",
        "torch",
        "faiss",
        "sklearn",
        "numpy",
        "fastapi",
        "sqlalchemy",
        "pydantic",
        "agent.agent",
    )
    code = f"import sys, agent.cli; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_teaches_by_example(command: str) -> None:
    from typer.testing import CliRunner

    from agent.cli.app import app

    result = CliRunner().invoke(app, [command, "--help"])
    assert result.exit_code == 0
    if command != "version":
        assert f"agent {command}" in result.output


def test_help_names_every_command() -> None:
    from typer.testing import CliRunner

    from agent.cli.app import app

    shown = CliRunner().invoke(app, ["--help"]).output
    assert all(command in shown for command in COMMANDS)
    assert {
        command.name or command.callback.__name__ for command in app.registered_commands if command.callback
    } == set(COMMANDS)


def test_a_chat_by_numbers_and_words_with_reasons(run: Run) -> None:
    done = run(
        "chat", "--why", "--language", "en", says="my internet does not work\n1\nno idea what you mean\n"
    )
    assert done.returncode == 0, done.stderr
    assert "Look at the modem" in done.stdout
    assert "1. Green" in done.stdout
    assert "Unplug the modem" in done.stdout
    assert "why [lamp_link/restart" in done.stdout
    assert "agent chat --resume" in done.stderr


def test_a_chat_goes_on_where_it_was_left(run: Run) -> None:
    first = run("chat", says="neveikia internetas\nžalia\n")
    conversation = first.stderr.rpartition("--resume ")[2].split()[0]
    second = run("chat", "--resume", conversation, says="perkroviau\n")
    assert "Ištraukite modemo laidą" in second.stdout
    assert "Ar dabar internetas veikia?" in second.stdout


def test_a_chat_can_begin_a_guide(run: Run) -> None:
    assert "Ar ant priedėlio dega" in run("chat", "--scenario", "screen_black").stdout


def test_bytes_that_are_no_words_do_not_end_a_chat(run: Run) -> None:
    done = run("chat", says=b"\xff\xfe\x00\x1b[2J\n" + b"a" * 5000 + b"\nneveikia internetas\n")
    assert done.returncode == 0
    assert "5000" in done.stderr
    assert "Pažiūrėkite į modemą" in done.stdout
    assert "\x1b" not in done.stdout


def test_index_says_when_nothing_changed(run: Run) -> None:
    assert "up to date" in run("index").stdout
    assert json.loads(run("index", "--json").stdout)["changed"] is False


def test_index_tells_of_passages_that_the_model_does_not_read_to_their_end(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Short(HashEmbedder):
        """Reads 60 characters, as it were."""

        name, window = "short", 60

        def cut(self, texts: Sequence[str]) -> int:
            return sum(len(text) > 60 for text in texts)

    monkeypatch.setattr(agent.bootstrap, "embedder_of", lambda settings: Short())
    told = run("index", TAISA_INDEX_DIR=str(tmp_path / "index")).stderr
    assert "than the 60 tokens that the model reads" in told
    assert "Set TAISA_PASSAGE_LENGTH=100 and run" in told
    assert "tokens" not in run("index", TAISA_INDEX_DIR=str(tmp_path / "index")).stderr, "nothing was built"


def test_search_ask_and_route(run: Run) -> None:
    found = run("search", "--json", "how", "much", "does", "a", "visit", "cost")
    assert json.loads(found.stdout)["hits"][0]["entry"]["target"] == "visit-price"
    assert "10 €" in run("ask", "kiek kainuoja techniko vizitas").stdout
    withheld = run("ask", "who won the chess olympiad")
    assert (withheld.returncode, withheld.stdout) == (1, "")
    assert "does not answer that" in withheld.stderr and "needed are 0.50" in withheld.stderr


def test_a_search_by_language_domain_and_stages(run: Run) -> None:
    def found(*options: str) -> list[dict[str, str]]:
        done = run("search", "--json", "--threshold", "0", *options, "techniko vizitas")
        return [hit["entry"] for hit in json.loads(done.stdout)["hits"]]

    assert {entry["language"] for entry in found("--top-k", "50")} == {"lt", "en"}
    assert {entry["language"] for entry in found("-l", "en")} == {"en"}, "a filter, as its help says"
    assert {entry["target"] for entry in found("--domain", "faq")} == {"visit-price"}
    assert found("--domain", "nowhere") == []
    raised = run("search", "--explain", "--threshold", "0", "--mode", "rrf", "--tag", "kaina", "vizitas")
    assert "boost" in raised.stdout
    refused = run("search", "--mode", "vote", "vizitas")
    assert refused.returncode != 0 and "mode is one of weighted" in refused.stderr
    assert "otherwise in any" in run("search", "--help").stdout


def test_each_stage_of_the_search_is_measured_without(run: Run, tmp_path: Path) -> None:
    line = {"id": "a", "language": "lt", "form": "correct", "text": "kiek kainuoja techniko vizitas"}
    asked = [
        {**line, "article": "visit-price"},
        {**line, "id": "b", "text": "kur yra Marsas", "article": None},
    ]
    file = tmp_path / "questions_ona.jsonl"
    file.write_text("\n".join(map(json.dumps, asked)), encoding="utf-8")
    shown = run("eval", "retrieval", str(file), "--ablate")
    assert shown.returncode == 0, shown.stderr
    assert "way to search" in shown.stdout and "no lexicon" in shown.stdout
    kept = json.loads(run("eval", "retrieval", str(file), "--ablate", "--json").stdout)
    first, *others = next(iter(kept["parts"].values()))["stages"]
    assert (first["way"], first["ahead"]["mean"]) == ("as shipped", 0.0)
    assert {"no stems", "no centring", "the older rule (rerank)", "links fused in"} <= {
        one["way"] for one in others
    }


def test_an_answer_as_json_tells_what_it_stands_on(run: Run) -> None:
    told = json.loads(run("ask", "--json", "kiek kainuoja techniko vizitas").stdout)
    assert (told["language"], told["withheld"], told["degraded"]) == ("lt", None, False)
    assert told["answer"] == told["text"] and told["link_passages"] == told["related"]
    assert told["memories"] == [] and told["timings"]
    assert told["sources"][0]["target"] == told["passages"][0]["entry"]["target"] == "visit-price"
    by_words = json.loads(
        run("ask", "--json", "kiek kainuoja techniko vizitas", TAISA_EMBEDDER="none").stdout
    )
    assert by_words["degraded"] and by_words["text"]
    nothing = run("ask", "--json", "who won the chess olympiad")
    assert nothing.returncode == 1
    assert json.loads(nothing.stdout)["withheld"]["reason"] == "unsure"
    assert run("route", "televizorius nerodo").stdout.startswith("scenario screen_black")
    assert json.loads(run("route", "--json", "televizorius nerodo").stdout)["kind"] == "scenario"


def test_check_counts_and_fails_on_errors(run: Run, tmp_path: Path) -> None:
    good = run("check")
    assert (good.returncode, good.stdout) == (0, "")
    assert "0 errors" in good.stderr
    (tmp_path / "torn.yaml").write_text("scenario:\n  id: torn\n  colour: red\n", encoding="utf-8")
    bad = run("check", str(tmp_path))
    assert bad.returncode == 1
    assert f"{tmp_path}/torn.yaml:3: error[unknown_key]" in bad.stdout
    lines = bad.stdout.splitlines()
    assert lines == sorted(lines, key=lambda line: int(line.split(":")[1]))
    told = json.loads(run("check", "--json", str(tmp_path)).stdout)
    assert told["errors"] == len([each for each in told["problems"] if each["severity"] == "error"]) > 0


def test_ctrl_c_while_proving_says_what_becomes_of_the_certificate(run: Run) -> None:
    with patch("agent.cli.proving.prove_all", side_effect=KeyboardInterrupt):
        done = run("check", "--prove")
    assert done.returncode == 130
    assert "Stopped: no proof was kept" in done.stderr
    assert "Traceback" not in done.stderr


def test_check_loads_nothing_heavy(environ: Mapping[str, str], tmp_path: Path) -> None:
    heavy = ("langgraph", "torch", "faiss", "sklearn", "sqlalchemy", "fastapi")
    code = f"""
import sys
sys.argv = ["agent", "check"]
from agent.cli import main
try:
    main()
except SystemExit:
    pass
print([name for name in {heavy!r} if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_check_finds_a_torn_talk(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.talks.yaml").write_text("talks:\n  - name: x\n    turnz: []\n", encoding="utf-8")
    done = run("check", str(tmp_path))
    assert done.returncode == 1
    assert "a.talks.yaml:2: error[talk]" in done.stdout


def test_rehearse_plays_talks_and_tells_coverage(run: Run) -> None:
    done = run("rehearse", "--uncovered")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 talks, 0 went wrong" in done.stderr
    assert "outcome lights.green" not in [line for line in done.stdout.splitlines() if "[lt]" in line]
    assert json.loads(run("rehearse", "--json", "lamp_link").stdout)["talks"] == 2


def test_tickets_are_listed_and_shown(run: Run) -> None:
    run("chat", says="noriu žmogaus\n")
    first = run("tickets").stdout.split()[0]
    assert "support_callback" in run("tickets", first).stdout
    assert json.loads(run("tickets", "--json").stdout)[0]["number"] == first
    assert "Nothing was given up on" in run("tickets", "--dead").stderr


def test_doctor_and_migrate(run: Run) -> None:
    done = run("doctor")
    assert done.returncode == 0, done.stdout
    assert "✓ index: " in done.stdout
    assert "– model: none" in done.stdout
    assert "revision" in run("migrate").stdout
    findings = json.loads(run("doctor", "--json").stdout)
    assert {each["part"] for each in findings} >= {"content", "index", "database", "model"}


REFUSALS = (
    # arguments, changed settings, what is said
    (("chat", "--resume", "nowhere"), {}, "no such conversation"),
    (("chat", "--scenario", "nowhere"), {}, "no scenario"),
    (("tickets", "T-0"), {}, "no ticket"),
    (("tickets", "--retry", "7"), {}, "was not given up on"),
    (("ask", "a"), {"TAISA_INDEX_DIR": "nowhere"}, "agent index"),
    (("ask", "a"), {"TAISA_EMBEDDER": "none2"}, "TAISA_EMBEDDER"),
    (("check", "nowhere"), {}, "There is no folder nowhere"),
    (("rehearse", "nowhere"), {}, "No talks were found"),
    (("serve", "--host", "0.0.0.0"), {}, "TAISA_API_KEYS is empty"),
    (
        ("serve", "--host", "no.such.host.invalid"),
        {"TAISA_API_KEYS": "0123456789abcdef"},
        "There is no address",
    ),
    (("doctor",), {"TAISA_PROT": "1"}, "Did you mean TAISA_PORT?"),
    (("migrate",), {"TAISA_DATABASE_URL": "nonsense"}, "database URL cannot be read"),
)


@pytest.mark.parametrize(
    ("arguments", "changed", "said"), REFUSALS, ids=[" ".join(row[0]) for row in REFUSALS]
)
def test_refusals_are_sentences(
    run: Run, arguments: tuple[str, ...], changed: dict[str, str], said: str
) -> None:
    done = run(*arguments, **changed)
    assert done.returncode == 2, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_threads_are_pinned_before_any_command_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands import numpy before they read a setting; it reads the number of its threads then and never again."""
    found: dict[str, str | None] = {}
    for name in THREAD_PINS:
        monkeypatch.setenv(name, "")  # to be put back afterwards, whatever it was
        monkeypatch.delenv(name)
    monkeypatch.setattr(
        "agent.cli.app", lambda: found.update({name: os.environ.get(name) for name in THREAD_PINS})
    )
    agent.cli.main()
    assert found == THREAD_PINS
