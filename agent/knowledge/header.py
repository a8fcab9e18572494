"""The front matter of an article: a strict table at the top of the page, each fault with its line."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Literal

import yaml
from frontmatter.default_handlers import YAMLHandler
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from agent.errors import Problem, Severity
from agent.yaml_depth import tags_told

_MAX_HEADER = 8 * 1024
_DEEPEST = 8  # tables and lists within each other; `related` needs three
DOMAINS = ("technical", "equipment", "billing", "procedure", "geography", "regulatory")
NO_DOMAIN = "other"
PROBLEM_TYPES = ("internet", "tv", "phone", "email", "account", "equipment")
_NEAR = 0.7  # difflib's ratio: `technicall` has .95 with `technical`, `interwebs` .71 with `internet`
_SLUG = r"^[a-z0-9][a-z0-9_-]*$"


class _Related(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Annotated[str, Field(pattern=_SLUG)]
    type: str = "related"
    weight: Annotated[float, Field(ge=0, le=1)] = 1.0


def _related(value: object) -> object:
    return {"id": value} if isinstance(value, str) else value


class Header(BaseModel):
    """What the front matter may say. Unknown keys are refused: a misspelt `visibility` must not open a page."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Annotated[str, Field(pattern=_SLUG)]
    title: Annotated[str, Field(min_length=1, max_length=200)]
    domain: Annotated[str, Field(pattern=_SLUG)] = NO_DOMAIN
    problem_type: Annotated[str, Field(pattern=_SLUG)] | None = None
    tags: tuple[str, ...] = ()
    applicable_models: tuple[str, ...] = ("*",)
    visibility: Literal["customer", "internal"] = "customer"
    related: tuple[Annotated[_Related, BeforeValidator(_related)], ...] = ()
    updated: date | None = None


class _Loader(yaml.SafeLoader):
    """Safe YAML without aliases and of little depth; `yes`, `no`, `on`, `off` and dates stay the words that were written."""

    _depth = 0

    yaml_implicit_resolvers = {  # noqa: RUF012 - PyYAML's own name and shape
        letter: [
            (tag, rule)
            for tag, rule in rules
            if tag not in ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:timestamp")
        ]
        for letter, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """Refuse `*alias`: a page needs none, and a few lines of them can unfold to gigabytes."""
        if self.check_event(yaml.AliasEvent):
            place = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.composer.ComposerError(None, None, "aliases (*name) are not allowed", place)
        self._depth += 1
        if (
            self._depth > _DEEPEST
        ):  # a thousand brackets would end the whole process's stack, not only this page
            place = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.composer.ComposerError(None, None, "values are nested too deeply", place)
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


@dataclass(frozen=True, slots=True)
class Parsed:
    """A page taken apart: `header` is None when there is none or it is faulty; `body_line` is 1-based. With a header the
    `problems` are warnings."""

    header: Header | None
    present: bool
    body: str
    body_line: int
    problems: tuple[Problem, ...] = ()


def parse(text: str, file: str) -> Parsed:
    """Split a page into its front matter and its body. Never raises for what an author wrote."""
    handler = YAMLHandler()
    if not handler.detect(text):
        return Parsed(None, False, text, 1)
    try:
        raw, body = handler.split(text)
    except ValueError:
        problem = _problem(
            file, 1, "article-header", "the front matter is not closed", "end it with a line `---`"
        )
        return Parsed(None, True, "", 1, (problem,))
    body_line = text[: len(text) - len(body)].count("\n") + 1
    header, problems = _read(raw, file)
    return Parsed(header, True, body, body_line, problems)


def _read(raw: str, file: str) -> tuple[Header | None, tuple[Problem, ...]]:
    try:
        if len(raw) > _MAX_HEADER:
            raise yaml.YAMLError(f"the front matter is longer than {_MAX_HEADER} characters")
        loader = _Loader(raw)
        node = loader.get_single_node()
        with tags_told():
            table = loader.construct_document(node) if node else None
    except (yaml.YAMLError, ValueError) as fault:  # ValueError: a tagged value that is none, `!!int twelve`
        mark = getattr(fault, "problem_mark", None)
        says = getattr(fault, "problem", None) or str(fault)
        return None, (
            _problem(file, (mark.line + 1) if mark else 1, "article-header", says, "mend the front matter"),
        )
    if not isinstance(table, dict) or not isinstance(node, yaml.MappingNode):
        return None, (
            _problem(file, 1, "article-header", "the front matter is no table", "write `key: value` lines"),
        )
    return _validated(table, node, file)


def _validated(
    table: Mapping[Any, Any], node: yaml.MappingNode, file: str
) -> tuple[Header | None, tuple[Problem, ...]]:
    lines = {str(key.value): key.start_mark.line + 1 for key, _ in node.value}
    if len(lines) != len(node.value):
        return None, (_problem(file, 1, "article-header", "a key stands twice", "keep one of them"),)
    try:
        header = Header.model_validate({str(key): value for key, value in table.items()})
        return header, tuple(_near_misses(header, lines, file))
    except ValidationError as faults:
        return None, tuple(_of_fault(dict(fault), lines, file) for fault in faults.errors(include_url=False))


def _near_misses(header: Header, lines: Mapping[str, int], file: str) -> Iterator[Problem]:
    """Of a domain or a problem type that is nearly a known one: others are welcome, a slip hides its page from filters."""
    for name, value, known in (
        ("domain", header.domain, (*DOMAINS, NO_DOMAIN)),
        ("problem_type", header.problem_type, PROBLEM_TYPES),
    ):
        if value is None or value in known:
            continue
        if near := difflib.get_close_matches(value, known, n=1, cutoff=_NEAR):
            says = f"`{name}: {value}` is not a known one, but nearly `{near[0]}`"
            mend = f"write `{near[0]}`, or leave it if you mean another"
            yield Problem(file, lines.get(name, 1), Severity.WARNING, "article-near-miss", says, mend)


def _of_fault(fault: Mapping[str, Any], lines: Mapping[str, int], file: str) -> Problem:
    place = tuple(str(part) for part in fault["loc"])
    name = place[0]
    if fault["type"] == "extra_forbidden":
        near = difflib.get_close_matches(name, list(Header.model_fields), n=1)
        mend = f"did you mean `{near[0]}`?" if near else f"use one of: {', '.join(Header.model_fields)}"
        return _problem(
            file, lines.get(name, 1), "article-field", f"`{'.'.join(place)}` is not a known key", mend
        )
    missing = fault["type"] == "missing"
    says = f"`{'.'.join(place)}` is missing" if missing else f"`{'.'.join(place)}`: {fault['msg']}"
    return _problem(
        file, lines.get(name, 1), "article-field", says, f"write `{name}: …`" if missing else "correct it"
    )


def _problem(file: str, line: int, code: str, message: str, mend: str) -> Problem:
    return Problem(file, line, Severity.ERROR, code, message, mend)
