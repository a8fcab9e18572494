"""What came first for a question is right, withheld, or a mistake by its name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.evaluation import tables
from agent.evaluation.asking import row_of
from agent.evaluation.lessened import without_sign
from agent.evaluation.metrics import Interval
from agent.evaluation.results import Way
from agent.evaluation.retrieval import Arm, Outcome, Question, measured
from agent.evaluation.ways import stages, ways_of
from agent.knowledge import Calibration, Entry, HashEmbedder, Retriever, assemble
from agent.knowledge.calibration import Curve


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
    ways = stages(retriever, asked)
    found = {way.name: way for way in ways}
    assert list(found) == [one.name for one in ways_of(retriever)]
    assert next(iter(found)) == "as shipped"
    assert all(way.milliseconds >= 0 for way in ways)
    assert found["as shipped"].ndcg == found["words alone"].ndcg == 1.0
    assert found["as shipped"].ahead.mean == 0.0
    assert stages(retriever, asked[1:]) == (), "nothing can be said of questions that nothing answers"


def test_the_table_of_stages_marks_what_is_surely_worse() -> None:
    ways = (
        Way("as shipped", 0.9, Interval(0.0, 0.0, 0.0), 0.95, 0.7),
        Way("no stems", 0.85, Interval(0.05, 0.02, 0.08), 0.94, 0.6),
        Way("max", 0.89, Interval(0.01, -0.01, 0.03), 0.95, 0.7),
    )
    heading, shipped, stems, most = tables.stages_table(ways)
    assert heading[:3] == ("way to search", "nDCG@10", "shipped is ahead")
    assert shipped == ("as shipped", "0.900", "", "", "", "0.950", "0.70")
    assert stems == ("no stems", "0.850", "+5.0", "+2.0 … +8.0", "*", "0.940", "0.60")
    assert most[4] == ""


def test_a_way_of_its_own_embeds_outside_of_its_time() -> None:
    embedded: list[str] = []

    def otherwise(text: str) -> None:
        embedded.append(text)

    asked = [outcome({"fees"}, 0, 0.0).question]
    found = measured(
        Arm("own", lambda question, vector: [("fees", 1.0)], embed=otherwise), asked, lambda text: 1 / 0
    )
    assert (embedded, found[0].rank) == (["kiek kainuoja"], 1)


def test_an_index_without_a_sign_keeps_its_usual_share_in_the_probability() -> None:
    curve = Curve({"keyword": 2.0, "support": 4.0}, -1.0, typical={"support": 0.25})
    entries = [Entry("a", "Kiek kainuoja meistras", "article", "fees", "lt")]
    index = replace(assemble(entries, HashEmbedder()), calibration=Calibration({"both": curve}, {}))
    less = without_sign(index, "support").calibration.meaning["both"]
    assert (dict(less.weights), less.intercept) == ({"keyword": 2.0}, 0.0)
    assert without_sign(index, "nearness").calibration.meaning["both"] == curve
