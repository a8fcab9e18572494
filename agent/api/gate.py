"""Turns at the door: so many at once in threads, so many waiting, and no more.

A turn is CPU work (or a wait for a model), so it leaves the event loop. Beyond the queue a caller hears 429 at once
instead of holding a connection that will time out anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from agent.errors import ConversationError

T = TypeVar("T")


class Gate:
    """Runs blocking calls in at most `threads` threads with at most `queue` waiting."""

    def __init__(self, threads: int, queue: int) -> None:
        self._threads, self._most = threads, threads + queue
        self._inside = 0  # counted on the event loop, which is one thread
        self._limiter: CapacityLimiter | None = None

    async def run(self, call: Callable[[], T]) -> T:
        """The result of `call`. Raises ConversationError 429 when too many wait."""
        if self._inside >= self._most:
            raise ConversationError(
                "Too many requests at once.", code="too_many", status=429, mend="Try again in a second."
            )
        self._inside += 1
        try:
            return await run_sync(call, limiter=self._get_limiter())
        finally:
            self._inside -= 1

    def _get_limiter(self) -> CapacityLimiter:
        # A limiter belongs to an event loop, which does not exist yet when the app is made.
        if self._limiter is None:
            self._limiter = CapacityLimiter(self._threads)
        return self._limiter
