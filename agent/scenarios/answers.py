"""What may come back to a question of the walk. Values only: reading them from words is done elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Chosen:
    """A listed answer, by its id; in the goal test `works`, `not_working`, `partly`; to a consent `yes`, `no`."""

    outcome_id: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """A reply that could not be read."""


@dataclass(frozen=True, slots=True)
class CannotDo:
    """The customer cannot do this step, and why, in their words."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class AlreadyDone:
    """The customer did this before and tells no result."""


@dataclass(frozen=True, slots=True)
class Works:
    """It works now."""


@dataclass(frozen=True, slots=True)
class NotWorking:
    """It still does not work."""


@dataclass(frozen=True, slots=True)
class Partly:
    """It works, but not as it should."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a probe or an act gave: a plain value, a list or a mapping of them; "unknown" when nothing was learned."""

    name: str
    value: object = "unknown"


@dataclass(frozen=True, slots=True)
class Consent:
    """Whether the customer agreed to an act."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Elapsed:
    """The time the customer was asked to wait is over."""


Answer = Chosen | Unclear | CannotDo | AlreadyDone | Works | NotWorking | Partly | Result | Consent | Elapsed
_KINDS: Mapping[str, type[Answer]] = {
    "chosen": Chosen,
    "unclear": Unclear,
    "cannot_do": CannotDo,
    "already_done": AlreadyDone,
    "works": Works,
    "not_working": NotWorking,
    "partly": Partly,
    "result": Result,
    "consent": Consent,
    "elapsed": Elapsed,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def answer_name(answer: Answer) -> str:
    """The short name of the answer's kind: "chosen", "unclear", …"""
    return _NAMES[type(answer)]


def answer_to_json(answer: Answer) -> dict[str, object]:
    """`answer` as plain data."""
    return {"kind": answer_name(answer), **asdict(answer)}


def answer_from_json(data: Mapping[str, object]) -> Answer:
    """The answer of `answer_to_json`. Raises KeyError or TypeError for anything else."""
    values = {str(name): value for name, value in data.items() if name != "kind"}
    return _KINDS[str(data["kind"])](**values)  # type: ignore[arg-type]  # each kind checks its own names
