"""The operator's own facts (name, fees, hours) and the filling of `{placeholders}` with them.

One file, `knowledge_base/operator.yaml`, is the only place where such a figure is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from agent.errors import ContentError, Problem, Severity
from agent.yaml_depth import refuse_depth, tags_told

PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_MAX_BYTES = 256 * 1024
_MOST_NESTED = 10  # lists and keys


@dataclass(frozen=True, slots=True)
class Operator:
    """Named facts, each one text for all languages (`"*"`) or one text per language."""

    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def names(self) -> frozenset[str]:
        """Every placeholder that content may use."""
        return frozenset(self.values)

    def get(self, name: str, language: str) -> str | None:
        """The fact in `language`, else in any language, else None."""
        texts = self.values.get(name, {})
        return texts.get(language) or texts.get("*") or next(iter(texts.values()), None)

    def fill(self, text: str, language: str) -> str:
        """`text` with every known `{name}` replaced; unknown ones are left standing."""
        return PLACEHOLDER.sub(lambda found: self.get(found[1], language) or found[0], text)


def load_operator(path: Path) -> Operator:
    """Read `operator.yaml`. A missing file is an operator without facts. Raises ContentError."""
    if not path.exists():
        return Operator()
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise ValueError(f"the file is larger than {_MAX_BYTES} bytes")
        text = path.read_text(encoding="utf-8")
        refuse_depth(text, _MOST_NESTED)
        with tags_told():
            data = yaml.safe_load(text)
        return Operator({name: _texts(name, value) for name, value in _table(data).items()})
    except (yaml.YAMLError, OSError, UnicodeDecodeError, ValueError) as fault:
        line = getattr(getattr(fault, "problem_mark", None), "line", -1) + 1
        problem = Problem(str(path), line, Severity.ERROR, "operator-file", str(fault), "write `name: text`")
        raise ContentError((problem,)) from fault


def _table(data: object) -> Mapping[str, object]:
    table = data.get("operator") if isinstance(data, dict) else None
    if not isinstance(table, dict):
        raise ValueError("the root key `operator` with a table of facts is missing")
    return {str(name): value for name, value in table.items()}


def _texts(name: str, value: object) -> Mapping[str, str]:
    if isinstance(value, dict):
        return {str(language): _text(name, text) for language, text in value.items()}
    return {"*": _text(name, value)}


def _text(name: str, value: object) -> str:
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return str(value)
    raise ValueError(f"`{name}` must be a text, or one text per language")
