"""A text in several languages, and the facts it quotes as `{name}`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")


@dataclass(frozen=True, slots=True)
class Text:
    """One authored text: language → words, the scenario's own language first. Falsy when nothing is written.

    Behaves like a read-only mapping (`text["en"]`, `"en" in text`, `dict(text)`); `get` falls back.
    """

    pairs: tuple[tuple[str, str], ...] = ()
    line: int = field(default=0, compare=False, repr=False)

    @classmethod
    def of(cls, words: Mapping[str, str], line: int = 0) -> Text:
        """The text of `words`, in their order; empty strings are left out. `line`: where it is written."""
        return cls(tuple((language, said) for language, said in words.items() if said), line)

    def get(self, language: str, fallback: bool = True) -> str:
        """The words in `language`; else, with `fallback`, in the first language written; else ""."""
        for known, said in self.pairs:
            if known == language:
                return said
        return self.pairs[0][1] if fallback and self.pairs else ""

    def __getitem__(self, language: str) -> str:
        for known, said in self.pairs:
            if known == language:
                return said
        raise KeyError(language)

    def keys(self) -> tuple[str, ...]:
        """The languages written."""
        return tuple(language for language, _ in self.pairs)

    def items(self) -> tuple[tuple[str, str], ...]:
        """(language, words) pairs."""
        return self.pairs

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __contains__(self, language: object) -> bool:
        return language in self.keys()

    def __len__(self) -> int:
        return len(self.pairs)


NO_TEXT = Text()


def placeholders(text: str) -> tuple[str, ...]:
    """The names quoted as `{name}` in `text`, in order, each once."""
    return tuple(dict.fromkeys(_PLACEHOLDER.findall(text)))


def render(text: str, values: Mapping[str, object]) -> str:
    """`text` with every `{name}` of `values` filled in; a name without a value stays as it stands."""
    return _PLACEHOLDER.sub(lambda found: str(values.get(found.group(1), found.group(0))), text)
