"""E-mail addresses, written and spelt out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.privacy.spans import Span

_LOCAL = re.compile(r"[\w.+%'-]{1,64}\Z")
_DOMAIN = re.compile(r"(?:[^\W_](?:[\w-]{0,62}))(?:\.[^\W_][\w-]{0,62}){1,8}")
_SPOKEN_AT = re.compile(
    r"[\w.+-]{1,64} ?[(\[{](?:at|eta)[)\]}] ?[\w-]{1,63}(?: ?(?:\.|[(\[{](?:dot|taškas)[)\]}]) ?[\w-]{1,63}){1,3}"
)


def emails(text: str) -> Iterator[Span]:
    end = 0
    for at in _places(text, "@"):
        local = _LOCAL.search(text, max(end, at - 64), at)
        domain = _DOMAIN.match(text, at + 1, at + 256)
        if local and domain:
            end = domain.end()
            yield Span(local.start(), end, "email")
    if "at" in text or "eta" in text:
        yield from (Span(found.start(), found.end(), "email") for found in _spoken(text))


def _spoken(text: str) -> Iterator[re.Match[str]]:
    # Anchored at its bracket, then looked at backwards within 65 characters: no long word is walked twice.
    end = 0
    for bracket in re.finditer(r"[(\[{](?:at|eta)[)\]}]", text):
        start = max(end, bracket.start() - 65)
        found = _SPOKEN_AT.search(text, start, bracket.end() + 256)
        if found and found.start() < bracket.start() < found.end():
            end = found.end()
            yield found


def _places(text: str, mark: str) -> Iterator[int]:
    at = text.find(mark)
    while at >= 0:
        yield at
        at = text.find(mark, at + 1)
