"""What a classifier sees of a text without any model: its words and the pieces of its words.

Everything is folded, so that a customer who types no diacritics is the same customer. Word marks stay in the
pieces ("<nev"), so that a denial does not look like what it denies.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agent.language import clean, fold, stem, words

Floats = NDArray[np.float32]
Indices = NDArray[np.int64]

SHORTEST, LONGEST = 2, 5
_MOST_WORDS = 200  # a longer complaint says what it has to say before that


def pieces(text: str) -> list[str]:
    """The character 2–5-grams of each word, with `<` and `>` where the word begins and ends."""
    found: list[str] = []
    for word in words(fold(clean(text)))[:_MOST_WORDS]:
        marked = f"<{word}>"
        for size in range(SHORTEST, LONGEST + 1):
            found += [marked[place : place + size] for place in range(max(1, len(marked) - size + 1))]
    return found


def terms(text: str, language: str) -> list[str]:
    """The stems of a text and its pairs and near pairs of stems, in order."""
    stems = [stem(word, language) for word in words(fold(clean(text)))[:_MOST_WORDS]]
    pairs = [f"{first} {second}" for first, second in itertools.pairwise(stems)]
    near = [f"{first} _ {second}" for first, second in zip(stems, stems[2:], strict=False)]
    return [f"w:{term}" for term in (*stems, *pairs, *near)]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The features that training kept: their place in a vector and how rare they are (idf)."""

    places: Mapping[str, int]
    idf: Floats

    def __len__(self) -> int:
        return len(self.places)

    def vector(self, text: str, language: str) -> tuple[Indices, Floats]:
        """`text` as (places, weights): sublinear tf · idf, pieces and terms each scaled to length 1, then halved."""
        blocks = [self._block(pieces(text)), self._block(terms(text, language))]
        places = np.concatenate([block[0] for block in blocks])
        weights = np.concatenate([block[1] for block in blocks])
        return places, (weights / math.sqrt(len(blocks))).astype(np.float32)

    def _block(self, features: Sequence[str]) -> tuple[Indices, Floats]:
        counted = Counter(place for feature in features if (place := self.places.get(feature)) is not None)
        places = np.fromiter(counted.keys(), dtype=np.int64, count=len(counted))
        counts = np.fromiter(counted.values(), dtype=np.float32, count=len(counted))
        weights = (1.0 + np.log(np.maximum(counts, 1.0))) * self.idf[places]
        length = float(np.linalg.norm(weights))
        return places, (weights / length if length else weights).astype(np.float32)

    def known(self, text: str) -> float:
        """The share of a text's pieces of three letters that were ever seen: near 0 for keyboard mash."""
        triples = [piece for piece in pieces(text) if len(piece) == 3]
        return sum(triple in self.places for triple in triples) / len(triples) if triples else 0.0


def vocabulary_of(texts: Iterable[tuple[str, str, str]], rarest: int = 2) -> Vocabulary:
    """The vocabulary of `texts` (text, language, group): features that stand in at least `rarest` groups. Variants of one text
    are one group: what only they have tells of no other text, and would be half of all features.

    idf = ln((1 + n) / (1 + df)) + 1, the smoothed form (Manning, Raghavan & Schütze 2008, section 6.2, smoothed), of groups.
    """
    told: defaultdict[str, set[str]] = defaultdict(set)
    for text, language, group in texts:
        told[group].update(pieces(text), terms(text, language))
    seen: Counter[str] = Counter()
    for features in told.values():
        seen.update(features)
    kept = sorted(feature for feature, count in seen.items() if count >= rarest)
    idf = [math.log((1 + len(told)) / (1 + seen[feature])) + 1 for feature in kept]
    return Vocabulary(
        {feature: place for place, feature in enumerate(kept)}, np.asarray(idf, dtype=np.float32)
    )
