"""Where a case stands: one frozen value, plain enough for JSON, and what the walk says about each move.

Tuples, because a proof makes hundreds of thousands of them, and a frozen dataclass takes three times as long to make.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from agent.scenarios.answers import Answer, answer_from_json, answer_to_json
from agent.scenarios.model import Step
from agent.scenarios.reasons import Reason
from agent.scenarios.text import NO_TEXT, Text


class Kind(StrEnum):
    """What must happen next. `wait` and `informed` are never made by the walk: callers use them in its place."""

    ASK = "ask"
    CLOSING = "closing"
    CONFIRMING = "confirming"
    PROBE = "probe"
    ACT = "act"
    CONSENT = "consent"
    WAIT = "wait"
    RESOLVED = "resolved"
    ESCALATE = "escalate"
    INFORMED = "informed"
    ELSEWHERE = "elsewhere"
    RETURNED = "returned"


OVER = frozenset({Kind.RESOLVED, Kind.ESCALATE, Kind.INFORMED, Kind.ELSEWHERE, Kind.RETURNED})
# A step's own question to the customer.
STEP_PHASES = frozenset({Kind.ASK, Kind.CONSENT})
CLOSING_REF = "closing"
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Visit(NamedTuple):
    """One answer to one question, or one step passed over (`answer` is None).

    `step_id` is the step's ref; `phase` the kind of question ("ask", "closing"…); `after` the step a goal test
    followed. `attempt` counts from 1.
    """

    scenario: str
    step_id: str
    phase: str
    answer: Answer | None = None
    outcome: str = ""
    learned: Mapping[str, object] = _NOTHING
    reasons: tuple[Reason, ...] = ()
    attempt: int = 1

    @property
    def skipped(self) -> bool:
        """Whether the step was passed over without asking."""
        return self.answer is None

    @property
    def ref(self) -> str:
        """What a correction names: the step, or "closing" for a goal test."""
        return CLOSING_REF if self.phase in (Kind.CLOSING, Kind.CONFIRMING) else self.step_id


class Frame(NamedTuple):
    """A call that is under way: where it was made, to go on behind it."""

    scenario: str
    digest: str
    step_id: str


class Progress(NamedTuple):
    """Where the walk stands. `phase` is the kind of the last move; `origin` the scenario the case began with.

    `attempts`: how often the pending question was asked. `visits`: "scenario/step" → how often it was entered.
    `begun_with`: the facts known at the beginning; `learned`: facts from answers. `volunteered`: a confirming question that no outcome led to.
    """

    scenario: str
    digest: str
    step_id: str | None = None
    phase: Kind = Kind.ASK
    attempts: int = 0
    visits: Mapping[str, int] = _NOTHING
    failed_steps: int = 0
    trail: tuple[Visit, ...] = ()
    stack: tuple[Frame, ...] = ()
    learned: Mapping[str, object] = _NOTHING
    probes: Mapping[str, object] = _NOTHING
    waited: bool = False
    volunteered: bool = False
    origin: str = ""
    begun_with: Mapping[str, object] = _NOTHING

    @property
    def pending(self) -> str:
        """What an answer is awaited to: the kind of the question, "" when the walk is over."""
        return "" if self.phase in OVER else self.phase.value

    @property
    def over(self) -> bool:
        """Whether the walk has ended."""
        return self.phase in OVER

    def to_json(self) -> dict[str, object]:
        """Plain data for `json.dumps`."""
        return {
            "scenario": self.scenario,
            "digest": self.digest,
            "step_id": self.step_id,
            "phase": self.phase.value,
            "attempts": self.attempts,
            "visits": dict(self.visits),
            "failed_steps": self.failed_steps,
            "trail": [_visit_to_json(visit) for visit in self.trail],
            "stack": [[frame.scenario, frame.digest, frame.step_id] for frame in self.stack],
            "learned": dict(self.learned),
            "probes": dict(self.probes),
            "waited": self.waited,
            "volunteered": self.volunteered,
            "origin": self.origin,
            "begun_with": dict(self.begun_with),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Progress:
        """The progress of `to_json`. Raises KeyError, TypeError or ValueError for anything else."""
        values = dict(data)
        values["phase"] = Kind(str(values["phase"]))
        values["trail"] = tuple(_visit_from_json(each) for each in _list(values["trail"]))
        values["stack"] = tuple(Frame(*each) for each in _list(values["stack"]))
        return cls(**values)  # type: ignore[arg-type]  # names and types are those of to_json


class Move(NamedTuple):
    """What must happen next, and why.

    `say`: authored sentences to say before it. `question`: the goal test of closing and confirming (empty: the
    language pack's). `success`: the words on `resolved`. `message`, `reason`, `priority`, `ticket_type`: of
    `escalate`. `arguments`: of `probe` and `act`. `target`: of `elsewhere`. `wait_seconds`: how long the customer
    needs. `skipped`: steps passed over on the way. `forgotten`: facts a correction took back.
    """

    kind: Kind
    progress: Progress
    step: Step | None = None
    scenario_id: str = ""
    reasons: tuple[Reason, ...] = ()
    learned: Mapping[str, object] = _NOTHING
    say: tuple[Text, ...] = ()
    reason: Text = NO_TEXT
    priority: str = ""
    ticket_type: str = ""
    message: Text = NO_TEXT
    question: Text = NO_TEXT
    success: Text = NO_TEXT
    arguments: Mapping[str, object] = _NOTHING
    target: str = ""
    wait_seconds: int = 0
    attempt: int = 0
    skipped: tuple[Visit, ...] = ()
    forgotten: tuple[str, ...] = ()


def plain(value: object) -> object:
    """`value` as JSON would give it back, so that a stored walk equals the one in memory."""
    if isinstance(value, Mapping):
        return {str(name): plain(each) for name, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list | tuple | set | frozenset) else value


def _visit_to_json(visit: Visit) -> dict[str, object]:
    return {
        "scenario": visit.scenario,
        "step_id": visit.step_id,
        "phase": visit.phase,
        "answer": answer_to_json(visit.answer) if visit.answer is not None else None,
        "outcome": visit.outcome,
        "learned": dict(visit.learned),
        "reasons": [[reason.source, reason.says, reason.says_lt, reason.ref] for reason in visit.reasons],
        "attempt": visit.attempt,
    }


def _visit_from_json(data: Mapping[str, object]) -> Visit:
    values = dict(data)
    answer = values["answer"]
    values["answer"] = answer_from_json(answer) if isinstance(answer, Mapping) else None
    values["reasons"] = tuple(Reason(*each) for each in _list(values["reasons"]))
    return Visit(**values)  # type: ignore[arg-type]  # names and types are those of _visit_to_json


def _list(value: object) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise TypeError(f"a list was expected, not {type(value).__name__}")
    return list(value)
