"""Every talk goes as its author wrote it; together they visit every step and listed answer in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import yaml

from agent.agent import Agent
from agent.language import fold, words
from agent.rehearsal import CLOSING, Talk, Verdict, coverage, load_talks, play
from agent.scenarios import Library
from agent.understanding.ear import is_common
from tests.shipped import ROOT

TALKS = load_talks(ROOT / "scenarios")
SCENARIOS = sorted({talk.scenario for talk in TALKS})
GOAL = {"works", "not_working", "partly", "yes", "no"}


def of(scenario: str) -> list[Talk]:
    return [talk for talk in TALKS if talk.scenario == scenario]


@pytest.fixture(scope="module")
def verdict_of(shipped_agent: Agent) -> Callable[[Talk], Verdict]:
    """How a talk went; each is played once."""
    played: dict[tuple[str, int], Verdict] = {}

    def verdict(talk: Talk) -> Verdict:
        key = (talk.file, talk.line)
        if key not in played:
            played[key] = play(shipped_agent, talk)
        return played[key]

    return verdict


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_talk_goes_as_written(scenario: str, verdict_of: Callable[[Talk], Verdict]) -> None:
    faults = [str(verdict) for talk in of(scenario) if (verdict := verdict_of(talk)).fault]
    assert not faults, "\n".join(faults)


def test_the_examples_for_authors_go_as_written(shipped_agent: Agent) -> None:
    page = (ROOT / "scenarios/README.md").read_text(encoding="utf-8")
    blocks = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(talks:.*?)```", page, re.DOTALL)]
    talks = [Talk.model_validate(raw) for block in blocks for raw in block["talks"]]
    assert [talk.language for talk in talks] == ["lt", "en"]
    assert [fault for talk in talks if (fault := play(shipped_agent, talk).fault)] == []


@pytest.mark.parametrize("language", ["lt", "en"])
def test_talks_visit_every_step_and_answer(
    language: str, shipped_agent: Agent, verdict_of: Callable[[Talk], Verdict]
) -> None:
    verdicts = [verdict_of(talk) for talk in TALKS if talk.language == language]
    found = coverage(shipped_agent.scenarios, verdicts, language)
    assert not found.missing, "\n".join(found.missing)


def test_every_scenario_has_talks_in_both_languages(shipped_agent: Agent) -> None:
    for scenario in shipped_agent.scenarios:
        counts = [sum(talk.language == language for talk in of(scenario)) for language in ("lt", "en")]
        assert min(counts) >= 6, (scenario, counts)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_half_of_the_lines_use_no_word_of_the_steps_pattern(scenario: str, shipped_agent: Agent) -> None:
    """Talks must show that customers are understood, not that patterns match themselves."""
    answers = [line for talk in of(scenario) for line in _answers(talk, shipped_agent.scenarios)]
    own = [said for said, pattern, language in answers if _shares(said, pattern, language)]
    assert len(own) <= len(answers) / 2, f"{len(own)} of {len(answers)} lines use a word of the pattern"


def _answers(talk: Talk, library: Library) -> list[tuple[str, str, str]]:
    """(line, pattern of the answer it gives, language) of every line that answers a step."""
    patterns = {
        (step.ref, outcome.id): outcome.pattern.source
        for scenario in library.values()
        for step in scenario.steps
        for outcome in step.outcomes
        if outcome.pattern
    }
    here = library[talk.scenario].steps[0].ref if talk.direct else None
    found = []
    for line in talk.turns:
        outcome = line.expect.outcome
        if here and here != CLOSING and outcome and outcome not in GOAL and (here, outcome) in patterns:
            found.append((line.customer, patterns[here, outcome], talk.language))
        here = line.expect.step or here
    return found


def _shares(said: str, pattern: str, language: str) -> bool:
    """Whether a word that says something (not "there", "nieko") stands in both."""
    heard, listed = (
        {word for word in words(fold(text)) if len(word) > 3 and not is_common(word, language)}
        for text in (said, pattern)
    )
    return bool(heard & listed)
