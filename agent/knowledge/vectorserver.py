"""A PostgreSQL that is asked while a customer waits: cut off when late, left alone for a while once it failed.

asking    a cursor for a question, for a limited time        working    one for tables, for as long as it takes
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from agent.errors import OutsideError, missing_extra
from agent.llm import Breaker

PATIENCE = 1.0  # seconds for a question: searching by words alone takes a hundredth of that
REST = 30.0  # seconds without another try after a failure
_CONNECT = 2  # seconds; libpq waits no less


class VectorServer:
    """One connection, opened on need, that carries one transaction at a time; safe from many threads.

    Raises OutsideError(code="vectors_absent") whatever goes wrong. `seconds` is the longest a question may take, `rest`
    how long none is asked after one failed.
    """

    def __init__(
        self,
        url: str,
        seconds: float = PATIENCE,
        rest: float = REST,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._url, self._seconds = url, seconds
        self._breaker = Breaker(1, rest, clock)
        self._connection: Any = None
        self._one_by_one = threading.Lock()

    @contextmanager
    def asking(self) -> Iterator[Any]:
        """A cursor in a transaction of its own; whoever waits for it behind a failing one is refused with that one."""
        if not self._one_by_one.acquire(timeout=self._seconds + _CONNECT):
            raise _absent("is still busy with another question")
        try:
            if not self._breaker.allows():
                raise _absent("failed a moment ago and is left alone")
            with self._recorded(), self._cursor(self._seconds) as cursor:
                cursor.execute(f"SET LOCAL statement_timeout = {round(1000 * self._seconds)}")
                yield cursor
        finally:
            self._one_by_one.release()

    @contextmanager
    def working(self) -> Iterator[Any]:
        """A cursor in a transaction of its own, for as long as it takes."""
        with self._one_by_one, self._cursor(None) as cursor:
            yield cursor

    def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def _recorded(self) -> Iterator[None]:
        try:
            yield
        except OutsideError:
            self._breaker.record(ok=False)
            raise
        self._breaker.record(ok=True)

    @contextmanager
    def _cursor(self, seconds: float | None) -> Iterator[Any]:
        """A lost connection is opened again the next time."""
        psycopg = _library()
        try:
            if self._connection is None or self._connection.closed:
                self._connection = psycopg.connect(self._url, connect_timeout=_CONNECT)
            connection = self._connection
            with _cut_off(connection, seconds), connection.transaction(), connection.cursor() as cursor:
                yield cursor
        except psycopg.Error as fault:
            raise _absent(f"cannot search vectors: {type(fault).__name__}") from fault


@contextmanager
def _cut_off(connection: Any, seconds: float | None) -> Iterator[None]:
    """Hang up on a server that says nothing: libpq itself would wait for its answer for ever."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(1.5 * seconds, _hang_up, (connection,))  # the server's own limit comes first
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _hang_up(connection: Any) -> None:
    with suppress(OSError, _library().Error), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


def _library() -> Any:
    try:
        import psycopg  # noqa: PLC0415 - only where it is configured
    except ImportError:
        raise missing_extra("pgvector is configured but its library is not installed.", "postgres") from None
    return psycopg


def _absent(says: str) -> OutsideError:
    mend = "Check TAISA_VECTORS_URL, and that the extension `vector` can be created there."
    return OutsideError(f"PostgreSQL {says}.", code="vectors_absent", mend=mend)
