"""What a system may answer to a probe: one typed value for every difference a condition can make."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

from agent.scenarios.model import Scenario, Step
from agent.scenarios.oracle import conditions_of, literals

_MOST = 64


def results_of(step: Step, scenarios: Iterable[Scenario]) -> tuple[object, ...]:
    """Values the probe or act of `step` may give: nothing, each named outcome, and what conditions compare it with."""
    name = step.probe or step.act
    found: list[object] = ["unknown", *(outcome.id for outcome in step.outcomes)]
    fields: dict[str, list[object]] = {}
    for source in _sources(step, scenarios):
        values = [near for literal in literals(source) for near in _near(literal)]
        read = re.findall(rf"probes\.{name}\.(\w+)|problem_context\.{step.fact}\.(\w+)", source)
        names = {one or two for one, two in read} - {"exists", "all", "size", "contains"}
        for field in names:
            fields.setdefault(field, []).extend(values)
        if not names:
            found += values
    if fields:
        choices = [list(dict.fromkeys(values)) for values in fields.values()]
        product = itertools.islice(itertools.product(*choices), _MOST)
        found += [dict(zip(fields, values, strict=True)) for values in product]
    unique = {(type(value).__name__, repr(value)): value for value in found}
    return tuple(unique.values())


def _sources(step: Step, scenarios: Iterable[Scenario]) -> Iterator[str]:
    name = step.probe or step.act
    for scenario in scenarios:
        for condition in conditions_of(scenario):
            if (
                f"probes.{name}" in condition.source
                or f'probes["{name}"]' in condition.source
                or step.fact in condition.facts
            ):
                yield condition.source


def _near(literal: object) -> tuple[object, ...]:
    """A number with its neighbours, so that < and <= differ; anything else by itself."""
    if isinstance(literal, bool) or not isinstance(literal, int | float):
        return (literal,)
    return (literal - 1, literal, literal + 1)
