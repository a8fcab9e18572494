"""Speeds as shares of the plan: "3 of 300" is a hundredth, and "close to the plan" stands for nearly all of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise

from agent.language import tokens
from agent.understanding.ear import ear
from agent.understanding.lexicon import Lexicon
from agent.understanding.numbers import Amount, amounts

_MOST = 1.5  # more than half as much again is no share of the plan
_NEAR = 3  # words between "plan" and its figure
_PERCENT = "share"
_FRACTION = re.compile(r"(?<![\d/.,])(\d)\s?/\s?(\d{1,2})(?![\d/.,]\d|\d)")
_COUNTABLE = (None, "speed", _PERCENT)


@cache
def _lexicon(language: str) -> Lexicon:
    numerals = ear(language).pack.numerals
    entries = [(f"share:{value}", phrase) for phrase, value in numerals.shares.items()]
    return Lexicon(entries + [("plan:", phrase) for phrase in numerals.plan])


def shares_of(label: str, language: str) -> tuple[float, ...]:
    """The shares of the plan that a label names: "half to two thirds" two of them, most labels none."""
    finds = _lexicon(language).find(tokens(label))
    return tuple(float(find.name.split(":")[1]) for find in finds if find.name.startswith("share"))


def plan_in(text: str, language: str) -> float | None:
    """The plan's figure that a question names, if it does."""
    return next((part.value for part in _beside_plan(text, language)), None)


def share_told(text: str, plan: float | None, language: str) -> tuple[float, float | None] | None:
    """Which share of the plan a reply tells, and its figure: "12 of 100", "12, and I pay for 100", "12 percent", "2/3" or
    "less than half" (no figure), or "12" where the question has named the `plan`; None when it tells none."""
    if (part := _fraction(text, language)) is not None:
        return part, None
    found = [amount for amount in amounts(tokens(text), language) if amount.kind in _COUNTABLE]
    percents = [amount.value / 100 for amount in found if amount.kind == _PERCENT]
    if percents:
        return percents[0], None
    wholes = [amount.value for amount in found if amount.whole] or [
        amount.value for amount in _beside_plan(text, language)
    ]
    named = shares_of(text, language)
    if named and not wholes:  # "less than half", in so many words
        return named[0], None
    parts = [amount.value for amount in found if amount.value not in wholes[:1]]
    if len(parts) > 1:  # "295 of 300, and a ping of 180": what stands right before its whole is the part
        parts = [one.value for one, of in pairwise(found) if of.whole and not one.whole][:1] or parts
    whole = wholes[0] if wholes else plan
    if not whole or len(parts) != 1:
        return None
    return (parts[0] / whole, parts[0]) if parts[0] / whole <= _MOST else None


def _fraction(text: str, language: str) -> float | None:
    """The share that a fraction of small figures is: "2/3", not "95/100 Mb/s" nor "24/7"; beside another figure it
    may count anything: "on port 3/4 it shows 290 of 300"."""
    found = _FRACTION.search(text)
    if found is None or amounts(tokens(text[: found.start()] + text[found.end() :]), language):
        return None
    part, whole = int(found[1]), int(found[2])
    return part / whole if 0 < part < whole else None


def nearest(share: float, named: Mapping[str, Sequence[float]]) -> str:
    """The option, by id, whose share is nearest."""
    apart = {id_: min(abs(share - one) for one in shares) for id_, shares in named.items() if shares}
    return min(apart, key=lambda id_: apart[id_])


def _beside_plan(text: str, language: str) -> list[Amount]:
    """The figures behind a word for the plan: "my plan is 100", "moku už 500"."""
    pieces = tokens(text)
    plans = [find.end for find in _lexicon(language).find(pieces) if find.name == "plan:"]
    found = [amount for amount in amounts(pieces, language) if amount.kind in _COUNTABLE]
    return [amount for amount in found if any(0 <= amount.start - end <= _NEAR for end in plans)]
