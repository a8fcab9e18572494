"""`agent eval`: how well messages are routed, replies read and pages found, on labelled files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

if TYPE_CHECKING:
    from agent.evaluation.ablation import Worth
    from agent.evaluation.compare import Comparison
    from agent.evaluation.results import Row, Run

DATA = Path("tests/data")


class What(StrEnum):
    """What is measured."""

    ROUTING = "routing"
    READING = "reading"
    RETRIEVAL = "retrieval"


class Split(StrEnum):
    """What labelled files are for."""

    TUNE = "tune"
    VALIDATION = "validation"
    TEST = "test"


# Typer reads annotations at run time, where `str | None` of a string annotation is fine but a list of them is not.
Files = Annotated[
    Optional[list[Path]],  # noqa: UP045
    typer.Argument(help="Labelled files. Without: those for tuning, then those for validation."),
]


def evaluate(
    what: Annotated[What, typer.Argument(help="What to measure.")],
    files: Files = None,
    split: Annotated[Split | None, typer.Option("--split", help="Only the files of this split.")] = None,
    data: Annotated[Path, typer.Option("--data", help="Folder of the labelled files.")] = DATA,
    embedder: Annotated[
        str | None, typer.Option("--embedder", help="bundled, none, or as TAISA_EMBEDDER takes it.")
    ] = None,
    fold: Annotated[bool, typer.Option("--fold", help="Drop diacritics and capitals first.")] = False,
    ablate: Annotated[
        bool, typer.Option("--ablate", help="Measure what each part is worth (minutes).")
    ] = False,
    compare: Annotated[
        Path | None, typer.Option("--compare", help="Compare with the report.json of an earlier run.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write report.md, report.json and pictures here.")
    ] = None,
    no_pictures: Annotated[bool, typer.Option("--no-pictures", help="Write no pictures.")] = False,
    errors: Annotated[bool, typer.Option("--errors", "-e", help="List every line that went wrong.")] = False,
    open_test: Annotated[
        bool, typer.Option("--open-test", help="Open the test files that are named.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON for programs instead of text for people.")
    ] = False,
) -> None:
    from agent.cli.shared import note, prepared  # noqa: PLC0415  (the settings)

    settings = prepared()
    from datetime import UTC, datetime  # noqa: PLC0415

    from agent.evaluation import plots, record, runs  # noqa: PLC0415  (the whole agent, after threads are pinned)

    earlier = record.rows_kept(compare, what) if compare else {}
    drawn = out is not None and not no_pictures
    if drawn:
        plots.require_plots()  # before the minutes of measuring, not after
    wish = runs.Wish(tuple(files or ()), data, split, embedder, fold, open_test, ablate, ways=drawn)
    with _progress(f"Measuring {what}", as_json) as step:
        watch = runs.Watch(lambda: datetime.now(UTC), note, step)
        if what is What.READING:
            run, worths = runs.read_replies(wish, watch)
        elif what is What.ROUTING:
            run, worths = runs.route_complaints(settings, wish, watch)
        else:
            run, worths = runs.ask_questions(settings, wish, watch)
    _show(run, _compared(run, earlier), worths, errors, as_json)
    if out is not None:
        from agent.evaluation.report import write  # noqa: PLC0415  (only where a report is wished for)

        for file in write(run, out, _compared(run, earlier), worths, pictures=not no_pictures):
            note(f"Wrote {file}")


def _compared(run: Run, earlier: Mapping[str, Sequence[Row]]) -> tuple[Comparison, ...]:
    """Each part that stands in both runs."""
    from agent.evaluation.compare import compare  # noqa: PLC0415  (numpy)

    return tuple(
        compare(part.name, earlier[part.name], part.rows) for part in run.parts if part.name in earlier
    )


def _show(
    run: Run,
    comparisons: Sequence[Comparison],
    worths: Mapping[str, Sequence[Worth]],
    errors: bool,
    as_json: bool,
) -> None:
    from agent.cli.shared import plain, print_json  # noqa: PLC0415
    from agent.evaluation import record, tables  # noqa: PLC0415  (numpy)

    if as_json:
        print_json(record.as_json(run, comparisons, worths))
        return
    for line in tables.told(run, errors):
        print(plain(line))
    for name, found in worths.items():
        print("\n".join(tables.ablated(name, found)))
    for line in tables.compared(comparisons):
        print(plain(line))


@contextmanager
def _progress(title: str, hidden: bool) -> Iterator[Callable[[str], None]]:
    """A count of what is done, on a terminal's error stream."""
    from rich.console import Console  # noqa: PLC0415  (with the commands that draw)
    from rich.progress import Progress, SpinnerColumn, TextColumn  # noqa: PLC0415

    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description} {task.completed:.0f}"))
    with Progress(
        *columns, console=console, transient=True, disable=hidden or not console.is_terminal
    ) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done: bar.update(task, advance=1)
