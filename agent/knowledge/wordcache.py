"""The words of texts kept beside the index by the digest of each text, so that a rebuild takes only changed ones apart.

Kept are the words as the analysis cut them, nothing that is counted or weighed: those depend on the whole corpus and
are computed anew. The file is named by the analysis itself (the digest of its code), so that words of another analysis are
never taken for those of this one. A file that cannot be read is as good as none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from agent import language
from agent.knowledge import analysis, lexicon
from agent.knowledge.analysis import content_words
from agent.knowledge.counting import Numbers, Stream

_DIGEST = 32


class WordCache:
    """`read` gives the words of texts, from the file in `directory` where it knows them; `keep` writes those it gave."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / f"{analysis_digest()}.npz"
        self._numbers: dict[str, int] = {}
        self._known: dict[bytes, Numbers] = {}
        self.computed = 0
        try:
            self._load()
        except Exception:  # numpy, zipfile and its unpackers raise a dozen different ones for a damaged file
            self._numbers, self._known = {}, {}

    def read(self, texts: Sequence[str]) -> Stream:
        """The words of `texts` in order, as Stream.of gives them."""
        found = {digest: self._known.get(digest) for digest in map(_digest, texts)}
        for text in texts:
            if found[digest := _digest(text)] is None:
                found[digest] = self._cut(text)
        self._known = {digest: ids for digest, ids in found.items() if ids is not None}
        return Stream.numbered(list(self._numbers), [self._known[_digest(text)] for text in texts])

    def keep(self) -> None:
        """Write the words of the texts last read, whole or not at all; other texts are forgotten, their words too.

        Raises OSError.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        known, names = list(self._known.values()), list(self._numbers)
        used, ids = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *known]), return_inverse=True)
        new = self.path.with_suffix(".new")
        with new.open("wb") as file:
            np.savez(
                file,
                digests=np.frombuffer(b"".join(self._known), dtype=np.uint8),
                lengths=np.array([len(text) for text in known], dtype=np.int64),
                ids=ids.astype(np.int32),
                names=np.frombuffer("\n".join(names[at] for at in used.tolist()).encode(), dtype=np.uint8),
            )
        new.replace(self.path)
        for other in self.path.parent.glob("*.n*"):
            if other != self.path and other.suffix in {
                ".npz",
                ".new",
            }:  # of an older analysis; of a killed build
                other.unlink(missing_ok=True)

    def _cut(self, text: str) -> Numbers:
        self.computed += 1
        numbers = self._numbers
        return np.array(
            [numbers.setdefault(word, len(numbers)) for word in content_words(text)], dtype=np.int64
        )

    def _load(self) -> None:
        with np.load(self.path, allow_pickle=False) as file:
            if file.zip.testzip():  # numpy itself stops before the checksum where a damaged header says fewer
                raise ValueError("a part is not what was written")
            names = bytes(file["names"]).decode()
            digests, ids = bytes(file["digests"]), file["ids"].astype(np.int64)
            cuts = np.cumsum(file["lengths"])
        self._numbers = {name: number for number, name in enumerate(names.split("\n") if names else ())}
        ends = cuts.tolist()
        if len(digests) != _DIGEST * len(ends) or (ends and ends[-1] != len(ids)):
            raise ValueError("the words do not add up")
        if len(ids) and not 0 <= int(ids.min()) <= int(ids.max()) < len(self._numbers):
            raise ValueError("a word has no name")
        for row, part in enumerate(np.split(ids, cuts[:-1]) if ends else ()):
            self._known[digests[row * _DIGEST : (row + 1) * _DIGEST]] = part


def lexicon_digest() -> str:
    """The digest of the names that count as one word."""
    return hashlib.sha256(lexicon.FILE.read_bytes()).hexdigest()[:16]


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def analysis_digest() -> str:
    """The digest of the code that cuts texts into words."""
    digest = hashlib.sha256()
    for module in (analysis, language):
        digest.update(Path(str(module.__file__)).read_bytes())
    return digest.hexdigest()[:16]
