"""The ways to search, side by side: as shipped, and each stage of it off or otherwise, by quality and by time.

ways_of(retriever) ──> Arm ──> timed(): milliseconds by arm        points(): milliseconds and nDCG, for the picture
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from agent.evaluation.retrieval import Arm, Question, arm, figures, measured
from agent.knowledge import NoEmbedder, Ranking, Retriever
from agent.knowledge.embedding import Vectors

Points = Mapping[str, tuple[float, float]]
"""By the name of a way: milliseconds of the processor a question, and nDCG@10."""
_TURNS = 5


def ways_of(retriever: Retriever) -> list[Arm]:
    """The search as shipped first, then each stage of it off or otherwise."""
    return [
        arm("as shipped", retriever),
        arm("meaning alone", retriever, alpha=1.0),
        arm("words alone", retriever, alpha=0.0),
        arm("its own RRF", retriever, Ranking(mode="rrf")),
        arm("relative scores", retriever, Ranking(mode="relative"), alpha=0.6),
        arm("max", retriever, Ranking(mode="max")),
        arm("BM25 without letters", retriever, Ranking(keywords="bm25")),
        arm("TF-IDF instead", retriever, Ranking(keywords="tfidf")),
        arm("dynamic alpha", Retriever(retriever.index, NoEmbedder(), dynamic=True)),  # vectors are given
        arm("MMR .7", retriever, Ranking(diversity=0.7)),
    ]


def timed(
    arms: Sequence[Arm],
    questions: Sequence[Question],
    retriever: Retriever,
    clock: Callable[[], float] = time.thread_time,
) -> Mapping[str, float]:
    """Milliseconds by arm: the median over questions of the best of five, each time in another order.

    So a busy moment is everybody's, and nobody always comes first and warms the memory for the others.
    """
    rng, best = np.random.default_rng(0), np.full((len(arms), len(questions)), np.inf)
    for at, question in enumerate(questions):
        vector = retriever.embed(question.text)
        for number in (number for _ in range(_TURNS) for number in rng.permutation(len(arms))):
            best[number, at] = min(best[number, at], _took(arms[number], question, vector, clock))
    return {one.name: float(np.median(times)) for one, times in zip(arms, best, strict=True)}


def points(retriever: Retriever, questions: Sequence[Question]) -> Points:
    """Every way to search measured on `questions`; none where no question is answerable."""
    if not any(question.accept for question in questions):
        return {}
    arms = ways_of(retriever)
    times = timed(arms, questions, retriever)
    found = {one.name: figures(measured(one, questions, retriever.embed), sure=one.sure) for one in arms}
    return {name: (times[name], each.ndcg) for name, each in found.items()}


def _took(one: Arm, question: Question, vector: Vectors | None, clock: Callable[[], float]) -> float:
    begun = clock()
    one.find(question, vector)
    return (clock() - begun) * 1000
