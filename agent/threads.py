"""How many threads numeric libraries may use. They read it once, when they are first imported: pin them before."""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from types import MappingProxyType

THREAD_PINS = MappingProxyType(
    # Two spinning threads per library on a busy machine made one embedding a hundred times slower.
    {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive", "TOKENIZERS_PARALLELISM": "false"}
)


_MOST = 8


def side_by_side() -> int:
    """How many threads share out work that lets go of the interpreter: one for each core, at most eight."""
    return min(_MOST, os.cpu_count() or 1)


def pin_threads(environ: MutableMapping[str, str] | None = None) -> None:
    """Keep numeric libraries to one quiet thread each; must run before any of them is imported."""
    target = os.environ if environ is None else environ
    for name, value in THREAD_PINS.items():
        target.setdefault(name, value)
