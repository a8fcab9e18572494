"""A run as JSON, to be kept beside the code and compared with later. It holds no customer's words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agent.errors import SettingsError
from agent.evaluation.ablation import Worth
from agent.evaluation.compare import Comparison
from agent.evaluation.metrics import Calibration, Interval
from agent.evaluation.results import Figures, Part, Row, Run, Way

VERSION = 1
_LARGEST = 64 << 20
_PLAIN = ("id", "language", "kind", "gold", "said", "verdict", "asked", "clear")
_DIGITS = 4


def as_json(
    run: Run, comparisons: Sequence[Comparison] = (), worths: Mapping[str, Sequence[Worth]] | None = None
) -> dict[str, Any]:
    """The whole run as plain values."""
    return {
        "version": VERSION,
        "what": run.what,
        "made_at": run.made_at.isoformat(timespec="seconds"),
        "settings": dict(run.settings),
        "parts": {part.name: _part(part) for part in run.parts},
        **({"compared": [_comparison(each) for each in comparisons]} if comparisons else {}),
        **(
            {"ablation": {name: list(map(_worth, found)) for name, found in worths.items()}} if worths else {}
        ),
    }


def rows_kept(file: Path, what: str) -> Mapping[str, tuple[Row, ...]]:
    """The rows of an earlier run's JSON by part. Raises SettingsError(report_invalid)."""
    try:
        if file.stat().st_size > _LARGEST:
            raise ValueError(f"larger than {_LARGEST} bytes")
        table = json.loads(file.read_text(encoding="utf-8"))
        if (table["version"], table["what"]) != (VERSION, what):
            raise ValueError(f"it is a report on {table['what']}, version {table['version']}")
        return {name: tuple(map(_row, part["rows"])) for name, part in table["parts"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as wrong:
        raise SettingsError(
            f"{file} cannot be compared with: {type(wrong).__name__}: {wrong}.",
            mend=f"Give the report.json of an earlier `agent eval {what} --out DIR`.",
            code="report_invalid",
        ) from None


def _part(part: Part) -> dict[str, Any]:
    return {
        "files": dict(part.files),
        "left_out": part.left_out,
        "rates": {name: {"count": count, "of": of} for name, (count, of) in part.rates.items()},
        "scores": {name: _rounded(score) for name, score in part.scores.items()},
        "ways": {
            name: {"milliseconds": _rounded(time), "quality": _rounded(quality)}
            for name, (time, quality) in part.ways.items()
        },
        **({"stages": [_way(each) for each in part.stages]} if part.stages else {}),
        "milliseconds": {f"p{at}": _rounded(part.milliseconds(at / 100)) for at in (50, 95)},
        "groups": {name: _figures(each) for name, each in part.groups.items()},
        "calibration": {name: _calibration(each) for name, each in part.calibrations.items()},
        "risk_area": _rounded(part.curve.area) if part.curve else None,
        "confusion": {
            "gold": list(part.confusion.gold),
            "said": list(part.confusion.said),
            "counts": part.confusion.counts.tolist(),
        },
        "rows": [_kept(row) for row in part.rows],
    }


def _figures(one: Figures) -> dict[str, Any]:
    return {
        "count": one.count,
        "right_where_it_answers": _rounded(one.answered),
        "right": _interval(one.right),
        "asked_back": _rounded(one.asked_back),
        "macro_f1": _rounded(one.macro_f1),
        "verdicts": dict(sorted(one.verdicts.items())),
    }


def _calibration(one: Calibration) -> dict[str, Any]:
    bins = [
        {"low": each.low, "high": each.high, "count": each.count, "confidence": _rounded(each.confidence),
         "accuracy": _rounded(each.accuracy)}
        for each in one.bins
    ]  # fmt: skip
    return {"error": _rounded(one.error), "bins": bins}


def _comparison(one: Comparison) -> dict[str, Any]:
    changes = {
        each.group: {"count": each.count, "before": _rounded(each.before), "after": _rounded(each.after),
                     "difference": _interval(each.difference)}
        for each in one.changes
    }  # fmt: skip
    rows = [{"id": new.id, "before": _verdict(old), "after": _verdict(new)} for old, new in one.rows]
    return {"part": one.part, "changes": changes, "rows": rows, "unmatched": one.unmatched}


def _worth(one: Worth) -> dict[str, Any]:
    return {"part": one.part, "gain": _interval(one.gain), "lines": one.lines, "mistakes": one.mistakes}


def _way(one: Way) -> dict[str, Any]:
    figures = {"ndcg": one.ndcg, "auc": one.auc, "milliseconds": one.milliseconds}
    rounded = {name: _rounded(value) for name, value in figures.items()}
    return {"way": one.name, "ahead": _interval(one.ahead), **rounded}


def _verdict(row: Row) -> dict[str, str]:
    return {"verdict": row.verdict, "said": row.said}


def _interval(one: Interval) -> dict[str, Any]:
    return {"mean": _rounded(one.mean), "low": _rounded(one.low), "high": _rounded(one.high)}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)


def _kept(row: Row) -> dict[str, Any]:
    return {
        **{name: getattr(row, name) for name in _PLAIN},
        "traits": list(row.traits),
        "confidence": _rounded(row.confidence),
    }


def _row(kept: Mapping[str, Any]) -> Row:
    named = {name: kept[name] for name in _PLAIN}
    return Row(**named, traits=tuple(map(str, kept["traits"])), text="", confidence=float(kept["confidence"]))
