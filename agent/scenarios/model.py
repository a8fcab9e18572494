"""What a scenario is, as frozen values. Nothing here reads a file or takes a step."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from agent.scenarios.conditions import Condition
from agent.scenarios.patterns import Pattern
from agent.scenarios.seal import Seal
from agent.scenarios.text import NO_TEXT, Text

LANGUAGES = ("lt", "en")
DEFAULT_ATTEMPTS = 3
CAUSE = "cause"  # a related guide: of the fault that mostly lies behind


class Action(StrEnum):
    """What an outcome leads to."""

    NEXT_STEP = "next_step"
    RESOLVE = "resolve"
    ESCALATE = "escalate"
    GOTO_STEP = "goto_step"
    RETRY_CONNECTION = "retry_connection"
    GOTO_SCENARIO = "goto_scenario"
    CALL_SCENARIO = "call_scenario"
    RETURN = "return"


STEP_TARGET = frozenset({Action.GOTO_STEP})
SCENARIO_TARGET = frozenset({Action.GOTO_SCENARIO, Action.CALL_SCENARIO})


class Status(StrEnum):
    """How far a scenario has come: the check demands more as it rises; `retired` is no longer routed to."""

    DRAFT = "draft"
    TRIAL = "trial"
    STABLE = "stable"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One listed answer of a step and what follows from it.

    `id` is unique in its step. `sets` are facts beside the step's own. `when` must hold for it to be possible. `outweighs`: the
    answers of the step that are only said beside it, where a complaint tells both.
    """

    id: str
    action: Action = Action.NEXT_STEP
    target: str = ""
    label: Text = NO_TEXT
    pattern: Pattern | None = None
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    reason: Text = NO_TEXT
    say: Text = NO_TEXT
    sets: Mapping[str, object] = field(default_factory=dict)
    when: Condition | None = None
    outweighs: tuple[str, ...] = ()
    labelled: bool = False
    line: int = field(default=0, compare=False)

    def is_said_in(self, text: str) -> bool:
        """Whether the author's own words for it stand in `text`, not denied."""
        return self.pattern is not None and self.pattern.affirmed(text) is not None

    def is_denied_in(self, text: str) -> bool:
        """Whether the author's own words for it stand in `text` only with a "not" before them."""
        return self.pattern is not None and self.pattern.denied(text)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what is said, which fact it establishes (`fact`), which answers it may get.

    `ref` names it everywhere ("router_lights", else "step_3"). `wait_time` in seconds, `effort` in minutes.
    A step with `probe` asks a system, one with `act` lets a system do something (after `consent`, if it has one).
    `observation`: it asks only what there is to see or hear, so a complaint that tells it already answers it.
    """

    ref: str
    number: int
    title: Text = NO_TEXT
    instruction: Text = NO_TEXT
    help_text: Text = NO_TEXT
    safety: Text = NO_TEXT
    consent: Text = NO_TEXT
    fact: str = ""
    outcomes: tuple[Outcome, ...] = ()
    skip_if: tuple[Condition, ...] = ()
    probe: str = ""
    act: str = ""
    arguments: Mapping[str, object] = field(default_factory=dict)
    wait_time: int = 0
    max_attempts: int = DEFAULT_ATTEMPTS
    required: bool = False
    observation: bool = False
    effort: int = 0
    actor: str = "customer"
    order: str = "advisory"
    line: int = field(default=0, compare=False)

    @property
    def for_customer(self) -> tuple[Outcome, ...]:
        """The outcomes a customer can give; one that has only a `when` is for a system's result."""
        return tuple(
            each
            for each in self.outcomes
            if each.when is None or each.pattern or each.examples or each.labelled
        )

    def outcome(self, outcome_id: str) -> Outcome | None:
        """The outcome with this id."""
        return next((outcome for outcome in self.outcomes if outcome.id == outcome_id), None)


@dataclass(frozen=True, slots=True)
class EscalationRule:
    """When the case goes to a person by itself. Without `when` it is a note of an older runbook: never checked."""

    when: Condition | None = None
    note: str = ""
    reason: Text = NO_TEXT
    priority: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Escalation:
    """What a person receives, and what the customer hears when handed over."""

    rules: tuple[EscalationRule, ...] = ()
    ticket_type: str = "technician_visit"
    priority: str = "normal"
    message: Text = NO_TEXT
    written: bool = False
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Closing:
    """The goal test ("does it work now?") and the words on success; empty texts mean the language pack's."""

    question: Text = NO_TEXT
    success: Text = NO_TEXT
    partly: Outcome | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Link:
    """A related article or scenario. Of type CAUSE: the guide of a fault that mostly lies behind this one."""

    id: str
    type: str = ""
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Scenario:
    """One authored guide. `opening`: what is said where it begins, before the first question. `digest`: 16 hex of sha256 over its canonical content. `source`: the YAML as written. `seal`: what was proven of it, where it is served."""

    id: str
    title: Text
    problem_type: str
    steps: tuple[Step, ...]
    description: Text = NO_TEXT
    opening: Text = NO_TEXT
    language: str = "lt"
    languages: tuple[str, ...] = LANGUAGES
    format: int = 1
    status: Status = Status.DRAFT
    routable: bool = True
    keywords: tuple[str, ...] = ()
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    conditions: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    applicable_models: tuple[str, ...] = ()
    related: tuple[Link, ...] = ()
    escalation: Escalation = Escalation()
    closing: Closing = Closing()
    digest: str = ""
    file: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)
    source: str = field(default="", compare=False, repr=False)
    seal: Seal | None = field(default=None, compare=False, repr=False)
    _places: Mapping[str, int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        places: dict[str, int] = {}
        for place, step in enumerate(self.steps):
            for name in (step.ref, str(step.number), f"step_{step.number}"):
                places.setdefault(name, place)
        object.__setattr__(self, "_places", places)

    def place(self, ref: str) -> int:
        """Where the step named `ref` (slug, number or "step_<n>") stands in `steps`; -1 when there is none."""
        return self._places.get(ref, -1)

    def step(self, ref: str | None) -> Step | None:
        """The step named `ref`, or None."""
        place = self._places.get(ref or "", -1)
        return self.steps[place] if place >= 0 else None

    @property
    def causes(self) -> frozenset[str]:
        """The guides of the faults that mostly lie behind this one: told together, they come first."""
        return frozenset(link.id for link in self.related if link.type == CAUSE)

    def contradicted_by(self, facts: Mapping[str, object]) -> tuple[str, ...]:
        """The names of known facts that speak against this scenario's `conditions`."""
        return tuple(
            name
            for name, wanted in self.conditions.items()
            if name in facts and not _fits(facts[name], wanted)
        )

    def fulfils(self, name: str, value: object) -> bool:
        """Whether a fact of this value is one of the `conditions`."""
        return name in self.conditions and _fits(value, self.conditions[name])

    def fulfilled_by(self, facts: Mapping[str, object]) -> bool:
        """Whether there are `conditions` and every one is met by a known fact."""
        return bool(self.conditions) and all(
            name in facts and _fits(facts[name], wanted) for name, wanted in self.conditions.items()
        )


def outcomes_of(scenario: Scenario) -> Iterator[Outcome]:
    """Every outcome a walk may follow in `scenario`: those of its steps, and what a partial success leads to."""
    for step in scenario.steps:
        yield from step.outcomes
    if scenario.closing.partly:
        yield scenario.closing.partly


def _fits(value: object, wanted: tuple[object, ...]) -> bool:
    if isinstance(value, list | tuple | set | frozenset):
        return any(each in wanted for each in value)
    return value in wanted


class Library(Mapping[str, Scenario]):
    """All scenarios by id, the default one of each problem type, and one digest over everything."""

    def __init__(self, scenarios: Iterable[Scenario], defaults: Mapping[str, str] | None = None) -> None:
        self._scenarios = {scenario.id: scenario for scenario in scenarios}
        self.defaults: Mapping[str, str] = dict(defaults or {})
        digests = {name: scenario.digest for name, scenario in sorted(self._scenarios.items())}
        self.digest = digest_of([digests, sorted(self.defaults.items())])

    def __getitem__(self, scenario_id: str) -> Scenario:
        return self._scenarios[scenario_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._scenarios)

    def __len__(self) -> int:
        return len(self._scenarios)

    def __contains__(self, scenario_id: object) -> bool:
        return scenario_id in self._scenarios  # each move asks: what Mapping does would raise and catch

    def __repr__(self) -> str:
        return f"Library({', '.join(self._scenarios)})"

    def pinned(self, old: Collection[Scenario]) -> Library:
        """This library with `old` versions in the place of their successors, for a conversation begun on them."""
        return Library({**self._scenarios, **{each.id: each for each in old}}.values(), self.defaults)


def digest_of(content: object) -> str:
    """16 hex of sha256 over `content` in canonical JSON."""
    canonical = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(canonical.encode("utf-8")).hexdigest()[:16]
