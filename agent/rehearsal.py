"""Plays written talks (`scenarios/<id>.talks.yaml`) through a real Agent and says what they visited.

A talk stops at its first wrong turn and tells it as one readable line.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from agent.errors import ContentError, Problem, Severity
from agent.language import fold
from agent.probes import UNKNOWN, Probe
from agent.scenarios import Action, Library, Scenario
from agent.yaml_depth import SafeLoader, refuse_depth, tags_told

if TYPE_CHECKING:
    from agent.agent import Agent
    from agent.conversation import Reply

SUFFIX = ".talks.yaml"
CLOSING = "closing"
_MAX_BYTES = 1024 * 1024
_MAX_DEPTH = 12
Said = Annotated[str, StringConstraints(max_length=4000)]


class Expect(BaseModel):
    """What must be true after a line."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    scenario: str | None = Field(default=None, description="The guide the reply belongs to.")
    step: str | None = Field(default=None, description="The step that is asked now.")
    outcome: str | None = Field(default=None, description="The answer that was understood.")
    act: str | None = Field(default=None, description="What kind of message it was, among others.")
    status: str | None = Field(
        default=None, description="Where the conversation stands: open, waiting, escalated, …"
    )
    kind: str | None = Field(default=None, description="What kind of reply it is.")
    language: str | None = Field(default=None, description="The language of the reply.")
    facts: Mapping[str, Any] = Field(default_factory=dict, description="Facts known now, with their values.")


class Line(BaseModel):
    """One thing the customer says, and what must follow. `probes`: what systems answer from this line on."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    customer: Said = Field(description="What the customer says.")
    expect: Expect = Field(default=Expect(), description="What must follow.")
    says: str | None = Field(default=None, description="Words the reply must hold.")
    never_says: str | None = Field(default=None, description="Words the reply must not hold.")
    probes: Mapping[str, Any] = Field(
        default_factory=dict, description="What systems answer from this line on, by the name of the probe."
    )


class Talk(BaseModel):
    """One short conversation. `direct` starts the scenario without a complaint.

    `probes`: what each named system answers whenever it is asked; one that is not named gives what it gives outside.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str = Field(description="What it shows, in a few words.")
    language: str = Field(description="lt or en.")
    turns: tuple[Line, ...] = Field(min_length=1, description="What is said, line by line.")
    ends: str | None = Field(
        None, description="Where the conversation must stand at the end: resolved, escalated, …"
    )
    direct: bool = Field(default=False, description="true: the guide is begun without a complaint.")
    facts: Mapping[str, Any] = Field(
        default_factory=dict, description="Facts known beforehand, with their values."
    )
    probes: Mapping[str, Any] = Field(
        default_factory=dict, description="What systems answer, by the name of the probe or act."
    )
    scenario: str = ""
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Visit:
    """One step reached, or one of its outcomes chosen, in one language."""

    scenario: str
    step: str
    outcome: str | None
    language: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a talk went: `fault` is empty when it went as written; `transcript` is what was said until then."""

    talk: Talk
    fault: str = ""
    visits: frozenset[Visit] = frozenset()
    transcript: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        place = f"{self.talk.file}:{self.talk.line}"
        return f"{place}: {self.talk.name} [{self.talk.language}]: {self.fault or 'as written'}"


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which steps and outcomes the talks visit, and `file:line: …` of what none visits."""

    visited: int
    total: int
    missing: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        """Visited over all, 0..1."""
        return self.visited / self.total if self.total else 1.0


_OURS = ("scenario", "file", "line")  # of a talk, filled in from where it stands


def talks_schema() -> dict[str, Any]:
    """The JSON Schema of `scenarios/<id>.talks.yaml`, for editors that help while one types."""
    talk = Talk.model_json_schema()
    defined = talk.pop("$defs")
    for name in _OURS:
        del talk["properties"][name]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Taisa talks",
        "type": "object",
        "required": ["talks"],
        "additionalProperties": False,
        "properties": {
            "talks": {
                "type": "array",
                "items": talk,
                "description": "Conversations that try the guide of this name.",
            }
        },
        "$defs": defined,
    }


def load_talks(directory: Path) -> tuple[Talk, ...]:
    """Every talk beside the scenarios. Raises ContentError with all faults."""
    talks: list[Talk] = []
    problems: list[Problem] = []
    for file in sorted(directory.glob("*" + SUFFIX)):
        found, faults = _read(file)
        talks.extend(found)
        problems.extend(faults)
    if problems:
        raise ContentError(tuple(problems))
    return tuple(talks)


def load_talks_of(file: Path) -> tuple[Talk, ...]:
    """The talks of one file. Raises ContentError with all its faults."""
    found, faults = _read(file)
    if faults:
        raise ContentError(tuple(faults))
    return tuple(found)


def _read(file: Path) -> tuple[list[Talk], list[Problem]]:
    def fault(line: int, message: str) -> Problem:
        return Problem(str(file), line, Severity.ERROR, "talk", message, "see scenarios/README.md, Talks")

    if file.stat().st_size > _MAX_BYTES:
        return [], [fault(0, f"larger than {_MAX_BYTES} bytes")]
    try:
        source = file.read_text(encoding="utf-8")
        root, table = _parsed(source)
    except (yaml.YAMLError, ValueError, RecursionError) as wrong:
        mark = getattr(wrong, "problem_mark", None)
        return [], [fault(mark.line + 1 if mark else 0, str(wrong).partition("\n")[0])]
    if not isinstance(table, dict) or not isinstance(table.get("talks"), list):
        return [], [fault(1, "the root key `talks` with a list is missing")]
    scenario = file.name.removesuffix(SUFFIX)
    talks, problems = [], []
    for line, raw in zip(_lines(root), table["talks"], strict=False):
        try:
            talks.append(Talk.model_validate({**raw, "scenario": scenario, "file": str(file), "line": line}))
        except (ValidationError, TypeError) as wrong:
            problems.append(fault(line, _first(wrong)))
    return talks, problems


def _first(wrong: Exception) -> str:
    if not isinstance(wrong, ValidationError):
        return str(wrong)
    error = wrong.errors()[0]
    return f"{'.'.join(str(part) for part in error['loc'])}: {error['msg']}"


def _parsed(source: str) -> tuple[yaml.Node | None, object]:
    """The nodes of a YAML text, which know their lines, and its values."""
    refuse_depth(source, _MAX_DEPTH)
    loader = SafeLoader(source)
    try:
        root = loader.get_single_node()
        with tags_told():
            return root, loader.construct_document(root) if root else None
    finally:
        loader.dispose()


def _lines(root: yaml.Node | None) -> Iterator[int]:
    for key, value in root.value if isinstance(root, yaml.MappingNode) else ():
        if key.value == "talks":
            yield from (node.start_mark.line + 1 for node in value.value)


@dataclass(frozen=True, slots=True)
class _Stage:
    """Where a playing talk stands: the last reply and what it showed. `answers`: what systems give now."""

    agent: Agent
    talk: Talk
    answers: dict[str, Any]
    visits: set[Visit] = field(default_factory=set)
    transcript: list[tuple[str, str]] = field(default_factory=list)


def play(agent: Agent, talk: Talk) -> Verdict:
    """Hold this talk with `agent` and compare every turn. Never raises for a wrong turn: the verdict tells it."""
    answers = dict(talk.probes)
    systems = {*talk.probes, *(name for line in talk.turns for name in line.probes)}
    if nobody := sorted(systems - _systems(agent.scenarios)):
        return Verdict(
            talk, f"no guide asks the system {', '.join(nobody)}: see `probe` and `act` of its steps"
        )
    played = agent.asking({name: _answering(answers, name) for name in systems}) if systems else agent
    stage = _Stage(played, talk, answers)
    reply: Reply | None = None
    if talk.direct:
        reply = played.start(language=talk.language, facts=dict(talk.facts), scenario=talk.scenario)
        _note(stage, "", reply)
    for number, line in enumerate(talk.turns, start=1):
        before = reply
        reply = _say(stage, before, line)
        fault = _compare(stage, line, before, reply)
        if fault:
            return _verdict(stage, f"turn {number} “{line.customer}”: {fault}")
    ends = reply.status if reply else ""
    fault = f"ends {ends}, not {talk.ends}" if talk.ends and talk.ends != ends else ""
    return _verdict(stage, fault)


def _systems(library: Library) -> set[str]:
    return {step.probe or step.act for scenario in library.values() for step in scenario.steps}


def _answering(answers: Mapping[str, Any], name: str) -> Probe:
    """A system that gives what the talk says now."""
    return lambda arguments: answers.get(name, UNKNOWN)


def _verdict(stage: _Stage, fault: str) -> Verdict:
    return Verdict(stage.talk, fault, frozenset(stage.visits), tuple(stage.transcript))


def _say(stage: _Stage, before: Reply | None, line: Line) -> Reply:
    talk = stage.talk
    stage.answers.update(line.probes)
    if before is None:
        reply = stage.agent.start(text=line.customer, language=talk.language, facts=dict(talk.facts))
    else:
        reply = stage.agent.reply(before.conversation_id, text=line.customer)
    _note(stage, line.customer, reply)
    return reply


def _note(stage: _Stage, said: str, reply: Reply) -> None:
    stage.transcript.extend((("customer", said), ("taisa", reply.text)))
    if reply.scenario and reply.step:
        stage.visits.add(Visit(reply.scenario, reply.step, None, stage.talk.language))
    _note_answers(stage, reply)


def _note_answers(stage: _Stage, reply: Reply) -> None:
    """Every answer the walk took, those that the complaint gave too."""
    progress = stage.agent.get(reply.conversation_id).progress
    for visit in progress.trail if progress else ():
        if visit.answer is not None and visit.ref == CLOSING:
            stage.visits.add(Visit(visit.scenario, CLOSING, visit.outcome, stage.talk.language))
        elif visit.answer is not None:
            for outcome in (None, visit.outcome):
                stage.visits.add(Visit(visit.scenario, visit.step_id, outcome, stage.talk.language))


def _compare(stage: _Stage, line: Line, before: Reply | None, reply: Reply) -> str:
    expect = line.expect
    turn = stage.agent.turns(reply.conversation_id)[-1]
    if turn.outcome and before and before.scenario and before.step:
        stage.visits.add(Visit(before.scenario, before.step, turn.outcome, stage.talk.language))
    seen = {
        "outcome": turn.outcome,
        "scenario": reply.scenario,
        "step": reply.step,
        "status": str(reply.status),
        "kind": str(reply.kind),
        "language": reply.language,
    }
    for name, value in seen.items():
        wanted = getattr(expect, name)
        if wanted is not None and wanted != value:
            return f"{name} is {value or 'none'}, not {wanted}"
    if expect.act and expect.act not in turn.acts:
        return f"acts are {', '.join(turn.acts) or 'none'}, without {expect.act}"
    return _compare_words(line, reply)


def _compare_words(line: Line, reply: Reply) -> str:
    for name, wanted in line.expect.facts.items():
        known = reply.facts.get(name)
        if known is None or known.value != wanted:
            return f"fact {name} is {known.value if known else 'unknown'}, not {wanted}"
    if line.says and fold(line.says) not in fold(reply.text):
        return f"the reply does not say “{line.says}”: {reply.text}"
    if line.never_says and fold(line.never_says) in fold(reply.text):
        return f"the reply says “{line.never_says}”: {reply.text}"
    return ""


def rehearse(
    agent: Agent, talks: Iterable[Talk], progress: Callable[[Verdict], None] | None = None
) -> tuple[Verdict, ...]:
    """Play every talk, each in a conversation of its own."""
    verdicts = []
    for talk in talks:
        verdict = play(agent, talk)
        verdicts.append(verdict)
        if progress:
            progress(verdict)
    return tuple(verdicts)


def coverage(
    library: Library, verdicts: Sequence[Verdict], language: str, names: Collection[str] = ()
) -> Coverage:
    """Which steps and outcomes the talks of `language` visit, of the guides `names` (none: of all) that claim it.

    What a partial success leads to counts as an outcome of the goal test where one of the guide's answers leads to it.
    """
    visits = {
        (v.scenario, v.step, v.outcome)
        for verdict in verdicts
        for v in verdict.visits
        if v.language == language
    }
    guides = [
        each for each in library.values() if language in each.languages and (not names or each.id in names)
    ]
    wanted = dict(place for guide in guides for place in _everything(guide))
    missing = tuple(place for key, place in wanted.items() if key not in visits)
    return Coverage(len(wanted) - len(missing), len(wanted), missing)


def _everything(scenario: Scenario) -> Iterator[tuple[tuple[str, str, str | None], str]]:
    for step in scenario.steps:
        yield (scenario.id, step.ref, None), f"{scenario.file}:{step.line}: step {step.ref}"
        for outcome in step.outcomes:
            place = f"{scenario.file}:{outcome.line}: outcome {step.ref}.{outcome.id}"
            yield (scenario.id, step.ref, outcome.id), place
    partly = scenario.closing.partly
    if partly is not None and _is_tested(scenario):
        yield (
            (scenario.id, CLOSING, partly.id),
            f"{scenario.file}:{partly.line}: outcome {CLOSING}.{partly.id}",
        )


def _is_tested(scenario: Scenario) -> bool:
    """Whether an answer of the guide leads to its goal test."""
    return any(
        outcome.action in (Action.RETRY_CONNECTION, Action.RESOLVE)
        for step in scenario.steps
        for outcome in step.outcomes
    )
