"""The classifier: learns from labelled texts, keeps what it learnt without a pickle, judges with numpy alone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from agent.errors import SettingsError
from agent.knowledge import HashEmbedder
from agent.learning import Calibration, Model, Sample, load, save, train
from agent.learning.features import Taken, pieces, terms, vocabulary_of
from agent.learning.model import softmax
from agent.routing import ByEmbedder

COLD = (
    "šaldytuvas nešaldo",
    "nebešaldo šaldytuvas",
    "šaldytuve šilta",
    "maistas šaldytuve genda",
    "šilta kameroje",
)
WET = ("teka vanduo", "vanduo bėga iš krano", "varva kranas", "po kriaukle bala vandens", "prakiuro vamzdis")
SAMPLES = tuple(Sample(text, "cold", "lt") for text in COLD) + tuple(
    Sample(text, "wet", "lt") for text in WET
)


@pytest.fixture(scope="module")
def model() -> Model:
    return train(SAMPLES, ByEmbedder(HashEmbedder()).of, fingerprint="hash@1", folds=0)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("šaldytuvas visai nešaldo", "cold"),
        ("saldytuvas nebesaldo", "cold"),
        ("iš vamzdžio varva", "wet"),
        ("IS VAMZDZIO VARVA", "wet"),
    ],
)
def test_judges_what_it_never_saw(model: Model, text: str, label: str) -> None:
    judged = model.judge(text, "lt")
    assert max(judged, key=lambda name: judged[name]) == label
    assert sum(judged.values()) == pytest.approx(1.0)


def test_diacritics_make_no_difference_to_spelling(model: Model) -> None:
    assert model.judge("šaldytuvas nešaldo", "lt") == model.judge("saldytuvas nesaldo", "lt")


def test_a_denial_is_spelt_differently_from_what_it_denies() -> None:
    assert set(pieces("veikia")) - set(pieces("neveikia")) >= {"<ve", "<vei"}
    assert "w:no signal" in terms("no signal", "en")


def test_what_is_saved_is_what_is_loaded(model: Model, tmp_path: Path) -> None:
    save(model, tmp_path)
    again = load(tmp_path)
    vector = HashEmbedder().encode_queries(["teka"])[0]
    assert again.judge("teka", "lt", vector) == pytest.approx(model.judge("teka", "lt", vector))
    assert (again.digest, again.labels) == (model.digest, model.labels)


def test_nothing_saved_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as fault:
        load(tmp_path)
    assert fault.value.code == "model_missing"
    assert "agent index" in fault.value.mend


@pytest.mark.parametrize("damage", ["cut", "foreign", "not json", "shape"])
def test_a_damaged_model_is_refused(model: Model, tmp_path: Path, damage: str) -> None:
    save(model, tmp_path)
    arrays, card = tmp_path / "model.npz", tmp_path / "model.json"
    if damage == "cut":
        arrays.write_bytes(arrays.read_bytes()[:-100])
    elif damage == "foreign":
        save(train(SAMPLES[2:], folds=0), tmp_path / "other")
        arrays.write_bytes((tmp_path / "other" / "model.npz").read_bytes())
    elif damage == "not json":
        card.write_text("{", encoding="utf-8")
    else:
        card.write_text(
            card.read_text(encoding="utf-8").replace('"vocabulary": [', '"vocabulary": ["zzz", '), "utf-8"
        )
    with pytest.raises(SettingsError) as fault:
        load(tmp_path)
    assert fault.value.code == "model_corrupt"


def test_learning_twice_gives_the_same(model: Model) -> None:
    again = train(SAMPLES, ByEmbedder(HashEmbedder()).of, fingerprint="hash@1", folds=0)
    assert np.array_equal(again.spelling.weights, model.spelling.weights)
    assert again.digest == model.digest


def test_the_digest_tells_when_to_learn_again(model: Model) -> None:
    assert train(SAMPLES[1:], folds=0).digest != model.digest


def test_a_vector_of_another_length_is_not_used(model: Model) -> None:
    assert model.judge("teka", "lt", np.ones(3, dtype=np.float32)) == model.judge("teka", "lt")


def test_each_text_is_embedded_once() -> None:
    asked: list[str] = []

    def embed(texts: Sequence[str], languages: Sequence[str]) -> np.ndarray:
        asked.extend(texts)
        return HashEmbedder().encode_queries(texts)

    train((*SAMPLES, *SAMPLES), embed, folds=0)
    assert len(asked) == len(set(asked)) == len(SAMPLES)


def test_one_label_is_nothing_to_learn() -> None:
    with pytest.raises(ValueError, match="two labels"):
        train(SAMPLES[:3], folds=0)


@pytest.mark.parametrize(("temperature", "surer"), [(0.5, True), (2.0, False)])
def test_temperature_changes_how_sure_not_what(temperature: float, surer: bool) -> None:
    before = softmax(np.asarray([1.0, 0.2, -1.0]))
    after = Calibration(temperature).apply(before, np.zeros(3))
    assert after.argmax() == before.argmax()
    assert bool(after.max() > before.max()) is surer


def test_calibration_is_by_language_and_mode() -> None:
    model = train([Sample(f"{s.text} {n}", s.label, s.language) for n in range(5) for s in SAMPLES], folds=2)
    assert set(model.calibrations) == {"spelling"}
    assert set(model.calibrations["spelling"]) == {"lt"}


@pytest.mark.parametrize(
    ("text", "low"), [("xqzw kjhgf", True), ("šaldytuve varva vanduo", False), ("", True)]
)
def test_keyboard_mash_is_not_familiar(model: Model, text: str, low: bool) -> None:
    assert (model.familiar(text) < 0.5) is low


def test_texts_taken_apart_together_are_those_taken_apart_alone() -> None:
    taken = Taken()
    for language in ("lt", "en"):
        for text in (*COLD, "ŠALDYTUVAS nešaldo", "", "router's"):
            assert taken.of(text, language) == (pieces(text), terms(text, language))
    assert taken.of("šaldytuvas nešaldo", "lt") is taken.of("saldytuvas nesaldo", "lt")


def test_rare_features_are_left_out() -> None:
    vocabulary = vocabulary_of([("aaa", "lt", "1"), ("aaa", "lt", "2"), ("bbb", "lt", "3")])
    assert "<aa" in vocabulary.places
    assert "<bb" not in vocabulary.places


def test_what_only_variants_of_one_text_share_is_rare() -> None:
    vocabulary = vocabulary_of([("aaa", "lt", "1"), ("aaa bbb", "lt", "2"), ("bbb", "lt", "2")])
    assert "<aa" in vocabulary.places
    assert "<bb" not in vocabulary.places


def test_judging_needs_no_scikit_learn() -> None:
    code = "import sys, agent.learning; sys.exit('sklearn' in sys.modules or 'scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
