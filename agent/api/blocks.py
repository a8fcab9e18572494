"""The building blocks, each usable alone and without a conversation: route, read an answer, search, ask."""

from __future__ import annotations

from collections.abc import Mapping

from agent.api.doorway import Door, guarded
from agent.api.examples import ANSWER, READING, ROUTE, SEARCH, WITHHELD, shown, shown_each
from agent.api.problems import documented
from agent.api.schemas import (
    AskRequest,
    Language,
    OptionIn,
    ReadRequest,
    RouteRequest,
    SearchRequest,
    given_facts,
)
from agent.api.views import AnswerView, ReadingView, SearchView, see_answer, see_result
from agent.conversation import Route
from agent.knowledge import Filters, Wishes
from agent.knowledge.remembering import Contact as EarlierContact
from agent.understanding import Option, Question

router = guarded("building blocks")
_FAULTS = documented(400, 413, 415, 422)


@router.post("/route", responses={**shown(200, ROUTE), **_FAULTS})
async def route(body: RouteRequest, door: Door) -> Route:
    """Where a message belongs: a scenario, an article, a person, a question back, or nowhere; and why."""
    return await door.run(
        lambda: door.agent.route(
            body.text,
            language=body.language,
            facts=given_facts(body.facts),
            problem_type=body.problem_type,
            diagnostics=body.diagnostics,
        )
    )


@router.post("/understand/answer", responses={**shown(200, READING), **_FAULTS})
async def read_answer(body: ReadRequest, door: Door) -> ReadingView:
    """Which of the listed answers a reply means, or which act it is, or that it is unclear."""
    question = _question(body)
    reading = await door.run(
        lambda: door.agent.read_answer(question, body.reply, language=body.language, context=body.context)
    )
    return ReadingView(
        reading.kind, reading.outcome, reading.act, reading.confidence, tuple(reading.evidence)
    )


def _question(body: ReadRequest) -> Question:
    text = body.question if isinstance(body.question, str) else _preferred(body.question, body.language)
    kind = body.context.get("step_kind") or body.context.get("kind") or "step"
    return Question(text=text, options=tuple(_option(each) for each in body.options), kind=str(kind))


def _option(given: OptionIn) -> Option:
    """A label in one unnamed language counts for both: the reader takes what fits the reply."""
    said: Mapping[Language, str] = (
        {"lt": given.label, "en": given.label} if isinstance(given.label, str) else given.label
    )
    examples = (
        given.examples if isinstance(given.examples, dict) else {"lt": given.examples, "en": given.examples}
    )
    return Option(
        id=given.id,
        labels={str(language): text for language, text in said.items()},
        examples={str(language): tuple(texts) for language, texts in examples.items()},
    )


def _preferred(texts: Mapping[Language, str], language: str | None) -> str:
    return next((said for name, said in texts.items() if name == language), None) or next(
        iter(texts.values())
    )


@router.post("/search", responses={**shown(200, SEARCH), **_FAULTS})
async def search(body: SearchRequest, door: Door) -> SearchView:
    """Passages of articles and scenarios above the threshold, in the order of the fused score.

    Their probabilities (`score`) need not fall in that order: sort by `score` where you want the surest first.
    """
    wanted = body.filters
    filters = Filters(
        problem_type=wanted.problem_type,
        domain=wanted.domain,
        language=wanted.language,
        kinds=tuple(wanted.kinds),
    )
    wishes = Wishes(body.mode, body.diversity, body.hops, body.device_model or "", tuple(body.tags))
    least = door.settings.search_threshold if body.threshold is None else body.threshold
    result = await door.run(
        lambda: door.agent.search(
            body.query,
            top_k=body.top_k,
            threshold=least,
            filters=filters,
            alpha=body.alpha,
            explain=body.explain,
            wishes=wishes,
        )
    )
    return see_result(result)


@router.post("/ask", responses={**shown_each(200, {"answered": ANSWER, "withheld": WITHHELD}), **_FAULTS})
async def ask(body: AskRequest, door: Door) -> AnswerView:
    """The passage that answers a question, with its sources; `answer` (the same as `text`) is null when none does, and
    `withheld` says why."""
    contacts = tuple(EarlierContact(each.id, each.at, each.text, each.outcome) for each in body.contacts)
    asked = await door.run(
        lambda: door.agent.ask_in_full(
            body.question,
            language=body.language,
            top_k=body.top_k,
            threshold=door.settings.search_threshold,
            use_graph=body.use_graph,
            use_memory=body.use_memory,
            contacts=contacts,
        )
    )
    return see_answer(asked)
