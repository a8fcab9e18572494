"""What people say: lines by scenario, step and outcome, and what is said anywhere. Read from `simulated_<language>.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from agent.errors import ContentError, Problem, Severity

_MAX_BYTES = 2 * 1024 * 1024
Said = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Lines = tuple[Said, ...]


class _File(BaseModel):
    """The shape of a file of words. `anywhere` are acts by name; a correction holds `{answer}`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    complaints: Mapping[str, Lines] = Field(default_factory=dict)
    answers: Mapping[str, Mapping[str, Mapping[str, Lines]]] = Field(default_factory=dict)
    goal: Mapping[str, Lines] = Field(default_factory=dict)
    goal_of: Mapping[str, Mapping[str, Lines]] = Field(default_factory=dict)
    agree: Mapping[str, Lines] = Field(default_factory=dict)
    anywhere: Mapping[str, Lines] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Words:
    """The lines of one language. Whatever is missing has no line: the customer then presses a button."""

    language: str
    complaints: Mapping[str, Lines] = field(default_factory=dict)
    answers: Mapping[tuple[str, str, str], Lines] = field(default_factory=dict)
    goal: Mapping[str, Lines] = field(default_factory=dict)
    goal_of: Mapping[tuple[str, str], Lines] = field(default_factory=dict)
    agree: Mapping[str, Lines] = field(default_factory=dict)
    anywhere: Mapping[str, Lines] = field(default_factory=dict)

    def at_goal(self, scenario: str, answer: str) -> Lines:
        """What is said to "does it work now?": of this scenario, else of any."""
        return (*self.goal_of.get((scenario, answer), ()), *self.goal.get(answer, ()))


def load_words(folder: Path) -> Mapping[str, Words]:
    """The words of every language in `folder`. Raises ContentError; no file at all is an empty mapping."""
    found: dict[str, Words] = {}
    problems: list[Problem] = []
    for file in sorted(folder.glob("simulated_*.yaml")):
        try:
            found[file.stem.removeprefix("simulated_")] = _read(file)
        except (ValidationError, yaml.YAMLError, UnicodeDecodeError, ValueError) as wrong:
            mend = "see the two files of the repository for the shape"
            problems.append(
                Problem(str(file), 0, Severity.ERROR, "simulated_words", str(wrong).splitlines()[0], mend)
            )
    if problems:
        raise ContentError(tuple(problems))
    return found


def _read(file: Path) -> Words:
    if file.stat().st_size > _MAX_BYTES:
        raise ValueError(f"larger than {_MAX_BYTES} bytes")
    table = _File.model_validate(yaml.safe_load(file.read_text(encoding="utf-8")))
    return Words(
        language=file.stem.removeprefix("simulated_"),
        complaints=table.complaints,
        answers={
            (scenario, step, outcome): lines
            for scenario, steps in table.answers.items()
            for step, outcomes in steps.items()
            for outcome, lines in outcomes.items()
        },
        goal=table.goal,
        goal_of={
            (scenario, answer): lines
            for scenario, answers in table.goal_of.items()
            for answer, lines in answers.items()
        },
        agree=table.agree,
        anywhere=table.anywhere,
    )
