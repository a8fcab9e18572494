"""How many are meant, where the options are "one", "some", "all", "none".

Turns on what is asked ("how many do not work?") and on what is told of whom: "all but one", "only the laptop",
"the others are fine", "two of five".
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.conversation import Evidence
from agent.understanding.clauses import Clause
from agent.understanding.ear import Ear
from agent.understanding.numbers import amounts
from agent.understanding.options import Asked
from agent.understanding.scope import Shot, scene

_COUNT = 1.3
_LEVELS = ("nothing", "one", "some", "all")


def counted(cut: Sequence[Clause], understood: Asked, listening: Ear) -> dict[str, Evidence]:
    """Per option id: how much the telling of who and how many speaks for it."""
    if not understood.counts:
        return {}
    shots = scene(cut, listening).shots
    told: tuple[str, float, str] | None = None
    for place, (clause, shot) in enumerate(zip(cut, shots, strict=True)):
        if clause.asks:
            continue
        level = _level(shot, clause, shots[:place], understood.asks_for, listening)
        if level and (told is None or clause.weight >= told[1]):
            told = (level, clause.weight, clause.text)
    if told is None:
        return {}
    level = _whole_told(told[0], shots, understood.asks_for)
    option = next((o for o in understood.options if o.level == level), None)
    return (
        {option.id: Evidence("count", f"“{told[2]}” = {level}", round(_COUNT * max(0.6, told[1]), 3))}
        if option
        else {}
    )


def _level(shot: Shot, clause: Clause, before: Sequence[Shot], asks_for: int, listening: Ear) -> str | None:
    """How many of what is asked for one clause tells, or None."""
    number = _number(clause, listening)
    if shot.exception:
        state = shot.state or next((other.state for other in reversed(before) if other.state), 0)
        return _few(number) if state and state != asks_for else "some"
    if shot.only:
        return _few(number) if shot.state in (0, asks_for) else "some"
    if shot.rest:
        if shot.state == -asks_for:
            return "one" if any(s.devices or s.every or s.text for s in before) else None
        return "some" if shot.state else None
    if shot.none:
        return "all" if asks_for < 0 else "nothing"
    if shot.denied_one:
        return "all" if asks_for < 0 else "nothing"
    if shot.every:
        return "all" if shot.state in (0, asks_for) else "nothing"
    if number is not None and shot.state in (0, asks_for):
        return _few(number)
    if shot.some:
        return "some"
    if shot.devices and shot.state == asks_for:
        return "one" if len(shot.devices) == 1 else "some"
    return None


def _whole_told(level: str, shots: Sequence[Shot], asks_for: int) -> str:
    """ "All" of some devices beside others that are well is "some"."""
    well = any(shot.state == -asks_for and (shot.devices or shot.rest) for shot in shots)
    return "some" if level == "all" and well and not any(shot.rest for shot in shots) else level


def _number(clause: Clause, listening: Ear) -> float | None:
    told = [
        amount
        for amount in amounts(clause.tokens, listening.language)
        if amount.kind is None and not amount.whole
    ]
    return told[0].value if told else None


def _few(number: float | None) -> str:
    if number is None or 0.9 <= number <= 1.1:
        return "one"
    return "some" if number > 0 else "nothing"
