"""Diacritics put back before a question is embedded: "slaptazodis" becomes "slaptažodis".

Learned from the indexed texts themselves: a word without diacritics takes the one marked form that these texts
write, if that form is clearly the usual one. Words the texts do not have are looked up in a list of Lithuanian word
forms (wordforms.py), unless the question is rather English. Who writes sh, zh, ch for š, ž, č is read the same way.
The question itself is never changed, only what the model reads; the keyword side needs none of this, because it
compares folded words.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from agent.language import fold

_WORD = re.compile(r"[^\W\d_]+")
_RESPELT = re.compile(r"([szc])h")
_SHORTEST = 2
_CLEARLY = 3  # times as frequent as the next form
_ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class _Spelt:
    """What the texts write: folded word → marked form where one is usual, all folded words that are not English, and the
    words of the English texts."""

    marked: Mapping[str, str]
    known: frozenset[str]
    english: frozenset[str]


class Restorer:
    """Folded word → marked form, for the words where that is clear.

    `texts` are (language, text); `forms` the wider list, folded form → marked form.
    """

    def __init__(self, texts: Iterable[tuple[str, str]], forms: Mapping[str, str] | None = None) -> None:
        self._texts, self._forms = tuple(texts), forms or {}

    def ready(self) -> None:
        """Learn now what the first question would otherwise wait for. A build never asks and is spared it."""
        _ = self._learned

    @cached_property
    def _learned(self) -> _Spelt:
        written: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
        for language, text in self._texts:
            written[language == _ENGLISH].update(_WORD.findall(text.casefold()))
        found: dict[str, Counter[str]] = defaultdict(Counter)
        for word, times in written[False].items():
            found[fold(word)][word] = times
        marked = {
            folded: form for folded, counts in found.items() if (form := _clear(counts)) and form != folded
        }
        return _Spelt(marked, frozenset(found), frozenset(written[True]))

    def restore(self, text: str) -> str:
        """`text` with the marked form of every unmarked word that has a clear one, in lower case.

        Left as it is when a good part of its words stand in the English texts alone.
        """
        spelt, words = self._learned, _WORD.findall(text.casefold())
        english = sum(word in spelt.english and word not in spelt.known for word in words)
        shared = sum(word in spelt.english and word in spelt.known for word in words)
        if 3 * english + shared >= max(len(words), 1):
            return text
        return _WORD.sub(lambda word: self._form(word[0]), text)

    def _form(self, word: str) -> str:
        if len(word) < _SHORTEST:
            return word
        plain, spelt = word.casefold(), self._learned
        if plain in spelt.known:
            return spelt.marked.get(plain, word)
        if plain in self._forms:
            return self._forms[plain]
        return word if plain in spelt.english else self._respelt(plain) or word

    def _respelt(self, word: str) -> str | None:
        """The marked form of a word written with sh, zh, ch for š, ž, č ("slaptazhodis"), where that makes it one that is
        known; None otherwise."""
        folded = _RESPELT.sub(r"\1", word)
        if folded == word or len(folded) <= _SHORTEST:
            return None
        return self._learned.marked.get(folded) or (
            None if folded in self._learned.known else self._forms.get(folded)
        )


def _clear(counts: Counter[str]) -> str | None:
    """The usual form, if it stands at least three times as often as any other."""
    (form, times), *others = counts.most_common(2)
    return form if not others or times >= _CLEARLY * others[0][1] else None
