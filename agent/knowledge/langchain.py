"""The retriever as LangChain's, so that it can be plugged into other people's chains."""

from __future__ import annotations

from typing import Any

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict

from agent.knowledge.found import Hit
from agent.knowledge.retriever import Retriever


class TaisaRetriever(BaseRetriever):
    """`invoke(question)` gives documents above `threshold`, best first. `language` prefers a version of each page."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    retriever: Retriever
    top_k: int = 3
    threshold: float = 0.5
    language: str | None = None

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        found = self.retriever.search(
            query, top_k=self.top_k, threshold=self.threshold, language=self.language
        )
        return [Document(page_content=hit.entry.text, metadata=described(hit)) for hit in found.hits]


def described(hit: Hit) -> dict[str, Any]:
    """What is told of a passage beside its text."""
    entry = hit.entry
    return {
        "source": entry.source,
        "section": entry.heading,
        "title": entry.title,
        "problem_type": entry.problem_type,
        "scenario_id": entry.target if entry.kind != "article" else None,
        "language": entry.language,
        "score": hit.score,
    }
