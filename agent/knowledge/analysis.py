"""Words of the keyword side: folded, stemmed, negation kept; and the letters inside them.

Lithuanian and English share one vocabulary, so that a page and a question need not be of one language, and a
customer without diacritics hits the same terms as one with them. The names of one thing count as one word
(lexicon.yaml).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import Any

import Stemmer

from agent.knowledge.lexicon import load_lexicon
from agent.language import clean, fold

_LIMIT = 4000
# A number with what is written onto it, or a word; a word that goes on with a figure is a code: HG8245H, WR841N, CAT5e.
_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*(?:[^\W\d_][^\W_]*)?|[^\W\d_]+(?:\d[^\W_]*)?")
_SHORT_PREFIX = re.compile(r"\b([a-z]{1,2})[-‐‑](?=[a-z])")  # wi-fi = wifi, e-mail = email
_HYPHENS = "-‐‑"
# "Ne veikia" is how many write "neveikia". Only verbs of a thing that works or does not: before another word a "ne" may
# belong to what was said before ("ne, internetas"), or say which of two ("ne televizorius, o internetas").
_TORN_NE = re.compile(
    r"\b(ne|nebe) (?=(?:be)?(?:veik|rod|deg|mirks|jungia|isijung|prisijung|kraun|gird|mato|mata|gaun|rand|siunc|atsidar|pavyk|atsak|"
    r"reaguo|pasiek|eina|leidz|priima|trauk))"
)
_CONTRACTED = re.compile(r"\b(do|does|did|is|are|was|were|has|have|had|could|would|should|ca|wo)n['’]?t\b")
# Words that carry no topic. `not`, `no`, `without`, `only`, `ne`, `nera`, `be`, `tik` stay: they turn a meaning round.
_STOP_WORDS = """
    a an the and or but is are am was were been to of in on at it its this that there i my me we our you your do
    does did have has had can could will would should how what when where which who why with for from if so as
    ir ar o bet kad kaip kas koks kokia kokie kur kada kodel kiek man mano as mes jus jusu tu tai ta tas yra buvo
    i is su uz prie po nuo iki del ant apie jei jeigu kai dar jau cia sis si savo ka gal
"""
_STOP = frozenset(_STOP_WORDS.split())
_SOFTENED = re.compile(r"(?<=[a-z]{3})(?:c|dz)$")
_GRAM_SIZES = (3, 4, 5)
_stemming = threading.local()  # PyStemmer's objects must not be shared between threads


@dataclass(frozen=True, slots=True)
class Analysed:
    """A text taken apart: content words as typed (folded), and their stems."""

    words: tuple[str, ...]
    stems: tuple[str, ...]


def _stemmers() -> tuple[Any, Any]:
    if not hasattr(_stemming, "pair"):
        _stemming.pair = (Stemmer.Stemmer("lithuanian"), Stemmer.Stemmer("english"))
    pair: tuple[Any, Any] = _stemming.pair
    return pair


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The stem of a folded word: Lithuanian endings go first, then English ones, whichever language it is.

    Not a linguist's stem: what matters is that the forms of one word meet, in pages and questions alike. For the
    same reason the softened ends of Lithuanian stems are hardened again: lempuč(ių) = lemput(ė), žodž(io) = žod(is).
    """
    lithuanian, english = _stemmers()
    return _SOFTENED.sub(_hardened, str(english.stemWord(lithuanian.stemWord(word))))


@cache
def _lexicon() -> Mapping[str, str]:
    return load_lexicon(lambda word: stem("".join(tokens(word))))


@lru_cache(maxsize=20_000)
def concept(word: str) -> str:
    """The stem of a folded word, or the stem that stands for all names of that thing: routeri = maršrutizatori."""
    found = stem(word)
    return _lexicon().get(found, found)


def _hardened(end: re.Match[str]) -> str:
    return "t" if end[0] == "c" else "d"


def tokens(text: str) -> list[str]:
    """Folded words and codes of `text` in order ("2.4ghz", "192.168.1.1", "wifi"), contractions opened up."""
    safe = text[:_LIMIT] if text.isprintable() else clean(text, _LIMIT)  # most questions need no cleaning
    folded = fold(safe)
    if (
        "nt" in folded or "'" in folded or "’" in folded
    ):  # else there is nothing to open up, and looking is slow
        folded = _CONTRACTED.sub(r"\1 not", folded)
    if "ne " in folded or "nebe " in folded:
        folded = _TORN_NE.sub(r"\1", folded)
    if any(hyphen in folded for hyphen in _HYPHENS):
        folded = _SHORT_PREFIX.sub(r"\1", folded)
    return _TOKEN.findall(folded)


def content_words(text: str) -> list[str]:
    """The tokens that carry meaning; all of them when there is no other ("o kas tai?")."""
    found = tokens(text)
    return [token for token in found if token not in _STOP] or found


Naming = Callable[[str], str]
"""What a folded word is known by: its `concept`, unless the lexicon or the stems are left out to see what they do."""


def analysed_by(name: Naming) -> Callable[[str], Analysed]:
    """How texts are taken apart where words are known by `name`; the last thousand are kept."""

    def apart(text: str) -> Analysed:
        found = content_words(text)
        return Analysed(tuple(found), tuple(map(name, found)))

    return lru_cache(maxsize=1024)(apart)


analysed = analysed_by(concept)
"""A text taken apart once, however many parts of a search ask for it."""


def unstemmed(word: str) -> str:
    """A folded word as it is, unless it names a thing of the lexicon."""
    return _lexicon().get(stem(word), word)


def with_pairs(found: Sequence[str]) -> tuple[str, ...]:
    """Stems, and neighbouring pairs of them: "not work" is another pair than "work"."""
    return (*found, *(f"{one} {other}" for one, other in pairwise(found)))


def terms(text: str) -> tuple[str, ...]:
    """Stems of the content words, and neighbouring pairs of them."""
    return with_pairs(analysed(text).stems)


def stems(text: str) -> tuple[str, ...]:
    """Stems of the content words alone."""
    return analysed(text).stems


@lru_cache(maxsize=20_000)
def grams_of(word: str) -> tuple[str, ...]:
    """The runs of 3 to 5 letters within a content word, edges marked by spaces: " nev" is not "vei"."""
    padded = f" {word} "
    return tuple(
        padded[start : start + size]
        for size in _GRAM_SIZES
        for start in range(max(len(padded) - size + 1, 1))
    )


def grams(text: str) -> tuple[str, ...]:
    """The letters of each content word (see `grams_of`)."""
    return tuple(chain.from_iterable(map(grams_of, analysed(text).words)))


def grams_unkept(text: str) -> frozenset[str]:
    """The same of a text that no cache may hold, whole or by its words."""
    return frozenset(chain.from_iterable(map(grams_of.__wrapped__, content_words(text))))
