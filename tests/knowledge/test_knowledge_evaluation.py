"""The figures of a search, by hand; and the whole evaluation on a handful of entries."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agent.errors import SettingsError
from agent.evaluation.retrieval import (
    Outcome,
    Question,
    auc,
    compared,
    evaluate,
    figures,
    load_questions,
    tabled,
)
from agent.knowledge import Entry, HashEmbedder, Retriever, assemble


def _outcome(rank: int, score: float, *accept: str, base: str = "b") -> Outcome:
    question = Question("q", base, "en", "correct", "text", frozenset(accept))
    return Outcome(question, rank, 1 / np.log2(rank + 1) if rank else 0.0, score, 1.0)


def test_figures_by_hand() -> None:
    outcomes = [
        _outcome(1, 0.9, "a"),
        _outcome(2, 0.6, "a"),
        _outcome(1, 0.3, "a"),
        _outcome(0, 0.4, "a"),
        _outcome(0, 0.2),
    ]
    found = figures(outcomes, sure=True)
    assert (found.recall[1], found.recall[3]) == (0.5, 0.75)
    assert found.mrr == pytest.approx((1 + 0.5 + 1 + 0) / 4)
    assert (found.answered, found.wrong, found.lost, found.leaked) == (0.25, 0.25, 0.25, 0.0)
    assert found.auc == 1.0
    assert found.brier == pytest.approx((0.01 + 0.36 + 0.49 + 0.16 + 0.04) / 5)


def test_auc_counts_ties_half() -> None:
    assert auc([0.9, 0.5], [0.5, 0.1]) == pytest.approx(3.5 / 4)
    assert auc([0.9], []) == 0.5


def test_forms_of_one_question_are_one_unit() -> None:
    better = [_outcome(1, 1, "a", base=str(n // 4)) for n in range(40)]
    worse = [_outcome(2, 1, "a", base=str(n // 4)) for n in range(40)]
    gap = compared(better, worse, np.random.default_rng(0))
    assert gap.low == gap.high == pytest.approx(1 - 1 / np.log2(3))


def test_a_search_is_evaluated() -> None:
    entries = tuple(
        Entry(name, text, "article", name, "en", heading=text, body=text)
        for name, text in (("bill", "How do I pay the bill?"), ("wifi", "How do I change the wifi password?"))
    )
    retriever = Retriever(assemble(entries, HashEmbedder()), HashEmbedder())
    questions = [
        Question("1", "1", "en", "correct", "pay the bill", frozenset({"bill"})),
        Question("2", "2", "en", "typos", "change the pasword", frozenset({"wifi"})),
        Question("3", "3", "en", "correct", "a recipe for bread", frozenset()),
    ]
    found = evaluate(retriever, questions)
    assert set(found) == {"all", "en", "correct", "typos"}
    assert found["all"].recall[1] == 1.0
    assert len(tabled(found)) == 2 + len(found)


@pytest.mark.parametrize(
    "line", ["{", '{"id": "1"}', '{"id": "1", "language": "lt", "form": "x", "text": 5, "article": null}']
)
def test_a_faulty_line_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(
        f'{{"id":"1","language":"lt","form":"x","text":"a","article":null}}\n{line}\n', encoding="utf-8"
    )
    with pytest.raises(SettingsError, match=r"questions\.jsonl:2"):
        load_questions(file)
