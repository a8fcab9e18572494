"""What is left when no rule decides: how much a reply is spelt like the labels and examples of each option.

A conditional logit (McFadden 1974) over the options and "none of them": what the rules found, and the cosine of
character 3- to 5-grams with the nearest label and the nearest example. Its coefficients are fitted by
`benchmarks/fit_likeness.py` on the tuning data and shipped in `likeness.json`.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from agent.language import fold
from agent.understanding.values import Option

COEFFICIENTS = Path(__file__).with_name("likeness.json")
OF_OPTION = ("rules", "rules_ahead", "label", "example", "label_above", "example_above")
OF_NONE = ("one", "examples_given", "best_example", "words", "options")
_SIZES = (3, 4, 5)
_MOST_RULES = 1.5
_MANY_WORDS = 20


@dataclass(frozen=True, slots=True)
class Coefficients:
    """One weight per feature of an option and of "none"; `enough` is the probability that suffices."""

    option: tuple[float, ...]
    none: tuple[float, ...]
    enough: float


@cache
def coefficients() -> Coefficients:
    """The fitted coefficients, read once."""
    data = json.loads(COEFFICIENTS.read_text(encoding="utf-8"))
    option = tuple(float(data["option"][name]) for name in OF_OPTION)
    return Coefficients(option, tuple(float(data["none"][name]) for name in OF_NONE), float(data["enough"]))


def probabilities(
    options: Sequence[Option], reply: str, totals: Mapping[str, float]
) -> dict[str | None, float]:
    """The probability of each option's being meant, and of none (`None`). `totals`: what the rules gave each."""
    weights = coefficients()
    rows, none = features(options, reply, totals)
    logits = [_dot(row, weights.option) for row in rows] + [_dot(none, weights.none)]
    top = max(logits)
    raised = [math.exp(logit - top) for logit in logits]
    names: list[str | None] = [*(option.id for option in options), None]
    return {name: value / sum(raised) for name, value in zip(names, raised, strict=True)}


def features(
    options: Sequence[Option], reply: str, totals: Mapping[str, float]
) -> tuple[list[tuple[float, ...]], tuple[float, ...]]:
    """What the model sees of every option, and of "none", in the order of OF_OPTION and OF_NONE."""
    said = grams(reply)
    rules = [max(-_MOST_RULES, min(_MOST_RULES, totals.get(option.id, 0.0))) for option in options]
    labels = [_nearest(said, option.labels.values()) for option in options]
    given = [tuple(e for each in option.examples.values() for e in each if e != reply) for option in options]
    examples = [_nearest(said, each) if each else label for each, label in zip(given, labels, strict=True)]
    rows: list[tuple[float, ...]] = [
        (
            rules[n],
            rules[n] - max((other for m, other in enumerate(rules) if m != n), default=0.0),
            labels[n],
            examples[n] if given[n] else 0.0,
            labels[n] - sum(labels) / len(labels),
            examples[n] - sum(examples) / len(examples),
        )
        for n in range(len(options))
    ]
    words = min(len(reply.split()), _MANY_WORDS) / _MANY_WORDS
    none = (1.0, float(any(given)), max(examples, default=0.0), words, math.log1p(len(options)))
    return rows, none


@lru_cache(maxsize=16384)
def grams(text: str) -> tuple[Mapping[str, int], float]:
    """The character n-grams of folded `text`, counted, and the length of that vector."""
    padded = f" {fold(text)} "
    counted = Counter(padded[at : at + size] for size in _SIZES for at in range(len(padded) - size + 1))
    return counted, math.sqrt(sum(count * count for count in counted.values())) or 1.0


def _nearest(said: tuple[Mapping[str, int], float], texts: Iterable[str]) -> float:
    return max((_cosine(said, grams(text)) for text in texts), default=0.0)


def _cosine(one: tuple[Mapping[str, int], float], other: tuple[Mapping[str, int], float]) -> float:
    shared = sum(count * other[0][gram] for gram, count in one[0].items() if gram in other[0])
    return shared / (one[1] * other[1])


def _dot(values: Sequence[float], weights: Sequence[float]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=True))
