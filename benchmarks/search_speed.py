"""How long a search takes over 1,000, 10,000 and 100,000 passages, with the vector given; peers on the same texts.

    python benchmarks/search_speed.py [--sizes 1000,10000,100000] [--questions 300]

The passages are made: sentences of the articles and background texts, cut and joined anew, with a share of invented
words drawn by rank (Zipf), lengths as those of the articles; at least 95 % are different. Vectors are random around as
many centres as there would be topics. Searching, not finding, is measured here. One thread, questions one by one; cold =
every question once, three hits each, repeats = 40 % of the questions were asked before (result cache on, a question's vector by text).
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import numpy as np

from agent.knowledge import (
    Entry,
    Filters,
    LocalResults,
    NoEmbedder,
    Ranking,
    Retriever,
    assemble,
    entries_of,
    load_articles,
)
from agent.knowledge.analysis import stems
from agent.knowledge.markdown import sentences
from agent.knowledge.postings import BUDGET
from agent.operator import load_operator

ROOT = Path(__file__).resolve().parent.parent
DIMENSION = 384
SYLLABLES = [
    "ba",
    "be",
    "bi",
    "da",
    "de",
    "di",
    "ga",
    "ka",
    "ke",
    "la",
    "le",
    "li",
    "ma",
    "me",
    "mi",
    "na",
    "ne",
    "ni",
    "pa",
    "pe",
    "ra",
    "re",
    "ri",
    "sa",
    "se",
    "si",
    "ta",
    "te",
    "ti",
    "va",
    "ve",
    "vi",
    "šo",
    "žy",
]


class Made:
    """Stands for an embedder whose vectors are given."""

    name, revision, dimension = "made", "1", DIMENSION

    def __init__(self, vectors: dict[str, np.ndarray]) -> None:
        self._vectors = vectors

    def encode_queries(self, texts: Sequence[str]) -> np.ndarray:
        return np.stack([self._vectors[text] for text in texts])

    encode_passages = encode_queries


def corpus(count: int, rng: np.random.Generator) -> tuple[Entry, ...]:
    """`count` passages of natural length and distribution of words."""
    knowledge = ROOT / "knowledge_base"
    articles, _ = load_articles(knowledge, load_operator(knowledge / "operator.yaml").fill)
    real = entries_of(articles)
    lengths = np.array([len(entry.body.split()) for entry in real])
    lines = [line for entry in real for block in entry.body.split("\n") for line in sentences(block)]
    for file in sorted((ROOT / "agent" / "languages").glob("background.*.txt")):
        lines += [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    rare = ["".join(rng.choice(SYLLABLES, rng.integers(2, 5))) for _ in range(max(2000, count // 4))]
    ranks = 1 / np.arange(1, len(rare) + 1)
    drawn = rng.choice(len(rare), count * 12, p=ranks / ranks.sum())
    entries = []
    for number in range(count):
        wanted, words = int(rng.choice(lengths)), list[str]()
        while len(words) < wanted:
            words += lines[int(rng.integers(len(lines)))].split()
        words = words[:wanted]
        for at, place in enumerate(rng.integers(0, len(words) + 1, 8)):
            words.insert(int(place), rare[drawn[number * 12 + at]])
        heading = " ".join(words[:6])
        text = f"{heading}\n{' '.join(words)}"
        entries.append(
            Entry(f"p{number}", text, "article", f"t{number // 5}", "lt", heading=heading, body=text)
        )
    return tuple(entries)


def vectors(count: int, rng: np.random.Generator) -> np.ndarray:
    """Unit rows around one centre for every 20 of them, all in a narrow cone, as those of e5 are."""
    centres = rng.normal(size=(max(count // 20, 1), DIMENSION)).astype(np.float32)
    rows = centres[rng.integers(0, len(centres), count)] + 0.7 * rng.normal(size=(count, DIMENSION)).astype(
        np.float32
    )
    rows += 2.0
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def near(rows: np.ndarray, count: int, rng: np.random.Generator) -> np.ndarray:
    """Questions: rows moved a little, as a question is near the passage that answers it."""
    moved = rows[rng.integers(0, len(rows), count)] + 0.03 * rng.normal(size=(count, DIMENSION)).astype(
        np.float32
    )
    return (moved / np.linalg.norm(moved, axis=1, keepdims=True)).astype(np.float32)


def timed(call: Callable[[int], object], count: int) -> tuple[float, float, float]:
    """Milliseconds: p50 and p95 by the clock, and p50 of the processor's own time, which a busy machine disturbs less."""
    times, own = [], []
    for number in range(count):
        begun, worked = time.perf_counter(), time.thread_time()
        call(number)
        own.append((time.thread_time() - worked) * 1000)
        times.append((time.perf_counter() - begun) * 1000)
    return float(np.percentile(times, 50)), float(np.percentile(times, 95)), float(np.percentile(own, 50))


def main() -> None:
    """Print a table per size."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sizes", default="1000,10000,100000")
    arguments.add_argument("--questions", type=int, default=300)
    given = arguments.parse_args()
    for size in map(int, given.sizes.split(",")):
        measure(size, given.questions, np.random.default_rng(1))


def questions_of(entries: Sequence[Entry], count: int, rng: np.random.Generator) -> list[str]:
    """Questions of 3 to 12 words: pieces of passages with a word changed."""
    found = []
    for row in rng.integers(0, len(entries), count):
        words = entries[int(row)].body.split()
        length = int(rng.integers(3, 13))
        start = int(rng.integers(0, max(len(words) - length, 1)))
        piece = words[start : start + length]
        piece[int(rng.integers(len(piece)))] = "kodėl"
        found.append(" ".join(piece))
    return found


def measure(size: int, count: int, rng: np.random.Generator) -> None:
    """Everything at one size."""
    entries, rows = corpus(size, rng), vectors(size, rng)
    asked, seen = questions_of(entries, count, rng), near(rows, count, rng)
    distinct = len({entry.text for entry in entries}) / size
    begun = time.perf_counter()
    index = assemble(entries, NoEmbedder(), rows)
    print(f"\n{size} passages, {distinct:.1%} different, assembled in {time.perf_counter() - begun:.0f} s")
    print(f"{'':34} p50 ms  p95 ms  p50 ms of the processor")

    def show(name: str, call: Callable[[int], object]) -> None:
        p50, p95, own = timed(call, count)
        print(f"{name:34} {p50:6.3f}  {p95:6.3f}  {own:6.3f}", flush=True)

    plain = Retriever(index, NoEmbedder())
    for name, ranking in (
        ("hybrid, as shipped (cold)", Ranking()),
        ("hybrid, tfidf", Ranking(keywords="tfidf")),
        ("hybrid, bm25", Ranking(keywords="bm25")),
        ("hybrid, rrf", Ranking(mode="rrf")),
    ):
        show(
            name,
            lambda at, ranking=ranking: plain.search(
                asked[at], threshold=0, vector=seen[at], ranking=ranking
            ),
        )
    closed = Filters(domain="")
    show("  the same, filtered", lambda at: plain.search(asked[at], vector=seen[at], filters=closed))
    show("  of it: words", lambda at: index.keywords.ask(asked[at]).best(50, None))
    show("  of it: vectors", lambda at: index.side.nearest(seen[at], 50, None) if index.side else None)
    made = Retriever(index, Made(dict(zip(asked, seen, strict=True))), results=LocalResults(), cache_size=0)
    repeated = [
        asked[at] if at < 0.6 * count else asked[int(rng.integers(0.6 * count))] for at in range(count)
    ]
    rng.shuffle(repeated)
    show(
        "hybrid, 40 % repeats (cache)",
        lambda at: made.search(repeated[at], ranking=Ranking(restore=False)),
    )
    import bm25s
    import faiss

    peer = bm25s.BM25(k1=1.2, b=0.75, method="lucene")
    peer.index([list(stems(entry.text)) for entry in entries], show_progress=False)
    show(
        "bm25s alone",
        lambda at: peer.retrieve([list(stems(asked[at]))], k=min(10, size), show_progress=False),
    )
    flat = faiss.IndexFlatIP(DIMENSION)
    flat.add(rows)
    show("FAISS flat alone", lambda at: flat.search(seen[at][None, :], 10))
    if index.side is not None:
        exact = (index.vectors - index.centre) @ np.stack([one - index.centre for one in seen[:50]]).T  # type: ignore[operator]
        exact /= np.linalg.norm(index.vectors - index.centre, axis=1)[:, None]  # type: ignore[operator]
        best = np.argsort(-exact, axis=0)[:10].T
        same = [len(set(row) & set(index.side.nearest(seen[at], 10, None)[0])) for at, row in enumerate(best)]
        print(f"(of the ten nearest rows {np.mean(same):.1f} are found; budget of postings {BUDGET})")


if __name__ == "__main__":
    main()
