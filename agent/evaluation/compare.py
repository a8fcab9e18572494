"""Two runs over the same lines: what changed per group, how sure that is, and which lines changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agent.evaluation.metrics import Interval, accuracy, interval
from agent.evaluation.results import SEED, Row, group_order


@dataclass(frozen=True, slots=True)
class Change:
    """One group: the share that was right before and after; `difference` with its paired interval."""

    group: str
    count: int
    before: float
    after: float
    difference: Interval

    @property
    def sure(self) -> bool:
        """Whether the interval leaves zero out."""
        return self.difference.low > 0 or self.difference.high < 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """One part of two runs. `unmatched`: lines that stand in only one of them."""

    part: str
    changes: tuple[Change, ...]
    rows: tuple[tuple[Row, Row], ...]
    unmatched: int


def compare(part: str, before: Sequence[Row], after: Sequence[Row]) -> Comparison:
    """Lines are matched by id; those whose verdict or label changed are listed, lost ones first."""
    old = {row.id: row for row in before}
    new = {row.id: row for row in after}
    pairs = [(old[id_], row) for id_, row in new.items() if id_ in old]
    changed = [pair for pair in pairs if (pair[0].verdict, pair[0].said) != (pair[1].verdict, pair[1].said)]
    changed.sort(key=lambda pair: (pair[1].right - pair[0].right, pair[1].id))
    unmatched = len(old.keys() ^ new.keys())
    return Comparison(part, tuple(_changes(pairs)), tuple(changed), unmatched)


def difference(before: Sequence[Row], after: Sequence[Row]) -> Interval:
    """How much more of the same lines, in the same order, is right in `after`."""
    gained = [float(new.right) - float(old.right) for old, new in zip(before, after, strict=True)]
    return interval(gained, np.random.default_rng(SEED))


def _changes(pairs: Sequence[tuple[Row, Row]]) -> list[Change]:
    members: dict[str, list[tuple[Row, Row]]] = defaultdict(list)
    for pair in pairs:
        for group in pair[1].groups:
            members[group].append(pair)
    return [
        Change(
            group,
            len(some),
            accuracy([old.right for old, _ in some]),
            accuracy([new.right for _, new in some]),
            difference([old for old, _ in some], [new for _, new in some]),
        )
        for group, some in sorted(members.items(), key=lambda item: group_order(item[0]))
    ]
