"""The keyword side: TF-IDF over the whole corpus, over words and over letters, and BM25 over words.

Fitted anew whenever an index is built; a question is scored with numpy alone, from inverted lists.
Kept as arrays (npz) and vocabularies (JSON): no pickle.

kind      what `keyword` is
tfidf     half the cosine of words, half that of letters
bm25      BM25 over stems, divided by what a text with all words of the question could have
both      half BM25 over stems, half the cosine of letters (the default)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agent.knowledge.analysis import (
    Analysed,
    Naming,
    analysed,
    analysed_by,
    concept,
    content_words,
    grams,
    grams_of,
    grams_unkept,
    stems,
    terms,
    with_pairs,
)
from agent.knowledge.counting import Matrix, Stream, parts, side_by_side
from agent.knowledge.pool import COMMON, Pool
from agent.knowledge.postings import (
    BUDGET,
    Floats,
    Found,
    Postings,
    Rows,
    Sums,
    Terms,
    best_rows,
    from_parts_of,
    parts_of,
)

Analyser = Callable[[str], Sequence[str]]

ANALYSERS: Mapping[str, Analyser] = {"words": terms, "letters": grams, "bm25": stems}
KINDS: Mapping[str, Mapping[str, float]] = {
    "tfidf": {"words": 0.5, "letters": 0.5},
    "bm25": {"bm25": 1.0},
    "both": {"letters": 0.5, "bm25": 0.5},
}
DEFAULT = "both"  # ahead of the other two on the tuning and the validation questions
# Each text has some 400 runs of letters: beyond this many texts they would take most of the memory and of the time
# of a question, and among so many texts words and vectors find enough.
MOST_WITH_LETTERS = 20_000
K1, B = 1.2, 0.75
_WORDS = frozenset({"words", "bm25"})  # the fields of whole words, of which a kind has one


class Asked(NamedTuple):
    """One question against the fields it needs; `kind` says how they add up to `keyword`."""

    weights: Mapping[str, float]
    fields: Mapping[str, Sums]

    def best(self, count: int, mask: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
        """Which rows are the `count` best by `keyword`; all above 0."""
        (first, some), *others = self.fields.items()
        total = some.sums  # one field alone needs no scaling to be ordered
        if others:
            total = total * (some.scale * self.weights[first])
        for name, one in others:
            total += one.sums * (one.scale * self.weights[name])
        return best_rows(total, count, mask, some.rare)

    def of(self, rows: Rows) -> dict[str, Floats]:
        """Exact scores 0..1 of `rows` by field, their weighted sum as `keyword`, and `matched`: ln(1 + the word score
        before it is divided by the question's)."""
        scores: dict[str, Floats] = {}
        total: Floats = np.zeros(len(rows), dtype=np.float32)
        matched: Floats = total
        for name, sums in self.fields.items():
            found = sums.of(rows)
            if name in _WORDS:  # how much of all is matched, whatever share of the question that is
                matched = np.log1p(found)
            found *= sums.scale
            scores[name] = part = found.astype(np.float32)
            total = total + self.weights[name] * part
        return {**scores, "keyword": total, "matched": matched}


@dataclass(frozen=True, slots=True)
class Keywords:
    """All fields over the same `count` texts. A large corpus has no `letters`, a small one has its fields in a `pool`.

    `letters_of` finds the letters of a word: words come again in other questions, so that 20,000 are kept. `read` takes a
    question apart as the texts were."""

    count: int
    fields: Mapping[str, Postings]
    pool: Pool | None = None
    letters_of: Callable[[str], Found] = lambda word: ((), grams_of(word))
    read: Callable[[str], Analysed] = analysed

    @classmethod
    def of(
        cls, count: int, fields: Mapping[str, Postings], read: Callable[[str], Analysed] = analysed
    ) -> Keywords:
        """The fields with what serves to search them."""
        letters = fields.get("letters")
        if letters is None:
            return cls(count, fields, read=read)
        found = letters.found
        kept = lru_cache(maxsize=20_000)(lambda word: found(grams_of(word)))
        return cls(count, fields, Pool.of(fields, count), kept, read)

    def ask(self, query: str, kind: str = DEFAULT, budget: int = BUDGET) -> Asked:
        """The question against the fields of `kind`; where one is missing, the others count for it."""
        wanted = {name: weight for name, weight in KINDS[kind].items() if name in self.fields}
        whole = sum(wanted.values())
        terms = {name: self._terms(name, query) for name in wanted}
        if self.pool is not None and COMMON in terms:
            fields = self.pool.added(terms)
        else:
            fields = {name: self.fields[name].added(some, self.count, budget) for name, some in terms.items()}
        return Asked({name: weight / whole for name, weight in wanted.items()}, fields)

    def score(self, query: str, kind: str = DEFAULT) -> dict[str, Floats]:
        """Scores 0..1 of every text by field, and their weighted sum as `keyword`."""
        return self.ask(query, kind).of(np.arange(self.count, dtype=np.int64))

    def known(self, query: str) -> float:
        """How much of the question's words the corpus knows, 0..1, weighed by rarity."""
        field = self.fields["words"]
        unknown = math.log(1 + self.count) + 1
        total = there = 0.0
        for term in set(self.read(query).stems):
            column = field.vocabulary.get(term)
            weight = unknown if column is None else field.idf.item(column)
            total += weight
            there += 0.0 if column is None else weight
        return there / total if total else 0.0

    def cover(self, query: str, texts: Sequence[str]) -> list[float]:
        """For each text the share 0..1 of the question's letters (runs of 3 to 5, rare ones weigh more) in it. Of the texts
        nothing is kept."""
        field = self.fields.get("letters")
        unknown = math.log(1 + self.count) + 1
        asked = {
            gram: float(field.idf[field.vocabulary[gram]]) if field and gram in field.vocabulary else unknown
            for gram in set(grams(query))
        }
        total = sum(asked.values()) or 1.0
        return [sum(asked[gram] for gram in asked.keys() & grams_unkept(text)) / total for text in texts]

    def shared(self, query: str, text: str) -> tuple[str, ...]:
        """The question's words whose stem stands in `text`, rarest first: why something was found."""
        field = self.fields["words"]
        there = set(self.read(text).stems)
        asked = self.read(query)
        hits = {
            word: field.vocabulary.get(one, -1)
            for word, one in zip(asked.words, asked.stems, strict=True)
            if one in there
        }
        return tuple(
            sorted(hits, key=lambda word: (-float(field.idf[hits[word]]) if hits[word] >= 0 else 0.0, word))
        )

    def _terms(self, name: str, query: str) -> Terms:
        field = self.fields[name]
        if name == "bm25":
            return field.bounded(self.read(query).stems, self.count)
        if name == "letters":
            return field.cosine(map(self.letters_of, self.read(query).words), self.count)
        return field.cosine((field.found(with_pairs(self.read(query).stems)),), self.count)


def words_of(texts: Sequence[str]) -> Stream:
    """The content words of each text."""
    return Stream.of([content_words(text) for text in texts])


def fit(
    texts: Sequence[str],
    most_with_letters: int = MOST_WITH_LETTERS,
    words: Callable[[Sequence[str]], Stream] = words_of,
    name: Naming = concept,
) -> Keywords:
    """Learn the vocabularies and weights of `texts`; `words` takes them apart (see wordcache.py), `name` names them."""
    read = words(texts)
    found = read.renamed(name)
    fields = {"words": _fit_cosine(*side_by_side(found, found.pairs()))}
    if len(texts) <= most_with_letters:
        fields["letters"] = _fit_cosine(*parts(read, grams_of))
    fields["bm25"] = _fit_bm25(found)
    return Keywords.of(len(texts), fields, analysed if name is concept else analysed_by(name))


def _fit_cosine(names: Sequence[str], counts: Matrix) -> Postings:
    """Weights (1 + ln tf) · idf, each text of length 1; idf = ln((1 + n) / (1 + df)) + 1.

    What scikit-learn's TfidfVectorizer gives with sublinear_tf and smooth_idf (a test compares them), without the
    time it takes to import it. Times the idf once more, which is the weight of the term in a question.
    """
    columns = counts.tocsc()
    columns.sort_indices()
    often, texts = np.diff(columns.indptr), columns.shape[0]
    idf = np.log((1 + texts) / (1 + often)) + 1
    of_each = np.repeat(idf, often)
    weights = (1 + np.log(columns.data)) * of_each
    lengths = np.sqrt(np.bincount(columns.indices, weights**2, texts))
    return _postings(names, idf, columns, weights * of_each / lengths[columns.indices])


def _fit_bm25(stems: Stream) -> Postings:
    """idf · tf / (tf + k1 · (1 − b + b · length / mean)), idf = ln(1 + (n − df + .5) / (df + .5)): Lucene's form.

    Below idf · 1 for every term, so that the sum of a question's idf bounds any score.
    """
    import bm25s  # noqa: PLC0415 - only when building
    from scipy.sparse import csc_array  # noqa: PLC0415 - only when building

    shape = (stems.count, len(stems.names))
    if not stems.names:
        return _postings(stems.names, np.zeros(0), csc_array(shape), np.zeros(0))
    fitted = bm25s.BM25(k1=K1, b=B, method="lucene", backend="numpy", dtype="float32")
    vocabulary = {name: number for number, name in enumerate(stems.names)}
    fitted.index((stems.by_text(), vocabulary), create_empty_token=False, show_progress=False)
    found = fitted.scores
    columns = csc_array((found["data"], found["indices"], found["indptr"]), shape=shape)
    columns.sort_indices()
    often = np.diff(columns.indptr)
    idf = np.log1p((stems.count - often + 0.5) / (often + 0.5))
    return _postings(stems.names, idf, columns, columns.data)


def _postings(names: Sequence[str], idf: Floats, columns: Matrix, weights: Floats) -> Postings:
    return Postings(
        {name: column for column, name in enumerate(names)},
        idf.astype(np.float32),
        columns.indptr.astype(np.int64),
        columns.indices.astype(np.int32),
        weights.astype(np.float32),
    )


def to_parts(keywords: Keywords) -> tuple[dict[str, NDArray[Any]], dict[str, list[str]]]:
    """Arrays for an npz file and the vocabulary for a JSON file, terms in column order."""
    arrays: dict[str, NDArray[Any]] = {"count": np.array([keywords.count])}
    vocabulary: dict[str, list[str]] = {}
    for name, field in keywords.fields.items():
        vocabulary[name] = sorted(field.vocabulary, key=field.vocabulary.__getitem__)
        arrays |= parts_of(name, field)
    return arrays, vocabulary


def from_parts(arrays: Mapping[str, NDArray[Any]], vocabulary: Mapping[str, Sequence[str]]) -> Keywords:
    """The inverse of `to_parts`. Raises ValueError or KeyError when the parts do not fit together."""
    if not {"words", "bm25"} <= set(vocabulary) <= set(ANALYSERS):
        raise ValueError(f"the keyword side has the fields {sorted(vocabulary)}")
    count = int(arrays["count"][0])
    fields = {name: from_parts_of(name, arrays, vocabulary[name]) for name in vocabulary}
    return Keywords.of(count, fields)
