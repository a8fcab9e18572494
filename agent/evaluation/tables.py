"""A run on a terminal: columns under each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.evaluation.ablation import Worth
from agent.evaluation.compare import Change, Comparison
from agent.evaluation.metrics import Interval
from agent.evaluation.results import ALL, ASKED, RIGHT, Figures, Part, Row, Run, Way

Table = list[tuple[str, ...]]
_SEVEREST = (
    "wrong works",
    "into a guide",
    "wrong guide",
    "wrong option",
)  # first in the list of what went wrong


def told(run: Run, errors: bool = False) -> Iterator[str]:
    """The figures of every part; with `errors` also every line that went wrong."""
    for part in run.parts:
        yield f"{run.what}, {part.name}: {len(part.rows)} lines ({settings_told(run)})"
        yield from aligned(figures_table(part))
        yield from (f"  {line}" for line in summary(part))
        if part.stages:
            yield "  each stage of the search off or otherwise"
            yield from aligned(stages_table(part.stages))
        if errors:
            yield from (f"  [{row.verdict}] {row.id} “{row.text}” {row.why}" for row in wrong(part.rows))
        yield ""


def compared(found: Sequence[Comparison]) -> Iterator[str]:
    """Two runs side by side; `*` marks a difference whose interval leaves zero out."""
    for one in found:
        yield f"{one.part}: {len(one.rows)} lines changed{unmatched(one)}"
        yield from aligned(changes_table(one.changes))
        yield from (f"  {flip(old, new)}" for old, new in one.rows)
        yield ""


def ablated(part: str, found: Sequence[Worth]) -> Iterator[str]:
    """What each part of the reader or router is worth."""
    yield f"{part}: what is lost without each of these, on the same lines"
    yield from aligned(worth_table(found))
    yield f"  {idle(found)}"
    yield ""


def aligned(rows: Table) -> Iterator[str]:
    """Columns under each other; the first to the left, the others to the right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for first, *rest in rows:
        cells = [
            first.ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)),
        ]
        yield "  " + "  ".join(cells).rstrip()


# --- the cells, for the terminal and for Markdown alike --------------------------------------------------------


def figures_table(part: Part) -> Table:
    """One row per group: both columns of accuracy, the interval of the second, every kind of mistake."""
    mistakes = sorted(set(part.groups[ALL].verdicts) - {RIGHT, ASKED})
    heading = (
        "group",
        "n",
        "right where it answers",
        "right over all",
        "95 %",
        "asked back",
        "macro-F1",
        *mistakes,
    )
    return [heading, *(_cells(name, each, mistakes) for name, each in part.groups.items())]


def changes_table(changes: Sequence[Change]) -> Table:
    """One row per group of two runs."""
    heading = ("group", "n", "before", "after", "difference", "95 %", "")
    cells = [
        (
            each.group,
            str(each.count),
            percent(each.before),
            percent(each.after),
            points(each.difference.mean),
            _points(each.difference),
            "*" if each.sure else "",
        )
        for each in changes
    ]
    return [heading, *cells]


def worth_table(found: Sequence[Worth]) -> Table:
    """One row per part that was taken away."""
    heading = ("without", "points lost", "95 %", "right lines lost", "mistakes added")
    telling = [each for each in found if each.lines or each.mistakes]
    cells = [
        (each.part, points(each.gain.mean), _points(each.gain), f"{each.lines:+d}", f"{each.mistakes:+d}")
        for each in telling
    ]
    return [heading, *cells]


def stages_table(found: Sequence[Way]) -> Table:
    """One row per way to search; differences in points of nDCG, `*` where the interval leaves zero out."""
    heading = ("way to search", "nDCG@10", "shipped is ahead", "95 %", "", "AUC", "ms")
    cells = [
        (
            one.name,
            f"{one.ndcg:.3f}",
            points(one.ahead.mean) if number else "",
            _points(one.ahead) if number else "",
            "*" if one.ahead.low > 0 or one.ahead.high < 0 else "",
            f"{one.auc:.3f}",
            f"{one.milliseconds:.2f}",
        )
        for number, one in enumerate(found)
    ]
    return [heading, *cells]


def idle(found: Sequence[Worth]) -> str:
    """The parts without which nothing changed, in one line."""
    names = [each.part for each in found if not each.lines and not each.mistakes]
    return f"nothing changed without {len(names)} of {len(found)}: {', '.join(names)}" if names else ""


def summary(part: Part) -> Iterator[str]:
    """What the table does not hold."""
    for name, (count, of) in part.rates.items():
        yield f"{name}: {percent(count / of) if of else '–'} ({count}/{of})"
    yield from (f"{name}: {score:.3f}" for name, score in part.scores.items())
    errors = ", ".join(f"{name} {each.error:.3f}" for name, each in part.calibrations.items())
    yield f"expected calibration error: {errors or '–'}"
    if part.curve is not None:
        yield f"mean risk over coverage: {part.curve.area:.3f}"
    yield f"milliseconds a line: p50 {part.milliseconds(0.5):.2f}, p95 {part.milliseconds(0.95):.2f}"
    if part.left_out:
        yield f"left out, their guide does not exist: {part.left_out}"
    yield from (f"{name}: SHA-256 {digest}" for name, digest in part.files.items())


def wrong(rows: Sequence[Row]) -> list[Row]:
    """The lines that went wrong, what costs most first."""
    missed = [row for row in rows if not row.right]
    return sorted(
        missed, key=lambda row: (row.verdict == ASKED, row.verdict not in _SEVEREST, row.verdict, row.id)
    )


def flip(old: Row, new: Row) -> str:
    """One line that changed."""
    text = f" “{new.text}”" if new.text else ""
    return f"{new.id}: {old.verdict} ({old.said}) → {new.verdict} ({new.said}), meant {new.gold}{text}"


def unmatched(one: Comparison) -> str:
    """How many lines stand in only one of two runs, if any do."""
    return f"; {one.unmatched} stand in only one of the runs" if one.unmatched else ""


def settings_told(run: Run) -> str:
    """What the run was made with, in one line."""
    return ", ".join(f"{name} {value}" for name, value in run.settings.items())


def percent(share: float | None) -> str:
    """A share as per cent."""
    return "–" if share is None else f"{share:.1%}"


def points(share: float) -> str:
    """A difference of shares in percentage points."""
    return f"{share * 100:+.1f}"


def _points(one: Interval) -> str:
    return f"{points(one.low)} … {points(one.high)}"


def _cells(name: str, one: Figures, mistakes: Sequence[str]) -> tuple[str, ...]:
    return (
        name,
        str(one.count),
        percent(one.answered),
        percent(one.right.mean),
        f"{one.right.low * 100:.1f}–{one.right.high * 100:.1f}",
        percent(one.asked_back),
        f"{one.macro_f1:.3f}",
        *(percent(one.share(verdict)) for verdict in mistakes),
    )
