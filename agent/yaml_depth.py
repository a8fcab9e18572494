"""How deep lists and keys of a YAML text may be nested.

libyaml composes and builds what it reads call within call, in C: no RecursionError stops a text of a hundred thousand
brackets, the process dies. So whoever reads with its loader looks at the events first, which need no depth.
"""

from __future__ import annotations

from typing import Any

import yaml

# The loader that libyaml makes fast, where PyYAML was built with it.
SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def refuse_depth(text: str, most: int) -> None:
    """Raises YAMLError for a text whose lists and keys are nested more than `most` deep."""
    depth = 0
    for event in yaml.parse(text, Loader=SafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > most:
            told = f"lists and keys are nested more than {most} deep"
            mark: Any = event.start_mark  # of libyaml or of PyYAML, which the stubs take for different
            raise yaml.MarkedYAMLError(problem=told, problem_mark=mark)
