"""Lithuanian word forms by their spelling without diacritics, from the dictionary that simplemma brings.

Only spellings that are no word themselves: "kasa" is one and stays, "saskaita" is none and becomes "sąskaita". Of
several marked forms (rugsėji, rugsėjį) the one with the most marks: endings are marked where they are ambiguous.
Reading the dictionary takes a second, so what was found is kept beside the index.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from agent.language import fold

_SHORTEST = 4


def word_forms_file(directory: Path) -> Path | None:
    """The file in `directory` with folded spelling → marked form as JSON; made where it is missing or no JSON. None where
    simplemma is not installed."""
    try:
        file = directory / f"lt-{version('simplemma')}.json"
    except PackageNotFoundError:
        return None
    if not _sound(file):
        directory.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(".new")
        new.write_text(_made(), encoding="utf-8")
        new.replace(file)
    return file


@cache
def _made() -> str:
    """The file's text. A process that builds several indexes reads the dictionary once."""
    return json.dumps(marked_forms(_dictionary()), ensure_ascii=False)


def _sound(file: Path) -> bool:
    try:
        return isinstance(json.loads(file.read_text(encoding="utf-8")), dict)
    except (OSError, ValueError):
        return False


def marked_forms(words: Iterable[str]) -> dict[str, str]:
    """Folded spelling → marked form of all `words` whose folded spelling is not among them."""
    known = dict.fromkeys(word.casefold() for word in words if len(word) >= _SHORTEST and word.isalpha())
    spelt: dict[str, list[str]] = defaultdict(list)
    for word in known:
        if (
            not word.isascii() and (folded := fold(word)) not in known
        ):  # the others are their own folded spelling
            spelt[folded].append(word)
    return {folded: _most_marked(forms, folded) for folded, forms in spelt.items()}


def _most_marked(forms: Sequence[str], plain: str) -> str:
    return forms[0] if len(forms) == 1 else max(forms, key=lambda form: (_marks(form, plain), form))


def _marks(form: str, plain: str) -> int:
    return sum(one != other for one, other in zip(form, plain, strict=False))


def _dictionary() -> Iterable[str]:
    from simplemma.strategies.dictionaries.dictionary_factory import (  # noqa: PLC0415 - only when building
        DefaultDictionaryFactory,
    )

    return DefaultDictionaryFactory().get_dictionary("lt")
