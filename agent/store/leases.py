"""One message at a time for a conversation: first among the threads of a process, then among processes.

Locks are the kernel's (a byte of a file, for SQLite) or the server's (an advisory lock, for PostgreSQL), not rows
with an expiry: a process that dies lets go at once, a slow turn needs no renewal, and no write is spent on it.
Should a lock be lost all the same, the conversation's version catches it.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import struct
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from agent.errors import ConversationError, OutsideError

_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.001, 0.02
# Linux: locks that belong to the open file, so that two stores in one process exclude each other too.
_SET_LOCK = getattr(fcntl, "F_OFD_SETLK", fcntl.F_SETLK)


class Locks(Protocol):
    """Locks among processes. `number` is positive and below 2**63."""

    def try_lock(self, number: int) -> bool: ...

    def unlock(self, number: int) -> None: ...

    def close(self) -> None: ...


class Leases:
    """Gives a conversation to one caller at a time, in the order they came (within a process)."""

    def __init__(self, locks: Locks | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._queue, self._locks, self._clock = Turnstile(), locks, clock

    @contextmanager
    def hold(self, conversation_id: str, seconds: float) -> Iterator[None]:
        """Waits for up to `seconds`. Raises ConversationError conversation_busy."""
        deadline = self._clock() + seconds
        if not self._queue.enter(conversation_id, seconds):
            raise _busy()
        try:
            number = lock_number(conversation_id)
            self._lock(number, deadline)
            try:
                yield
            finally:
                if self._locks is not None:
                    self._locks.unlock(number)
        finally:
            self._queue.leave(conversation_id)

    def close(self) -> None:
        """Lets everything go."""
        if self._locks is not None:
            self._locks.close()

    def _lock(self, number: int, deadline: float) -> None:
        pause = _FIRST_PAUSE_SECONDS
        while self._locks is not None and not self._locks.try_lock(number):
            if self._clock() + pause > deadline:
                raise _busy()
            time.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE_SECONDS)


class Turnstile:
    """A queue per key, first come first served; holds nothing of keys nobody waits for."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._queues: dict[str, deque[threading.Event]] = {}

    def enter(self, key: str, seconds: float) -> bool:
        """Waits until nobody is before us; False when that took too long."""
        mine = threading.Event()
        with self._guard:
            queue = self._queues.setdefault(key, deque())
            queue.append(mine)
            if queue[0] is mine:
                return True
        if mine.wait(seconds):
            return True
        with self._guard:
            if queue[0] is mine:  # our turn came between the timeout and here
                return True
            queue.remove(mine)
            return False

    def leave(self, key: str) -> None:
        """Lets the next one in."""
        with self._guard:
            queue = self._queues[key]
            queue.popleft()
            if queue:
                queue[0].set()
            else:
                del self._queues[key]


class FileLocks:
    """Byte-range locks on one small file beside the database; the kernel drops them when a process dies."""

    def __init__(self, file: Path) -> None:
        self._descriptor = os.open(file, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)

    def try_lock(self, number: int) -> bool:
        """Takes the byte at `number`, if nobody has it."""
        try:
            self._set(fcntl.F_WRLCK, number)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def unlock(self, number: int) -> None:
        """Gives it back."""
        self._set(fcntl.F_UNLCK, number)

    def close(self) -> None:
        """Gives all of them back."""
        os.close(self._descriptor)

    def _set(self, kind: int, number: int) -> None:
        if _SET_LOCK == fcntl.F_SETLK:  # without per-file locks (macOS); its struct differs, lockf knows it
            how = fcntl.LOCK_UN if kind == fcntl.F_UNLCK else fcntl.LOCK_EX | fcntl.LOCK_NB
            fcntl.lockf(self._descriptor, how, 1, number)
            return
        # struct flock: type, whence, start, length, pid (0 is required here)
        fcntl.fcntl(self._descriptor, _SET_LOCK, struct.pack("hhqqi4x", kind, os.SEEK_SET, number, 1, 0))


class AdvisoryLocks:
    """PostgreSQL's session locks on one connection of its own. Needs session pooling, should a pooler stand between."""

    def __init__(self, url: URL) -> None:
        self._engine: Engine = create_engine(url, isolation_level="AUTOCOMMIT", pool_size=1, max_overflow=0)
        self._guard = threading.Lock()
        self._connection: Connection | None = None

    def try_lock(self, number: int) -> bool:
        """Takes the lock, if no other process has it. Raises OutsideError store_failed."""
        return bool(self._ask("pg_try_advisory_lock", number))

    def unlock(self, number: int) -> None:
        """Gives it back; with the connection lost, the server has done so already."""
        try:
            self._ask("pg_advisory_unlock", number)
        except OutsideError:
            return

    def close(self) -> None:
        """Gives all of them back."""
        with self._guard:
            self._drop()
            self._engine.dispose()

    def _ask(self, function: str, number: int) -> object:
        with self._guard:
            try:
                if self._connection is None:
                    self._connection = self._engine.connect()
                return self._connection.exec_driver_sql(f"SELECT {function}(%s)", (number,)).scalar_one()
            except DBAPIError as fault:
                self._drop()
                raise OutsideError(
                    "The database failed while a lock was asked for.", code="store_failed"
                ) from fault

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection = None


def lock_number(conversation_id: str) -> int:
    """A positive 62-bit number of an id: two ids do not meet in practice, and would only wait if they did."""
    return int.from_bytes(hashlib.sha256(conversation_id.encode("utf-8", "replace")).digest()[:8]) >> 2


def _busy() -> ConversationError:
    return ConversationError(
        "Another message of this conversation is still being answered.",
        mend="Send the message again in a moment, with the same message_id.",
        code="conversation_busy",
        status=409,
    )
