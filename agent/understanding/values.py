"""What is asked, and what was heard: the values that go into and come out of reading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from agent.conversation import Evidence


class Affirming(Protocol):
    """An author's pattern: says where in a text it is affirmed, if anywhere, and whether it occurs in it only denied."""

    def affirmed(self, text: str, /) -> Any: ...

    def denied(self, text: str, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class Option:
    """One listed answer. `labels` and `examples` by language; more than an id and one label is a gift, not a need."""

    id: str
    labels: Mapping[str, str]
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    pattern: Affirming | None = None
    action: str | None = None
    outweighs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked. `kind` is step, closing, confirm or clarify; a closing or confirming one asks "does it work?"."""

    text: str
    options: tuple[Option, ...]
    kind: str = "step"


SURE_ACT = 0.75
"""From this confidence on an act is acted upon."""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing a message does. `span` is the part of the message that says so; `asks`: it does so by a question.

    `alike`: how much the whole message sounds like it to the encoder, 0..1; None where that was not asked.
    """

    name: str
    confidence: float
    evidence: Evidence
    span: str = ""
    asks: bool = False
    alike: float | None = None


@dataclass(frozen=True, slots=True)
class Stated:
    """One fact a message states."""

    name: str
    value: Any
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reply means: `kind` (outcome, act or unclear) names what must be handled first; both may be set. `among`: the ids
    of the options one of which an unclear reply most likely means, in the question's order; empty where any may be."""

    kind: str
    outcome: str | None = None
    act: str | None = None
    confidence: float = 0.0
    evidence: tuple[Evidence, ...] = ()
    among: tuple[str, ...] = ()
