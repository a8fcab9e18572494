"""Reads one YAML mapping key by key, and tells the author everything that is wrong with it.

Every getter returns a usable value whatever stands there, so that one fault never hides the next.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Mapping

from agent.errors import Problem, Severity
from agent.scenarios.text import Text
from agent.scenarios.tree import Node

_SUFFIX = re.compile(r"^(?P<name>.+)_(?P<language>[a-z]{2})$")
_SLUG = re.compile(r"^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$")
_KINDS = {
    str: "text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "keys",
}


class Faults:
    """The problems of one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Problem] = []

    def error(self, line: int, code: str, message: str, mend: str = "") -> None:
        """Something that must be mended before the scenario can be used."""
        self.found.append(Problem(self.file, line, Severity.ERROR, code, message, mend))

    def warn(self, line: int, code: str, message: str, mend: str = "") -> None:
        """Something that works but should be looked at."""
        self.found.append(Problem(self.file, line, Severity.WARNING, code, message, mend))

    def demand(self, strict: bool, line: int, code: str, message: str, mend: str = "") -> None:
        """An error when `strict`, else a warning."""
        (self.error if strict else self.warn)(line, code, message, mend)

    @property
    def broken(self) -> bool:
        """Whether an error was found."""
        return any(problem.severity is Severity.ERROR for problem in self.found)


class Reader:
    """One mapping. `what` names it in messages ("step 2"). Call `finish` last: it reports keys nobody asked for."""

    def __init__(self, node: Node | None, what: str, faults: Faults, language: str = "lt") -> None:
        self.line = node.line if node else 0
        self.what = what
        self.language = language
        self._faults = faults
        self._keys: Mapping[str, Node] = {}
        self._names: set[str] = set()
        self._texts: set[str] = set()
        self._seen: set[str] = set()
        if node is not None and isinstance(node.value, dict):
            self._keys = node.value
        elif node is not None:
            faults.error(
                node.line,
                "wrong_type",
                f"{what} must be keys with values, not {kind_of(node)}",
                "write key: value lines",
            )

    def has(self, name: str) -> bool:
        """Whether the key is written with a value."""
        return name in self._keys and self._keys[name].value is not None

    def line_of(self, name: str) -> int:
        """The line of the key, else of the mapping."""
        return self._keys[name].line if name in self._keys else self.line

    def node(self, name: str, required: bool = False) -> Node | None:
        """The raw node, None when absent or empty."""
        self._names.add(name)
        self._seen.add(name)
        node = self._keys.get(name)
        if node is None or node.value is None:
            if required:
                self.missing(name)
            return None
        return node

    def missing(self, name: str, mend: str = "") -> None:
        """Reports that `name` must be written."""
        self._faults.error(self.line, "missing_key", f'{self.what} has no "{name}"', mend or f"add {name}: …")

    def text(self, name: str, required: bool = False) -> Text:
        """The text `name` in every language: the plain key is the scenario's own, `name_xx` another one."""
        self._texts.add(name)
        words: dict[str, str] = {}
        for key in self._keys:
            language = self._language_of(key, name)
            if language is None:
                continue
            self._seen.add(key)
            said = self._string(key)
            if said and language in words:
                self._faults.error(
                    self.line_of(key),
                    "duplicate_key",
                    f'"{key}" repeats "{name}" in the same language',
                    "keep one",
                )
            elif said:
                words[language] = said
        if required and not words:
            self.missing(name)
        ordered = sorted(words, key=lambda each: each != self.language)
        line = self.line_of(name) if name in self._keys else self.line
        return Text.of({language: words[language] for language in ordered}, line)

    def _language_of(self, key: str, name: str) -> str | None:
        if key == name:
            return self.language
        found = _SUFFIX.match(key)
        return found["language"] if found and found["name"] == name else None

    def string(self, name: str, default: str = "", required: bool = False) -> str:
        """A single text without languages."""
        return (self._string(name) or default) if self.node(name, required) else default

    def _string(self, key: str) -> str:
        node = self._keys[key]
        if isinstance(node.value, str):
            return node.value.strip()
        if node.value is not None:
            self._wrong(key, node, str)
        return ""

    def name(self, name: str, default: str = "", required: bool = False) -> str:
        """A text or number that names something: an id, a target."""
        node = self.node(name, required)
        if node is None:
            return default
        if isinstance(node.value, str) or (isinstance(node.value, int) and not isinstance(node.value, bool)):
            return str(node.value).strip()
        self._wrong(name, node, str)
        return default

    def slug(self, name: str, default: str = "", required: bool = False) -> str:
        """A name of small letters, digits and underscores."""
        value = self.name(name, default, required)
        if value and not _SLUG.match(value):
            self._faults.error(
                self.line_of(name), "bad_name", f'{name} "{value}" of {self.what} is no plain name',
                "use small Latin letters, digits and _ (such as router_lights)",
            )  # fmt: skip
        return value

    def number(self, name: str, default: int, low: int, high: int, required: bool = False) -> int:
        """A whole number from `low` to `high`."""
        node = self.node(name, required)
        if node is None:
            return default
        if isinstance(node.value, bool) or not isinstance(node.value, int):
            self._wrong(name, node, int)
            return default
        if not low <= node.value <= high:
            self._faults.error(
                node.line, "out_of_range", f"{name} of {self.what} is {node.value}", f"choose {low} to {high}"
            )
            return default
        return node.value

    def flag(self, name: str, default: bool) -> bool:
        """true or false; yes and no are texts here."""
        node = self.node(name)
        if node is None:
            return default
        if not isinstance(node.value, bool):
            self._wrong(name, node, bool)
            return default
        return node.value

    def choice(self, name: str, allowed: Collection[str], default: str, required: bool = False) -> str:
        """One of `allowed`."""
        node = self.node(name, required)
        if node is None:
            return default
        if isinstance(node.value, str) and node.value in allowed:
            return node.value
        if not isinstance(node.value, str):
            self._wrong(name, node, str)
            return default
        mend = suggestion(node.value, allowed) or f"choose one of {', '.join(allowed)}"
        self._faults.error(
            node.line, f"unknown_{name}", f'{name} "{node.value}" of {self.what} does not exist', mend
        )
        return default

    def items(self, name: str, required: bool = False) -> list[Node]:
        """The nodes of a list."""
        node = self.node(name, required)
        if node is None:
            return []
        if not isinstance(node.value, list):
            self._wrong(name, node, list)
            return []
        return node.value

    def strings(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(string_items(self.items(name), f"{name} of {self.what}", self._faults))

    def mapping(self, name: str) -> dict[str, Node]:
        """The nodes of a mapping by key."""
        node = self.node(name)
        if node is None:
            return {}
        if not isinstance(node.value, dict):
            self._wrong(name, node, dict)
            return {}
        return node.value

    def by_language(self, name: str) -> dict[str, tuple[str, ...]]:
        """Lists of texts by language: `examples: {lt: […], en: […]}`."""
        found: dict[str, tuple[str, ...]] = {}
        for language, node in self.mapping(name).items():
            if not re.fullmatch(r"[a-z]{2}", language):
                self._faults.error(
                    node.line, "unknown_language", f'"{language}" under {name} of {self.what} is no language code',
                    "use lt or en",
                )  # fmt: skip
            elif not isinstance(node.value, list):
                self._wrong(f"{name} {language}", node, list)
            else:
                found[language] = tuple(string_items(node.value, f"{name} of {self.what}", self._faults))
        return found

    def finish(self) -> None:
        """Reports every key that nobody asked for, with what was probably meant."""
        for key in self._keys:
            if key in self._seen:
                continue
            mend = suggestion(key, [*sorted(self._names | self._texts), *self._translated()])
            known = ", ".join(sorted(self._names | self._texts))
            self._faults.error(
                self.line_of(key),
                "unknown_key",
                f'{self.what} has an unknown key "{key}"',
                mend or f"known keys: {known}",
            )

    def _translated(self) -> Iterable[str]:
        return (f"{name}_en" for name in sorted(self._texts))

    def _wrong(self, name: str, node: Node, wanted: type) -> None:
        mend = "put it in quotes" if wanted is str and not isinstance(node.value, list | dict) else ""
        if wanted is bool and isinstance(node.value, str):
            mend = "write true or false, without quotes"
        if wanted is int and isinstance(node.value, str):
            mend = "write digits only, without quotes or units"
        self._faults.error(
            node.line,
            "wrong_type",
            f'"{name}" of {self.what} must be {_KINDS[wanted]}, not {kind_of(node)}',
            mend,
        )


def string_items(nodes: list[Node], what: str, faults: Faults) -> list[str]:
    """The texts of a list; anything else is a fault."""
    found = []
    for node in nodes:
        if isinstance(node.value, str):
            found.append(node.value.strip())
        else:
            faults.error(
                node.line, "wrong_type", f"{what} must hold texts, not {kind_of(node)}", "put it in quotes"
            )
    return found


def kind_of(node: Node) -> str:
    """What stands at `node`, in plain words."""
    if node.value is None:
        return "nothing"
    if isinstance(node.value, list):
        return "a list"
    if isinstance(node.value, dict):
        return "keys with values"
    return (
        f'the text "{node.value}"' if isinstance(node.value, str) else f"the value {str(node.value).lower()}"
    )


def is_slug(name: str) -> bool:
    """Whether `name` is made of small Latin letters, digits and underscores, as names are."""
    return _SLUG.match(name) is not None


def suggestion(wrong: str, known: Iterable[str]) -> str:
    """'did you mean "…"?' for the nearest of `known`, or ""."""
    near = difflib.get_close_matches(wrong, list(known), n=1, cutoff=0.6)
    return f'did you mean "{near[0]}"?' if near else ""
