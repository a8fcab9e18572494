"""Signs that there is an answer: support by the page and nearness to our matters, each of which changes what is answered."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from agent.knowledge import Entry, Filters, HashEmbedder, NoEmbedder, Retriever, assemble
from agent.knowledge.calibration import FEATURES, FILE, Calibration, Curve, calibration_of, from_plain
from agent.knowledge.evidence import BEST, middle_of, nearness, rooms_of, support, usual_of
from agent.knowledge.index import Index


def _lines(target: str, *headings: str) -> list[Entry]:
    return [
        Entry(f"{target}#{n}", f"{text}\nAnswer.", "article", target, "en", heading=text, body="Answer.")
        for n, text in enumerate(headings)
    ]


# Each page about remotes has one line that fits and many others; the page about bills has five lines of its own.
PAGES = (
    *_lines("bill", "How do I pay my bill?", "Where can I pay a bill?", "Ways to pay my bill", "Pay the bill", "My bill, how to pay"),
    *_lines("remote", "The garage remote", "Batteries", "Pairing", "Volume", "Buttons", "Menus"),
    *_lines("visit", "Visits in the garage", "Prices", "Times", "Keys", "Pets", "Papers"),
    *_lines("orders", "Orders", "Contracts", "Offers", "Streets", "Houses", "Towns"),
)  # fmt: skip


def _with(index: Index, curve: Curve) -> Retriever:
    kinds = dict.fromkeys(("tfidf", "bm25", "both"), curve)
    return Retriever(replace(index, calibration=Calibration(kinds, kinds)), HashEmbedder())


@pytest.fixture(scope="module")
def index() -> Index:
    return assemble(PAGES, HashEmbedder())


def test_support_counts_the_best_that_are_of_one_page() -> None:
    topics = np.array([7, 7, 7, 8, 9, 7, 8])
    order = np.arange(len(topics))  # best first: 7 7 7 8 9
    shares = support(order, topics, rooms_of(topics))
    assert shares.tolist() == pytest.approx([3 / 4, 3 / 4, 3 / 4, 1 / 2, 1.0, 3 / 4, 1 / 2])


def test_a_page_of_one_passage_has_all_it_could_have() -> None:
    assert rooms_of(np.array([1, 2, 2, 3, 3, 3, 3, 3, 3])).tolist() == pytest.approx(
        [1, 0.5, 0.5] + 6 * [1 / BEST]
    )
    assert support(np.array([0, 1]), np.array([1, 2]), np.ones(2, dtype=np.float32)).tolist() == [1.0, 1.0]
    assert len(rooms_of(np.zeros(0, dtype=np.int64))) == 0


def test_nearness_is_the_cosine_with_the_middle_of_all_passages_against_the_usual() -> None:
    centre = np.array([0.6, 0.0], dtype=np.float32)
    asked = np.array([0.8, 0.6], dtype=np.float32)
    assert nearness(asked, middle_of(centre), 0.9) == pytest.approx(-0.1)
    assert nearness(asked, None, 0.9) == nearness(None, centre, 0.9) == 0.0
    assert middle_of(np.zeros(2, dtype=np.float32)) is None and middle_of(None) is None


def test_what_is_usual_is_the_mean_of_a_language() -> None:
    rows, middle = (
        np.array([[0.8, 0.6], [0.6, 0.8], [1.0, 0.0]], dtype=np.float32),
        np.array([1, 0], dtype=np.float32),
    )
    assert usual_of(rows, middle, ["lt", "lt", "en"]).tolist() == pytest.approx([0.7, 0.7, 1.0])
    assert usual_of(None, None, ["lt"]).tolist() == [0.0]


def test_a_hit_that_stands_alone_is_answered_only_without_support(index: Index) -> None:
    # four of the five best of "pay my bill" are of one page; of "garage" two pages have one line each
    off, on = Curve({}, 1.0), Curve({"support": 40.0}, -30.0)
    assert _with(index, off).search("pay my bill").hits and _with(index, on).search("pay my bill").hits
    assert _with(index, off).search("garage").hits
    assert _with(index, on).search("garage").hits == ()


def test_what_is_far_from_our_matters_is_answered_only_without_nearness(index: Index) -> None:
    near, far = (_with(index, Curve({}, 0.0)).embed(text) for text in ("pay my bill", "garage garage"))
    assert near is not None and far is not None
    usual = float(index.usual[0])
    middle = (nearness(near, index.middle, usual) + nearness(far, index.middle, usual)) / 2
    assert nearness(near, index.middle, usual) > middle + 0.02
    off, on = Curve({}, 1.0), Curve({"nearness": 200.0}, -200.0 * middle)
    assert _with(index, off).search("pay my bill").hits and _with(index, on).search("pay my bill").hits
    assert _with(index, off).search("garage garage").hits
    assert _with(index, on).search("garage garage").hits == ()


def test_without_vectors_support_is_there_and_nearness_is_none() -> None:
    words = Retriever(assemble(PAGES, NoEmbedder()), NoEmbedder())
    scores = words.search("pay my bill", threshold=0).hits[0].scores
    assert scores["support"] >= 0.8 and scores["nearness"] == 0.0


def test_an_unknown_model_has_no_fitted_features_and_says_so() -> None:
    curve = calibration_of("some/model", "1").curve("both", degraded=False)
    assert curve.status == "uncalibrated"
    assert not {"support", "nearness"} & set(curve.weights)


def test_every_sign_of_a_shipped_curve_counts_one_way_and_has_its_mean() -> None:
    shipped = json.loads(FILE.read_text(encoding="utf-8"))
    curves = [
        *shipped["words"].values(),
        *(one for kinds in shipped["models"].values() for one in kinds.values()),
    ]
    assert curves
    for curve in curves:
        assert min(curve["weights"].values()) > 0 and curve["brier"] < 0.2
        assert set(curve["typical"]) == set(curve["weights"]) <= FEATURES


def test_a_curve_tells_what_each_sign_adds() -> None:
    curve = Curve({"support": 2.0, "semantic": 6.0}, -4.0, typical={"support": 0.3, "semantic": 0.4})
    assert curve.parts({"support": 0.8, "semantic": 0.35}) == pytest.approx(
        {"support": 1.0, "semantic": -0.3}
    )
    assert list(curve.parts({"support": 0.8, "semantic": 0.35})) == ["support", "semantic"]


def test_explain_shows_every_sign(index: Index) -> None:
    asked = _with(
        index, Curve({"support": 2.0, "nearness": 5.0}, 0.0, typical={"support": 1.0, "nearness": 0.0})
    )
    why = " | ".join(asked.search("pay my bill", explain=True).hits[0].why)
    assert all(part in why for part in ("for the probability: ", "nearness ", "support "))


def test_a_curve_of_a_sign_that_no_search_gives_is_refused() -> None:
    plain = Calibration({"both": Curve({"semantic": 1.0}, 0.0)}).plain()
    assert from_plain(plain).meaning["both"].weights == {"semantic": 1.0}
    plain["meaning"]["both"]["weights"]["moon"] = 1.0
    with pytest.raises(ValueError, match="moon"):
        from_plain(plain)


LEADING = Curve({"semantic_lead": 40.0, "keyword_lead": 40.0, "support": 10.0}, -7.0)


def _in_domains(curve: Curve, embedder: HashEmbedder | NoEmbedder) -> Retriever:
    """The pages, each in a domain and with a problem of its own name, half of the lines in another language."""
    entries = [
        replace(page, domain=page.target, problem_type=page.target, language="lt" if at % 2 else "en")
        for at, page in enumerate(PAGES)
    ]
    kinds = dict.fromkeys(("tfidf", "bm25", "both"), curve)
    index = replace(assemble(entries, embedder), calibration=Calibration(kinds, kinds))
    return Retriever(index, embedder)


@pytest.mark.parametrize("embedder", [HashEmbedder(), NoEmbedder()])
@pytest.mark.parametrize(
    "query", ["pay my bill", "garage remote", "buttons and papers", "my orders in the garage"]
)
def test_a_filter_leaves_out_and_changes_no_score(embedder: HashEmbedder | NoEmbedder, query: str) -> None:
    asked = _in_domains(LEADING, embedder)
    whole = {hit.entry.id: hit.scores for hit in asked.search(query, threshold=0, top_k=50).hits}
    for target in {page.target for page in PAGES}:
        for narrow in (Filters(domain=target), Filters(problem_type=target), Filters(language="lt")):
            found = asked.search(query, threshold=0, top_k=50, filters=narrow).hits
            assert (found or not embedder.dimension) and all(narrow.allows(hit.entry) for hit in found)
            assert all(dict(hit.scores) == whole[hit.entry.id] for hit in found)


def test_the_only_page_that_a_filter_leaves_does_not_lead() -> None:
    asked = _in_domains(LEADING, HashEmbedder())
    assert asked.search("how can I pay my bill").hits[0].entry.target == "bill"
    for other in ("remote", "visit", "orders"):
        assert asked.search("how can I pay my bill", filters=Filters(domain=other)).hits == ()
