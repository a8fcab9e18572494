"""What a first message means, as a vector that a classifier can tell guides apart by.

The encoder was fitted on what customers write, so its rows tell more than those of a general embedder, and it has read the
message already, listening for danger (decision 60). Without it the configured embedder says what a message means.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from agent.knowledge import Embedder
from agent.learning.features import Floats
from agent.threads import side_by_side
from agent.understanding.encoder import Encoder
from agent.understanding.opening import asked_first

_HEARD = 1  # raise it when the same text is read in another way: kept vectors are then worked out anew
_SIDE_BY_SIDE = 32  # messages that go through the encoder together


class Meaning(Protocol):
    """Turns messages into vectors."""

    @property
    def fingerprint(self) -> str:
        """Whose vectors they are: a model that learnt from another's cannot use them."""
        ...

    @property
    def dimension(self) -> int: ...

    def of(self, texts: Sequence[str], languages: Sequence[str]) -> Floats:
        """A row for each text [n, dimension]; `languages`: the language of each."""
        ...


@dataclass(frozen=True, slots=True)
class ByEmbedder:
    """As the embedder of the search hears it."""

    embedder: Embedder

    @property
    def fingerprint(self) -> str:
        """One word that names the embedder."""
        return f"{self.embedder.name}@{self.embedder.revision}"

    @property
    def dimension(self) -> int:
        """Numbers in a row."""
        return self.embedder.dimension

    def of(self, texts: Sequence[str], languages: Sequence[str]) -> Floats:
        """A row for each text, whatever its language."""
        return self.embedder.encode_queries(texts)


@dataclass(frozen=True, slots=True)
class ByEncoder:
    """As the reader's encoder hears it: in answer to the question that everybody is asked first."""

    encoder: Encoder

    @property
    def fingerprint(self) -> str:
        """The encoder and what it is asked."""
        asked = hashlib.sha256(repr([_HEARD, *map(asked_first, ("lt", "en"))]).encode())
        return f"encoder@{self.encoder.digest}-{asked.hexdigest()[:8]}"

    @property
    def dimension(self) -> int:
        """Numbers in a row."""
        return int(self.encoder.places.shape[1])

    def of(self, texts: Sequence[str], languages: Sequence[str]) -> Floats:
        """A row for each text. One text is remembered for a while; many are shared out among the processor's cores."""
        if len(texts) == 1:
            return self.encoder.meaning(*asked_first(languages[0]), texts[0].lower())[None]
        rows = np.empty((len(texts), self.dimension), dtype=np.float32)
        shares = _shares(texts, languages)
        with ThreadPoolExecutor(side_by_side()) as threads:
            for share, read in zip(
                shares, threads.map(lambda share: self._read(texts, *share), shares), strict=True
            ):
                rows[share[1]] = read
        return rows

    def _read(self, texts: Sequence[str], language: str, places: Sequence[int]) -> Floats:
        return self.encoder.meanings(*asked_first(language), [texts[place].lower() for place in places])


def _shares(texts: Sequence[str], languages: Sequence[str]) -> list[tuple[str, list[int]]]:
    """A language and the places of some texts of it, of similar length, so that they go through the layers together."""
    of_language: dict[str, list[int]] = defaultdict(list)
    for place in sorted(range(len(texts)), key=lambda place: len(texts[place])):
        of_language[languages[place]].append(place)
    return [
        (language, places[start : start + _SIDE_BY_SIDE])
        for language, places in of_language.items()
        for start in range(0, len(places), _SIDE_BY_SIDE)
    ]
