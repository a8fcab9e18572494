"""One contract for caches of results: in this process, and in a real Redis."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from agent.errors import OutsideError, SettingsError
from agent.knowledge import (
    Entry,
    HashEmbedder,
    LocalResults,
    RedisResults,
    ResultCache,
    Retriever,
    assemble,
    build_index,
    open_index,
)
from agent.knowledge.resultcache import key_of

REDIS = "redis://127.0.0.1:6379/15"
ENTRIES = tuple(
    Entry(f"p{number}", text, "article", f"t{number}", "en", heading=text, body=text)
    for number, text in enumerate(
        ("How do I pay my bill?", "Change the Wi-Fi password", "The router has no light")
    )
)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def _redis() -> Any:
    redis = pytest.importorskip("redis", reason="redis is not installed (extra `redis`)")
    client = redis.Redis.from_url(REDIS, socket_connect_timeout=1)
    try:
        client.ping()
    except redis.RedisError:
        pytest.skip("no Redis answers at 127.0.0.1:6379")
    return client


@pytest.fixture(params=["local", "redis"])
def cache(request: pytest.FixtureRequest) -> Iterator[ResultCache]:
    if request.param == "local":
        yield LocalResults()
        return
    client = _redis()
    yield RedisResults(REDIS)
    for key in client.scan_iter("taisa:search:*"):
        client.delete(key)


class Counting(HashEmbedder):
    def __init__(self) -> None:
        super().__init__()
        self.calls = 0
        self.down = False

    def encode_queries(self, texts: Any) -> Any:
        self.calls += 1
        if self.down:
            raise OutsideError("down")
        return super().encode_queries(texts)

    def encode_passages(self, texts: Any) -> Any:
        return HashEmbedder(self.dimension).encode_passages(texts)


def _retriever(cache: ResultCache, entries: tuple[Entry, ...] = ENTRIES) -> tuple[Retriever, Counting]:
    embedder = Counting()
    return Retriever(assemble(entries, embedder), embedder, results=cache, cache_size=0), embedder


def test_the_same_question_is_searched_once(cache: ResultCache) -> None:
    retriever, embedder = _retriever(cache)
    first, again = (retriever.search(text) for text in ("Pay my  bill", "pay my bill "))
    assert (first.cached, again.cached, embedder.calls) == (False, True, 1)
    assert [(hit.entry, hit.score, hit.scores) for hit in again.hits] == [
        (hit.entry, hit.score, hit.scores) for hit in first.hits
    ]
    assert (again.alpha, again.generation) == (first.alpha, first.generation)


def test_every_argument_is_part_of_the_key(cache: ResultCache) -> None:
    retriever, _ = _retriever(cache)
    retriever.search("pay my bill")
    others: list[dict[str, Any]] = [
        {"top_k": 2}, {"threshold": 0.1}, {"alpha": 0.9}, {"mode": "rrf"}, {"language": "lt"}, {"explain": True}
    ]  # fmt: skip
    assert not any(retriever.search("pay my bill", **other).cached for other in others)
    assert not retriever.search("pay my bįll").cached  # another letter is another question


def test_a_new_index_starts_with_nothing(cache: ResultCache, tmp_path: Path) -> None:
    embedder = HashEmbedder()
    build_index(ENTRIES, embedder, tmp_path)
    retriever = Retriever(open_index(tmp_path, embedder), embedder, results=cache)
    assert retriever.search("pay my bill").hits[0].entry.id == "p0"
    build_index(ENTRIES[1:], embedder, tmp_path)
    retriever = Retriever(open_index(tmp_path, embedder), embedder, results=cache)
    found = retriever.search("pay my bill", threshold=0)
    assert not found.cached
    assert "p0" not in {hit.entry.id for hit in found.hits}


def test_what_is_done_to_a_result_stays_there(cache: ResultCache) -> None:
    retriever, _ = _retriever(cache)
    for _ in range(2):
        scores = retriever.search("pay my bill").hits[0].scores
        assert "spoilt" not in scores
        scores["spoilt"] = 1.0  # type: ignore[index]


def test_a_degraded_result_is_not_kept(cache: ResultCache) -> None:
    retriever, embedder = _retriever(cache)
    embedder.down = True
    assert retriever.search("how can I pay").degraded
    embedder.down = False
    assert not retriever.search("how can I pay").degraded


def test_equal_questions_at_once_are_searched_once(cache: ResultCache) -> None:
    retriever, embedder = _retriever(cache)
    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(lambda _: retriever.search("pay my bill").hits[0].entry.id, range(100)))
    assert set(found) == {"p0"}
    assert embedder.calls <= 2


def test_local_results_grow_old_and_the_least_used_goes_first() -> None:
    clock, index = Clock(), assemble(ENTRIES, HashEmbedder())
    cache = LocalResults(2, 300, clock)
    result = Retriever(index, HashEmbedder()).search("pay my bill")
    cache.put("a", result)
    cache.put("b", result)
    assert cache.get("a", index) is not None  # a hit moves it
    cache.put("c", result)
    assert cache.get("b", index) is None
    clock.now = 301
    assert cache.get("a", index) is None


def test_redis_drops_what_is_old_and_holds_no_words() -> None:
    client = _redis()
    retriever, _ = _retriever(RedisResults(REDIS, seconds=300))
    retriever.search("pay my bill")
    keys = list(client.scan_iter("taisa:search:*"))
    try:
        assert len(keys) == 1 and 0 < client.ttl(keys[0]) <= 300
        kept = client.get(keys[0]) + keys[0]
        assert b"pay" not in kept and b"Wi-Fi" not in kept
        client.set(keys[0], b"\x80not json")
        assert not retriever.search("pay my bill").cached
    finally:
        for key in keys:
            client.delete(key)


def test_a_redis_that_is_gone_is_left_alone_for_a_while() -> None:
    pytest.importorskip("redis", reason="redis is not installed (extra `redis`)")
    clock = Clock()
    cache = RedisResults("redis://127.0.0.1:1/0", clock=clock)
    tried: list[float] = []
    cache._redis = type("Gone", (), {"get": lambda self, key: tried.append(clock()) or _fail()})()
    retriever, _ = _retriever(cache)
    index = retriever.index
    for now in (0.0, 1.0, 4.9, 5.1):
        clock.now = now
        assert cache.get("k", index) is None
    assert tried == [0.0, 5.1]


def _fail() -> None:
    raise ConnectionRefusedError


def test_an_address_that_is_none_is_the_operators_to_mend() -> None:
    pytest.importorskip("redis", reason="redis is not installed (extra `redis`)")
    with pytest.raises(SettingsError):
        RedisResults("http://nowhere")


def test_keys_keep_diacritics_and_forget_case_and_spaces() -> None:
    assert key_of("Kas  čia", "g", ()) == key_of("kas čia ", "g", ())
    assert len({key_of("kas", "g", ()), key_of("kąs", "g", ()), key_of("kas", "h", ())}) == 3
