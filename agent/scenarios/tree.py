"""YAML as a tree that remembers its lines.

Read from PyYAML's events, so nothing is ever constructed: no tags, no objects, no recursion in the parser. `yes`,
`no`, `on`, `off`, dates and `1:30` stay text, as authors mean them. Size, depth, node count and aliases are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from agent.errors import Problem, Severity

MAX_BYTES = 256 * 1024
MAX_DEPTH = 12
MAX_NODES = 20_000
MAX_ALIASES = 50

_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Scalar = str | int | float | bool | None


class _Loader(_Base):  # type: ignore[misc]  # the C loader where PyYAML was built with it
    """A SafeLoader that knows only null, true, false and plain decimal numbers."""


_Loader.yaml_implicit_resolvers = {}
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:null", re.compile(r"^(?:~|null|Null|NULL|)$"), ["~", "n", "N", ""]
)
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"^[-+]?(?:0|[1-9][0-9]*)$"), list("-+0123456789")
)
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float",
    re.compile(r"^[-+]?(?:0|[1-9][0-9]*)\.[0-9]+(?:[eE][-+]?[0-9]+)?$"),
    list("-+0123456789"),
)

# `- "router_lights" in problem_context`: a quoted word with more behind it ends the YAML text too early.
_UNQUOTED = re.compile(
    r"""^(?P<lead>\s*(?:-\s+)*(?:\w+:\s+)?)(?P<cel>(?P<q>["'])[^"'\n]*(?P=q)\s*(?:in\b|==|!=|[<>]=?|&&|\|\|).*?)\s*$"""
)


@dataclass(frozen=True, slots=True)
class Node:
    """A value with the line (1-based) it stands on: a scalar, a list of Nodes or a dict of Nodes by key."""

    value: Scalar | list[Node] | dict[str, Node]
    line: int

    def plain(self) -> object:
        """The value without lines."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value


class _RefusedError(Exception):
    """Parsing cannot go on; carries the problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def parse(text: str, file: str) -> tuple[Node | None, list[Problem]]:
    """The tree of `text`, or None, and every fault of its writing, unquoted conditions named one by one."""
    try:
        return _Composer(text, file).compose()
    except _RefusedError as refused:
        return None, [refused.problem]
    except yaml.YAMLError as fault:
        return _after_syntax_fault(text, file, fault)


def _after_syntax_fault(text: str, file: str, fault: yaml.YAMLError) -> tuple[Node | None, list[Problem]]:
    """Names the unquoted conditions and reads on with them mended, so that the other faults show as well."""
    quoted, problems = quote_conditions(text, file)
    if not problems:
        return None, [_syntax_problem(text, file, fault)]
    try:
        node, more = _Composer(quoted, file).compose()
    except _RefusedError as refused:
        return None, [*problems, refused.problem]
    except yaml.YAMLError as second:
        return None, [*problems, _syntax_problem(quoted, file, second)]
    return node, [*problems, *more]


def quote_conditions(text: str, file: str) -> tuple[str, list[Problem]]:
    lines, problems = text.split("\n"), []
    for number, line in enumerate(lines, 1):
        found = _UNQUOTED.match(line)
        if found is None:
            continue
        inner = found["cel"].replace("'", "''")
        lines[number - 1] = f"{found['lead']}'{inner}'"
        problems.append(
            Problem(
                file,
                number,
                Severity.ERROR,
                "condition_unquoted",
                "a condition must stand in single quotes as a whole",
                f"write: {lines[number - 1].strip()}",
            )
        )
    return "\n".join(lines), problems


def _syntax_problem(text: str, file: str, fault: yaml.YAMLError) -> Problem:
    mark = getattr(fault, "problem_mark", None) or getattr(fault, "context_mark", None)
    line = mark.line + 1 if mark else 0
    lines = text.split("\n")
    shown = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    reason = getattr(fault, "problem", None) or str(fault).split("\n")[0]
    mend = (
        "indent with spaces"
        if "\t" in (lines[line - 1] if shown else "")
        else _syntax_mend(shown, str(reason))
    )
    return Problem(file, line, Severity.ERROR, "yaml_syntax", f"the YAML cannot be read here: {reason}", mend)


def _syntax_mend(shown: str, reason: str) -> str:
    if "mapping values are not allowed" in reason or re.match(r"^[\w-]+: [^\"'].*: ", shown):
        return f"a text with a colon must stand in quotes: {shown[:60]}"
    if "could not find expected ':'" in reason:
        return "a key needs a colon and a space behind it"
    return (
        f"look at quotes, colons and indentation near: {shown[:60]}"
        if shown
        else "look at the end of the file"
    )


class _Composer:
    """Builds the tree of one document from events, counting as it goes."""

    def __init__(self, text: str, file: str) -> None:
        self._file = file
        self._loader = _Loader(text)
        self._anchors: dict[str, Node] = {}
        self._sizes: dict[str, int] = {}
        self._nodes = 0
        self._aliases = 0
        self._problems: list[Problem] = []

    def compose(self) -> tuple[Node | None, list[Problem]]:
        try:
            node: Node | None = None
            for event in self._events():
                if isinstance(event, yaml.DocumentStartEvent):
                    if node is not None:
                        raise self._refuse(
                            event, "yaml_documents", "the file holds a second document (---)", "keep one"
                        )
                elif isinstance(event, yaml.NodeEvent):
                    node = self._node(event, 1)
            return node, self._problems
        finally:
            self._loader.dispose()

    def _events(self) -> Iterator[Any]:
        while self._loader.check_event():
            yield self._loader.get_event()

    def _node(self, event: Any, depth: int) -> Node:
        line = _line(event)
        if depth > MAX_DEPTH:
            raise self._refuse(
                event, "yaml_depth", f"lists and keys are nested more than {MAX_DEPTH} deep", "flatten it"
            )
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event)
        if event.tag and event.tag != "!":
            raise self._refuse(
                event, "yaml_tag", f"the tag {event.tag} is not allowed", "write a plain value"
            )
        self._count(event, 1)
        before = self._nodes
        value: Scalar | list[Node] | dict[str, Node]
        if isinstance(event, yaml.ScalarEvent):
            value = self._scalar(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            value = self._sequence(depth)
        else:
            value = self._mapping(depth)
        node = Node(value, line)
        if event.anchor:
            self._anchors[event.anchor] = node
            self._sizes[event.anchor] = 1 + self._nodes - before
        return node

    def _alias(self, event: Any) -> Node:
        self._aliases += 1
        node = self._anchors.get(event.anchor)
        if node is None:
            raise self._refuse(
                event, "yaml_alias", f"*{event.anchor} points to nothing", f"define &{event.anchor} first"
            )
        if self._aliases > MAX_ALIASES:
            raise self._refuse(
                event, "yaml_alias", f"more than {MAX_ALIASES} aliases (*name)", "write the text out"
            )
        self._count(event, self._sizes[event.anchor])
        return node

    def _count(self, event: Any, more: int) -> None:
        self._nodes += more
        if self._nodes > MAX_NODES:
            raise self._refuse(
                event, "yaml_size", f"more than {MAX_NODES} values in one file", "split the scenario"
            )

    def _sequence(self, depth: int) -> list[Node]:
        items = []
        while not isinstance(event := self._loader.get_event(), yaml.SequenceEndEvent):
            items.append(self._node(event, depth + 1))
        return items

    def _mapping(self, depth: int) -> dict[str, Node]:
        found: dict[str, Node] = {}
        while not isinstance(event := self._loader.get_event(), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise self._refuse(event, "yaml_key", "a key must be plain text", "write key: value")
            self._count(event, 1)
            key, line = event.value, _line(event)
            node = self._node(self._loader.get_event(), depth + 1)
            if key in found:
                self._problems.append(
                    Problem(
                        self._file,
                        line,
                        Severity.ERROR,
                        "duplicate_key",
                        f'"{key}" stands here twice',
                        "keep one",
                    )
                )
            # An empty or block value stands on a later line than its key; the key's line is what the author seeks.
            found[key] = Node(node.value, line) if not isinstance(node.value, dict | list) else node
        return found

    def _scalar(self, event: Any) -> Scalar:
        if not event.implicit[0]:
            return str(event.value)
        tag = self._loader.resolve(yaml.ScalarNode, event.value, (True, False))
        return _typed(str(event.value), tag.rsplit(":", 1)[-1])

    def _refuse(self, event: Any, code: str, message: str, mend: str) -> _RefusedError:
        return _RefusedError(Problem(self._file, _line(event), Severity.ERROR, code, message, mend))


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _typed(value: str, kind: str) -> Scalar:
    if kind == "null":
        return None
    if kind == "bool":
        return value.lower() == "true"
    if kind == "int":
        return int(value) if len(value) < 20 else value
    return float(value) if kind == "float" else value
