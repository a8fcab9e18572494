"""The keyword side: TF-IDF over the whole corpus, once over words and once over letters.

scikit-learn fits it when an index is built; a question is scored with numpy alone, from an inverted list. Terms the
corpus does not know still count in the question's length: a question about something else scores low although one
of its words occurs. Kept as arrays (npz) and a vocabulary (JSON): no pickle.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agent.knowledge.analysis import content_words, grams, stem, terms

Floats = NDArray[np.float32]
Analyser = Callable[[str], list[str]]

ANALYSERS: Mapping[str, Analyser] = {"words": terms, "letters": grams}
WEIGHTS: Mapping[str, float] = {"words": 0.5, "letters": 0.5}


@dataclass(frozen=True, slots=True)
class Field:
    """One vocabulary with its inverted list: column j holds `rows[starts[j]:starts[j+1]]` with their weights.

    Weights are (1 + ln tf)·idf, each row of length 1; idf = ln((1 + n) / (1 + df)) + 1 (scikit-learn's smooth idf).
    """

    vocabulary: Mapping[str, int]
    idf: Floats
    starts: NDArray[np.int64]
    rows: NDArray[np.int32]
    weights: Floats

    def score(self, features: Sequence[str], count: int) -> Floats:
        """Cosine of the question with each of `count` texts."""
        unknown = math.log(1 + count) + 1  # the idf of a term that no text has
        columns: list[int] = []
        asked: list[float] = []
        length = 0.0
        for feature, times in Counter(features).items():
            column = self.vocabulary.get(feature)
            weight = (1 + math.log(times)) * (unknown if column is None else float(self.idf[column]))
            length += weight * weight
            if column is not None:
                columns.append(column)
                asked.append(weight)
        if not columns:
            return np.zeros(count, dtype=np.float32)
        begins = self.starts[columns]
        sizes = self.starts[np.add(columns, 1)] - begins
        # the positions of all lists in one array: each list's begin, then counting on
        places = np.repeat(begins - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        products = self.weights[places] * np.repeat(np.array(asked, dtype=np.float32), sizes)
        return np.bincount(self.rows[places], products, count).astype(np.float32) / np.float32(
            math.sqrt(length)
        )


@dataclass(frozen=True, slots=True)
class Keywords:
    """Both fields over the same `count` texts."""

    count: int
    fields: Mapping[str, Field]

    def score(self, query: str) -> dict[str, Floats]:
        """Cosines 0..1 by field, and their weighted sum as `keyword`."""
        scores = {name: self.fields[name].score(ANALYSERS[name](query), self.count) for name in ANALYSERS}
        total = np.zeros(self.count, dtype=np.float32)
        for name, weight in WEIGHTS.items():
            total += np.float32(weight) * scores[name]
        return {**scores, "keyword": total}

    def known(self, query: str) -> float:
        """How much of the question's words the corpus knows, 0..1, weighed by rarity."""
        field = self.fields["words"]
        unknown = math.log(1 + self.count) + 1
        weights = [
            (float(field.idf[field.vocabulary[term]]), True) if term in field.vocabulary else (unknown, False)
            for term in {stem(word) for word in content_words(query)}
        ]
        total = sum(weight for weight, _ in weights)
        return sum(weight for weight, is_known in weights if is_known) / total if total else 0.0

    def cover(self, query: str, texts: Sequence[str]) -> list[float]:
        """For each text the share 0..1 of the question's letters (runs of 3 to 5, rare ones weigh more) in it."""
        field = self.fields["letters"]
        unknown = math.log(1 + self.count) + 1
        asked = {
            gram: float(field.idf[field.vocabulary[gram]]) if gram in field.vocabulary else unknown
            for gram in set(grams(query))
        }
        total = sum(asked.values()) or 1.0
        return [sum(asked[gram] for gram in asked.keys() & set(grams(text))) / total for text in texts]

    def shared(self, query: str, text: str) -> tuple[str, ...]:
        """The question's words whose stem stands in `text`, rarest first: why something was found."""
        field = self.fields["words"]
        there = {stem(word) for word in content_words(text)}
        hits = {
            word: field.vocabulary.get(stem(word), -1) for word in content_words(query) if stem(word) in there
        }
        return tuple(
            sorted(hits, key=lambda word: (-float(field.idf[hits[word]]) if hits[word] >= 0 else 0.0, word))
        )


def fit(texts: Sequence[str]) -> Keywords:
    """Learn the vocabulary and weights of `texts`. Imports scikit-learn."""
    return Keywords(len(texts), {name: _fit(texts, analyser) for name, analyser in ANALYSERS.items()})


def _fit(texts: Sequence[str], analyser: Analyser) -> Field:
    from sklearn.feature_extraction.text import TfidfVectorizer  # noqa: PLC0415 - 800 ms, only when building

    if not any(analyser(text) for text in texts):
        empty = np.zeros(0, dtype=np.float32)
        return Field({}, empty, np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int32), empty)
    vectoriser = TfidfVectorizer(
        analyzer=analyser, sublinear_tf=True, smooth_idf=True, norm="l2", dtype=np.float32
    )
    columns = vectoriser.fit_transform(texts).tocsc()
    return Field(
        {str(term): int(column) for term, column in vectoriser.vocabulary_.items()},
        vectoriser.idf_.astype(np.float32),
        columns.indptr.astype(np.int64),
        columns.indices.astype(np.int32),
        columns.data.astype(np.float32),
    )


def to_parts(keywords: Keywords) -> tuple[dict[str, NDArray[Any]], dict[str, list[str]]]:
    """Arrays for an npz file and the vocabulary for a JSON file, terms in column order."""
    arrays: dict[str, NDArray[Any]] = {"count": np.array([keywords.count])}
    vocabulary: dict[str, list[str]] = {}
    for name, field in keywords.fields.items():
        vocabulary[name] = sorted(field.vocabulary, key=field.vocabulary.__getitem__)
        for part in ("idf", "starts", "rows", "weights"):
            arrays[f"{name}_{part}"] = getattr(field, part)
    return arrays, vocabulary


def from_parts(arrays: Mapping[str, NDArray[Any]], vocabulary: Mapping[str, Sequence[str]]) -> Keywords:
    """The inverse of `to_parts`. Raises ValueError or KeyError when the parts do not fit together."""
    fields: dict[str, Field] = {}
    for name in ANALYSERS:
        parts = {part: arrays[f"{name}_{part}"] for part in ("idf", "starts", "rows", "weights")}
        field = Field({term: column for column, term in enumerate(vocabulary[name])}, **parts)
        sizes = (len(field.vocabulary), len(field.idf), len(field.starts) - 1)
        if (
            len(set(sizes)) != 1
            or len(field.rows) != len(field.weights)
            or field.starts[-1] != len(field.rows)
        ):
            raise ValueError(f"the keyword field `{name}` does not fit together: {sizes}")
        fields[name] = field
    return Keywords(int(arrays["count"][0]), fields)
