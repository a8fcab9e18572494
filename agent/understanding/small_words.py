"""What is said behind the small words that open it: "oh, and yes" says yes, "but everything works" that it does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from agent.language import Token, typed
from agent.understanding.lexicon import Find


def behind_small_words(pieces: Sequence[Token], roles: Iterable[Find], names: Set[str]) -> str:
    """The pieces as typed, from the first on that has no role of these names."""
    ends: dict[int, int] = {}
    for find in roles:
        if find.name in names:
            ends[find.start] = max(find.end, ends.get(find.start, 0))
    place = 0
    while place in ends:
        place = ends[place]
    return typed(pieces[place:])
