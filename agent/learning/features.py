"""What a classifier sees of a text without any model: its words and the pieces of its words.

Everything is folded, so that a customer who types no diacritics is the same customer. Word marks stay in the
pieces ("<nev"), so that a denial does not look like what it denies.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agent.language import clean, fold, stem, words

Floats = NDArray[np.float32]
Indices = NDArray[np.int64]
Features = tuple[Sequence[str], Sequence[str]]
"""The pieces and the terms of a text."""

SHORTEST, LONGEST = 2, 5
_MOST_WORDS = 200  # a longer complaint says what it has to say before that


def pieces(text: str) -> list[str]:
    """The character 2–5-grams of each word, with `<` and `>` where the word begins and ends."""
    return _joined(words(fold(clean(text)))[:_MOST_WORDS], _pieces_of)


def _joined(said: Iterable[str], pieces_of: Callable[[str], Sequence[str]]) -> list[str]:
    return list(itertools.chain.from_iterable(map(pieces_of, said)))


def _pieces_of(word: str) -> list[str]:
    marked = f"<{word}>"
    return [
        marked[place : place + size]
        for size in range(SHORTEST, LONGEST + 1)
        for place in range(max(1, len(marked) - size + 1))
    ]


def terms(text: str, language: str) -> list[str]:
    """The stems of a text and its pairs and near pairs of stems, in order."""
    return _termed(words(fold(clean(text)))[:_MOST_WORDS], language)


def _termed(said: Iterable[str], language: str) -> list[str]:
    stems = [stem(word, language) for word in said]
    pairs = [f"{first} {second}" for first, second in itertools.pairwise(stems)]
    near = [f"{first} _ {second}" for first, second in zip(stems, stems[2:], strict=False)]
    return [f"w:{term}" for term in (*stems, *pairs, *near)]


class Taken:
    """Many texts taken apart, each once: a text and its variants without diacritics are the same, and so are most words."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, ...], Features] = {}
        self._words: dict[str, tuple[str, ...]] = {}

    def of(self, text: str, language: str) -> Features:
        """Pieces and terms of `text`; the same object for texts that are spelt alike."""
        said = words(fold(clean(text)))[:_MOST_WORDS]
        spelt = (language, *said)
        if (found := self._texts.get(spelt)) is None:
            found = self._texts[spelt] = _joined(said, self._pieces_of), _termed(said, language)
        return found

    def _pieces_of(self, word: str) -> tuple[str, ...]:
        if (found := self._words.get(word)) is None:
            found = self._words[word] = tuple(_pieces_of(word))
        return found


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The features that training kept: their place in a vector and how rare they are (idf)."""

    places: Mapping[str, int]
    idf: Floats

    def __len__(self) -> int:
        return len(self.places)

    def vector(self, text: str, language: str) -> tuple[Indices, Floats]:
        """`text` as (places, weights): sublinear tf · idf, pieces and terms each scaled to length 1, then halved."""
        return self.weighed((pieces(text), terms(text, language)))

    def weighed(self, blocks_of_text: Features) -> tuple[Indices, Floats]:
        """The vector of a text that is taken apart already."""
        blocks = [self._block(features) for features in blocks_of_text]
        places = np.concatenate([block[0] for block in blocks])
        weights = np.concatenate([block[1] for block in blocks])
        return places, (weights / math.sqrt(len(blocks))).astype(np.float32)

    def _block(self, features: Sequence[str]) -> tuple[Indices, Floats]:
        place_of = self.places.get
        counted = Counter([place for feature in features if (place := place_of(feature)) is not None])
        places = np.fromiter(counted.keys(), dtype=np.int64, count=len(counted))
        counts = np.fromiter(counted.values(), dtype=np.float32, count=len(counted))
        weights = (1.0 + np.log(np.maximum(counts, 1.0))) * self.idf[places]
        length = float(np.linalg.norm(weights))
        return places, (weights / length if length else weights).astype(np.float32)

    def known(self, text: str) -> float:
        """The share of a text's pieces of three letters that were ever seen: near 0 for keyboard mash."""
        triples = [piece for piece in pieces(text) if len(piece) == 3]
        return sum(triple in self.places for triple in triples) / len(triples) if triples else 0.0


def vocabulary_of(
    texts: Iterable[tuple[str, str, str]], rarest: int = 2, taken: Taken | None = None
) -> Vocabulary:
    """The vocabulary of `texts` (text, language, group): features that stand in at least `rarest` groups. Variants of one text
    are one group: what only they have tells of no other text, and would be half of all features.

    idf = ln((1 + n) / (1 + df)) + 1, the smoothed form (Manning, Raghavan & Schütze 2008, section 6.2, smoothed), of groups.
    """
    apart = taken or Taken()
    told: defaultdict[str, set[str]] = defaultdict(set)
    for text, language, group in texts:
        told[group].update(*apart.of(text, language))
    seen: Counter[str] = Counter()
    for features in told.values():
        seen.update(features)
    kept = sorted(feature for feature, count in seen.items() if count >= rarest)
    idf = [math.log((1 + len(told)) / (1 + seen[feature])) + 1 for feature in kept]
    return Vocabulary(
        {feature: place for place, feature in enumerate(kept)}, np.asarray(idf, dtype=np.float32)
    )
