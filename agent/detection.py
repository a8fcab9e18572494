"""Which language a message is in; foreign languages by name.

The packs' own words and endings are weighed first; lingua is asked where they are silent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from agent.language import DEFAULT, Pack, Telling, default_packs, tokens, words


@dataclass(frozen=True, slots=True)
class Detection:
    """The language to go on in, how sure, and which foreign language was met (ISO 639-1), if one was."""

    language: str
    confidence: float
    foreign: str | None = None


_QUOTED = r"[“„”\"«][^“„”\"«»]+[“”\"»]|(?<!\w)['‚‘][^'‚‘’\n]{3,}['’](?!\w)"
_SHOWN = re.compile(rf"{_QUOTED}|\b[A-Z\d]+(?:_[A-Z\d]+)+\b")
_UKRAINIAN = re.compile(r"[іїєґ]")
_CYRILLIC = re.compile(r"[а-яёіїєґ]")
_SURE = 2.0
_FOREIGN_SURE = 2.0
_FOREIGN_SHARE = 0.3
_SWITCH_MARGIN, _LEAST_LETTERS = 1.5, 6  # fewer letters tell no language by their looks


def detect(text: str, current: str | None = None, packs: Mapping[str, Pack] | None = None) -> Detection:
    """The language of `text`. Weak evidence keeps `current`: a lone "ok" or "router" never switches."""
    packs = packs or default_packs()
    text = _of_ones_own(text) if current else text
    stay = current or (DEFAULT if DEFAULT in packs else next(iter(packs)))
    if (foreign := _foreign(text, packs)) is not None:
        return Detection(stay if current else "en" if "en" in packs else stay, 0.9, foreign)
    scores = {language: _telling(text, pack.telling) for language, pack in packs.items()}
    best = max(scores, key=lambda language: (scores[language], language == stay))
    margin = scores[best] - max((s for language, s in scores.items() if language != best), default=0.0)
    if margin >= _SURE or (current is None and margin >= 1.0):
        return Detection(best, min(0.99, 0.6 + 0.1 * margin))
    if best != stay and margin >= _SWITCH_MARGIN:
        return Detection(best, 0.65)
    if current and sum(map(str.isalpha, text)) < _LEAST_LETTERS and any(map(str.isdigit, text)):
        return Detection(stay, 0.5)  # "ok +370 600 11122"
    if (guess := _lingua(text, packs)) is not None:
        agrees = scores[guess] >= scores[best]
        return Detection(guess, 0.7) if agrees or current is None else Detection(stay, 0.5)
    return Detection(best if margin > 0 and current is None else stay, 0.5)


def _of_ones_own(text: str) -> str:
    """`text` without what a screen showed, quoted or an error code: that says nothing of who writes."""
    return _SHOWN.sub(" ", text)


def _telling(text: str, telling: Telling) -> float:
    found = tokens(text)
    known = sum(token.folded in _word_set(telling) for token in found)
    longer = [
        token.folded for token in found if len(token.folded) > 4 and token.folded not in _word_set(telling)
    ]
    ended = sum(word.endswith(telling.endings) for word in longer)
    shared = _words_of(telling.shared)
    own = "".join(token.text for token in found if token.folded not in shared).casefold()
    letters = min(3, sum(c in telling.letters for c in own))
    return known + 0.6 * ended + 1.2 * letters


@lru_cache(maxsize=16)
def _words_of(phrases: tuple[str, ...]) -> frozenset[str]:
    return frozenset(phrases)


def _word_set(telling: Telling) -> frozenset[str]:
    return _words_of(telling.words)


def _foreign(text: str, packs: Mapping[str, Pack]) -> str | None:
    lowered = text.casefold()
    letters = sum(c.isalpha() for c in lowered)
    if letters and len(_CYRILLIC.findall(lowered)) > letters / 2:
        return "uk" if _UKRAINIAN.search(lowered) else "ru"
    present = {token.folded for token in tokens(text)}
    for pack in packs.values():
        for language, told in pack.foreign.items():
            evidence = len(present & _words_of(told.words)) + 1.5 * sum(c in told.letters for c in lowered)
            if evidence >= _FOREIGN_SURE and evidence >= len(present) * _FOREIGN_SHARE:
                return language
    return None


@cache
def _lingua_detector() -> Any:
    from lingua import Language, LanguageDetectorBuilder  # noqa: PLC0415  (100 MB of models: only when needed)

    languages = (Language.LITHUANIAN, Language.ENGLISH)
    return LanguageDetectorBuilder.from_languages(*languages).build()


def _lingua(text: str, packs: Mapping[str, Pack]) -> str | None:
    """Lingua's opinion where words and endings are silent; too short a text has none."""
    if len(words(text)) < 3:
        return None
    for value in _lingua_detector().compute_language_confidence_values(text):
        code = value.language.iso_code_639_1.name.lower()
        return code if value.value >= 0.75 and code in packs else None
    return None
