"""A question that leans on what was said before it ("and at weekends?", "tai mokėti reikės?"), answered from the page that
what it leans on leads to, or not at all.

By itself such a question finds nothing; with what it is about anything is found, the weather too. So both are asked: the
words together must find a page, and the question alone a passage of it, in words that are all known. Of 145 questions on
anything under the sun two are answered so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from agent.knowledge.answering import Answer
from agent.knowledge.entry import ARTICLES, Filters
from agent.knowledge.found import Hit
from agent.knowledge.retriever import Retriever

LOOKED_THROUGH = 5  # passages
KNOWN = 0.95  # so much of the question is in words that the pages use
CERTAIN = 0.8  # a page found so surely by the question alone is not doubted
Searching = Callable[[str, Filters], Sequence[Hit]]


@dataclass(frozen=True, slots=True)
class _Line:
    """Words that such a question has at most, how sure its page must be, and how near the question alone to a passage."""

    words: int
    together: float
    alone: float


_NOTHING_ELSE = _Line(9, 0.5, 0.24)  # by itself the question finds nothing
_RATHER = _Line(7, 0.65, 0.4)  # by itself it finds another page, unsurely


def ask_about(
    retriever: Retriever, query: str, language: str, about: Sequence[str], threshold: float
) -> Answer | None:
    """The answer to `query` above the `threshold`, or to the query said of the first of `about` that leads to one; or None."""

    def search(asked: str, filters: Filters) -> Sequence[Hit]:
        return retriever.search(
            asked, top_k=LOOKED_THROUGH, threshold=0.0, filters=filters, language=language
        ).hits

    found = retriever.search(query, top_k=LOOKED_THROUGH, threshold=0.0, filters=ARTICLES, language=language)
    alone = next((hit for hit in found.hits[:1] if hit.score >= threshold), None)
    rather = next((hit for each in about if (hit := followed(query, each, alone, search))), None)
    if rather is not None:
        return retriever.answer(query, replace(found, hits=(rather,)), 0.0)
    return retriever.answer(query, found, threshold)


def followed(query: str, about: str, found: Hit | None, search: Searching) -> Hit | None:
    """The passage that answers `query`, said of `about`, rather than what it `found` by itself; None where it says for
    itself what it is about, or nothing fits."""
    line = _RATHER if found is not None else _NOTHING_ELSE
    if not about or len(query.split()) > line.words or (found is not None and found.score >= CERTAIN):
        return None
    together = search(f"{query} {about}", ARTICLES)
    if not together or together[0].score < line.together:
        return None
    page = together[0].entry.target
    if found is not None and found.entry.target == page:
        return None
    alone = search(query, replace(ARTICLES, targets=(page,)))
    near = max((hit.score for hit in alone), default=0.0)
    if near < line.alone or alone[0].scores["known"] < KNOWN:
        return None
    return _best(together, alone, page)


def _best(together: Sequence[Hit], alone: Sequence[Hit], page: str) -> Hit:
    """The passage of `page` that both searches think most of."""
    here = [hit for hit in (*alone, *together) if hit.entry.target == page]
    return max(here, key=lambda hit: _worth(hit, together) + _worth(hit, alone))


def _worth(hit: Hit, found: Sequence[Hit]) -> float:
    """The best score of its passage, under whatever wording of its question."""
    return max((other.score for other in found if other.entry.body == hit.entry.body), default=0.0)
