"""Numbers, lengths of time and hours of a reply, held against options that stand for ranges."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from agent.conversation import Evidence
from agent.understanding.atoms import Atom, group
from agent.understanding.clauses import Clause
from agent.understanding.ear import Ear
from agent.understanding.numbers import Amount, amounts, hours, rate_of
from agent.understanding.options import Asked, Meant
from agent.understanding.shares import nearest, share_told

_NUMBER = 1.4
_HOUR = 1.2
_FULL = 0.9
_CLOSE = 0.05
_DAYPARTS = ((0, 4, "night"), (5, 11, "morning"), (12, 16, "noon"), (17, 22, "evening"), (23, 24, "night"))


def measured(
    cut: Sequence[Clause], said: Sequence[Atom], understood: Asked, listening: Ear
) -> dict[str, Evidence]:
    """Per option id: how much the figures speak for it. Two figures that differ in one breath decide nothing."""
    if (shared := _shared(cut, understood, listening)) is not None:
        return shared
    if understood.rated:
        return _rated(cut, understood, listening)
    if not understood.numeric:
        return _clocked(cut, understood, listening)
    found: dict[str, Evidence] = {}
    for clause in cut:
        if clause.asks:
            continue
        for words, option in _held(clause, understood, listening):
            weight = round(clause.weight * _NUMBER, 3)
            if weight >= (found[option.id].weight or 0.0 if option.id in found else 0.0):
                found[option.id] = Evidence("number", f"“{words}” is within “{option.texts[0]}”", weight)
    return found or _filled(said, understood)


def _shared(cut: Sequence[Clause], understood: Asked, listening: Ear) -> dict[str, Evidence] | None:
    """The option whose share of the plan is nearest to the one told; None where no shares are asked for or told."""
    if not understood.of_plan:
        return None
    told_in = [clause for clause in cut if not clause.asks]
    text = "".join(token.text + (token.after or " ") for clause in told_in for token in clause.tokens).strip()
    told = share_told(text, understood.plan, listening.language)
    if told is None:
        return None
    share, figure = told
    says = f"“{text}” is {share:.0%} of the plan"
    named = next((option.id for option in understood.options if figure and _names(option, figure)), None)
    within = _holding(Amount(share * 100, "share", 0, 0), understood)
    named = named or (within.id if within and within.range and within.range.kind == "share" else None)
    return {named or nearest(share, understood.shares): Evidence("number", says, _NUMBER)}


def _names(option: Meant, figure: float) -> bool:
    """Whether a label names this very figure: "about 95"."""
    return option.range is not None and math.isclose(option.range.low, figure, rel_tol=_CLOSE)


def _held(clause: Clause, understood: Asked, listening: Ear) -> list[tuple[str, Meant]]:
    """The options that hold the clause's figures; of "3 of 300" only the 3 counts."""
    found = []
    told = [
        _times(amount, clause, understood, listening) for amount in amounts(clause.tokens, listening.language)
    ]
    for amount in _said_last(told, clause):
        option = _holding(amount, understood)
        if option is not None:
            found.append((" ".join(token.text for token in clause.tokens[amount.start : amount.end]), option))
    return found


def _times(amount: Amount, clause: Clause, understood: Asked, listening: Ear) -> Amount:
    """ "Every five minutes", where times a day are asked for, is so many times a day."""
    every = listening.pack.numerals.every
    repeated = amount.start > 0 and clause.tokens[amount.start - 1].folded in every
    if not repeated or amount.kind != "time" or not understood.period or amount.value <= 0:
        return amount
    return replace(amount, value=understood.period / amount.value, kind=None)


def _said_last(told: Sequence[Amount], clause: Clause) -> list[Amount]:
    without_of = [amount for amount in told if not amount.whole]
    return (
        without_of[:1]
        if len({amount.kind for amount in without_of}) == 1 and not clause.has("either")
        else without_of
    )


def _holding(amount: Amount, understood: Asked) -> Meant | None:
    """The narrowest range that holds `amount`, where the units agree."""
    fitting = [
        option
        for option in understood.options
        if option.range is not None
        and _same_kind(amount, option, understood)
        and option.range.holds(amount.value)
    ]
    return min(fitting, key=lambda option: option.range.width if option.range else 0.0, default=None)


def _same_kind(amount: Amount, option: Meant, understood: Asked) -> bool:
    kind = option.range.kind if option.range and option.range.kind else understood.unit
    if amount.kind == "ago":
        return understood.ago
    return amount.kind is None or amount.kind == kind


def _filled(said: Sequence[Atom], understood: Asked) -> dict[str, Evidence]:
    """ "All of them" fills the highest range, "not one" the lowest."""
    ranged = [option for option in understood.options if option.range is not None]
    for atom in said:
        if atom.sign > 0 and atom.meaning in ("all", "nothing", "same_room", "some", "faint"):
            if atom.meaning == "all":
                option = max(ranged, key=lambda o: o.range.low if o.range else 0.0)
            elif atom.meaning in ("nothing", "same_room", "faint"):
                option = min(ranged, key=lambda o: o.range.low if o.range else 0.0)
            else:
                continue
            return {option.id: Evidence("number", f"“{atom.said}”", round(atom.weight * _FULL, 3))}
    return {}


def _rated(cut: Sequence[Clause], understood: Asked, listening: Ear) -> dict[str, Evidence]:
    """The option whose rate is nearest to the one told, on a scale of ratios."""
    told: tuple[float, Clause] | None = None
    for clause in cut:
        rate = None if clause.asks else rate_of(clause.text, listening.language)
        if rate and (told is None or clause.weight >= told[1].weight):
            told = (rate, clause)
    if told is None:
        return {}
    rate, clause = told
    near = {option.id: abs(math.log(option.rate / rate)) for option in understood.options if option.rate}
    best = min(near, key=lambda id_: near[id_])
    return {best: Evidence("rate", f"“{clause.text}”", round(clause.weight * _NUMBER, 3))}


def _clocked(cut: Sequence[Clause], understood: Asked, listening: Ear) -> dict[str, Evidence]:
    """Hours of the day, where the options are parts of the day."""
    parts = {
        name: option for option in understood.options for name in option.direct if group(name) == "daypart"
    }
    if len(parts) < 2:
        return {}
    found: dict[str, Evidence] = {}
    for clause in cut:
        if clause.asks:
            continue
        for hour, words in hours(clause.tokens, listening.language):
            name = next((part for low, high, part in _DAYPARTS if low <= hour <= high), "")
            if name in parts:
                found[parts[name].id] = Evidence("hour", f"“{words}”", round(clause.weight * _HOUR, 3))
    return found
