"""The documentation cannot lie: settings, commands, routes and error codes in it are compared to the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from dotenv import dotenv_values
from pydantic import SecretStr

from agent.cli.help import HELP
from agent.settings import PREFIX, Settings, load_settings

ROOT = Path(__file__).parents[2]
OPERATIONS = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
ERRORS = (ROOT / "docs/errors.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = ("README.md", *(f"docs/{name}.md" for name in ("architecture", "decisions", "errors", "operations")))
# A field of a message or a state of a thing, though it is written like a code.
NOT_CODES = {"utf-8"}


def default_of(name: str) -> str:
    value = Settings.model_fields[name].default
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    return ",".join(value) if isinstance(value, tuple) else str(value)


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_stands_in_the_table_as_it_is(name: str) -> None:
    shown = f"`{default_of(name)}`" if default_of(name) else "–"
    row = f"| `{PREFIX}{name.upper()}` | {shown} | {Settings.model_fields[name].description} |"
    assert row in OPERATIONS, f"docs/operations.md lacks this row:\n{row}"


@pytest.mark.parametrize("page", [*PAGES, "Dockerfile", "Makefile"])
def test_no_page_names_a_setting_that_does_not_exist(page: str) -> None:
    named = set(re.findall(rf"\b{PREFIX}([A-Z_]+[A-Z])\b", (ROOT / page).read_text(encoding="utf-8")))
    known = {name.upper() for name in Settings.model_fields}
    secrets_in_files = {f"{name}_FILE" for name in known}
    assert {name for name in named if not name.startswith("TEST_")} <= known | secrets_in_files


def test_the_example_environment_lists_every_setting_with_its_default() -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    written = dict(re.findall(rf"^# ?{PREFIX}([A-Z_]+)=(.*)$", text, re.MULTILINE))
    assert written == {name.upper(): default_of(name) for name in Settings.model_fields}
    assert not dotenv_values(ROOT / ".env.example"), "copied as it stands, the example changes nothing"


def test_the_example_environment_is_accepted_when_its_lines_are_switched_on() -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    lines = re.findall(rf"^# ?({PREFIX}[A-Z_]+)=(.*)$", text, re.MULTILINE)
    assert load_settings(dict(lines)) == load_settings({})


@pytest.mark.parametrize("command", [name for name in HELP if name != "agent"])
def test_every_command_is_in_the_operations_page(command: str) -> None:
    assert f"`agent {command}" in OPERATIONS


@pytest.mark.parametrize("page", PAGES)
def test_no_page_names_a_command_that_does_not_exist(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    spoken = re.findall(r"`agent ([a-z]+)\b", text) + re.findall(
        r"^(?:\$ )?agent ([a-z]+)\b", text, re.MULTILINE
    )
    assert set(spoken) <= set(HELP)


def test_the_make_commands_of_the_readme_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z][a-z-]*)\b", README))
    assert {"run", "test"} <= named <= targets


def routes() -> Iterator[str]:
    from agent.api.app import ROUTERS

    for route in (each for router in ROUTERS for each in router.routes if each.include_in_schema):
        yield from (f"{method} {route.path}" for method in route.methods)


def test_every_route_is_in_the_operations_page_and_no_other() -> None:
    written = set(re.findall(r"`((?:GET|POST|DELETE|PUT) /[^`\s]*)`", OPERATIONS))
    assert written == set(routes())


# ---- error codes


def codes_of(file: Path) -> Iterator[str]:
    """Codes given by keyword (`code="…"`), as a class attribute, or as the fourth value of a Problem."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield from (text for word in node.keywords if word.arg == "code" for text in strings(word.value))
            if isinstance(node.func, ast.Name) and node.func.id == "Problem" and len(node.args) > 3:
                yield from strings(node.args[3])
            if isinstance(node.func, ast.Name) and node.func.id == "problem" and len(node.args) > 1:
                yield from strings(node.args[1])
        elif isinstance(node, ast.Assign) and any(
            isinstance(each, ast.Name) and each.id == "code" for each in node.targets
        ):
            yield from strings(node.value)


def strings(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def all_codes() -> set[str]:
    import agent.api.problems
    import agent.knowledge
    import agent.scenarios

    found = {code for file in (ROOT / "agent").rglob("*.py") for code in codes_of(file)}
    tables = (agent.scenarios.CODES, agent.knowledge.CODES, set(agent.api.problems._BY_STATUS.values()))
    return found.union(*tables) - NOT_CODES


def test_every_error_code_is_a_heading_of_the_errors_page() -> None:
    headings = set(re.findall(r"^### `([a-z][a-z0-9_-]*)`", ERRORS, re.MULTILINE))
    missing, forgotten = all_codes() - headings, headings - all_codes()
    assert not missing, f"docs/errors.md lacks: {', '.join(sorted(missing))}"
    assert not forgotten, f"docs/errors.md explains what nobody raises: {', '.join(sorted(forgotten))}"


# ---- links and rooms


@pytest.mark.parametrize("page", PAGES)
def test_links_between_files_lead_somewhere(page: str) -> None:
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)", (ROOT / page).read_text(encoding="utf-8"))
    broken = [target for target in targets if not ((ROOT / page).parent / target).exists()]
    assert not broken


def test_every_room_is_on_the_map() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rooms = {
        path.stem
        for path in (ROOT / "agent").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    missing = [
        room for room in sorted(rooms - {"__init__", "__main__"}) if not re.search(rf"\b{room}\b", page)
    ]
    assert not missing
    drawn = set(re.findall(r"^\|[^|]*\| `([a-z]+)` \|", page, re.MULTILINE))
    assert drawn <= rooms, "a room on the map that does not exist"


def test_no_file_tells_where_it_was_written() -> None:
    """Paths and hosts of one machine do not belong in files that others read."""
    private = re.compile(r"/work/|/home/\w|/root/|/tmp/(?!<)|index-url|\bproxy\.", re.IGNORECASE)
    ground = [
        "README.md",
        "CHANGELOG.md",
        "Makefile",
        "Dockerfile",
        ".ci/run",
        ".env.example",
        "pyproject.toml",
    ]
    files = (
        [ROOT / name for name in ground]
        + list((ROOT / "docs").glob("*.md"))
        + list((ROOT / "agent").rglob("*.py"))
    )
    assert not [str(file) for file in files if private.search(file.read_text(encoding="utf-8"))]
