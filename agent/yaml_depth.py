"""What PyYAML lets through or leaves unsaid: how deep a text is nested, values that do not fit their tags, and a key that stands
twice, of which it keeps the last.

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


class OnceLoader(SafeLoader):  # type: ignore[misc]  # known only when it runs
    """Raises YAMLError where a key stands twice in one place."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """The mapping, all of whose keys differ."""
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                told = f'"{key.value}" stands here twice: keep one'
                raise yaml.MarkedYAMLError(problem=told, problem_mark=key.start_mark)
            if isinstance(key, yaml.ScalarNode):
                seen.add(key.value)
        made: dict[Any, Any] = super().construct_mapping(node, deep)
        return made


def load_once(text: str) -> Any:
    """What a YAML text says, whose keys stand once. Raises YAMLError."""
    return yaml.load(text, Loader=OnceLoader)  # noqa: S506  (a SafeLoader subclass)


@contextmanager
def tags_told() -> Iterator[None]:
    """Raises YAMLError where a value does not fit its tag, `!!bool maybe`: PyYAML lets its own slips out for some."""
    try:
        yield
    except (KeyError, IndexError, AttributeError, OverflowError) as fault:
        raise yaml.YAMLError("a value does not fit its tag") from fault
