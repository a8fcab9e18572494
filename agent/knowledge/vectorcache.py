"""Vectors of texts kept on disk by the digest of the text, one append-only file per model.

So that a rebuild embeds only what changed, and a killed build goes on where it stopped. A record is the SHA-256 of
the text, the vector, and a CRC-32 of both; reading stops at the first record that does not add up. What is shipped in
`agent/vectors` need not be worked out at all, so that the first build on a new machine takes no longer than a later one.
"""

from __future__ import annotations

import math
import re
import zlib
from pathlib import Path
from types import TracebackType

import numpy as np

from agent.errors import OutsideError
from agent.knowledge.embedding import Vectors
from agent.knowledge.shippedvectors import SHIPPED, shipped_vectors

_UNSAFE = re.compile(r"[^A-Za-z0-9.-]+")
_DIGEST = 32


class VectorCache:
    """`known` is what the file and the shipped one of the same model hold; `keep` adds to it. Use as a context manager; one
    writer at a time."""

    def __init__(
        self, directory: Path, fingerprint: str, dimension: int, shipped: Path | None = SHIPPED
    ) -> None:
        self._path = directory / f"{name_of(fingerprint, dimension)}.vectors"
        self._shipped = shipped
        self._size = _DIGEST + 4 * dimension + 4
        self.known: dict[str, Vectors] = {}

    def __enter__(self) -> VectorCache:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.touch()
        if self._shipped is not None:
            self.known.update(shipped_vectors(self._shipped / f"{self._path.stem}.npz"))
        content = self._path.read_bytes()
        sound = self._read(content)
        self._file = self._path.open("r+b")
        self._file.truncate(sound)  # a build that was killed may have left half a record
        self._file.seek(sound)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def keep(self, digest: str, row: Vectors) -> None:
        """Append one vector; it is on its way to the disk when this returns. Raises OutsideError(code="embedder_output") for
        one that is not of finite numbers: it would come back at every later build."""
        if not math.isfinite(row.dot(row)):
            raise OutsideError("The model gave a vector that is not finite.", code="embedder_output")
        record = bytes.fromhex(digest) + row.astype("<f4").tobytes()
        self._file.write(record + zlib.crc32(record).to_bytes(4, "little"))
        self._file.flush()
        self.known[digest] = row

    def alone(self) -> None:
        """Remove the vectors of other models beside it."""
        for file in self._path.parent.glob(f"*{self._path.suffix}"):
            if file != self._path:
                file.unlink()

    def _read(self, content: bytes) -> int:
        """Fill `known`; returns how many bytes are sound."""
        for start in range(0, len(content) - self._size + 1, self._size):
            record, sum_ = (
                content[start : start + self._size - 4],
                content[start + self._size - 4 : start + self._size],
            )
            if zlib.crc32(record).to_bytes(4, "little") != sum_:
                return start
            row = np.frombuffer(record[_DIGEST:], dtype="<f4").astype(np.float32)
            if math.isfinite(row.dot(row)):  # an earlier version kept what a model gave, numbers or not
                self.known[record[:_DIGEST].hex()] = row
        return len(content) // self._size * self._size


def name_of(fingerprint: str, dimension: int) -> str:
    """What the files of a model's vectors are called, without their ends."""
    return f"{_UNSAFE.sub('_', fingerprint)}-{dimension}"
