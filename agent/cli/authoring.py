"""The commands an author begins with: new, import, diagram, schema."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from agent.cli.shared import note, prepared
from agent.errors import SettingsError, Severity, missing_extra

if TYPE_CHECKING:
    from agent.rehearsal import Talk
    from agent.scenarios import Library
    from agent.scenarios.diagram import Marks

_LARGEST = 1 << 20
_SCHEMA = "scenario.schema.json"  # as the first line of the template names it


def new(scenario_id: str) -> None:
    """Write a template that passes the check; nothing is ever overwritten."""
    from agent.scenarios.authoring import new_scenario  # noqa: PLC0415  (reads the template)

    folder = prepared().scenarios_dir
    text = new_scenario(scenario_id)
    file = folder / f"{scenario_id}.yaml"
    if file.exists():
        raise SettingsError(f"{file} exists already.", mend="Choose another name.", code="file_exists")
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    print(file)
    schema_file = folder / _SCHEMA
    if not schema_file.exists():
        note(f"For an editor that helps while you type: agent schema --out {schema_file}")
    note(f"Write it, then: agent check --prove {scenario_id}")


def import_file(file: Path, out: Path | None) -> None:
    """Bring an older runbook into today's form; tell each change and what is left to do. Exit 1 if errors remain."""
    from agent.scenarios import read_text  # noqa: PLC0415  (reads scenarios)
    from agent.scenarios.authoring import import_runbook  # noqa: PLC0415  (with it)

    if not file.is_file() or file.stat().st_size > _LARGEST:
        raise SettingsError(
            f"{file} is no file of at most 1 MB.", mend="Name one runbook.", code="file_unreadable"
        )
    found = import_runbook(file.read_bytes(), str(file))
    target = out or file
    for line, change in found.changes:
        note(f"{file}:{line}: {change}")
    if target != file or found.changes:
        kept = _kept_aside(target)
        target.write_text(found.text, encoding="utf-8")
        if kept is not None:
            note(f"{kept}: what stood there before.")
    _, problems = read_text(found.text, str(target))
    for problem in problems:
        print(problem)
    note(f"{target}: {len(found.changes)} lines brought into today's form, {len(problems)} problems left.")
    if any(problem.severity is Severity.ERROR for problem in problems):
        sys.exit(1)


def _kept_aside(file: Path) -> Path | None:
    """A copy of the file beside it, under a name that is free; None when there is no file yet."""
    if not file.exists():
        return None
    names = (f"{file.name}.bak{number or ''}" for number in count())
    copy = next(each for name in names if not (each := file.with_name(name)).exists())
    copy.write_bytes(file.read_bytes())
    return copy


_FORMS = {".png": "png", ".mmd": "mermaid", ".mermaid": "mermaid"}


def diagram(scenario_id: str, form: str | None, out: Path | None, language: str, plain: bool) -> None:
    """Draw a scenario; faults and what talks leave out are marked unless `plain`.

    `form`: None = as the name of `out` ends, else SVG. Raises SettingsError for a language the guide has no word in.
    """
    from agent.scenarios import inspect  # noqa: PLC0415  (reads scenarios)
    from agent.scenarios.check import texts_of  # noqa: PLC0415  (with them)
    from agent.scenarios.diagram import Marks, mermaid, svg  # noqa: PLC0415  (with them)

    settings = prepared()
    library, _ = inspect(settings.scenarios_dir)
    scenario = library.get(scenario_id)
    if scenario is None:
        raise SettingsError(
            f'There is no scenario "{scenario_id}" that can be read.',
            mend=f"Run agent check; the scenarios are {', '.join(sorted(library)) or 'none'}.",
            code="scenario_unknown",
        )
    written = sorted({code for *_, text in texts_of(scenario) for code in text})
    if language not in written:
        raise SettingsError(
            f'{scenario_id} has no texts in "{language}".',
            mend=f"It has them in {', '.join(written)}.",
            code="language_unwritten",
        )
    form = form or _FORMS.get(out.suffix.lower() if out else "", "svg")
    marks = Marks() if plain else _marks(settings.scenarios_dir, library, scenario_id)
    if form == "png":
        _write(_png(svg(scenario, language, marks)), out)
        return
    drawn = mermaid if form == "mermaid" else svg
    _write(drawn(scenario, language, marks).encode(), out)


def _marks(folder: Path, library: Library, scenario_id: str) -> Marks:
    from agent.rehearsal import load_talks  # noqa: PLC0415  (reads the talks)
    from agent.scenarios import declared_facts, prove  # noqa: PLC0415  (walks the scenario)
    from agent.scenarios.diagram import Marks  # noqa: PLC0415  (as above)

    faults: dict[str, tuple[str, ...]] = {}
    for finding in prove(library, scenario_id, declared_facts(library.values())).findings:
        before = [step.ref for step in library[scenario_id].steps if step.line <= finding.problem.line]
        ref = before[-1] if before else ""
        faults[ref] = (*faults.get(ref, ()), finding.problem.message)
    first = library[scenario_id].steps[0].ref
    given = {
        pair for talk in load_talks(folder) if talk.scenario == scenario_id for pair in _given(talk, first)
    }
    return Marks(faults, given)


def _given(talk: Talk, first: str) -> Iterator[tuple[str, str]]:
    """(step, answer) pairs a talk expects: an answer belongs to the step before it; a `direct` talk begins at `first`."""
    step = first if talk.direct else None
    for line in talk.turns:
        if line.expect.outcome and step:
            yield step, line.expect.outcome
        step = line.expect.step or step


def _png(drawing: str) -> bytes:
    try:
        import resvg_py  # noqa: PLC0415  (an extra)
    except ImportError:
        raise missing_extra(
            "PNG needs a renderer that is not installed; --format svg needs none.", "diagrams"
        ) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing))


def _write(drawn: bytes, out: Path | None) -> None:
    if out is None:
        sys.stdout.buffer.write(drawn)
    else:
        out.write_bytes(drawn)
        note(f"{out}: {len(drawn)} bytes.")


def schema(out: Path | None, talks: bool = False) -> None:
    """Write the JSON Schema that editors use, of scenarios or of `talks`."""
    from agent.rehearsal import talks_schema  # noqa: PLC0415  (from its model)
    from agent.scenarios.schema import scenario_schema  # noqa: PLC0415  (from the model)

    shape = talks_schema() if talks else scenario_schema()
    text = json.dumps(shape, indent=2, ensure_ascii=False) + "\n"
    if out is None:
        print(text, end="")
    else:
        out.write_text(text, encoding="utf-8")
        note(str(out))
