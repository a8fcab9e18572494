"""What PyYAML lets through or leaves unsaid: how deep a text is nested, and values that do not fit their tags.

libyaml composes and builds what it reads call within call, in C: no RecursionError stops a text of a hundred thousand
brackets, the process dies. So whoever reads with its loader looks at the events first, which need no depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import yaml

# The loader that libyaml makes fast, where PyYAML was built with it.
SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TOO_DEEP = "maximum nesting depth"  # newer libyaml says so itself, of a thousand and more


def refuse_depth(text: str, most: int) -> None:
    """Raises YAMLError for a text whose lists and keys are nested more than `most` deep."""
    depth, told = 0, f"lists and keys are nested more than {most} deep"
    try:
        for event in yaml.parse(text, Loader=SafeLoader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > most:
                mark: Any = event.start_mark  # of libyaml or of PyYAML, which the stubs take for different
                raise yaml.MarkedYAMLError(problem=told, problem_mark=mark)
    except yaml.MarkedYAMLError as fault:
        if _TOO_DEEP in str(fault):  # it reads ahead, and may stop before the event that is one too many
            raise yaml.MarkedYAMLError(problem=told, problem_mark=fault.problem_mark) from fault
        raise


@contextmanager
def tags_told() -> Iterator[None]:
    """Raises YAMLError where a value does not fit its tag, `!!bool maybe`: PyYAML lets its own slips out for some."""
    try:
        yield
    except (KeyError, IndexError, AttributeError, OverflowError) as fault:
        raise yaml.YAMLError("a value does not fit its tag") from fault
