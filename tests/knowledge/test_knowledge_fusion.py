"""Fusion and ranking against tables computed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from agent.knowledge.calibration import Calibration, Curve, line, logistic
from agent.knowledge.entry import Entry
from agent.knowledge.fusion import maximum, ordered, rerank, rescaled, rrf, term_score, weighted
from agent.knowledge.ranking import confidence, places


@pytest.mark.parametrize(
    ("semantic", "keyword", "alpha", "expected"),
    [
        (0.8, 0.4, 0.7, 0.68),  # .56 + .12
        (0.8, 0.4, 1.0, 0.8),
        (0.8, 0.4, 0.0, 0.4),
        (0.0, 1.0, 0.7, 0.3),
        (0.5, 0.5, 0.2, 0.5),
    ],
)
def test_weighted(semantic: float, keyword: float, alpha: float, expected: float) -> None:
    assert weighted(semantic, keyword, alpha) == pytest.approx(expected)


def test_maximum_takes_the_surer_side() -> None:
    assert maximum(0.2, 0.9) == 0.9
    assert maximum(0.9, 0.2) == 0.9


def test_rrf_counts_ranks_from_one_and_breaks_ties_by_id() -> None:
    scores = rrf([["a", "b", "c"], ["b", "d", "a"]])
    assert list(scores) == ["b", "a", "d", "c"]
    assert scores["b"] == pytest.approx(1 / 62 + 1 / 61)
    assert scores["a"] == pytest.approx(1 / 61 + 1 / 63)
    assert scores["d"] == pytest.approx(1 / 62)
    assert scores["c"] == pytest.approx(1 / 63)
    assert list(rrf([["y"], ["x"]])) == ["x", "y"]  # equal scores


def test_rrf_of_one_ranking_keeps_its_order() -> None:
    assert list(rrf([["c", "a", "b"]])) == ["c", "a", "b"]


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("Kaip perkrauti router?", "Router restart", 1 / 3),
        ("wifi router neveikia", "WIFI on your router", 2 / 3),
        ("wifi, dns ir ip", "wifi dns ip", 1.0),
        ("wlan", "wlan", 1 / 3),  # `lan` as a substring: literally as it was
        ("wan lan dns ip", "wan lan dns ip", 1.0),  # never above 1
        ("sąskaita", "router", 0.0),
    ],
)
def test_term_score_counts_listed_terms_in_both(query: str, text: str, expected: float) -> None:
    assert term_score(query, text) == pytest.approx(expected)


def test_rerank_follows_the_older_rule_step_by_step() -> None:
    semantic = {"a": 0.9, "b": 0.8, "c": 0.75, "d": 0.5, "e": 0.49}
    texts = {"a": "x", "b": "router wifi dns", "c": "router", "d": "router wifi dns", "e": "router wifi dns"}
    # top_k 2: the four nearest are a b c d; .8 · .6 = .48 lets all of them in, e is the fifth
    #   a .63 + 0 = .63    b .56 + .3 = .86    c .525 + .1 = .625    d .35 + .3 = .65
    found = rerank(semantic, "router wifi dns", texts, top_k=2, threshold=0.6)
    assert found == {"b": pytest.approx(0.86), "d": pytest.approx(0.65)}
    # .8 · .7 = .56 keeps d out; a .63 is below .7
    assert rerank(semantic, "router wifi dns", texts, top_k=2, threshold=0.7) == {"b": pytest.approx(0.86)}


def test_ordered_breaks_ties_by_id() -> None:
    assert list(ordered({"b": 0.5, "a": 0.5, "c": 0.9})) == ["c", "a", "b"]


def test_logistic_is_one_half_at_its_middle_and_safe_far_away() -> None:
    assert logistic(0.445, 0.445, 6.05) == 0.5
    assert logistic(0.54, 0.445, 6.05) == pytest.approx(0.6399, abs=1e-4)
    assert 0.0 < logistic(-1e9, 0.4, 12) < 1e-20
    assert logistic(1e9, 0.4, 12) == pytest.approx(1.0)


def test_relative_scores_stretch_each_side() -> None:
    np.testing.assert_allclose(rescaled(np.array([0.2, 0.5, 0.8], dtype=np.float32)), [0, 0.5, 1], atol=1e-6)
    assert not rescaled(np.array([0.4, 0.4], dtype=np.float32)).any()  # nothing stands out
    assert len(rescaled(np.zeros(0, dtype=np.float32))) == 0


def test_a_curve_adds_up_its_features_and_is_capped() -> None:
    columns = {
        "semantic": np.array([0.4, 0.9], dtype=np.float32),
        "keyword": np.array([0.5, 0.9], dtype=np.float32),
    }
    curve = line(0.5, 0.3, mid=0.35, slope=10)
    first, second = curve.probability(columns, 2)
    assert first == pytest.approx(logistic(0.2 + 0.15, 0.35, 10))  # .5
    assert second == pytest.approx(logistic(0.45 + 0.27, 0.35, 10))
    capped = Curve({"known": 50.0}, 0.0, cap=0.8)
    assert capped.probability({"known": 1.0}, 1)[0] == pytest.approx(0.8)


def test_without_vectors_another_curve_counts_which_is_capped() -> None:
    words = Calibration().curve("tfidf", degraded=True)
    assert words.probability({"keyword": 0.19}, 1)[0] == pytest.approx(0.5)
    assert words.probability({"keyword": 0.99}, 1)[0] == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("margin", "agreement", "coverage", "expected"),
    [
        (0.15, True, 1.0, 0.8),
        (0.0, False, 0.0, 0.64),
        (0.075, True, 0.5, 0.8 * (0.8 + 0.2 * (0.2 + 0.3 + 0.15))),
        (-1.0, False, 0.0, 0.64),
        (9.0, True, 1.0, 0.8),
    ],
)
def test_confidence(margin: float, agreement: bool, coverage: float, expected: float) -> None:
    assert confidence(0.8, margin=margin, agreement=agreement, coverage=coverage) == pytest.approx(expected)


def test_of_twins_the_best_keeps_the_place() -> None:
    lt, en, other = (
        Entry("a.lt", "", "article", "a", "lt", twin="a#1"),
        Entry("a.en", "", "article", "a", "en", twin="a#1"),
        Entry("b.lt", "", "article", "b", "lt"),
    )
    assert places([en, other, lt]) == (en, other)
