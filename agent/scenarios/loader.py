"""From a directory of YAML files to a Library, with every fault of every file at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from pathlib import Path

from agent.errors import ContentError, Problem, Severity
from agent.scenarios.builder import build
from agent.scenarios.check import check
from agent.scenarios.model import Library, Scenario
from agent.scenarios.reader import Faults, suggestion
from agent.scenarios.tree import MAX_BYTES, parse

DEFAULTS = "defaults.yaml"
_TALKS = ".talks.yaml"


def load(directory: Path, constants: Collection[str] | None = None) -> Library:
    """The scenarios of `directory`. Raises ContentError with all problems when any of them is an error.

    `constants`: names that texts may quote beside facts (the operator's); None leaves placeholders unchecked.
    """
    library, problems = inspect(directory, constants)
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise ContentError(problems)
    return library


def inspect(directory: Path, constants: Collection[str] | None = None) -> tuple[Library, tuple[Problem, ...]]:
    """What loads of `directory`, and every problem of all its files, sorted by place."""
    problems: list[Problem] = []
    found: list[Scenario] = []
    for path in scenario_files(directory):
        scenario, faults = read_file(path)
        problems += faults
        if scenario is not None:
            found.append(scenario)
    problems += _twins(found)
    defaults, faults = _defaults(directory / DEFAULTS, {scenario.id for scenario in found})
    problems += faults
    problems += check(Library(found, defaults), constants, _files_with_errors(problems))
    broken = _files_with_errors(problems)
    whole = Library((each for each in found if each.file not in broken), defaults)
    return whole, tuple(
        sorted(set(problems), key=lambda each: (each.file, each.line, each.code, each.message))
    )


def scenario_files(directory: Path) -> tuple[Path, ...]:
    """The scenario files of `directory`: every *.yaml but talks and defaults. An empty tuple if there is no directory."""
    return tuple(
        path
        for path in sorted(directory.glob("*.yaml"))
        if not path.name.endswith(_TALKS) and path.name != DEFAULTS and not path.name.startswith((".", "_"))
    )


def _files_with_errors(problems: list[Problem]) -> set[str]:
    return {problem.file for problem in problems if problem.severity is Severity.ERROR}


def read_file(path: Path) -> tuple[Scenario | None, list[Problem]]:
    """One file by itself, its shape only: use the scenario when no problem is an error."""
    text, problem = _text_of(path)
    if problem is not None:
        return None, [problem]
    scenario, problems = read_text(text, str(path))
    if scenario is not None and scenario.id != path.stem:
        message = f'the file is called {path.name}, but the id is "{scenario.id}"'
        mend = f"rename the file to {scenario.id}.yaml"
        problems.append(Problem(str(path), scenario.line, Severity.WARNING, "id_file", message, mend))
    return scenario, problems


def read_text(text: str, file: str) -> tuple[Scenario | None, list[Problem]]:
    """A scenario from its YAML `text` (a file, or an old version kept elsewhere) and the faults of its shape."""
    node, problems = parse(text, file)
    if node is None:
        if not problems:
            problems.append(
                Problem(file, 0, Severity.ERROR, "yaml_empty", "the file is empty", "write scenario: …")
            )
        return None, problems
    faults = Faults(file)
    scenario = build(node, faults, text)
    return scenario, [*problems, *faults.found]


def _text_of(path: Path) -> tuple[str, Problem | None]:
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            message = f"the file is {size // 1024} KB long, the limit is {MAX_BYTES // 1024} KB"
            return "", Problem(
                str(path), 0, Severity.ERROR, "file_size", message, "split it with call_scenario"
            )
        return path.read_text(encoding="utf-8-sig"), None
    except UnicodeDecodeError as fault:
        line = path.read_bytes()[: fault.start].count(b"\n") + 1
        return "", Problem(
            str(path), line, Severity.ERROR, "encoding", "the file is not UTF-8", "save it as UTF-8"
        )
    except OSError as fault:
        return "", Problem(
            str(path), 0, Severity.ERROR, "file_unreadable", f"the file cannot be read: {fault.strerror}"
        )


def _twins(found: list[Scenario]) -> list[Problem]:
    counts = Counter(scenario.id for scenario in found)
    problems: list[Problem] = []
    seen: dict[str, str] = {}
    for scenario in found:
        if counts[scenario.id] > 1 and scenario.id in seen:
            message = f'the id "{scenario.id}" is already taken by {seen[scenario.id]}'
            problems.append(
                Problem(
                    scenario.file,
                    scenario.line,
                    Severity.ERROR,
                    "duplicate_id",
                    message,
                    "give one of them another id",
                )
            )
        seen.setdefault(scenario.id, Path(scenario.file).name)
    return problems


def _defaults(path: Path, known: Collection[str]) -> tuple[dict[str, str], list[Problem]]:
    """The map problem type → scenario id of defaults.yaml, and its faults. No file: an empty map."""
    if not path.exists():
        return {}, []
    text, problem = _text_of(path)
    if problem is not None:
        return {}, [problem]
    node, problems = parse(text, str(path))
    if node is None:
        return {}, problems
    faults = Faults(str(path))
    entries = node.value if isinstance(node.value, dict) else {}
    if set(entries) == {"defaults"} and isinstance(entries["defaults"].value, dict):
        entries = entries["defaults"].value
    if not entries:
        faults.error(
            node.line,
            "wrong_type",
            "defaults.yaml must map problem types to scenario ids",
            "write <problem type>: <scenario id>",
        )
    defaults: dict[str, str] = {}
    for problem_type, target in entries.items():
        if target.value in known:
            defaults[problem_type] = str(target.value)
        else:
            mend = (
                suggestion(str(target.value), known)
                or f"write the scenario, or choose one of {', '.join(sorted(known))}"
            )
            faults.error(
                target.line,
                "missing_target",
                f'{problem_type} leads to "{target.value}", which is no scenario',
                mend,
            )
    return defaults, [*problems, *faults.found]
