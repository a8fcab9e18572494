"""The commands of an author: begin, bring in, draw, prove; each leaves what it says, or a sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PNG = b"\x89PNG\r\n"


def agent(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    environ = {
        **os.environ,
        "TAISA_SCENARIOS_DIR": str(folder / "scenarios"),
        "TAISA_KNOWLEDGE_DIR": str(Path(__file__).parents[2] / "knowledge_base"),
        "TAISA_INDEX_DIR": str(folder / "index"),
    }
    return subprocess.run(
        [sys.executable, "-m", "agent", *arguments], env=environ, capture_output=True, check=False
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    assert agent(tmp_path, "new", "tv_remote").returncode == 0
    return tmp_path


def test_a_new_guide_is_proven_and_sealed(folder: Path) -> None:
    done = agent(folder, "check", "--prove", "tv_remote")
    assert done.returncode == 0, done.stderr
    assert b"tv_remote: proven; visited" in done.stderr
    seals = json.loads((folder / "index/proof.json").read_text(encoding="utf-8"))["seals"]
    assert seals["tv_remote"]["states"] > 20


def test_a_guide_that_strands_customers_is_told_with_the_shortest_way(folder: Path) -> None:
    file = folder / "scenarios/tv_remote.yaml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("action: resolve", "action: return"), encoding="utf-8"
    )
    done = agent(folder, "check", "--prove", "--json")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    problem = next(each for each in found["problems"] if each["code"] == "proof_wrong_end")
    assert problem["line"] > 1
    assert found["proofs"][0]["findings"][0]["conversation"] == [
        "Pirmas žvilgsnis – Viskas gerai",
        "Paskutinis bandymas – Padėjo",
    ]
    assert not json.loads((folder / "index/proof.json").read_text(encoding="utf-8"))["seals"]


def test_what_a_change_takes_back_is_told_once(folder: Path) -> None:
    agent(folder, "check", "--prove")
    file = folder / "scenarios/tv_remote.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("      required: true\n", ""), encoding="utf-8")
    first, second = (agent(folder, "check", "--prove").stdout.decode() for _ in range(2))
    assert 'step "last_try" is required' in first
    assert "proof_lost" not in second


def test_nothing_is_overwritten(folder: Path) -> None:
    done = agent(folder, "new", "tv_remote")
    assert done.returncode == 2
    assert b"exists already" in done.stderr


@pytest.mark.parametrize(("form", "begins"), [("svg", b"<svg "), ("mermaid", b"flowchart TD"), ("png", PNG)])
def test_pictures(folder: Path, form: str, begins: bytes) -> None:
    if form == "png":
        pytest.importorskip("resvg_py")
    done = agent(folder, "diagram", "tv_remote", "--format", form)
    assert done.stdout.startswith(begins), done.stderr


def test_the_name_of_the_file_decides_how_a_guide_is_drawn(folder: Path) -> None:
    for name, begins in (("g.svg", b"<svg "), ("g.mmd", b"flowchart TD"), ("g.txt", b"<svg ")):
        assert agent(folder, "diagram", "tv_remote", "--out", str(folder / name)).returncode == 0
        assert (folder / name).read_bytes().startswith(begins)
    pytest.importorskip("resvg_py")
    agent(folder, "diagram", "tv_remote", "--out", str(folder / "g.png"))
    assert (folder / "g.png").read_bytes().startswith(PNG)
    agent(folder, "diagram", "tv_remote", "--out", str(folder / "g.png"), "--format", "svg")
    assert (folder / "g.png").read_bytes().startswith(b"<svg ")


def test_a_picture_tells_its_signs_what_was_found_and_who_comes_last(folder: Path) -> None:
    file = folder / "scenarios/tv_remote.yaml"
    sound = agent(folder, "diagram", "tv_remote", "--language", "en").stdout.decode()
    assert "no talk does</text>" in sound
    assert "<title>" not in sound
    text = file.read_text(encoding="utf-8").replace("action: resolve", "action: return")
    last = text.rindex("action: escalate")
    end = text.index("\n", last)
    file.write_text(f"{text[:last]}action: next_step{text[end:]}", encoding="utf-8")
    drawn = agent(folder, "diagram", "tv_remote", "--language", "en").stdout.decode()
    assert "<title>the walk returns, but nobody called this scenario" in drawn
    assert "⚠ 1</text>" in drawn
    assert "→ to a person</text>" in drawn
    told = agent(folder, "diagram", "tv_remote", "--format", "mermaid").stdout.decode()
    assert "%% last_try: the walk returns, but nobody called this scenario" in told


def test_a_language_without_words_is_refused(folder: Path) -> None:
    done = agent(folder, "diagram", "tv_remote", "--language", "ru")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"It has them in en, lt." in done.stderr


def test_a_runbook_comes_in(folder: Path) -> None:
    old = folder / "old.yaml"
    old.write_text(
        "id: old\ntitle: T\nproblem_type: tv\nsteps:\n  - step_id: 1\n    title: T\n    instruction: T\n    outcomes:\n      - {pattern: taip, action: next}\n",
        encoding="utf-8",
    )
    done = agent(folder, "import", str(old), "--out", str(folder / "scenarios/old.yaml"))
    assert done.returncode == 0, done.stdout
    assert agent(folder, "check").returncode == 0


def test_what_an_import_writes_over_is_kept(folder: Path) -> None:
    file = folder / "scenarios/tv_remote.yaml"
    old = file.read_text(encoding="utf-8").replace("action: resolve", "action: resolved")
    for name in ("tv_remote.yaml.bak", "tv_remote.yaml.bak1"):
        file.write_text(old, encoding="utf-8")
        done = agent(folder, "import", str(file))
        assert done.returncode == 0, done.stdout
        assert name.encode() in done.stderr
        assert (folder / "scenarios" / name).read_text(encoding="utf-8") == old
        assert "action: resolve\n" in file.read_text(encoding="utf-8")
    agent(folder, "import", str(file))
    assert len(list((folder / "scenarios").glob("*.bak*"))) == 2, "nothing changed, nothing kept"


def test_the_schema_is_json(folder: Path) -> None:
    assert json.loads(agent(folder, "schema").stdout)["title"] == "Taisa scenario"
    assert json.loads(agent(folder, "schema", "--talks").stdout)["title"] == "Taisa talks"


def broken(folder: Path, name: str, *, leads_to: str = "") -> Path:
    """A guide of this name with an action that does not exist; or, with `leads_to`, a sound one that goes on there."""
    assert agent(folder, "new", name).returncode == 0
    file = folder / f"scenarios/{name}.yaml"
    sound = file.read_text(encoding="utf-8")
    action = f"action: goto_scenario\n          target: {leads_to}" if leads_to else "action: fly"
    file.write_text(sound.replace("action: resolve", action, 1), encoding="utf-8")
    return file


def test_a_broken_guide_keeps_no_other_from_its_proof(folder: Path) -> None:
    broken(folder, "tv_broken")
    broken(folder, "tv_beside", leads_to="tv_broken")
    done = agent(folder, "check", "--prove")
    told = done.stderr.decode()
    assert done.returncode == 1
    assert "tv_remote: proven; visited" in told
    assert "tv_broken: not proven: 1 error first." in told
    assert "tv_beside: not proven: it leads to tv_broken, where 1 error must be mended first." in told
    assert "1 of 3 scenarios proven" in told
    assert "2 of 3 scenarios readable" in told
    assert not (folder / "index/proof.json").exists(), "nothing is sealed beside a broken guide"


def test_programs_are_told_what_was_not_proven(folder: Path) -> None:
    broken(folder, "tv_broken")
    found = json.loads(agent(folder, "check", "--prove", "tv_broken", "--json").stdout)
    assert found["proofs"] == []
    assert found["unproven"] == [{"scenario": "tv_broken", "errors": 1, "behind": ""}]


@pytest.mark.parametrize("beside", [True, False])
def test_a_name_of_no_guide_is_refused_whatever_else_is_wrong(folder: Path, beside: bool) -> None:
    if beside:
        broken(folder, "tv_broken")
    done = agent(folder, "check", "--prove", "nosuch")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b'no scenario "nosuch"' in done.stderr


def test_a_draft_without_english_is_proven_in_lithuanian_only(folder: Path) -> None:
    file = folder / "scenarios/tv_remote.yaml"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    english = next(line for line in lines if line.lstrip().startswith("help_text_en"))
    file.write_text("".join(line for line in lines if line != english), encoding="utf-8")
    done = agent(folder, "check", "--prove")
    assert b"tv_remote: proven in lt only; visited" in done.stderr, done.stderr
    seal = json.loads((folder / "index/proof.json").read_text(encoding="utf-8"))["seals"]["tv_remote"]
    assert seal["languages"] == ["lt"]
    assert json.loads(agent(folder, "check", "--prove", "--json").stdout)["proofs"][0]["languages"] == ["lt"]


def test_the_certificate_says_what_was_visited_and_that_it_is_all(folder: Path) -> None:
    agent(folder, "check", "--prove")
    seal = json.loads((folder / "index/proof.json").read_text(encoding="utf-8"))["seals"]["tv_remote"]
    assert (seal["visited"], seal["reachable"], seal["complete"]) == (seal["states"], seal["states"], True)
    assert (len(seal["digest"]), seal["languages"]) == (16, ["lt", "en"])


def test_the_doctor_tells_of_each_guide(folder: Path) -> None:
    before = agent(folder, "doctor").stdout.decode()
    assert "tv_remote: draft, not proven, " in before
    agent(folder, "check", "--prove")
    seal = json.loads((folder / "index/proof.json").read_text(encoding="utf-8"))["seals"]["tv_remote"]
    after = agent(folder, "doctor").stdout.decode()
    assert f"tv_remote: draft, proven on {seal['proven_at'][:10]}, at most {seal['bound']} questions" in after
    assert seal["digest"][:8] in after
