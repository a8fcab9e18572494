"""The content as a whole: counts, no cloned steps, one source for every figure."""

from __future__ import annotations

import itertools
import re

import pytest

from agent.language import fold, words
from agent.material import read_material
from agent.settings import Settings

MOST_SHARED = 0.6
FIGURE = re.compile(r"\d+(?:[.,]\d+)?\s*(?:€|eur)|€\s*\d", re.IGNORECASE)


@pytest.fixture(scope="module")
def material(shipped: Settings):
    return read_material(shipped)


def test_the_content_has_no_problem_at_all(material) -> None:
    assert [str(problem) for problem in material.problems] == []


def test_customers_are_quoted_enough_in_both_languages(material) -> None:
    for scenario in material.library.values():
        if scenario.routable:
            assert len(scenario.examples["lt"]) >= 20, scenario.id
            assert len(scenario.examples["en"]) >= 16, scenario.id


def test_every_guide_is_a_real_guide(material) -> None:
    for scenario in material.library.values():
        assert 5 <= len(scenario.steps) <= 13, (scenario.id, len(scenario.steps))


@pytest.mark.parametrize("language", ["lt", "en"])
def test_no_step_is_a_copy_of_another_guides_step(language: str, material) -> None:
    steps = [
        (scenario.id, step.ref, set(words(fold(step.instruction.get(language)))))
        for scenario in material.library.values()
        for step in scenario.steps
        if step.instruction
    ]
    copies = [
        f"{one[0]}.{one[1]} ~ {other[0]}.{other[1]}"
        for one, other in itertools.combinations(steps, 2)
        if one[0] != other[0] and len(one[2] & other[2]) / len(one[2] | other[2]) > MOST_SHARED
    ]
    assert copies == []


def test_thirty_articles_in_both_languages_some_for_staff_only(material) -> None:
    by_id = {}
    for article in material.articles:
        by_id.setdefault(article.id, set()).add(article.language)
    assert len(by_id) >= 30
    assert all(languages == {"lt", "en"} for languages in by_id.values())
    assert {article.id for article in material.articles if article.visibility == "internal"}


def test_prices_stand_in_operator_yaml_alone(material, shipped: Settings) -> None:
    files = [*shipped.scenarios_dir.glob("*.yaml"), *shipped.knowledge_dir.rglob("*.md")]
    written = [
        f"{file.name}: {found[0]}"
        for file in files
        if file.name != "operator.yaml"
        for found in [FIGURE.search(file.read_text(encoding="utf-8"))]
        if found
    ]
    assert written == []
