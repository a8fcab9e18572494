"""Counting terms over a whole corpus at once gives what taking each text apart gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from agent.knowledge.analysis import concept, content_words, grams, grams_of, stems, terms
from agent.knowledge.counting import Stream, parts, side_by_side
from agent.knowledge.keywords import fit

TEXTS = (
    "Kaip pakeisti Wi-Fi slaptažodį?\nSlaptažodis užrašytas lipduke.",
    "",
    "The internet is not working, not working at all: restart the router.",
    "router",
)


def _words() -> Stream:
    return Stream.of([content_words(text) for text in TEXTS])


def _stems() -> Stream:
    return _words().renamed(concept)


def _counted(names: Sequence[str], counts: object) -> list[dict[str, int]]:
    rows = counts.toarray().tolist()  # type: ignore[attr-defined]
    return [{name: int(times) for name, times in zip(names, row, strict=True) if times} for row in rows]


@pytest.mark.parametrize(
    ("found", "analyser"),
    [
        (lambda: side_by_side(_stems()), stems),
        (lambda: side_by_side(_stems(), _stems().pairs()), terms),
        (lambda: parts(_words(), grams_of), grams),
    ],
    ids=["stems", "stems and pairs", "letters"],
)
def test_terms_of_all_texts_are_those_of_each(
    found: Callable[[], tuple[Sequence[str], object]], analyser: Callable[[str], Sequence[str]]
) -> None:
    assert _counted(*found()) == [Counter(analyser(text)) for text in TEXTS]


def test_the_words_of_each_text_stay_in_their_order() -> None:
    words = _words()
    assert [[words.names[number] for number in text] for text in words.by_text()] == [
        content_words(text) for text in TEXTS
    ]


@pytest.mark.parametrize("texts", [(), ("",), ("", "router")])
def test_texts_without_words_are_counted_as_texts(texts: tuple[str, ...]) -> None:
    keywords = fit(texts)
    assert keywords.count == len(texts)
    assert (keywords.score("router")["keyword"] > 0).tolist() == [bool(text) for text in texts]
