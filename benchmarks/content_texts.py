"""Every text of the content that a person reads, with its language and where it is written.

Shown are the words of scenarios (titles, instructions, labels, reasons …), articles, the operator's facts, the engine's
own phrases and the ticket's. Patterns and the customers' own examples are not: they are read, never said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from agent.operator import Operator, load_operator

ROOT = Path(__file__).parent.parent
LANGUAGES = ("lt", "en")
SHOWN = frozenset(
    [
        "title",
        "description",
        "instruction",
        "help_text",
        "safety",
        "consent",
        "label",
        "say",
        "reason",
        "message",
        "question",
        "success",
        "partly",
    ]
)
_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Shown:
    """One text: `words` as written, placeholders and all; `line` is its first line, from 1."""

    file: Path
    line: int
    language: str
    name: str
    words: str


def shown_texts(root: Path = ROOT) -> Iterator[Shown]:
    """All of them: scenarios, articles, operator's facts, phrases, ticket words."""
    for file in guides(root):
        yield from _of_scenario(file, _composed(file), "", "lt")
    for file in sorted((root / "knowledge_base").glob("*/*.md")):
        yield from _of_article(file)
    yield from _of_facts(root / "knowledge_base/operator.yaml")
    for language in LANGUAGES:
        for kind in ("phrases", "ticket"):
            file = root / f"agent/languages/{language}.{kind}.yaml"
            yield from _of_phrases(file, _composed(file), "", language)


def guides(root: Path = ROOT) -> list[Path]:
    """The files of scenarios, without their talks."""
    return [
        file
        for file in sorted((root / "scenarios").glob("*.yaml"))
        if not file.name.endswith(".talks.yaml") and file.name != "defaults.yaml"
    ]


def facts_of(root: Path = ROOT) -> Operator:
    """The operator's facts, to fill placeholders with."""
    return load_operator(root / "knowledge_base/operator.yaml")


def _composed(file: Path) -> yaml.Node | None:
    return yaml.compose(file.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)


def _pairs(node: yaml.Node | None) -> Iterator[tuple[str, yaml.Node]]:
    if isinstance(node, yaml.MappingNode):
        yield from ((key.value, value) for key, value in node.value)


def _shown(file: Path, node: yaml.ScalarNode, language: str, name: str) -> Shown:
    return Shown(file, node.start_mark.line + 1, language, name, node.value)


def _of_scenario(file: Path, node: yaml.Node | None, name: str, language: str) -> Iterator[Shown]:
    """The texts under `node`; a key that ends in `_en` holds English."""
    if isinstance(node, yaml.ScalarNode) and name in SHOWN:
        yield _shown(file, node, language, name)
    if isinstance(node, yaml.SequenceNode):
        for each in node.value:
            yield from _of_scenario(file, each, "", language)
    for key, value in _pairs(node):
        if key not in ("examples", "keywords", "tags", "sets"):
            yield from _of_scenario(
                file, value, key.removesuffix("_en"), "en" if key.endswith("_en") else "lt"
            )


def _of_article(file: Path) -> Iterator[Shown]:
    """Every line but the customers' own questions (`> …`)."""
    source = file.read_text(encoding="utf-8")
    language = file.name.split(".")[-2]
    front = _FRONT.match(source)
    if front:
        for key, node in _pairs(yaml.compose(front[1], Loader=yaml.SafeLoader)):
            if key == "title" and isinstance(node, yaml.ScalarNode):
                yield Shown(file, node.start_mark.line + 2, language, "title", node.value)
    above = source.count("\n", 0, front.end()) if front else 0
    for number, line in enumerate(source.splitlines()[above:], start=above + 1):
        if line.strip() and not line.startswith(">"):
            yield Shown(file, number, language, "body", line)


def _of_facts(file: Path) -> Iterator[Shown]:
    """A fact written once for all languages is a name or an address: it has no spelling."""
    for _, table in _pairs(_composed(file)):
        for name, value in _pairs(table):
            for language, node in _pairs(value):
                if isinstance(node, yaml.ScalarNode):
                    yield _shown(file, node, language, name)


def _of_phrases(file: Path, node: yaml.Node | None, name: str, language: str) -> Iterator[Shown]:
    """Every text but the customers' own words (`…_examples`) and the patterns for them (`words_…`, `harmless_…`)."""
    if name.endswith("_examples") or name.startswith(("words_", "harmless_")):
        return
    if isinstance(node, yaml.ScalarNode):
        yield _shown(file, node, language, name)
    if isinstance(node, yaml.SequenceNode):
        for each in node.value:
            yield from _of_phrases(file, each, name, language)
    for key, value in _pairs(node):
        yield from _of_phrases(file, value, key, language)
