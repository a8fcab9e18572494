"""Results kept for a while: in this process, or in Redis for several of them. One contract, see ResultCache.

A key holds everything a result depends on, the generation of the index among it: what a new index finds is never
mixed with what an old one found. Only the digest of a question leaves the process.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from cachetools import TTLCache

from agent.errors import SettingsError, missing_extra
from agent.knowledge.found import Hit, Result
from agent.knowledge.index import Index

SIZE, SECONDS = 500, 300.0
_PREFIX = "taisa:search:1:"
_PATIENCE = 0.05  # seconds a question may wait for Redis: searching again takes less
_REST = 5.0  # seconds without another try after Redis failed


class ResultCache(Protocol):
    """Keeps results for a limited time. A cache that fails is a cache that has nothing: it never raises."""

    def get(self, key: str, index: Index) -> Result | None:
        """What was kept under `key`, of this `index`, or None."""
        ...

    def put(self, key: str, result: Result) -> None:
        """Keep `result`."""
        ...


def key_of(query: str, generation: str, arguments: object) -> str:
    """A digest of everything a result depends on. Diacritics stay: "kas" is not "kąs"."""
    plain = "\n".join((" ".join(query.casefold().split()), generation, repr(arguments)))
    return hashlib.sha256(plain.encode("utf-8", "replace")).hexdigest()


class LocalResults:
    """In this process: the least recently used of `size` goes first, none is older than `seconds`."""

    def __init__(
        self, size: int = SIZE, seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._kept: TTLCache[str, Result] = TTLCache(size, seconds, timer=clock)
        self._lock = threading.Lock()

    def get(self, key: str, index: Index) -> Result | None:
        """See ResultCache."""
        with self._lock:
            kept = self._kept.get(key)
        return None if kept is None else _copied(kept)

    def put(self, key: str, result: Result) -> None:
        """See ResultCache."""
        with self._lock:
            self._kept[key] = _copied(result)


class RedisResults:
    """In Redis, as JSON: ids of entries with their scores, no text. Redis drops them after `seconds`.

    Raises SettingsError (code="setting_invalid") for an address that is none. When Redis fails, nothing is kept and
    nothing found, and it is left alone for a few seconds.
    """

    def __init__(
        self, url: str, seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        try:
            import redis  # noqa: PLC0415 - only where it is configured
        except ImportError:
            raise missing_extra("Redis is configured but its library is not installed.", "redis") from None

        self._failures = (redis.RedisError, OSError)
        self._seconds, self._clock = max(int(seconds), 1), clock
        self._resting_until = float("-inf")
        try:
            self._redis: Any = redis.Redis.from_url(
                url, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE
            )
        except ValueError as fault:
            says = f"The address of Redis cannot be read: {fault}"
            raise SettingsError(says, code="setting_invalid", mend="Write redis://host:port/0.") from fault

    def get(self, key: str, index: Index) -> Result | None:
        """See ResultCache."""
        found = self._try(lambda: self._redis.get(_PREFIX + key))
        try:
            return None if found is None else _decoded(json.loads(found), index)
        except (ValueError, KeyError, TypeError, AttributeError):
            return None  # another program's or another version's: as good as nothing

    def put(self, key: str, result: Result) -> None:
        """See ResultCache."""
        self._try(lambda: self._redis.set(_PREFIX + key, json.dumps(_encoded(result)), ex=self._seconds))

    def _try(self, call: Callable[[], Any]) -> Any:
        if self._clock() < self._resting_until:
            return None
        try:
            return call()
        except self._failures:
            self._resting_until = self._clock() + _REST
            return None


def _copied(result: Result) -> Result:
    """`result` with tables of its own: what a caller does to them stays with that caller."""

    def own(hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
        return tuple(replace(hit, scores=dict(hit.scores)) for hit in hits)

    return replace(result, hits=own(result.hits), linked=own(result.linked), timings=dict(result.timings))


def _encoded(result: Result) -> dict[str, Any]:
    return {
        "generation": result.generation,
        "degraded": result.degraded,
        "alpha": result.alpha,
        "notes": result.notes,
        "variance": result.variance,
        "overlap": result.overlap,
        "hits": [_plain(hit) for hit in result.hits],
        "linked": [_plain(hit) for hit in result.linked],
    }


def _plain(hit: Hit) -> dict[str, Any]:
    return {"id": hit.entry.id, "score": hit.score, "scores": dict(hit.scores), "why": hit.why}


def _decoded(plain: Mapping[str, Any], index: Index) -> Result | None:
    """The result again, or None when it is of another index."""
    if plain["generation"] != index.generation:
        return None

    def hit(one: Mapping[str, Any]) -> Hit:
        entry = index.entries[index.rows[one["id"]]]
        scores = {str(name): float(score) for name, score in one["scores"].items()}
        return Hit(entry, float(one["score"]), scores, tuple(map(str, one["why"])))

    found = Result(
        tuple(map(hit, plain["hits"])),
        bool(plain["degraded"]),
        alpha=float(plain["alpha"]),
        generation=index.generation,
        notes=tuple(map(str, plain["notes"])),
        variance=plain.get("variance"),
        overlap=plain.get("overlap"),
    )
    return replace(found, linked=tuple(map(hit, plain["linked"])))
