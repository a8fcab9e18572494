"""How much meaning and how much words should count for one question: fixed, or leaned by what the question shows.

Signals downwards (words): something quoted, an error code, address or model number that the texts know, a rare word
that they know, a very short question. Signals upwards (meaning): no word that the texts know, a language they are not
written in, a long story, many unknown words (slips of the pen, no diacritics). Each says so in `why`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from agent.knowledge.analysis import analysed
from agent.knowledge.cache import OnceCache
from agent.knowledge.index import Index

CENTRE = 0.4  # was best on the tuning and the validation questions; the keyword score is the lower of the two scales
LOWEST, HIGHEST = 0.2, 0.8
CACHE_SIZE, CACHE_SECONDS = 50, 300.0
_QUOTED = re.compile(r"[„“\"«][^„“\"»”]{2,60}[“”\"»]")
_CODE = re.compile(r"\d")
_RARE = 0.85  # of the highest weight a word can have
_SHORT, _LONG = 2, 18  # content words
_STRANGE = 0.5


@dataclass(frozen=True, slots=True)
class Leaning:
    """The weight of meaning 0.2–0.8, and the signals that led to it."""

    alpha: float
    why: tuple[str, ...] = ()


def lean(query: str, index: Index, language: str | None = None, centre: float = CENTRE) -> Leaning:
    """The weight of meaning for `query`, from what is known before any search."""
    field = index.keywords.fields["words"]
    asked = analysed(query)
    weights = {
        word: float(field.idf[field.vocabulary[one]])
        for word, one in zip(asked.words, asked.stems, strict=True)
        if one in field.vocabulary
    }
    if not weights:
        return Leaning(HIGHEST, ("no known word",))
    highest = float(field.idf.max())
    codes = [word for word in weights if _CODE.search(word)]
    rare = [word for word, weight in weights.items() if weight >= _RARE * highest and word not in codes]
    strange = index.keywords.known(query) < _STRANGE
    foreign = language is not None and language not in index.languages
    signals = (
        (-0.2, "something is quoted", bool(_QUOTED.search(query))),
        (-0.2, f"a code: {', '.join(codes)}", bool(codes)),
        (-0.1, f"a rare word: {', '.join(rare[:3])}", bool(rare)),
        (-0.1, "a very short question", len(asked.words) <= _SHORT),
        (0.1, "many unknown words", strange),
        (0.1, "a language the texts are not written in", foreign),
        (0.1, "a long story", len(asked.words) >= _LONG),
    )
    met = [(shift, says) for shift, says, there in signals if there]
    alpha = centre + sum(shift for shift, _ in met)
    return Leaning(
        round(min(max(alpha, LOWEST), HIGHEST), 3), tuple(f"{says} ({shift:+.1f})" for shift, says in met)
    )


class Leanings:
    """`lean`, kept for 50 questions and 300 seconds; the key is the question in lower case with single spaces."""

    def __init__(self, centre: float, clock: Callable[[], float]) -> None:
        self._centre = centre
        self.cache: OnceCache[Leaning] = OnceCache(CACHE_SIZE, CACHE_SECONDS, clock)

    def of(self, query: str, index: Index, language: str | None) -> Leaning:
        """The leaning of `query` over this generation of the index."""
        key = (" ".join(query.casefold().split()), index.generation, language)
        return self.cache.get(key, lambda: lean(query, index, language, self._centre))
