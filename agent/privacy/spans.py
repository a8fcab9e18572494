"""A piece of a text, and what it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """`start` to `end` of a text; `kind` is what stands there."""

    start: int
    end: int
    kind: str


def in_order(spans: Iterable[Span]) -> list[Span]:
    """By where they begin."""
    return sorted(spans, key=lambda span: span.start)


def clear_of(spans: Iterable[Span], taken: Sequence[Span]) -> list[Span]:
    """Those of `spans` (in order) that overlap none of `taken`."""
    others = in_order(taken)
    kept, at = [], 0
    for span in spans:
        while at < len(others) and others[at].end <= span.start:
            at += 1
        if at == len(others) or others[at].start >= span.end:
            kept.append(span)
    return kept
