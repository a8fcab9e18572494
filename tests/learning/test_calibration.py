"""How sure a model may be: temperature and leaning, fitted on what the judging models had not seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agent.knowledge import HashEmbedder
from agent.learning import Calibration, Expected, Sample, load, save, train
from agent.learning.calibration import ENOUGH, fitted
from agent.routing import ByEmbedder

GUIDES = Expected("guide:", 0.4)
LABELS = ("chat", "guide:a", "guide:b")
MARKS = GUIDES.marks(LABELS)


def judged(guides: int, others: int, lost: float) -> tuple[np.ndarray, np.ndarray]:
    """What unseen models say: of each guide's text the share `lost` goes to chat; chat is known well."""
    own = np.array([[lost, 0.9 - lost, 0.1], [lost, 0.1, 0.9 - lost]])
    rows = np.vstack([np.tile(own, (guides // 2, 1)), np.tile([0.9, 0.05, 0.05], (others, 1))])
    return rows, np.array([1, 2] * (guides // 2) + [0] * others)


def calibrated(guides: int, others: int, lost: float) -> Calibration:
    rows, truths = judged(guides, others, lost)
    return fitted(rows, truths, np.ones(len(truths)), MARKS, GUIDES.share)


def test_the_more_is_lost_to_the_others_the_more_it_leans() -> None:
    leanings = [calibrated(40, 400, lost).leaning for lost in (0.05, 0.3, 0.6)]
    assert leanings == sorted(leanings)
    assert leanings[0] < 0.5 < leanings[-1]


def test_how_many_samples_there_are_changes_nothing() -> None:
    assert calibrated(40, 40, 0.5) == calibrated(40, 4000, 0.5) == calibrated(400, 40, 0.5)


def test_a_leaning_makes_the_expected_labels_likelier_and_keeps_their_order() -> None:
    before = np.array([0.6, 0.3, 0.1])
    after = Calibration(1.0, 1.0).apply(before, MARKS)
    assert after.sum() == pytest.approx(1)
    assert after[1] > after[0] > after[2]
    assert after[1] / after[2] == pytest.approx(before[1] / before[2])
    assert after[1] / after[0] == pytest.approx(np.e * before[1] / before[0])


@pytest.mark.parametrize("guides", [0, 80])
def test_texts_of_one_side_only_lean_nowhere(guides: int) -> None:
    assert calibrated(guides, 80 - guides, 0.3).leaning == 0


def test_too_few_texts_change_nothing() -> None:
    assert calibrated(ENOUGH // 2, ENOUGH // 2 - 1, 0.9) == Calibration()


def test_what_is_expected_is_learnt_and_kept(tmp_path: Path) -> None:
    said = [
        (f"{word} {n} {'neveikia' if label != 'chat' else 'ačiū'}", label)
        for n in range(12)
        for word, label in (
            ("televizorius", "guide:a"),
            ("internetas", "guide:b"),
            ("labas", "chat"),
            ("oras", "chat"),
            ("kaina", "chat"),
        )
    ]
    samples = [Sample(text, label, "lt") for text, label in said]
    embed = ByEmbedder(HashEmbedder()).of
    model = train(samples, embed, fingerprint="hash@1", folds=3, expected=GUIDES)
    save(model, tmp_path)
    kept = load(tmp_path)
    assert (kept.expected, kept.calibrations) == (GUIDES, model.calibrations)
    (vector,) = embed(["labas, neveikia"], ["lt"])
    assert kept.judge("labas, neveikia", "lt", vector) == model.judge("labas, neveikia", "lt", vector)
    assert model.digest != train(samples, embed, fingerprint="hash@1", folds=0).digest, (
        "it has to be learnt again"
    )
