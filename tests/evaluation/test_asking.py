"""What came first for a question is right, withheld, or a mistake by its name."""

from __future__ import annotations

import pytest

from agent.evaluation.asking import row_of
from agent.evaluation.retrieval import Outcome, Question
from agent.evaluation.ways import points, ways_of
from agent.knowledge import Entry, HashEmbedder, Retriever, assemble


def outcome(accept: set[str], rank: int, score: float) -> Outcome:
    return Outcome(
        Question("q", "q", "lt", "typos", "kiek kainuoja", frozenset(accept)), rank, 0.0, score, 1.0
    )


@pytest.mark.parametrize(
    ("accept", "rank", "score", "verdict", "said"),
    [
        ({"fees"}, 1, 0.8, "right", "fees"),
        ({"fees"}, 1, 0.4, "asked", "nothing"),
        ({"fees"}, 3, 0.8, "wrong page", "hours"),
        ({"fees"}, 0, 0.1, "asked", "nothing"),
        (set(), 0, 0.4, "right", "nothing"),
        (set(), 0, 0.8, "answered the unanswerable", "hours"),
    ],
)
def test_questions(accept: set[str], rank: int, score: float, verdict: str, said: str) -> None:
    row = row_of(outcome(accept, rank, score), "fees" if rank == 1 else "hours", threshold=0.5)
    assert (row.verdict, row.said) == (verdict, said)
    assert row.asked == (score < 0.5)
    assert row.clear == bool(accept)
    assert row.groups == ("all", "lt", "kind answerable" if accept else "kind unanswerable", "trait typos")


def test_every_way_to_search_has_its_time_and_its_quality() -> None:
    entries = [
        Entry("a", "Kiek kainuoja meistras", "article", "fees", "lt"),
        Entry("b", "Hours", "article", "hours", "en"),
    ]
    retriever = Retriever(assemble(entries, HashEmbedder()), HashEmbedder())
    asked = [outcome(accept, 0, 0.0).question for accept in ({"fees"}, set())]
    found = points(retriever, asked)
    assert next(iter(found)) == "as shipped"
    assert len(found) == len(ways_of(retriever))
    assert all(time >= 0 for time, _ in found.values())
    assert found["as shipped"][1] == found["words alone"][1] == 1.0
    assert points(retriever, asked[1:]) == {}, "nothing can be said of questions that nothing answers"
