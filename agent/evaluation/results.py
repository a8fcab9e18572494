"""Rows and what they add up to: one row per labelled line, figures by language, kind and trait."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np

from agent.evaluation.metrics import (
    Calibration,
    Confusion,
    Curve,
    Interval,
    accuracy,
    calibration,
    confusion,
    macro_f1,
    risk_coverage,
    wilson,
)

RIGHT, ASKED = "right", "asked"
ALL = "all"
SEED = 20240229  # of the resampling: the same rows give the same interval


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled line and what became of it.

    `gold` and `said` are labels for the confusion matrix; `verdict` is `right`, `asked` (asked back on a clear line)
    or a mistake by its name. `asked`: asked back at all, which is right where the line is not `clear`.
    """

    id: str
    language: str
    kind: str
    traits: tuple[str, ...]
    text: str
    gold: str
    said: str
    verdict: str
    confidence: float
    asked: bool = False
    clear: bool = True
    why: str = ""
    milliseconds: float = 0.0
    about: str = ""

    @property
    def right(self) -> bool:
        """Whether this is what should have happened; asking back on a clear line is not."""
        return self.verdict == RIGHT

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups it counts in."""
        return (ALL, self.language, f"kind {self.kind}", *(f"trait {trait}" for trait in self.traits))


@dataclass(frozen=True, slots=True)
class Figures:
    """One group. `answered`: right where it answered (None = never answered); `right`: over all lines, where asking
    back on a clear one counts as wrong; `asked_back`: of the clear lines; `verdicts`: lines by verdict."""

    count: int
    answered: float | None
    right: Interval
    asked_back: float | None
    macro_f1: float
    verdicts: Mapping[str, int]

    def share(self, *verdicts: str) -> float:
        """The share of lines with one of these verdicts."""
        return sum(self.verdicts.get(each, 0) for each in verdicts) / self.count


@dataclass(frozen=True, slots=True)
class Way:
    """One way to search: its nDCG@10, how much the shipped way is `ahead` of it (paired bootstrap over questions), its AUC of
    answerable against unanswerable questions, and milliseconds of the processor a question, without the embedding."""

    name: str
    ndcg: float
    ahead: Interval
    auc: float
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Part:
    """One split, measured. `rates`: counts of this kind of measurement alone, with what they are of; `scores`: its
    means; `ways`: milliseconds and quality of each way it could be done, the one that is used first, and `stages` the
    same ways in full, where each was wished for."""

    name: str
    files: Mapping[str, str]
    rows: tuple[Row, ...]
    groups: Mapping[str, Figures]
    confusion: Confusion
    calibrations: Mapping[str, Calibration]
    curve: Curve | None
    rates: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    left_out: int = 0
    scores: Mapping[str, float] = field(default_factory=dict)
    ways: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    stages: tuple[Way, ...] = ()

    def milliseconds(self, quantile: float) -> float:
        """How long a line took, at `quantile`."""
        return float(np.quantile([row.milliseconds for row in self.rows], quantile))


@dataclass(frozen=True, slots=True)
class Run:
    """One measurement: `what` was measured, with which `settings`, split by split."""

    what: str
    made_at: datetime
    settings: Mapping[str, str]
    parts: tuple[Part, ...]


def part_of(
    name: str,
    files: Mapping[str, str],
    rows: Sequence[Row],
    rates: Mapping[str, tuple[int, int]],
    left_out: int = 0,
) -> Part:
    """`rows` added up. `files`: the SHA-256 of each file by name. `left_out`: lines not counted anywhere."""
    members: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        for group in row.groups:
            members[group].append(row)
    answered = [row for row in rows if not row.asked]
    by_language = {ALL: answered}
    for language in sorted({row.language for row in answered}):
        by_language[language] = [row for row in answered if row.language == language]
    return Part(
        name,
        files,
        tuple(rows),
        {group: figures_of(members[group]) for group in sorted(members, key=group_order)},
        confusion([row.gold for row in rows], [row.said for row in rows]),
        {
            language: calibration([row.confidence for row in some], [row.right for row in some])
            for language, some in by_language.items()
            if some
        },
        _curve(answered, len(rows)),
        rates,
        left_out,
    )


def figures_of(rows: Sequence[Row]) -> Figures:
    """The figures of one group of rows."""
    answered = [row.right for row in rows if not row.asked]
    clear = [row.asked for row in rows if row.clear]
    return Figures(
        len(rows),
        accuracy(answered) if answered else None,
        wilson([row.right for row in rows]),
        accuracy(clear) if clear else None,
        macro_f1([row.gold for row in rows], [row.said for row in rows]),
        Counter(row.verdict for row in rows),
    )


def _curve(answered: Sequence[Row], total: int) -> Curve | None:
    if not answered:
        return None
    return risk_coverage([row.confidence for row in answered], [row.right for row in answered], total)


def group_order(group: str) -> tuple[int, str]:
    """All, then languages, then kinds, then traits."""
    return (group != ALL) + group.startswith("kind ") + 2 * group.startswith("trait "), group
