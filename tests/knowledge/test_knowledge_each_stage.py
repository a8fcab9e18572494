"""For every stage of the search a question whose first hit it decides: with the stage one page, without it another.

The content is tiny and made by hand; the embedder knows what its table says and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from agent.evaluation.lessened import without_centring, without_lexicon, without_stems
from agent.knowledge import (
    Boost,
    Embedder,
    Entry,
    Finder,
    Index,
    NoEmbedder,
    Plan,
    Ranking,
    Retriever,
    assemble,
)
from agent.knowledge.embedding import Vectors, checked
from agent.knowledge.entry import Link
from agent.knowledge.remembering import Contact

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANY = 0  # the axis of "any text"


@dataclass(frozen=True)
class Table:
    """An embedder: each word of its table adds to one axis, every text a little to the axis of any text."""

    axes: Mapping[str, tuple[int, float]]
    name: str = "table"
    revision: str = "1"
    dimension: int = 5

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        rows[:, ANY] = 0.2
        for row, text in zip(rows, texts, strict=True):
            for word in text.casefold().replace(".", " ").replace("?", " ").split():
                axis, weight = self.axes.get(word, (ANY, 0.0))
                row[axis] += weight
        return checked(rows, len(texts), self.dimension, self.name)

    encode_passages = encode_queries


def page(name: str, text: str, language: str = "en", **other: object) -> Entry:
    return Entry(
        name, text, "article", name, language, title=name, body=text, source=f"kb/{name}.md:1", **other
    )  # type: ignore[arg-type]


ENGLISH = (
    page("restart", "How do I restart the router? Pull the plug.", related=(Link("lights", weight=1.0),)),
    page("restart-x1", "How do I restart the router X1? Hold the button.", applicable_models=("X1*",)),
    page("lights", "What the lamps mean. Green is good."),
    page("bill", "How do I pay the bill? At the bank."),
    page("code", "Error E1042 means that the line is cut."),
    page("wireless", "Weak reception upstairs. Wifi signal of the router: dns, lan, wan."),
)  # fmt: skip
LITHUANIAN = (
    page("password", "Pamirštas slaptažodis. Kaip susikurti naują.", "lt"),
    page("invoice", "Sąskaita ateina kas mėnesį. Peržiūrėkite savitarnoje.", "lt"),
    page("box", "Maršrutizatorius stovi prie durų.", "lt"),
    page("route", "Route planner. Routes of our technicians, routed by day.", "en"),
    page("hours", "Klientų aptarnavimas dirba kas dieną, peržiūrėti galima ir vėliau.", "lt"),
)
MEANT = Table(
    {
        "pay": (1, 1.0), "settle": (1, 1.0), "restart": (2, 1.0), "router": (2, 0.5), "lamps": (3, 1.0),
        "e1042": (2, 1.0), "line": (3, 1.0), "cut": (4, 1.0), "slaptažodis": (1, 1.0), "durų": (3, 1.0), "signal": (3, 1.0), "reception": (4, 1.0),
    }
)  # fmt: skip
Stage = tuple[str, Callable[[], str], str, Callable[[], str], str]


def index_of(entries: Sequence[Entry], embedder: Embedder = MEANT) -> Index:
    return assemble(entries, embedder)


def first(index: Index, query: str, *, embedder: Embedder = MEANT, place: int = 0, **other: object) -> str:
    """The page that comes first (or at `place`)."""
    hits = Retriever(index, embedder).search(query, threshold=0, **other).hits  # type: ignore[arg-type]
    return hits[place].entry.id if len(hits) > place else ""


def by_words(index: Index, query: str, kind: str = "both") -> str:
    return first(index, query, alpha=0.0, ranking=Ranking(keywords=kind))


EN, LT = index_of(ENGLISH), index_of(LITHUANIAN)


def dynamic(on: bool) -> str:
    found = Retriever(EN, MEANT, alpha=0.75, dynamic=on).search("E1042", threshold=0)
    return found.hits[0].entry.id


def found_by(*, links: bool = False, memory: bool = False) -> str:
    earlier = Contact("a", NOW - timedelta(hours=1), "restart, then pay, pay the bill", "unresolved")
    finder = Finder(Retriever(EN, MEANT), plan=Plan("basic"), contacts=lambda: (earlier,), now=lambda: NOW)
    return finder.search("restart", 3, links, 1, memory, threshold=0.0, fusion="max")[0].entry.id


# Centring: all pages lean to the axis of any text; the one that leans most is nearest as the model gives it.
LEANING = Table(
    {"plain": (ANY, 1.5), "mixed": (ANY, 1.0), "odd": (1, 0.9), "other": (2, 1.0), "asked": (1, 0.4)}
)
LEANT = index_of(
    [page("common", "plain"), page("special", "mixed odd"), *(page(f"p{n}", "mixed other") for n in range(4))], LEANING
)  # fmt: skip

STAGES: tuple[Stage, ...] = (
    ("vectors", lambda: first(EN, "settle"), "bill", lambda: first(EN, "settle", embedder=NoEmbedder()), ""),
    ("words", lambda: first(EN, "E1042"), "code", lambda: first(EN, "E1042", alpha=1.0), "restart"),
    ("restorer", lambda: first(LT, "slaptazodis", alpha=1.0), "password",
     lambda: first(LT, "slaptazodis", alpha=1.0, ranking=Ranking(restore=False)), "hours"),
    ("lexicon", lambda: by_words(LT, "routeris"), "box", lambda: by_words(without_lexicon(LT), "routeris"), "route"),
    ("stems", lambda: by_words(LT, "savitarnos mėnesio vėliau", "bm25"), "invoice",
     lambda: by_words(without_stems(LT), "savitarnos mėnesio vėliau", "bm25"), "hours"),
    ("letters", lambda: by_words(LT, "slaptazodziai durų"), "password",
     lambda: by_words(LT, "slaptazodziai durų", "bm25"), "box"),
    ("centring", lambda: first(LEANT, "asked plain", embedder=LEANING, alpha=1.0), "special",
     lambda: first(without_centring(LEANT), "asked plain", embedder=LEANING, alpha=1.0), "common"),
    ("dynamic alpha", lambda: dynamic(True), "code", lambda: dynamic(False), "restart"),
    ("MMR, at the second place", lambda: first(EN, "restart router", place=1, ranking=Ranking(diversity=0.2)), "lights",
     lambda: first(EN, "restart router", place=1), "restart-x1"),
    ("links", lambda: found_by(links=True), "lights", found_by, "restart"),
    ("memory", lambda: found_by(memory=True), "bill", found_by, "restart"),
    ("boost", lambda: first(EN, "restart router", ranking=Ranking(boost=Boost(model="X100"))), "restart-x1",
     lambda: first(EN, "restart router"), "restart"),
    ("rerank", lambda: first(EN, "router wifi signal restart", ranking=Ranking(mode="rerank")), "wireless",
     lambda: first(EN, "router wifi signal restart"), "restart"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "on", "there", "off", "otherwise"), STAGES, ids=[stage[0] for stage in STAGES]
)
def test_the_stage_decides(
    name: str, on: Callable[[], str], there: str, off: Callable[[], str], otherwise: str
) -> None:
    assert (on(), off()) == (there, otherwise)
    assert there != otherwise, name
