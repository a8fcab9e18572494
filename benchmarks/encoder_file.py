"""A fitted encoder as the arrays that are shipped, and back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer

from agent.understanding.encoder import FILE, unpacked
from benchmarks.cases import OTHERS
from benchmarks.e5_file import packed
from benchmarks.encoder_model import Model

_RARER = 1.0  # by the logarithm


def rounded(weight: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """A matrix at eight bits, with a scale to each row."""
    scales = (np.abs(weight).max(axis=1) / 127).astype(np.float16)
    by = np.maximum(scales.astype(np.float32), 1e-8)[:, None]
    return np.clip(np.round(weight / by), -127, 127).astype(np.int8), scales


def arrays_of(model: Model) -> Iterator[tuple[str, NDArray[Any]]]:
    """Everything that is shipped, by name."""
    codes, scales = packed(model.words.weight.detach().numpy())
    yield from (("word.codes", codes), ("word.scales", scales))
    for name, linear in model.matrices():
        codes, scales = rounded(linear.weight.detach().numpy())
        bias = linear.bias.detach().numpy().astype(np.float16)
        yield from ((f"{name}.codes", codes), (f"{name}.scales", scales), (f"{name}.bias", bias))
    norms = {"norm": model.norm}
    for number, layer in enumerate(model.layers):
        norms |= {f"layer.{number}.out_norm": layer.out_norm, f"layer.{number}.norm": layer.norm}
        yield f"layer.{number}.among", layer.among.detach().numpy()
        yield f"layer.{number}.towards", layer.towards.detach().numpy()
    for name, norm in norms.items():
        yield f"{name}.scale", norm.weight.detach().numpy().astype(np.float16)
        yield f"{name}.shift", norm.bias.detach().numpy().astype(np.float16)
    yield "places", model.places.detach().numpy().astype(np.float16)
    yield "kinds", model.kinds.detach().numpy().astype(np.float16)
    yield "mean", model.mean.detach().numpy()
    yield "near", model.near.detach().numpy()


def write(model: Model, tokenizer: Tokenizer, told: dict[str, object], file: Path = FILE) -> None:
    """The encoder as arrays, with a card that says what it is."""
    card = {"others": OTHERS, "layers": len(model.layers), "fitted": told}
    texts = {"card": json.dumps(card, ensure_ascii=False), "tokenizer": tokenizer.to_str()}
    held = {name: np.frombuffer(text.encode(), dtype=np.uint8) for name, text in texts.items()}
    with file.open("wb") as written:
        np.savez_compressed(written, allow_pickle=False, **held, **dict(arrays_of(model)))
    print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")


def state_of(file: Path = FILE) -> dict[str, torch.Tensor]:
    """The numbers of a written encoder by the names `Model` has for them, to go on from."""
    with np.load(file, allow_pickle=False) as held:
        words = unpacked(held["word.codes"], held["word.scales"])
        named = {name: torch.from_numpy(array) for name, array in _named(dict(held.items()))}
    return {"words.weight": torch.from_numpy(words), **named}


def cooled(model: Model, by: float) -> None:
    """Utilities divided by `by` (temperature: Guo et al. 2017), in place; who is likeliest stays."""
    with torch.no_grad():
        for last in (model.fit[1], model.other[1]):
            last.weight /= by
            last.bias /= by
        model.near /= by


def widened(state: Mapping[str, torch.Tensor], others: int) -> Mapping[str, torch.Tensor]:
    """The state with a row for each of so many acts: new ones stand last, and begin as the mean of all, a little rarer."""
    weight, bias = state["other.1.weight"], state["other.1.bias"]
    more = others - len(bias)
    if more <= 0:
        return state
    rows = weight.mean(0, keepdim=True).repeat(more, 1)
    first = (bias.mean() - _RARER).repeat(more)
    return {**state, "other.1.weight": torch.cat([weight, rows]), "other.1.bias": torch.cat([bias, first])}


def _named(held: dict[str, NDArray[Any]]) -> Iterator[tuple[str, NDArray[np.float32]]]:
    own = {"card", "tokenizer", "word.codes", "word.scales"}
    for name, array in held.items():
        if name in own or name.endswith(".scales"):
            continue
        module = re.sub(r"^layer\.", "layers.", name)
        wide = array.astype(np.float32)
        if name.endswith(".codes"):
            scales = held[name.replace(".codes", ".scales")].astype(np.float32)
            yield module.replace(".codes", ".weight"), wide * scales[:, None]
        elif name.endswith((".scale", ".shift")):
            yield module.replace(".scale", ".weight").replace(".shift", ".bias"), wide
        else:
            yield module, wide
