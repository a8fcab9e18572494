"""A model on disk: `model.json` says what it is, `model.npz` holds its arrays. Never a pickle."""

from __future__ import annotations

import hashlib
import json
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from agent.errors import SettingsError
from agent.learning.calibration import Calibration, Expected
from agent.learning.features import Vocabulary
from agent.learning.model import Centre, Linear, Meanings, Model

FORMAT = 2
_ARRAYS, _CARD = "model.npz", "model.json"
_MEND = "Run `agent index`."


def save(model: Model, directory: Path) -> None:
    """Writes `model` into `directory`. The card goes last and by renaming: a killed save leaves no false model."""
    directory.mkdir(parents=True, exist_ok=True)
    arrays = {"idf": model.vocabulary.idf, "weights": model.spelling.weights, "bias": model.spelling.bias}
    if model.meanings is not None:
        arrays |= {
            "mean": model.meanings.centre.mean,
            "dense_weights": model.meanings.linear.weights,
            "dense_bias": model.meanings.linear.bias,
        }
    started = directory / f"{_ARRAYS}.new"
    with started.open("wb") as file:
        np.savez(
            file, allow_pickle=False, **{name: array.astype(np.float32) for name, array in arrays.items()}
        )
    checksum = _checksum(started)
    started.replace(directory / _ARRAYS)
    card = directory / f"{_CARD}.new"
    card.write_text(json.dumps(_card(model, checksum), ensure_ascii=False), encoding="utf-8")
    card.replace(directory / _CARD)


def _card(model: Model, checksum: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "digest": model.digest,
        "arrays": checksum,
        "labels": model.labels,
        "embedder": model.meanings.fingerprint if model.meanings else None,
        "expected": asdict(model.expected) if model.expected else None,
        "calibrations": {
            mode: {language: asdict(one) for language, one in some.items()}
            for mode, some in model.calibrations.items()
        },
        "vocabulary": list(model.vocabulary.places),
    }


def load(directory: Path) -> Model:
    """The model saved in `directory`. Raises SettingsError: `model_missing`, `model_corrupt`."""
    try:
        card = json.loads((directory / _CARD).read_text(encoding="utf-8"))
        if card["format"] != FORMAT or card["arrays"] != _checksum(directory / _ARRAYS):
            raise ValueError("the parts do not belong together")
        with np.load(directory / _ARRAYS, allow_pickle=False) as arrays:
            return _assembled(card, {name: arrays[name] for name in arrays.files})
    except FileNotFoundError:
        raise SettingsError(f"No trained router in {directory}.", code="model_missing", mend=_MEND) from None
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as fault:
        raise SettingsError(
            f"The trained router in {directory} cannot be read: {fault}.", code="model_corrupt", mend=_MEND
        ) from None


def _assembled(card: dict[str, Any], arrays: dict[str, Any]) -> Model:
    words = {word: place for place, word in enumerate(card["vocabulary"])}
    meanings = None
    if card["embedder"] is not None:
        linear = Linear(arrays["dense_weights"], arrays["dense_bias"])
        meanings = Meanings(Centre(arrays["mean"]), linear, card["embedder"])
    spelling = Linear(arrays["weights"], arrays["bias"])
    if spelling.weights.shape != (len(words), len(card["labels"])):
        raise ValueError("the arrays do not fit the vocabulary")
    return Model(
        labels=tuple(card["labels"]),
        vocabulary=Vocabulary(words, arrays["idf"]),
        spelling=spelling,
        meanings=meanings,
        calibrations={
            mode: {language: Calibration(**one) for language, one in some.items()}
            for mode, some in card["calibrations"].items()
        },
        expected=Expected(**card["expected"]) if card["expected"] else None,
        digest=card["digest"],
    )


def _checksum(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
