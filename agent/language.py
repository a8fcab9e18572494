"""Text as customers write it: cleaned, folded, cut into words.

Everything here is pure and knows no scenario. Language packs live in `languages/<code>.yaml`.
"""

from __future__ import annotations

import re
import unicodedata

_FOLD = str.maketrans("ąčęėįšųūžĄČĘĖĮŠŲŪŽ", "aceeisuuzACEEISUUZ")
_UNWANTED = {"Cc", "Cf", "Cs", "Co", "Cn"}
_KEPT_CONTROLS = "\n\t\u200d"
_SPACES = re.compile(r"\s+")
_WORD = re.compile(r"[0-9]+(?:[.,:][0-9]+)*|[^\W\d_]+(?:['’][^\W\d_]+)?", re.UNICODE)


def clean(text: str, limit: int = 4000) -> str:
    """`text` without control characters and lone surrogates, NFC, spaces collapsed, cut to `limit` characters."""
    normal = unicodedata.normalize("NFC", text[: limit * 4])
    kept = (c if c in _KEPT_CONTROLS or unicodedata.category(c) not in _UNWANTED else " " for c in normal)
    return _SPACES.sub(" ", "".join(kept)).strip()[:limit]


def fold(text: str) -> str:
    """`text` casefolded and without Lithuanian diacritics, one character for one (offsets survive for LT and EN)."""
    return unicodedata.normalize("NFC", text).casefold().translate(_FOLD)


def words(text: str) -> list[str]:
    """The words and numbers of `text`, in order, as they stand."""
    return _WORD.findall(text)
