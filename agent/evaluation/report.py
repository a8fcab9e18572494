"""A run in a folder: report.md for people, with pictures, and report.json for programs.

The JSON holds no customer's words; the Markdown holds the lines that went wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from agent.errors import SettingsError
from agent.evaluation import plots
from agent.evaluation.ablation import Worth
from agent.evaluation.compare import Comparison
from agent.evaluation.record import as_json
from agent.evaluation.results import Part, Row, Run
from agent.evaluation.tables import (
    Table,
    changes_table,
    figures_table,
    flip,
    idle,
    settings_told,
    stages_table,
    summary,
    unmatched,
    worth_table,
    wrong,
)

WORST = 20
_MOST_LINES = 400
_MOST_BARS = 30
_MOST_LABELS = 40  # a larger matrix cannot be read
_COLUMNS = (
    "*Right where it answers*: of the lines not asked back. *Right over all*: of all lines, where asking back on a clear "
    "line counts as wrong; 95 % is its interval (Wilson). *Asked back*: of the clear lines. The mistakes are shares of "
    "all lines. Differences carry a paired bootstrap interval."
)
Worths = Mapping[str, Sequence[Worth]]
Pictures = Mapping[str, Sequence[Path]]


def write(
    run: Run,
    folder: Path,
    comparisons: Sequence[Comparison] = (),
    worths: Worths | None = None,
    *,
    pictures: bool = True,
) -> tuple[Path, ...]:
    """The report into `folder`; what was written. Raises SettingsError: `plots_missing`, `report_unwritable`."""
    given = worths or {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        drawn = _drawn(run, given, folder) if pictures else {}
        text, kept = folder / "report.md", folder / "report.json"
        text.write_text("\n".join(markdown(run, drawn, comparisons, given)) + "\n", encoding="utf-8")
        values = as_json(run, comparisons, given)
        kept.write_text(json.dumps(values, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except OSError as fault:
        raise SettingsError(
            f"{folder} cannot be written: {fault}.", mend="Name another --out.", code="report_unwritable"
        ) from None
    return (text, kept, *(picture for some in drawn.values() for picture in some))


def markdown(
    run: Run, pictures: Pictures, comparisons: Sequence[Comparison] = (), worths: Worths | None = None
) -> Iterator[str]:
    """The report as Markdown, line by line."""
    yield f"# {run.what.capitalize()}, measured {run.made_at:%Y-%m-%d %H:%M} UTC"
    yield f"\nMade with: {settings_told(run)}.\n\n{_COLUMNS}"
    for part in run.parts:
        yield f"\n## {part.name}: {len(part.rows)} lines\n"
        yield from table(figures_table(part))
        yield ""
        yield from (f"- {line}" for line in summary(part))
        yield from (f"\n![{picture.stem}]({picture.name})" for picture in pictures.get(part.name, ()))
        if part.stages:
            yield "\n### Each stage of the search off or otherwise\n"
            yield from table(stages_table(part.stages))
        yield from _confusions(part)
        yield from _errors(part.rows)
    for one in comparisons:
        yield f"\n## {one.part}: compared with the earlier run{unmatched(one)}\n"
        yield from table(changes_table(one.changes))
        yield f"\n{len(one.rows)} lines changed:\n"
        yield from (f"- {_inline(flip(old, new))}" for old, new in one.rows)
    for name, found in (worths or {}).items():
        yield f"\n## {name}: what each part is worth\n"
        yield from table(worth_table(found))
        yield f"\n{idle(found)}"
        yield from (f"\n![{picture.stem}]({picture.name})" for picture in pictures.get(_ablation(name), ()))


def table(rows: Table) -> Iterator[str]:
    """A Markdown table; the first row is the heading."""
    heading, *rest = rows
    yield _row(heading)
    yield "|---" + "|--:" * (len(heading) - 1) + "|"
    yield from map(_row, rest)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_inline(cell) for cell in cells) + " |"


def _inline(text: str) -> str:
    """Text that stays one line and one cell, whatever a customer wrote."""
    safe = text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("`", "\\`")
    return " ".join(safe.split())


def _confusions(part: Part) -> Iterator[str]:
    pairs = part.confusion.worst(WORST)
    if pairs:
        yield f"\n### The {len(pairs)} most frequent confusions\n"
        yield from table(
            [("meant", "read as", "lines"), *((gold, said, str(count)) for gold, said, count in pairs)]
        )


def _errors(rows: Sequence[Row]) -> Iterator[str]:
    missed = wrong(rows)
    if missed:
        shown = f", the first {_MOST_LINES}" if len(missed) > _MOST_LINES else ""
        yield f"\n### What went wrong: {len(missed)} lines{shown}, the costliest first\n"
    for row in missed[:_MOST_LINES]:
        about = f" – asked: “{row.about}”" if row.about else ""
        yield f"- **{row.verdict}** {row.id} {_inline(f'“{row.text}” {row.why}{about}')}"


def _drawn(run: Run, worths: Worths, folder: Path) -> Pictures:
    drawn = {part.name: _pictures(part, folder) for part in run.parts}
    for name, found in worths.items():
        file = folder / f"{_ablation(name)}.png"
        most = [each for each in found if each.lines][:_MOST_BARS]
        if most:
            values = [each.gain.mean * 100 for each in most]
            plots.bars([each.part for each in most], values, f"{name}: worth", "percentage points", file)
            drawn[_ablation(name)] = (file,)
    return drawn


def _ablation(part: str) -> str:
    return f"{part}-ablation"


def _pictures(part: Part, folder: Path) -> tuple[Path, ...]:
    files: list[Path] = []
    if len(part.confusion.gold) <= _MOST_LABELS:
        files.append(folder / f"{part.name}-confusion.png")
        plots.confusion_matrix(part.confusion, f"{part.name}: confusion", files[-1])
    if part.calibrations:
        files.append(folder / f"{part.name}-reliability.png")
        plots.reliability(part.calibrations, f"{part.name}: is the confidence honest?", files[-1])
    if part.curve is not None:
        files.append(folder / f"{part.name}-risk-coverage.png")
        plots.risk_curve(part.curve, f"{part.name}: risk and coverage", files[-1])
    if part.ways:
        files.append(folder / f"{part.name}-quality-latency.png")
        plots.quality_latency(part.ways, f"{part.name}: quality and time", files[-1])
    return tuple(files)
