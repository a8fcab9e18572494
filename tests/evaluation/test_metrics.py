"""The formulas, against tables worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.evaluation.metrics import (
    accuracy,
    calibration,
    confusion,
    interval,
    macro_f1,
    risk_coverage,
    wilson,
)

GOLD = ["tv", "tv", "tv", "wifi", "wifi", "mail"]
SAID = ["tv", "tv", "wifi", "wifi", "mail", "ask"]


def test_accuracy_counts_what_is_right() -> None:
    assert accuracy([True, True, False, True]) == 0.75


def test_a_share_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        accuracy([])


def test_macro_f1_by_hand() -> None:
    # tv: 2·2/(3+2) = 0.8 · wifi: 2·1/(2+2) = 0.5 · mail: 0/(1+1) = 0; "ask" is in no gold line and not averaged over
    assert macro_f1(GOLD, SAID) == pytest.approx((0.8 + 0.5 + 0) / 3)


def test_confusion_counts_pairs_and_keeps_what_was_only_said_last() -> None:
    found = confusion(GOLD, SAID)
    assert found.gold == ("mail", "tv", "wifi")
    assert found.said == ("mail", "tv", "wifi", "ask")
    assert found.counts.tolist() == [[0, 0, 0, 1], [0, 2, 1, 0], [1, 0, 1, 0]]
    assert found.worst(2) == [("mail", "ask", 1), ("tv", "wifi", 1)]


def test_calibration_by_hand() -> None:
    # .0–.5: sure .2 and .4 (mean .3), right once of two (.5) → |.2| · 2/5
    # .5–1.: sure .6, .8, 1. (mean .8), right twice of three → |.8 − .6667| · 3/5
    found = calibration([0.2, 0.4, 0.6, 0.8, 1.0], [True, False, True, False, True], bins=2)
    assert [each.count for each in found.bins] == [2, 3]
    assert found.error == pytest.approx(0.2 * 2 / 5 + (0.8 - 2 / 3) * 3 / 5)


def test_a_confidence_beyond_one_is_no_probability() -> None:
    with pytest.raises(ValueError, match=r"0\.\.1"):
        calibration([1.2], [True])


def test_risk_and_coverage_by_hand() -> None:
    # surest first: right, wrong, right, wrong → mistakes 0, 1, 1, 2 of 1, 2, 3, 4
    found = risk_coverage([0.9, 0.8, 0.7, 0.6], [True, False, True, False])
    assert found.coverage == (0.25, 0.5, 0.75, 1.0)
    assert found.risk == pytest.approx((0, 1 / 2, 1 / 3, 1 / 2))
    assert found.area == pytest.approx((0 + 1 / 2 + 1 / 3 + 1 / 2) / 4)


def test_lines_that_were_not_answered_shorten_the_curve() -> None:
    assert risk_coverage([0.9, 0.8], [True, True], total=4).coverage == (0.25, 0.5)


@given(st.permutations([True, True, False, False, True]))
def test_rows_of_equal_confidence_enter_together_in_whatever_order(right: list[bool]) -> None:
    assert risk_coverage([0.5] * 5, right).risk == pytest.approx((0.4,) * 5)


def test_wilson_by_hand() -> None:
    # 8 of 10, z = 1.96: middle (.8 + .19208)/1.38416 = .71674, half 1.96·√(.016 + .009604)/1.38416 = .22658
    found = wilson([True] * 8 + [False] * 2)
    assert (found.mean, found.low, found.high) == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-3)


def test_three_of_three_do_not_prove_perfection() -> None:
    assert wilson([True] * 3).low < 0.5 < wilson([True] * 3).high


def test_the_bootstrap_is_repeatable_and_holds_the_mean() -> None:
    values = [1.0] * 30 + [0.0] * 70
    one, two = (interval(values, np.random.default_rng(7)) for _ in range(2))
    assert one == two
    assert one.mean == 0.3
    # the normal approximation gives .3 ± 1.96·√(.21/100) = .210 … .390
    assert (one.low, one.high) == pytest.approx((0.21, 0.39), abs=0.02)


@given(st.lists(st.sampled_from([-1.0, 0.0, 1.0]), min_size=1, max_size=40))
def test_an_interval_lies_around_its_mean(values: list[float]) -> None:
    found = interval(values, np.random.default_rng(1), resamples=200)
    assert min(values) <= found.low <= found.high <= max(values)
