"""How much an earlier contact of the same customer matters now.

    importance · retention · (0.3 + 0.7 · relevance)        retention = exp(−decay · hours / importance_factor)

A curve of forgetting (Ebbinghaus), slower for what mattered: a case that was never solved stays in mind longer than
one that was. Values in, scores out: whose contacts they are, and how long they may be kept, others decide.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

DECAY = 0.01  # an hour: a resolved contact counts half after three days
IMPORTANCE: Mapping[str, float] = MappingProxyType({"resolved": 1.0, "escalated": 1.5, "unresolved": 2.0})
_LEAST, _BY_RELEVANCE = 0.3, 0.7


@dataclass(frozen=True, slots=True)
class Contact:
    """An earlier contact: when, what it was about (Finder masks it), how it ended (a key of IMPORTANCE)."""

    id: str
    at: datetime
    text: str
    outcome: str = "resolved"


@dataclass(frozen=True, slots=True)
class Remembered:
    """A contact with its score and the parts of it."""

    contact: Contact
    score: float
    relevance: float
    retention: float


def retention(hours: float, importance_factor: float = 1.0, decay: float = DECAY) -> float:
    """What is left of a memory after `hours`, 1 at once and falling; a clock that runs ahead counts as now."""
    return math.exp(-decay * max(hours, 0.0) / importance_factor)


def memory_score(
    hours: float, relevance: float, importance: float = 1.0, decay: float = DECAY, factor: float | None = None
) -> float:
    """The formula above; `relevance` 0..1. `factor` (importance_factor) is the importance unless given."""
    kept = retention(hours, importance if factor is None else factor, decay)
    return importance * kept * (_LEAST + _BY_RELEVANCE * relevance)


def remembered(
    contacts: Sequence[Contact],
    now: datetime,
    relevance: Callable[[Sequence[str]], Sequence[float]],
    *,
    count: int = 5,
    decay: float = DECAY,
) -> tuple[Remembered, ...]:
    """The `count` contacts that matter most at `now`, best first; `relevance` scores their texts 0..1."""
    found = []
    for contact, relevant in zip(contacts, relevance([each.text for each in contacts]), strict=True):
        hours = (now - contact.at).total_seconds() / 3600
        importance = IMPORTANCE.get(contact.outcome, 1.0)
        score = memory_score(hours, relevant, importance, decay)
        found.append(Remembered(contact, score, relevant, retention(hours, importance, decay)))
    return tuple(sorted(found, key=lambda each: (-each.score, each.contact.id))[:count])
