"""Search, links and memory in one call, for callers who want the whole picture of a question.

Finder.search   hits of the search and, if wished, of links and of earlier contacts, as one list
Finder.ask      the answer with everything it was taken from
context_text    hits as the text that is put before a model
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Literal

from agent.errors import ConversationError
from agent.knowledge.answering import Answer
from agent.knowledge.entry import ARTICLES, Filters
from agent.knowledge.found import Hit, Result
from agent.knowledge.links import Plan
from agent.knowledge.merging import RULES, merged
from agent.knowledge.remembering import Contact, Remembered, remembered
from agent.knowledge.retriever import Ranking, Retriever
from agent.privacy import mask

ENOUGH_HITS, SURE = 3, 0.5


@dataclass(frozen=True, slots=True)
class Withheld:
    """Why there is no answer: nothing was found at all (`nothing_found`), or the best passage has a `probability` below
    the `threshold` (`unsure`)."""

    reason: Literal["nothing_found", "unsure"]
    probability: float
    threshold: float


@dataclass(frozen=True, slots=True)
class Asked:
    """An answer and what it stands on: passages found, passages that links led to, earlier contacts, and how it was
    scored. `answer` is None when nothing is sure enough; `confidence` is then 0 and `withheld` says why. `degraded` =
    searched by words alone. `timings` in milliseconds."""

    answer: str | None
    passages: tuple[Hit, ...]
    link_passages: tuple[Hit, ...]
    memories: tuple[Remembered, ...]
    scoring: Mapping[str, float | str]
    confidence: float
    timings: Mapping[str, float]
    found: Answer | None = None
    degraded: bool = False
    withheld: Withheld | None = None


@dataclass(frozen=True, slots=True)
class Finder:
    """`contacts` gives the earlier contacts of the customer in question; none by default. Their texts are masked before
    anything reads them, and told masked. Without a `ranking` the retriever's own is used."""

    retriever: Retriever
    ranking: Ranking | None = None
    plan: Plan = field(default_factory=Plan)
    contacts: Callable[[], Sequence[Contact]] = tuple
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def search(
        self,
        query: str,
        top_k: int = 10,
        use_graph_expansion: bool = False,
        graph_hops: int = 2,
        use_memory: bool = False,
        *,
        threshold: float = 0.5,
        filters: Filters | None = None,
        language: str | None = None,
        fusion: str = "rrf",
        weights: Mapping[str, float] | None = None,
        alpha: float | None = None,
    ) -> tuple[Hit, ...]:
        """Up to `top_k` hits of all sources, fused by `fusion` (rrf, weighted, max; see merging.py).

        A page that an earlier contact of the customer was about counts as found by memory, as strongly as that contact
        matters. With the search alone its list is returned as it is. A fused hit has its place in `scores["merged"]`. Raises
        ConversationError(code="search_argument") for values out of range and for a fusion that there is not.
        """
        if fusion not in RULES:
            says = f"fusion is one of {', '.join(RULES)}, not {fusion}."
            raise ConversationError(says, code="search_argument", status=422)
        plan = replace(self.plan, hops=graph_hops) if use_graph_expansion else None
        found = self._found(query, top_k, threshold, filters, language, plan, alpha)
        by_id = {hit.entry.id: hit for hit in (*found.linked, *found.hits)}
        sources = {
            "search": [(hit.entry.id, hit.scores["fused"]) for hit in found.hits],
            "links": [(hit.entry.id, hit.scores["link"]) for hit in found.linked],
            "memory": self._recalled(query, by_id, threshold, filters, language) if use_memory else [],
        }
        ranked = merged(sources, fusion, weights)
        return tuple(
            replace(by_id[name], scores={**by_id[name].scores, "merged": score})
            for name, score in list(ranked.items())[:top_k]
        )

    def ask(
        self,
        query: str,
        top_k: int = 5,
        use_graph: bool = True,
        use_memory: bool = False,
        *,
        threshold: float = 0.5,
        filters: Filters | None = None,
        language: str | None = None,
    ) -> Asked:
        """The answer with its passages. Links are followed where the search alone is thin: fewer than three passages, or
        none that is likely."""
        wanted = filters or ARTICLES
        found = self._found(query, top_k, 0.0, wanted, language, None, None)
        sure = [hit for hit in found.hits if hit.score >= threshold]
        if use_graph and (len(sure) < ENOUGH_HITS or found.confidence < SURE):
            found = self._found(query, top_k, 0.0, wanted, language, self.plan, None)
        answer = self.retriever.answer(query, found, threshold)
        stages = self._stages()
        return Asked(
            answer=answer.text if answer else None,
            passages=tuple(hit for hit in found.hits if hit.score >= threshold),
            link_passages=found.linked if answer else (),
            memories=self._memories(query) if use_memory else (),
            scoring={"mode": stages.mode, "keywords": stages.keywords, "alpha": found.alpha},
            confidence=answer.confidence if answer else 0.0,
            timings=found.timings,
            found=answer,
            degraded=found.degraded,
            withheld=None if answer else _withheld(found, threshold),
        )

    def _stages(self) -> Ranking:
        return self.ranking or self.retriever.ranking

    def _found(
        self,
        query: str,
        top_k: int,
        threshold: float,
        filters: Filters | None,
        language: str | None,
        plan: Plan | None,
        alpha: float | None,
    ) -> Result:
        ranking = replace(self._stages(), links=plan)
        return self.retriever.search(
            query,
            top_k=top_k,
            threshold=threshold,
            filters=filters,
            language=language,
            ranking=ranking,
            alpha=alpha,
            explain=plan is not None,
        )

    def _memories(self, query: str) -> tuple[Remembered, ...]:
        contacts = [replace(each, text=mask(each.text)) for each in self.contacts()]
        return remembered(contacts, self.now(), lambda texts: self._relevance(query, texts))

    def _relevance(self, query: str, texts: Sequence[str]) -> list[float]:
        """Half the share of the question's letters in each text, half the cosine of both, where there are vectors."""
        words = self.retriever.index.keywords.cover(query, texts)
        asked = self.retriever.embed(query)
        rows = None if asked is None else self.retriever.embed_unkept(texts)
        if asked is None or rows is None:
            return words
        return [
            0.5 * word + 0.5 * max(float(asked @ row), 0.0) for word, row in zip(words, rows, strict=True)
        ]

    def _recalled(
        self,
        query: str,
        by_id: dict[str, Hit],
        threshold: float,
        filters: Filters | None,
        language: str | None,
    ) -> list[tuple[str, float]]:
        """What the contacts that matter were about, with their score; new hits are put into `by_id`."""
        scores: dict[str, float] = {}
        for one in self._memories(query):
            for hit in self._found(one.contact.text, 1, threshold, filters, language, None, None).hits:
                by_id.setdefault(hit.entry.id, hit)
                scores[hit.entry.id] = max(scores.get(hit.entry.id, 0.0), min(one.score, 1.0))
        return sorted(scores.items(), key=lambda item: (-item[1], item[0]))


def _withheld(found: Result, threshold: float) -> Withheld:
    if not found.hits:
        return Withheld("nothing_found", 0.0, threshold)
    return Withheld("unsure", found.confidence, threshold)


def context_text(query: str, hits: Sequence[Hit], include_scores: bool = True) -> str:
    """Hits and the question as text for a model: `[Document n, Score: s]`, the text, its source; then the question."""
    parts = ["Context:"]
    for number, hit in enumerate(hits, 1):
        score = f", Score: {hit.score:.2f}" if include_scores else ""
        body = hit.entry.body or hit.entry.text
        parts.append(f"[Document {number}{score}]\n{body}\nSource: {hit.entry.source}")
    parts.append(f"Question: {query}")
    return "\n\n".join(parts)
