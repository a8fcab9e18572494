"""The sums of a small transformer encoder, in NumPy, for a few dozen tokens at a time.

Layers of self-attention and a widened middle, each followed by a layer norm (Vaswani et al. 2017, in the order of BERT:
Devlin et al. 2019). What is listed (question and answers) is worked out first and kept; a reply then attends to it and to
itself, so that a reply costs its own tokens only. Tokens of different texts see each other less at first: every head has a
learned offset for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
_TINY = 1e-12
# OpenBLAS copies a whole matrix before it multiplies a few rows with it, unless the product is small (decision 47).
_TALL, _WIDE = 384, 64
_BEND, _CUBE = 0.7978845608, 0.044715


@dataclass(frozen=True, slots=True)
class Linear:
    """A matrix [in, out] cut into `tiles` [in / tall, out / wide, tall, wide]; `bias` [out]."""

    tiles: Floats
    bias: Floats

    @classmethod
    def of(cls, weight: Floats, bias: Floats) -> Linear:
        """From `weight` [in, out]; where no tile of the usual size fits, the largest that does."""
        tall, wide = gcd(_TALL, weight.shape[0]), gcd(_WIDE, weight.shape[1])
        cut = weight.reshape(weight.shape[0] // tall, tall, weight.shape[1] // wide, wide)
        return cls(np.ascontiguousarray(cut.swapaxes(1, 2)), bias)

    def __call__(self, rows: Floats) -> Floats:
        """Rows [n, in] → [n, out]."""
        pieces = rows.reshape(len(rows), len(self.tiles), 1, -1).transpose(1, 2, 0, 3)
        added = (pieces @ self.tiles).sum(axis=0)  # [out / wide, n, wide]
        return np.asarray(added.swapaxes(0, 1).reshape(len(rows), -1) + self.bias)


@dataclass(frozen=True, slots=True)
class Norm:
    """A layer norm: `scale` and `shift`, one for each dimension."""

    scale: Floats
    shift: Floats

    def __call__(self, rows: Floats) -> Floats:
        """Every row with mean 0 and variance 1, scaled and shifted."""
        moved = rows - rows.mean(axis=-1, keepdims=True)
        spread = np.sqrt((moved * moved).mean(axis=-1, keepdims=True) + _TINY)
        return np.asarray(moved / spread * self.scale + self.shift, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer. `among` and `towards` [heads]: what is added where a listed token looks at another text, and where a
    reply looks at what is listed."""

    queries_keys_values: Linear
    out: Linear
    out_norm: Norm
    widen: Linear
    narrow: Linear
    norm: Norm
    among: Floats
    towards: Floats

    def heads(self, rows: Floats) -> tuple[Floats, Floats, Floats]:
        """Queries (scaled), keys and values of the rows, each [heads, n, width]."""
        count = len(self.among)
        parts = self.queries_keys_values(rows).reshape(len(rows), 3, count, -1).transpose(1, 2, 0, 3)
        return np.asarray(parts[0] * np.float32(parts.shape[-1] ** -0.5)), parts[1], parts[2]

    def after(self, rows: Floats, seen: Floats) -> Floats:
        """The rows after what they attended to, `seen` [heads, n, width], and the middle."""
        joined = seen.transpose(1, 0, 2).reshape(len(rows), -1)
        rows = self.out_norm(rows + self.out(joined))
        return self.norm(rows + self.narrow(gelu(self.widen(rows))))


@dataclass(frozen=True, slots=True)
class Kept:
    """What a reply attends to in every layer: keys and values [heads, n, width], at half precision."""

    keys: tuple[NDArray[np.float16], ...]
    values: tuple[NDArray[np.float16], ...]


def listed_rows(layers: Sequence[Layer], rows: Floats, texts: NDArray[np.int64]) -> tuple[Floats, Kept]:
    """The rows of what is listed after every layer, and what replies will attend to. `texts`: which text a row is of."""
    apart = (texts[:, None] != texts[None, :]).astype(np.float32)
    keys, values = [], []
    for layer in layers:
        asks, holds, tells = layer.heads(rows)
        keys.append(holds.astype(np.float16))
        values.append(tells.astype(np.float16))
        weights = softmax(asks @ holds.transpose(0, 2, 1) + apart * layer.among[:, None, None])
        rows = layer.after(rows, weights @ tells)
    return rows, Kept(tuple(keys), tuple(values))


def reply_rows(layers: Sequence[Layer], rows: Floats, kept: Kept, replies: int = 1) -> Floats:
    """The rows of `replies` replies of equal length, one after the other, after every layer; none sees another."""
    for layer, keys, values in zip(layers, kept.keys, kept.values, strict=True):
        asks, holds, tells = layer.heads(rows)
        listed = asks @ keys.astype(np.float32).transpose(0, 2, 1) + layer.towards[:, None, None]
        apart = [each.reshape(len(each), replies, -1, each.shape[-1]) for each in (asks, holds, tells)]
        own = (apart[0] @ apart[1].swapaxes(2, 3)).reshape(*listed.shape[:2], -1)
        weights = softmax(np.concatenate([listed, own], axis=-1))
        wide = keys.shape[1]
        among = weights[..., wide:].reshape(*apart[0].shape[:3], -1) @ apart[2]
        seen = weights[..., :wide] @ values.astype(np.float32) + among.reshape(asks.shape)
        rows = layer.after(rows, seen)
    return rows


def softmax(logits: Floats) -> Floats:
    """Along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def gelu(values: Floats) -> Floats:
    """Gaussian error linear unit, its tanh form (Hendrycks & Gimpel 2016)."""
    bent = np.tanh(np.float32(_BEND) * (values + np.float32(_CUBE) * values * values * values))
    return np.asarray(np.float32(0.5) * values * (1 + bent))
