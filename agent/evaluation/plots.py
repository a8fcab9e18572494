"""The pictures of a report: confusion matrix, reliability diagram, risk–coverage curve, quality against latency.

Needs the extra `eval`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agent.errors import SettingsError
from agent.evaluation.metrics import Calibration, Confusion, Curve

DPI = 120
_MOST_NUMBERS = 30  # a matrix with more columns shows colours alone
_WARM, _COOL, _GREY = "#c8553d", "#2f6690", "#8d99ae"


def require_plots() -> None:
    """Raises SettingsError(plots_missing) where matplotlib is not installed."""
    _figure(1, 1)


def confusion_matrix(found: Confusion, title: str, file: Path) -> None:
    """Rows are what was meant, columns what was read; colour is the share of the row, figures are counts."""
    size = 2.5 + 0.42 * len(found.said), 1.8 + 0.36 * len(found.gold)
    figure, axes = _figure(*size)
    shares = found.counts / np.maximum(found.counts.sum(axis=1, keepdims=True), 1)
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    axes.set_xticks(range(len(found.said)), found.said, rotation=60, ha="right", fontsize=7)
    axes.set_yticks(range(len(found.gold)), found.gold, fontsize=7)
    if len(found.said) <= _MOST_NUMBERS:
        for row, column in zip(*np.nonzero(found.counts), strict=True):
            dark = shares[row, column] > 0.5
            axes.text(
                column, row, str(found.counts[row, column]), ha="center", va="center", fontsize=7,
                color="white" if dark else "black",
            )  # fmt: skip
    _finish(figure, axes, title, "read as", "meant", file)


def reliability(found: Mapping[str, Calibration], title: str, file: Path) -> None:
    """Accuracy against confidence, one line per language; on the diagonal a confidence is a probability."""
    figure, axes = _figure(5.2, 4.4)
    axes.plot([0, 1], [0, 1], linestyle="--", color=_GREY, linewidth=1)
    for (name, one), colour in zip(found.items(), ("black", _COOL, _WARM, _GREY), strict=False):
        sure = [each.confidence for each in one.bins]
        right = [each.accuracy for each in one.bins]
        axes.plot(sure, right, color=colour, linewidth=1, label=f"{name} (ECE {one.error:.3f})")
        axes.scatter(sure, right, s=[12 + 1.2 * each.count for each in one.bins], color=colour, alpha=0.6)
    axes.set_xlim(0, 1.02)
    axes.set_ylim(0, 1.02)
    axes.legend(fontsize=8, loc="upper left")
    _finish(figure, axes, title, "confidence", "share right", file)


def risk_curve(found: Curve, title: str, file: Path) -> None:
    """The share of mistakes when only the surest are answered."""
    figure, axes = _figure(5.2, 3.6)
    axes.plot(found.coverage, found.risk, color=_COOL)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, max(0.05, *found.risk) * 1.1)
    axes.text(0.98, 0.05, f"mean risk {found.area:.3f}", transform=axes.transAxes, ha="right", fontsize=8)
    _finish(figure, axes, title, "share answered", "share of them wrong", file)


def bars(names: Sequence[str], values: Sequence[float], title: str, label: str, file: Path) -> None:
    """One horizontal bar per name, the first on top."""
    figure, axes = _figure(6.4, 1.2 + 0.24 * len(names))
    places = range(len(names))
    axes.barh(list(places), list(values), color=[_COOL if value >= 0 else _WARM for value in values])
    axes.set_yticks(list(places), list(names), fontsize=7)
    axes.invert_yaxis()
    axes.axvline(0, color="black", linewidth=0.6)
    _finish(figure, axes, title, label, "", file)


def quality_latency(points: Mapping[str, tuple[float, float]], title: str, file: Path) -> None:
    """A numbered point per way to search: milliseconds and quality. The first one is set apart."""
    figure, axes = _figure(7.6, 4.4)
    axes.set_xscale("log")
    for number, (name, (milliseconds, quality)) in enumerate(points.items(), 1):
        colour, label = _COOL if number > 1 else _WARM, f"{number} {name}"
        axes.scatter(milliseconds, quality, s=22, color=colour, label=label)
        axes.annotate(str(number), (milliseconds, quality), (4, 3), textcoords="offset points", fontsize=7)
    axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1.01, 0.5), handlelength=1)
    _finish(figure, axes, title, "milliseconds a question", "quality", file)


def _figure(width: float, height: float) -> tuple[Any, Any]:
    """A figure in inches and its axes, drawn without a screen and without pyplot's global state."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415  (an extra, and heavy)
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError:
        raise SettingsError(
            "Pictures need matplotlib, which is not installed.",
            mend="pip install 'taisa[eval]', or leave them out.",
            code="plots_missing",
        ) from None
    figure = Figure(figsize=(width, height), dpi=DPI, layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.add_subplot()


def _finish(figure: Any, axes: Any, title: str, across: str, up: str, file: Path) -> None:
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(across, fontsize=9)
    axes.set_ylabel(up, fontsize=9)
    figure.savefig(file, metadata={"Software": None})
