"""A question asked again by who was shown a page that is not about it: the best answer that was not shown just now."""

from __future__ import annotations

from dataclasses import replace

from agent.knowledge.answering import Answer
from agent.knowledge.entry import ARTICLES
from agent.knowledge.retriever import Retriever

LOOKED_THROUGH = 6  # passages


def ask_anew(retriever: Retriever, query: str, language: str, shown: str, threshold: float) -> Answer | None:
    """The best answer above the `threshold` whose words do not stand in what was `shown`; None where there is none."""
    found = retriever.search(query, top_k=LOOKED_THROUGH, threshold=0.0, filters=ARTICLES, language=language)
    for place in range(len(found.hits)):
        answer = retriever.answer(query, replace(found, hits=found.hits[place:]), threshold)
        if answer is None or answer.text not in shown:
            return answer
    return None
