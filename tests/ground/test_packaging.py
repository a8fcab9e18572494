"""Dockerfile, Makefile and .ci/run: what they promise, checked without building an image."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTENT = ROOT / "tests/api/content"
LINES = re.sub(r"\\\n\s*", " ", (ROOT / "Dockerfile").read_text(encoding="utf-8")).splitlines()
STEPS = [tuple(line.split(maxsplit=1)) for line in LINES if line and not line.startswith("#")]
LAST_STAGE = STEPS[max(place for place, step in enumerate(STEPS) if step[0] == "FROM") :]


def only(name: str) -> str:
    found = [step[1] for step in LAST_STAGE if step[0] == name]
    assert len(found) == 1, f"{name}: {found}"
    return found[0]


def image_environment() -> dict[str, str]:
    return dict(part.split("=", 1) for part in shlex.split(only("ENV")))


def test_the_image_is_slim_and_pinned_to_a_minor_version() -> None:
    bases = [step[1].split()[0] for step in STEPS if step[0] == "FROM"]
    assert len(bases) == 2
    assert all(re.fullmatch(r"python:3\.\d+-slim", base) for base in bases)


def test_the_linter_of_dockerfiles_has_nothing_to_say() -> None:
    hadolint = Path(sys.executable).parent / "hadolint"
    if not hadolint.exists():
        pytest.skip("hadolint is not installed")
    done = subprocess.run([hadolint, "--no-color", ROOT / "Dockerfile"], capture_output=True, text=True)
    assert done.stdout + done.stderr == ""


def test_the_image_runs_without_rights_and_without_a_shell_of_its_own() -> None:
    assert int(only("USER")) >= 1000
    places = [step[0] for step in LAST_STAGE]
    assert places.index("USER") < places.index("CMD")
    assert "sudo" not in " ".join(LINES)


def test_the_image_holds_no_content_no_secret_and_no_tests() -> None:
    copied = [step[1].split() for step in STEPS if step[0] == "COPY"]
    local = [source for words in copied if not words[0].startswith("--from") for source in words[:-1]]
    assert not [step for step in STEPS if step[0] == "ADD"]
    assert all((ROOT / source).exists() for source in local)
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert {source.rstrip("/") for source in local} == allowed
    assert not re.search(r"KEY|SECRET|PASSWORD|TOKEN", " ".join(image_environment()))


def test_commands_are_lists_and_end_in_the_service_itself() -> None:
    command = json.loads(only("CMD"))
    assert command[-1].split("; ")[-1] == "exec agent serve", "signals must reach the service, not a shell"


def test_shell_steps_cannot_fail_unseen_and_leave_no_cache() -> None:
    runs = [step[1] for step in STEPS if step[0] == "RUN"]
    assert all(";" not in run and "|" not in run for run in runs)
    assert any("PIP_NO_CACHE_DIR=1" in step[1] for step in STEPS if step[0] == "ENV")


@pytest.mark.timeout(300)
def test_what_runs_in_the_image_runs_as_plain_processes_in_an_empty_environment(tmp_path: Path) -> None:
    """The image's environment, command and health check, with its folders moved under a temporary one."""
    moved = {
        "/content": str(CONTENT),
        "/data": str(tmp_path),
        "/opt/taisa/bin": str(Path(sys.executable).parent),
    }
    environ = {"HOME": str(tmp_path), "TAISA_EMBEDDER": "none", "LANG": "C.UTF-8"}
    for name, value in image_environment().items():
        for place, there in moved.items():
            value = value.replace(place, there)
        environ[name] = value.replace("$PATH", "/usr/bin:/bin")
    environ["TAISA_PORT"] = "0"
    command = json.loads(only("CMD"))

    refused = subprocess.run(command, env=environ, cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert refused.returncode == 2
    assert "TAISA_API_KEYS is empty" in refused.stderr, (
        "reachable from outside, it must not start without a key"
    )

    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        environ["TAISA_PORT"] = str(probe.getsockname()[1])
    environ["TAISA_API_KEYS"] = "a-key-that-only-tests-know"
    with (tmp_path / "log").open("wb") as log:
        service = subprocess.Popen(command, env=environ, cwd=tmp_path, stdout=log, stderr=log)
    try:
        check = json.loads(only("HEALTHCHECK").partition(" CMD ")[2])
        assert becomes_healthy(check, environ, service), (tmp_path / "log").read_text()
        assert {path.name for path in tmp_path.iterdir()} >= {"index", "taisa.db"}, (
            "state belongs in the volume"
        )
    finally:
        service.terminate()
        service.wait(timeout=30)


def becomes_healthy(check: list[str], environ: dict[str, str], service: subprocess.Popen[bytes]) -> bool:
    end = time.monotonic() + 240
    while time.monotonic() < end and service.poll() is None:
        if subprocess.run(check, env=environ, capture_output=True).returncode == 0:
            return True
        time.sleep(0.5)
    return False


# ---- make


def make(*arguments: str) -> str:
    environ = {**os.environ, "MAKEFLAGS": ""}
    done = subprocess.run(
        ["make", *arguments], cwd=ROOT, env=environ, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_make_help_lists_every_target_with_a_word() -> None:
    targets = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert targets
    shown = make("help")
    assert all(f"make {target} " in shown for target in targets[1].split())
    assert make() == shown


def test_make_run_prepares_learns_and_serves() -> None:
    planned = make("--dry-run", "--always-make", "run", "PORT=9000")
    wanted = ["-m venv .venv", "pip install", "agent index", "agent serve --port 9000"]
    assert sorted(wanted, key=planned.index) == wanted
    assert "[all]" not in planned, "trying it out must not fetch what only tests need"


def test_make_check_and_test_do_what_ci_runs() -> None:
    planned = make("--dry-run", "check")
    for tool in ("ruff format --check", "ruff check", "mypy", "lint-imports", "agent check"):
        assert tool in planned
    assert "pytest -n 2" in make("--dry-run", "test")
    script = (ROOT / ".ci/run").read_text()
    assert re.findall(r"^make \w+", script, re.MULTILINE) == ["make check", "make test"]
    assert os.access(ROOT / ".ci/run", os.X_OK)


# ---- the package


def test_dependencies_are_bounded() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = [
        *project["dependencies"],
        *(each for extra in project["optional-dependencies"].values() for each in extra),
    ]
    open_ended = [each for each in listed if not re.search(r"<|==|^taisa\[", each)]
    assert not open_ended


@pytest.mark.slow
def test_the_wheel_carries_everything_the_service_reads(tmp_path: Path) -> None:
    import zipfile

    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(tmp_path),
        str(ROOT),
    ]
    subprocess.run(command, check=True, timeout=300)
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    read = {
        str(file.relative_to(ROOT))
        for file in (ROOT / "agent").rglob("*")
        if file.is_file() and file.suffix in (".py", ".yaml", ".txt", ".html", ".css", ".js", ".svg", ".mako")
    }
    assert read <= packed
    assert not [name for name in packed if name.startswith(("tests/", "scenarios/"))]
