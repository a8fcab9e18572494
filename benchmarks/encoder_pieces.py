"""Which pieces of words the encoder keeps: those of Lithuanian, English and signs, of the quarter million it began with."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

from agent.language import fold
from benchmarks.e5_file import E5File, cutter

ROOT = Path(__file__).parent.parent
CONTENT = ("knowledge_base/**/*.md", "scenarios/**/*.yaml", "agent/languages/*.yaml")
OFTEN = 3  # word forms of a dictionary a piece stands in
LETTERS = re.compile(r"[▁a-zA-ZąčęėįšųūžĄČĘĖĮŠŲŪŽ0-9\W_]*")
SPECIAL = 4  # the first tokens: begin, padding, end, unknown
MASK = "<mask>"


def kept_pieces(held: E5File, texts: Iterable[str]) -> list[int]:
    """The places of the pieces to keep: all that `texts` (tuning replies and questions) and the content are cut into,
    those of `OFTEN` forms in dictionaries of both languages, and single letters, digits and signs."""
    whole = cutter(held, range(len(held.pieces)))
    kept = set(range(SPECIAL))
    for text in set(texts):
        for form in (text, text.lower(), fold(text)):
            kept.update(whole.encode(form).ids)
    found: Counter[int] = Counter()
    for word in _words():
        for form in {word, word.lower(), word.capitalize(), fold(word)}:
            found.update(whole.encode(form).ids)
    kept |= {one for one, count in found.items() if count >= OFTEN and LETTERS.fullmatch(held.pieces[one])}
    kept |= {place for place, piece in enumerate(held.pieces) if _is_sign(piece)}
    return sorted(one for one in kept if held.pieces[one] != MASK)


def _words() -> set[str]:
    words = set()
    for language in ("lt", "en"):
        forms = DefaultDictionaryFactory().get_dictionary(language)
        for form in forms:
            words |= {form, forms[form]}
    for pattern in CONTENT:
        for file in ROOT.glob(pattern):
            words.update(re.findall(r"\w+", file.read_text(encoding="utf-8")))
    return words


def _is_sign(piece: str) -> bool:
    """A single letter of the two alphabets, or one or two digits, marks or emoji."""
    if len(piece) == 1 and LETTERS.fullmatch(piece) and ord(piece) < 0x250:
        return True
    sort = {unicodedata.category(one)[0] for one in piece if one != "▁"}
    common = all(ord(one) < 0x2E80 or ord(one) > 0x1F000 for one in piece)
    return len(piece.replace("▁", "")) <= 2 and sort <= {"S", "P", "N"} and common
