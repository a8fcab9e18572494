"""The metadata boost: what is known of the customer's device and case raises passages about it. Bounded.

+0.1 for each matching tag, at most +0.3; +0.2 when the device's model matches one of `applicable_models`. An entry for
all models (`*`) gets nothing for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from agent.knowledge.entry import Entry
from agent.language import fold

PER_TAG, MOST_BY_TAGS, BY_MODEL = 0.1, 0.3, 0.2


@dataclass(frozen=True, slots=True)
class Boost:
    """What is known: tags of the case, and the model of the device ("" = unknown)."""

    tags: tuple[str, ...] = ()
    model: str = ""

    def of(self, entry: Entry) -> float:
        """How much `entry` is raised, 0 to 0.5."""
        matching = {fold(tag) for tag in self.tags} & {fold(tag) for tag in entry.tags}
        raised = min(PER_TAG * len(matching), MOST_BY_TAGS)
        return raised + (BY_MODEL if self.model and fits_model(self.model, entry.applicable_models) else 0.0)

    def why(self, entry: Entry) -> str:
        """The reason for people, or ""."""
        matching = sorted({fold(tag) for tag in self.tags} & {fold(tag) for tag in entry.tags})
        parts = [f"tags {', '.join(matching)}"] if matching else []
        if self.model and fits_model(self.model, entry.applicable_models):
            parts.append(f"made for {self.model}")
        return f"raised: {'; '.join(parts)}" if parts else ""


def fits_model(model: str, globs: Iterable[str]) -> bool:
    """Whether `model` matches a glob that says something (`HG82*`, not `*`): whole, whatever the case."""
    return any(glob != "*" and _pattern(glob).match(model) for glob in globs)


@lru_cache(maxsize=1024)
def _pattern(glob: str) -> re.Pattern[str]:
    """`*` any letters, `?` one, nothing else is special; runs of `*` are one, so that no glob is slow."""
    pieces = (
        ".*" if piece.startswith("*") else "." if piece == "?" else re.escape(piece)
        for piece in re.findall(r"\*+|\?|[^*?]+", glob)
    )
    return re.compile(rf"\A{''.join(pieces)}\Z", re.IGNORECASE)
