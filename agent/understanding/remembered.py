"""Pure functions of a text whose results are remembered: several rooms ask the same of the message in hand, clause by clause.

Short texts are kept by the hundred, of long ones only the last few: whoever types to the length limit fills no memory. The
key is the words themselves, so what is remembered can never be out of date.
"""

from __future__ import annotations

from collections.abc import Callable, Sized
from functools import lru_cache, update_wrapper
from typing import Concatenate, Generic, ParamSpec, TypeVar

_SHORT_TEXTS, _LONG_TEXTS = 512, 4
LONG = 64  # words of a text that is long; as many as no clause has
LONG_IN_CHARACTERS = 400

_Text = TypeVar("_Text", bound=Sized)
_More = ParamSpec("_More")
_Found = TypeVar("_Found")
_Function = Callable[Concatenate[_Text, _More], _Found]


class Remembered(Generic[_Text, _More, _Found]):
    """A function that remembers what it found."""

    def __init__(self, function: _Function[_Text, _More, _Found], long: int) -> None:
        self._of_short: Callable[..., _Found] = lru_cache(_SHORT_TEXTS)(function)
        self._of_long: Callable[..., _Found] = lru_cache(_LONG_TEXTS)(function)
        self._long = long
        update_wrapper(self, function)

    def __call__(self, text: _Text, /, *args: _More.args, **kwargs: _More.kwargs) -> _Found:
        return (self._of_short if len(text) <= self._long else self._of_long)(text, *args, **kwargs)

    def cache_clear(self) -> None:
        """Forget everything, as `lru_cache` does: where other packs are tried, what was heard with these is not true."""
        self._of_short.cache_clear()  # type: ignore[attr-defined]
        self._of_long.cache_clear()  # type: ignore[attr-defined]


def remembered(
    function: _Function[_Text, _More, _Found], long: int = LONG_IN_CHARACTERS
) -> Remembered[_Text, _More, _Found]:
    """`function`, remembering what it found. Its first argument is the text, all must be hashable; what it gives back is shared,
    so it must be immutable."""
    return Remembered(function, long)
