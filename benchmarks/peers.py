"""txtai and Haystack over the same passages, vectors and words as the search: what a team would otherwise take.

Both are installed for measuring only: `pip install --group peers`. They get texts whose words are stemmed already, so
that every peer has the same analyser, and vectors that are computed already, so that none needs a model of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any, Final

from agent.evaluation.retrieval import Question
from agent.knowledge.analysis import stems
from agent.knowledge.embedding import Vectors
from agent.knowledge.entry import Entry

DEEP: Final = 60
WEIGHTS: Final = (0.3, 0.4, 0.5, 0.6, 0.7)
LINEAR_WEIGHTS: Final = (0.5, 0.6, 0.7, 0.8, 0.9)  # its scaled cosines lie close together, so they need more
Ranked = list[tuple[int, float]]
Rank = Callable[[Question, Vectors | None], Ranked]
Settings = Mapping[str, Rank]


def words_of(entry: Entry) -> list[str]:
    """What the keyword side of every peer reads: the stems, those of the heading three times."""
    return list(stems("\n".join((entry.text, entry.heading, entry.heading))))


def outside_peers(entries: Sequence[Entry], rows: Vectors) -> Mapping[str, Settings]:
    """Five settings of each peer that is installed; says in one line which are not."""
    made: dict[str, Settings] = {}
    for module, make in (("txtai", txtai_settings), ("haystack", haystack_settings)):
        if find_spec(module) is None:
            print(f"{module} is not measured, for it is not installed: pip install --group peers")
        else:
            made |= make(entries, rows)
    return made


# ── txtai ──


class Txtai:
    """A hybrid index of txtai. `normalize`: True mixes scores, "bayes" their odds, False ranks."""

    def __init__(self, entries: Sequence[Entry], rows: Vectors, normalize: bool | str) -> None:
        from txtai.embeddings import Embeddings

        texts = [" ".join(words_of(entry)) for entry in entries]
        # Texts of equal stems share a vector here; their order decides nothing that is measured.
        self._vectors: dict[str, Vectors] = dict(zip(texts, rows, strict=True))
        plain = {"lowercase": False, "regexp": r"\S+"}
        self._embeddings: Any = Embeddings(
            method="external",
            transform=lambda asked: [self._vectors[text] for text in asked],
            hybrid=True,
            scoring={"method": "bm25", "terms": True, "normalize": normalize, "tokenizer": plain},
        )
        self._embeddings.index((row, text, None) for row, text in enumerate(texts))

    def rank(self, question: Question, vector: Vectors | None, *, weight: float) -> Ranked:
        """Its own fusion; `weight` of meaning against words."""
        assert vector is not None
        asked = " ".join(stems(question.text)) or "-"
        self._vectors[asked] = vector
        return [(int(row), float(score)) for row, score in self._embeddings.search(asked, DEEP, weight)]


def txtai_settings(entries: Sequence[Entry], rows: Vectors) -> Mapping[str, Settings]:
    """Its default at three weights, and its two other ways to fuse."""
    mixed = Txtai(entries, rows, True)
    settings: dict[str, Rank] = {
        f"txtai, weight {weight}": partial(mixed.rank, weight=weight) for weight in (0.5, 0.3, 0.7)
    }
    settings["txtai, odds"] = partial(Txtai(entries, rows, "bayes").rank, weight=0.5)
    settings["txtai, ranks"] = partial(Txtai(entries, rows, False).rank, weight=0.5)
    return {"txtai": settings}


# ── Haystack ──


class Haystack:
    """Haystack's store in memory, its two retrievers, and its joiner of documents in a mode of its own."""

    def __init__(self, entries: Sequence[Entry], rows: Vectors) -> None:
        os.environ.setdefault("HAYSTACK_TELEMETRY_ENABLED", "False")  # read at import
        from haystack import Document
        from haystack.components.retrievers.in_memory import (
            InMemoryBM25Retriever,
            InMemoryEmbeddingRetriever,
        )
        from haystack.document_stores.in_memory import InMemoryDocumentStore

        store = InMemoryDocumentStore(
            bm25_tokenization_regex=r"\S+", embedding_similarity_function="cosine", shared=False
        )
        store.write_documents(
            [
                Document(id=str(row), content=" ".join(words_of(entry)), embedding=vector.tolist())
                for row, (entry, vector) in enumerate(zip(entries, rows, strict=True))
            ]
        )
        # Scaled to 0..1 on both sides: `merge` adds scores up. Ranks stay the same.
        self._by_words: Any = InMemoryBM25Retriever(store, top_k=DEEP, scale_score=True)
        self._by_meaning: Any = InMemoryEmbeddingRetriever(store, top_k=DEEP, scale_score=True)

    def rank(self, question: Question, vector: Vectors | None, *, joiner: Any) -> Ranked:
        """What the joiner makes of both lists."""
        assert vector is not None
        asked = " ".join(stems(question.text)) or "-"
        lists = [
            self._by_words.run(query=asked)["documents"],
            self._by_meaning.run(query_embedding=vector.tolist())["documents"],
        ]
        return [(int(one.id), float(one.score)) for one in joiner.run(documents=lists)["documents"]]


def haystack_settings(entries: Sequence[Entry], rows: Vectors) -> Mapping[str, Settings]:
    """Its joiner by ranks and by scores, each at five weights of meaning against words."""
    store = Haystack(entries, rows)
    from haystack.components.joiners import DocumentJoiner

    def at(mode: str, weight: float) -> Rank:
        return partial(store.rank, joiner=DocumentJoiner(mode, weights=[1 - weight, weight]))

    by_ranks = {f"Haystack, RRF, weight {weight}": at("reciprocal_rank_fusion", weight) for weight in WEIGHTS}
    by_scores = {f"Haystack, linear, weight {weight}": at("merge", weight) for weight in LINEAR_WEIGHTS}
    return {"haystack ranks": by_ranks, "haystack scores": by_scores}
