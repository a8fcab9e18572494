"""Diacritics put back before a question is embedded: "slaptazodis" becomes "slaptažodis".

Learned from the indexed texts themselves: a word without diacritics takes the one marked form that these texts
write, if that form is clearly the usual one. The question itself is never changed, only what the model reads; the
keyword side needs none of this, because it compares folded words.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from agent.language import fold

_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST = 4  # "as" may be English or "aš": short words stay
_CLEARLY = 3  # times as frequent as the next form


class Restorer:
    """Folded word → marked form, for the words where that is clear."""

    def __init__(self, texts: Iterable[str]) -> None:
        forms: dict[str, Counter[str]] = defaultdict(Counter)
        for text in texts:
            for word in _WORD.findall(text.casefold()):
                forms[fold(word)][word] += 1
        self._marked: Mapping[str, str] = {
            folded: form for folded, counts in forms.items() if (form := _clear(counts)) and form != folded
        }

    def restore(self, text: str) -> str:
        """`text` with the marked form of every unmarked word that has a clear one, in lower case."""
        return _WORD.sub(lambda word: self._form(word[0]), text)

    def _form(self, word: str) -> str:
        return self._marked.get(word.casefold(), word) if len(word) >= _SHORTEST else word


def _clear(counts: Counter[str]) -> str | None:
    """The usual form, if it stands at least three times as often as any other."""
    (form, times), *others = counts.most_common(2)
    return form if not others or times >= _CLEARLY * others[0][1] else None
