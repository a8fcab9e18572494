"""The tables of docs/content-review.md say what the content of today is."""

from __future__ import annotations

import pytest

from agent.rehearsal import load_talks, rehearse
from benchmarks.content_tables import (
    MOST_SHARED,
    PAGE,
    Read,
    coverage_table,
    overlaps,
    read,
    rewritten,
    tables,
    uneven_facts,
    written,
)
from tests.shipped import ROOT

MEND = "run `python -m benchmarks.content_tables --write`"


@pytest.fixture(scope="module")
def content() -> Read:
    """The shipped content, read once."""
    return read()


@pytest.mark.parametrize("name", ["counts", "overlaps", "facts"])
def test_the_table_is_of_today(name: str, content: Read) -> None:
    assert written(PAGE.read_text(encoding="utf-8"))[name] == tables(content)[name], MEND


@pytest.mark.slow
def test_the_coverage_table_is_of_today(shipped_agent) -> None:
    played = rehearse(shipped_agent, load_talks(ROOT / "scenarios"))
    standing = written(PAGE.read_text(encoding="utf-8"))["coverage"]
    assert standing == coverage_table(shipped_agent.scenarios, played), f"{MEND} --coverage"


def test_no_text_of_a_step_shares_most_words_with_another_guides(content: Read) -> None:
    closest = [each for each in overlaps(content.material.library) if each.share > MOST_SHARED]
    assert closest == []


def test_both_languages_of_a_guide_quote_the_same_facts(content: Read) -> None:
    assert uneven_facts(content.material.library) == []


def test_a_table_is_put_in_its_place_and_found_again() -> None:
    page = "before\n<!-- counts -->\nold\n<!-- /counts -->\nafter"
    assert written(rewritten(page, {"counts": "| new |"})) == {"counts": "| new |"}
    assert rewritten(page, {"other": "| new |"}) == page
