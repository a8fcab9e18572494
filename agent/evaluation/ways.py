"""The ways to search, side by side: as shipped, and each stage of it off or otherwise, by quality and by time.

ways_of(retriever) ──> Arm ──> timed(): milliseconds by arm        stages(): quality, difference and time of each
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from agent.evaluation import lessened
from agent.evaluation.results import SEED, Way
from agent.evaluation.retrieval import ARTICLES, Arm, Found, Question, arm, compared, figures, measured
from agent.knowledge import Index, NoEmbedder, Plan, Ranking, Retriever
from agent.knowledge.embedding import Vectors
from agent.knowledge.merging import merged

_TURNS = 5
_PASSAGES = 50
LESSENED: Mapping[str, Callable[[Index], Index]] = {
    "no lexicon": lessened.without_lexicon,
    "no stems": lessened.without_stems,
    "no centring": lessened.without_centring,
    "no support": lambda index: lessened.without_sign(index, "support"),
    "no nearness": lambda index: lessened.without_sign(index, "nearness"),
}


def ways_of(retriever: Retriever) -> list[Arm]:
    """The search as shipped first, then each stage of it off or otherwise.

    A boost and memory are not among them: a question has neither a device nor a customer.
    """
    return [
        arm("as shipped", retriever),
        arm("meaning alone", retriever, alpha=1.0),
        arm("words alone", retriever, alpha=0.0),
        arm("its own RRF", retriever, Ranking(mode="rrf")),
        arm("relative scores", retriever, Ranking(mode="relative"), alpha=0.6),
        arm("max", retriever, Ranking(mode="max")),
        arm("the older rule (rerank)", retriever, Ranking(mode="rerank")),
        arm("BM25 without letters", retriever, Ranking(keywords="bm25")),
        arm("TF-IDF instead", retriever, Ranking(keywords="tfidf")),
        arm("dynamic alpha", Retriever(retriever.index, NoEmbedder(), dynamic=True)),  # vectors are given
        arm("MMR .7", retriever, Ranking(diversity=0.7)),
        Arm("links fused in", _linking(retriever), sure=True),
        replace(
            arm("no diacritics put back", retriever),
            embed=lambda text: retriever.embed(text, restore=False),
        ),
        *(arm(name, _lessened(retriever, less)) for name, less in LESSENED.items()),
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
        vectors = [(one.embed or retriever.embed)(question.text) for one in arms]
        for number in (number for _ in range(_TURNS) for number in rng.permutation(len(arms))):
            took = _took(arms[number], question, vectors[number], clock)
            best[number, at] = min(best[number, at], took)
    return {one.name: float(np.median(times)) for one, times in zip(arms, best, strict=True)}


def stages(
    retriever: Retriever, questions: Sequence[Question], done: Callable[[str], None] = lambda name: None
) -> tuple[Way, ...]:
    """Every way to search measured on `questions`; none where no question is answerable."""
    if not any(question.accept for question in questions):
        return ()
    arms = ways_of(retriever)
    times = timed(arms, questions, retriever)
    shipped = measured(arms[0], questions, retriever.embed)
    found = []
    for one in arms:
        outcomes = measured(one, questions, retriever.embed)
        each = figures(outcomes, sure=one.sure)
        ahead = compared(shipped, outcomes, np.random.default_rng(SEED))
        found.append(Way(one.name, each.ndcg, ahead, each.auc, times[one.name]))
        done(one.name)
    return tuple(found)


def _lessened(retriever: Retriever, less: Callable[[Index], Index]) -> Retriever:
    """A retriever with the same stages over an index that lacks something; it is given its vectors."""
    return Retriever(less(retriever.index), NoEmbedder(), ranking=retriever.ranking)


def _linking(retriever: Retriever) -> Callable[[Question, Vectors | None], Found]:
    """Hits and what links lead to as one list, fused as `Finder.search` does by default."""
    following = replace(retriever.ranking, links=Plan())

    def find(question: Question, vector: Vectors | None) -> Found:
        found = retriever.search(
            question.text,
            top_k=_PASSAGES,
            threshold=0.0,
            filters=ARTICLES,
            language=question.language,
            ranking=following,
            vector=vector,
        )
        by_id = {hit.entry.id: hit for hit in (*found.linked, *found.hits)}
        sources = {
            "search": [(hit.entry.id, hit.scores["fused"]) for hit in found.hits],
            "links": [(hit.entry.id, hit.scores["link"]) for hit in found.linked],
        }
        best: dict[str, float] = {}
        for name in merged(sources):
            best.setdefault(by_id[name].entry.target, by_id[name].score)
        return list(best.items())

    return find


def _took(one: Arm, question: Question, vector: Vectors | None, clock: Callable[[], float]) -> float:
    begun = clock()
    one.find(question, vector)
    return (clock() - begun) * 1000
