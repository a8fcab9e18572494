"""The metadata boost: what is known of the customer's device and case raises passages about it. Bounded.

+0.1 for each matching tag, at most +0.3; +0.2 when the device's model matches one of `applicable_models`. An entry for
all models (`*`) gets nothing for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from agent.knowledge.entry import Entry
from agent.language import fold

PER_TAG, MOST_BY_TAGS, BY_MODEL = 0.1, 0.3, 0.2


@dataclass(frozen=True, slots=True)
class Boost:
    """What is known: tags of the case, and the model of the device ("" = unknown)."""

    tags: tuple[str, ...] = ()
    model: str = ""
    _folded: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_folded", frozenset(map(fold, self.tags)))

    def of(self, entry: Entry) -> float:
        """How much `entry` is raised, 0 to 0.5."""
        raised = min(PER_TAG * len(self._matching(entry)), MOST_BY_TAGS)
        return raised + (BY_MODEL if self._made_for(entry) else 0.0)

    def why(self, entry: Entry) -> str:
        """The reason for people, or ""."""
        matching = sorted(self._matching(entry))
        parts = [f"tags {', '.join(matching)}"] if matching else []
        if self._made_for(entry):
            parts.append(f"made for {self.model}")
        return f"raised: {'; '.join(parts)}" if parts else ""

    def _matching(self, entry: Entry) -> frozenset[str]:
        return self._folded & _folded(entry.tags) if self._folded and entry.tags else frozenset()

    def _made_for(self, entry: Entry) -> bool:
        return bool(self.model) and fits_model(self.model, entry.applicable_models)


@lru_cache(maxsize=4096)
def _folded(tags: tuple[str, ...]) -> frozenset[str]:
    """Entries of one page share their tags, and every search looks at them."""
    return frozenset(map(fold, tags))


def fits_model(model: str, globs: Iterable[str]) -> bool:
    """Whether `model` matches a glob that says something (`HG82*`, not `*`): whole, whatever the case."""
    name = fold(model)
    return any(glob != "*" and _fits(name, _folded_glob(glob)) for glob in globs)


@lru_cache(maxsize=1024)
def _folded_glob(glob: str) -> str:
    return fold(glob)


def _fits(name: str, glob: str) -> bool:
    """`*` any letters, `?` one, nothing else is special.

    No expression: one with many stars tries every way of sharing the letters out among them. Here only the last star
    is ever lengthened, which is enough, so the steps are at most letters times signs.
    """
    at = sign = 0
    star, since = -1, 0
    while at < len(name):
        if sign < len(glob) and glob[sign] == "*":
            star, since = sign, at
            sign += 1
        elif sign < len(glob) and glob[sign] in ("?", name[at]):
            at, sign = at + 1, sign + 1
        elif star >= 0:
            since += 1
            at, sign = since, star + 1
        else:
            return False
    return not glob[sign:].strip("*")
