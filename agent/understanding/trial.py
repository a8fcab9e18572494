"""Listening with other language packs for a while: what a list of words is worth shows when it is gone."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from agent.language import Pack, tried_packs


@contextmanager
def trying(packs: Mapping[str, Pack]) -> Iterator[None]:
    """Everything in this block listens with `packs`. For measurements: what was remembered of other packs is
    forgotten at both ends, so nobody else may be listening in this process meanwhile."""
    before = tried_packs.set(packs)
    _forget()
    try:
        yield
    finally:
        tried_packs.reset(before)
        _forget()


def _forget() -> None:
    """Empty every memory of this room. Those without parameters hold files that are the same for all packs."""
    for name, module in list(sys.modules.items()):
        if not name.startswith(__package__):
            continue
        for held in list(vars(module).values()):
            remembers = hasattr(held, "cache_clear") and not inspect.isclass(held)
            if remembers and inspect.signature(held).parameters:
                held.cache_clear()
