"""Vectors of the shipped content and examples, worked out beforehand (`python -m benchmarks.ship_vectors` writes them).

One file per model in `agent/vectors`: the digest of each text, its vector at eight bits, and a scale for each vector. An
edited text is not among them and is embedded as ever, so a stale file costs time and nothing else.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agent.knowledge.embedding import Vectors

SHIPPED = Path(__file__).parent.parent / "vectors"
_STEPS = 127  # of eight bits, to either side
_LEAST = 1e-8


def shipped_vectors(file: Path) -> dict[str, Vectors]:
    """The vectors in `file` by the SHA-256 of their text, in hex. None where there is no such file, or a damaged one: then the
    texts are embedded, and progress tells how many."""
    if not file.is_file():
        return {}
    try:
        with np.load(file, allow_pickle=False) as held:
            digests, rows = held["digests"], _unpacked(held["codes"], held["scales"])
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile):
        return {}
    return {bytes(digest).hex(): row for digest, row in zip(digests, rows, strict=True)}


def ship(vectors: Mapping[str, Vectors], file: Path) -> None:
    """Writes `vectors`, by the digest of their text, in the order of the digests: the same vectors make the same file."""
    digests = sorted(vectors)
    rows = np.stack([vectors[digest] for digest in digests])
    scales = (np.abs(rows).max(axis=1) / _STEPS).astype(np.float16)
    by = np.maximum(scales.astype(np.float32), _LEAST)[:, None]
    codes = np.clip(np.round(rows / by), -_STEPS, _STEPS).astype(np.int8)
    told = np.frombuffer(bytes.fromhex("".join(digests)), dtype=np.uint8).reshape(len(digests), -1)
    file.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(file, allow_pickle=False, digests=told, codes=codes, scales=scales)


def _unpacked(codes: NDArray[np.int8], scales: NDArray[np.float16]) -> Vectors:
    return np.asarray(codes.astype(np.float32) * scales.astype(np.float32)[:, None])
