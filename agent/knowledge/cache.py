"""A small cache of computed values: least recently used goes first, equal questions compute once."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Hashable, MutableMapping
from concurrent.futures import Future
from typing import Generic, TypeVar

from cachetools import LRUCache, TTLCache

Value = TypeVar("Value")


class OnceCache(Generic[Value]):
    """`get(key, compute)`: of many threads that ask for one key at once, one computes and the others wait for it.

    A computation that raises is not kept: everyone waiting sees the error, the next one tries again. Values older
    than `seconds` on `clock` are computed again. Size 0 keeps nothing and only joins what runs at once. Values are shared, so they must be immutable (arrays: read-only).
    """

    def __init__(
        self, size: int, seconds: float = math.inf, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._size = size
        self._values: MutableMapping[Hashable, Value] = (
            LRUCache(maxsize=size) if math.isinf(seconds) else TTLCache(size, seconds, timer=clock)
        )
        self._running: dict[Hashable, Future[Value]] = {}
        self._lock = threading.Lock()
        self.hits = 0
        self.misses = 0

    def get(self, key: Hashable, compute: Callable[[], Value]) -> Value:
        """The cached value of `key`, computed when it is new."""
        with self._lock:
            if key in self._values:
                self.hits += 1
                return self._values[key]
            running = self._running.get(key)
            mine = Future[Value]() if running is None else None
            if mine is None:
                self.hits += 1
            else:
                self.misses += 1
                self._running[key] = mine
        if mine is None and running is not None:
            return running.result()
        return self._compute(key, compute, mine or Future())

    def _compute(self, key: Hashable, compute: Callable[[], Value], mine: Future[Value]) -> Value:
        try:
            value = compute()
        except BaseException as fault:
            with self._lock:
                self._running.pop(key, None)
            mine.set_exception(fault)
            raise
        with self._lock:
            if self._size:
                self._values[key] = value
            self._running.pop(key, None)
        mine.set_result(value)
        return value

    def __len__(self) -> int:
        return len(self._values)
