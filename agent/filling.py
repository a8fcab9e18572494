"""Filling `{names}` in authored texts, once: what is filled in is not filled again, and quotes within quotes differ."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

_PLACE = re.compile(r"(?P<quote>[„“]?)\{(?P<name>\w+)\}")
_SENTENCES = re.compile(r"(?<=[.!?])\s+")
_INNER = str.maketrans({"„": "‚", "“": "‘", "”": "’"})


def filled(text: str, values: Mapping[str, object]) -> str:
    """`text` with its `{names}` replaced; a name without a value stays.

    In quotes, a value's own quotes become single: „raudona ‚Internet‘“, “the ‘Bills’ section”.
    """

    def value(place: re.Match[str]) -> str:
        if place["name"] not in values:
            return place[0]
        said = str(values[place["name"]])
        return place["quote"] + (said.translate(_INNER) if place["quote"] else said)

    return _PLACE.sub(value, text)


def whole(text: str, known: Collection[str]) -> str:
    """`text` without the sentences in which a `{name}` stands that is not `known`."""
    if all(place["name"] in known for place in _PLACE.finditer(text)):
        return text
    told = (
        each
        for each in _SENTENCES.split(text)
        if all(place["name"] in known for place in _PLACE.finditer(each))
    )
    return " ".join(told)
