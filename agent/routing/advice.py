"""A second opinion on where a message belongs: what the encoder takes it for, pooled with what the classifier learnt.

The classifier knows the words of a guide's examples, the encoder what a guide's title means: a guide with few examples is
found by its title, too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from agent.routing.samples import SCENARIO
from agent.understanding.opening import OTHER, WISH

WEIGHT = 0.35  # of the second opinion; set on ausra and benas
MOST_GUIDES = (
    7  # the likeliest: listed with "a wish" and "something else", no more than the encoder has ever seen
)
SURE = 0.9  # a classifier this sure of a guide is not doubted
_LEAST = 1e-4  # nothing is impossible to either

# Kinds of the classifier, by what the encoder calls them. Kinds that it does not tell apart share its opinion as the
# classifier would have it.
_KINDS: Mapping[tuple[str, ...], tuple[str, ...]] = MappingProxyType(
    {
        ("article",): (WISH, "question"),
        ("out_of_scope", "courtesy"): (OTHER, "digression"),
        ("vague", "unclear"): ("unclear",),
        ("person",): ("person",),
        ("danger",): ("danger",),
        ("abuse",): ("abuse",),
        ("injection",): ("injection",),
    }
)


class Adviser(Protocol):
    """Says what a first message is, given guides to choose from."""

    def guide_chances(
        self, text: str, language: str, titles: Mapping[str, Mapping[str, str]]
    ) -> Mapping[str, float]:
        """How probable each guide (by id), a wish, something else and each act is; empty where nobody can say."""
        ...


def doubtful(scores: Mapping[str, float]) -> tuple[str, ...]:
    """The guides (ids) that a second opinion is asked of, likeliest first; none where the classifier is sure of one."""
    guides = sorted((name for name in scores if name.startswith(SCENARIO)), key=lambda name: -scores[name])
    if not guides or scores[guides[0]] >= SURE:
        return ()
    return tuple(name.removeprefix(SCENARIO) for name in guides[:MOST_GUIDES])


def pooled(scores: Mapping[str, float], opinion: Mapping[str, float]) -> dict[str, float]:
    """Both as one: the weighted sum of their logarithms (a logarithmic opinion pool: Genest & Zidek 1986)."""
    second = {
        name: opinion.get(name.removeprefix(SCENARIO), 0.0) for name in scores if name.startswith(SCENARIO)
    }
    for kinds, names in _KINDS.items():
        second |= _shared(scores, kinds, sum(opinion.get(name, 0.0) for name in names))
    raised = {name: _pool(score, second.get(name, 0.0)) for name, score in scores.items()}
    total = sum(raised.values())
    return {name: value / total for name, value in raised.items()}


def _shared(scores: Mapping[str, float], kinds: Sequence[str], chance: float) -> dict[str, float]:
    """The chance of several kinds together, shared in proportion to their scores."""
    whole = sum(scores.get(kind, 0.0) + _LEAST for kind in kinds)
    return {kind: chance * (scores.get(kind, 0.0) + _LEAST) / whole for kind in kinds}


def _pool(one: float, other: float) -> float:
    return math.exp((1 - WEIGHT) * math.log(max(one, _LEAST)) + WEIGHT * math.log(max(other, _LEAST)))
