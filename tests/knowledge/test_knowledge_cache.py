"""The cache: least recently used goes first, and equal questions compute once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from agent.knowledge.cache import OnceCache


def test_the_least_recently_used_goes_first() -> None:
    cache: OnceCache[int] = OnceCache(2)
    cache.get("a", lambda: 1)
    cache.get("b", lambda: 2)
    cache.get("a", lambda: -1)  # a hit moves it
    cache.get("c", lambda: 3)
    assert cache.get("a", lambda: -1) == 1
    assert cache.get("b", lambda: 20) == 20
    assert (cache.hits, cache.misses, len(cache)) == (2, 4, 2)


def test_a_hundred_equal_questions_compute_once() -> None:
    cache: OnceCache[int] = OnceCache(10)
    started, computed = threading.Event(), []

    def slow() -> int:
        started.wait(1)
        computed.append(1)
        return 7

    with ThreadPoolExecutor(20) as pool:
        asked = [pool.submit(cache.get, "q", slow) for _ in range(100)]
        started.set()
        assert {one.result() for one in asked} == {7}
    assert len(computed) == 1


def test_an_error_is_not_kept() -> None:
    cache: OnceCache[int] = OnceCache(10)
    with pytest.raises(ZeroDivisionError):
        cache.get("q", lambda: 1 // 0)
    assert cache.get("q", lambda: 5) == 5
