"""Labelled files, read with every fault told by file and line.

Replies (YAML): `questions:` each with `id`, `question` and `options` (`id`, `label`) by language, and `replies` with
`id`, `language`, `text`, one of `outcome`, `act`, `unclear: true`, and `traits`.
Complaints (JSON lines): `id`, `language`, `text`, `kind`, `target`, `accept` (other targets that are right), `clear`
(false: asking back is right), `traits`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from agent.conversation import RouteKind
from agent.errors import ContentError, Problem, Severity
from agent.scenarios.tree import Node, parse
from agent.understanding import Option, Question
from agent.understanding.acts import KNOWN

ACTS = KNOWN | {"question"}
_WORKS = frozenset({"works", "ok", "solved", "resolved", "fixed"})
_LARGEST = 4 << 20
T = TypeVar("T")
_MEND = "see agent/evaluation/data.py for the format"
Said = Annotated[str, StringConstraints(min_length=1, max_length=4000)]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True)


class _Option(_Entry):
    id: Said
    label: Mapping[str, str]
    examples: Mapping[str, tuple[str, ...]] = {}
    works: bool | None = None


class _Asked(_Entry):
    id: Said
    question: Mapping[str, str]
    options: tuple[_Option, ...] = Field(min_length=1)


class _Reply(_Entry):
    id: Said
    language: Said
    text: str
    outcome: str | None = None
    act: str | None = None
    unclear: bool = False
    traits: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _one_label(self) -> Self:
        if (self.outcome is not None) + (self.act is not None) + self.unclear != 1:
            raise ValueError("needs exactly one of outcome, act, unclear: true")
        if self.act is not None and self.act not in ACTS:
            raise ValueError(f"{self.act} is no act; known are {', '.join(sorted(ACTS))}")
        return self


class Complaint(_Entry):
    """One message with where it belongs. `clear` false: asking back is right. `accept`: other targets that are."""

    id: Said
    language: Said
    text: str
    kind: RouteKind
    target: str | None = None
    accept: tuple[str, ...] = ()
    clear: bool = True
    traits: tuple[str, ...] = ()

    @property
    def targets(self) -> frozenset[str]:
        """The guides that are right."""
        return frozenset(filter(None, (self.target, *self.accept)))

    @model_validator(mode="after")
    def _target_given(self) -> Self:
        if self.kind is RouteKind.SCENARIO and not self.target:
            raise ValueError("a line of kind scenario needs its target")
        return self


@dataclass(frozen=True, slots=True)
class LabelledReply:
    """One reply with what it means: an option, an act, or neither. `works`: the options that say all is well."""

    id: str
    question: Question
    language: str
    text: str
    outcome: str | None
    act: str | None
    traits: tuple[str, ...]
    works: frozenset[str]


def replies(file: Path) -> tuple[LabelledReply, ...]:
    """The labelled replies of a file. Raises ContentError with all its faults (`labels_invalid`)."""
    source = _text(file)
    root, problems = parse(source, str(file))
    table = root.value if root is not None else None
    listed = table.get("questions") if isinstance(table, dict) else None
    if root is not None and (listed is None or not isinstance(listed.value, list)):
        problems.append(_fault(file, 1, "the root key `questions` with a list is missing"))
    found: list[LabelledReply] = []
    seen: dict[str, int] = {}
    for node in listed.value if listed is not None and isinstance(listed.value, list) else ():
        for line, reply in _of_question(file, node, problems):
            _once(file, line, reply.id, seen, problems)
            found.append(reply)
    return _sound(file, found, problems)


def complaints(file: Path) -> tuple[Complaint, ...]:
    """The labelled complaints of a file. Raises ContentError with all its faults (`labels_invalid`)."""
    found: list[Complaint] = []
    problems: list[Problem] = []
    seen: dict[str, int] = {}
    for line, text in enumerate(_text(file).splitlines(), start=1):
        if not text.strip():
            continue
        try:
            complaint = Complaint.model_validate(json.loads(text))
        except (ValueError, RecursionError) as wrong:
            problems.append(_fault(file, line, _said(wrong)))
            continue
        _once(file, line, complaint.id, seen, problems)
        found.append(complaint)
    return _sound(file, found, problems)


def _of_question(file: Path, node: Node, problems: list[Problem]) -> Iterator[tuple[int, LabelledReply]]:
    """The replies to one question, each with its line; what is wrong goes to `problems`."""
    keys = node.value if isinstance(node.value, dict) else {}
    listed = keys.get("replies")
    nodes = listed.value if listed is not None and isinstance(listed.value, list) else []
    if not nodes:
        problems.append(_fault(file, node.line, "a question without `replies`"))
        return
    try:
        asked = _Asked.model_validate({key: each.plain() for key, each in keys.items() if key != "replies"})
    except ValidationError as wrong:
        problems.append(_fault(file, node.line, _said(wrong)))
        return
    options = tuple(Option(each.id, each.label, each.examples) for each in asked.options)
    works = frozenset(
        each.id for each in asked.options if each.works or (each.works is None and each.id in _WORKS)
    )
    for one in nodes:
        try:
            reply = _Reply.model_validate(one.plain())
        except ValidationError as wrong:
            problems.append(_fault(file, one.line, _said(wrong)))
            continue
        if reply.outcome is not None and reply.outcome not in {option.id for option in options}:
            problems.append(_fault(file, one.line, f"{reply.outcome} is no option of its question"))
        elif reply.language not in asked.question:
            problems.append(_fault(file, one.line, f"its question is not asked in “{reply.language}”"))
        else:
            question = Question(asked.question[reply.language], options)
            yield (
                one.line,
                LabelledReply(
                    reply.id,
                    question,
                    reply.language,
                    reply.text,
                    reply.outcome,
                    reply.act,
                    reply.traits,
                    works,
                ),
            )


def _text(file: Path) -> str:
    try:
        if file.stat().st_size > _LARGEST:
            raise ContentError((_fault(file, 0, f"larger than {_LARGEST} bytes"),), mend="Split it.")
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise ContentError((_fault(file, 0, str(wrong)),), mend="Mend the file.") from None


def _once(file: Path, line: int, id_: str, seen: dict[str, int], problems: list[Problem]) -> None:
    if id_ in seen:
        problems.append(_fault(file, line, f"the id {id_} stands in line {seen[id_]} already"))
    seen.setdefault(id_, line)


def _sound(file: Path, found: list[T], problems: list[Problem]) -> tuple[T, ...]:
    if not found and not problems:
        problems = [_fault(file, 1, "holds no labelled line")]
    if problems:
        raise ContentError(tuple(problems), mend="Mend the labelled file.")
    return tuple(found)


def _said(wrong: Exception) -> str:
    if not isinstance(wrong, ValidationError):
        return f"no JSON: {wrong}"
    first = wrong.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"]).removeprefix("Value error, ")


def _fault(file: Path, line: int, message: str) -> Problem:
    return Problem(str(file), line, Severity.ERROR, "labels_invalid", message, _MEND)
