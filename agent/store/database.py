"""One database, opened the way this service needs it: short reads, one writing transaction at a time.

SQLite runs in WAL mode, so that readers never wait for the writer. What a crash can cost:

    the process dies (kill -9)   nothing that was committed, ever: WAL pages are with the kernel by then
    the power fails              turns of the last moments, on SQLite only: a plain turn is not fsynced
                                 (synchronous=NORMAL). A turn that made a ticket or another effect is
                                 (synchronous=FULL): what a person was promised survives.

Deletion overwrites (secure_delete), yet copies stay in the unused space of pages that SQLite once rebalanced, and in
the write-ahead log. So a deletion owes a scrub: `forget` rewrites the file and empties the log. The debt is written
with the deletion itself, so that a crash or a busy moment in between only puts it off, to the next one or the next
start.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, StaticPool, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from tenacity import retry, retry_if_exception, stop_after_delay, wait_random

from agent.errors import OutsideError, SettingsError

# A writer waits this long for another one: a turn takes under a millisecond, a scrub after a deletion seconds.
_BUSY_MILLISECONDS = 15_000
_POOL = {"pool_size": 8, "max_overflow": 32, "pool_timeout": 10}
_SCRUB_OWED = 1  # kept in SQLite's `user_version`, which Alembic does not use
# Emptying the log waits for readers, whose statements take microseconds.
_FORGET_TRIES, _FORGET_PAUSE_SECONDS = 100, 0.02
_PRAGMAS = (
    f"PRAGMA busy_timeout={_BUSY_MILLISECONDS}",
    "PRAGMA synchronous=NORMAL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA secure_delete=ON",
)


class Database:
    """Gives connections of one database. Raises SettingsError when the URL cannot serve."""

    def __init__(self, url: str) -> None:
        self.url = parse_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.is_memory = self.is_sqlite and self.url.database in (None, "", ":memory:")
        self._begin = "BEGIN IMMEDIATE" if self.is_sqlite else "BEGIN"
        # One connection is the whole in-memory database, so its users take turns.
        self._alone = threading.RLock() if self.is_memory else nullcontext()
        self._engine = self._open()

    @property
    def file(self) -> Path | None:
        """The SQLite file, if it is one."""
        return Path(str(self.url.database)) if self.is_sqlite and not self.is_memory else None

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Statements that each stand alone (no transaction). Raises OutsideError store_failed."""
        with _outside(), self._alone, self._engine.connect() as connection:
            yield connection

    @contextmanager
    def write(self, *, durable: bool = False) -> Iterator[Connection]:
        """One transaction: kept whole, or not at all. `durable` survives a power failure on SQLite too.

        Raises IntegrityError as it is (the caller knows what it means), else OutsideError store_failed.
        """
        with _outside(), self._alone, self._engine.connect() as connection, self._synced(connection, durable):
            connection.exec_driver_sql(self._begin)
            try:
                yield connection
                connection.exec_driver_sql("COMMIT")
            except BaseException:
                with suppress(SQLAlchemyError):
                    connection.exec_driver_sql("ROLLBACK")
                raise

    def owe_scrub(self, connection: Connection) -> None:
        """Part of a deleting transaction: from here on the files hold traces that `forget` must remove."""
        if self.file is not None:
            connection.exec_driver_sql(f"PRAGMA user_version={_SCRUB_OWED}")

    def forget(self) -> bool:
        """Removes what deletions left in SQLite's files; False when it must be tried again later.

        Costs about a second per 100 MB, in which other writers wait.
        """
        if self.file is None:
            return True
        try:
            with self.read() as connection:
                if connection.exec_driver_sql("PRAGMA user_version").scalar_one() != _SCRUB_OWED:
                    return True
                connection.exec_driver_sql("VACUUM")
                connection.exec_driver_sql("PRAGMA user_version=0")
                return self._empty_log(connection)
        except OutsideError:
            return False

    def _empty_log(self, connection: Connection) -> bool:
        for _ in range(_FORGET_TRIES):
            if not connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]:
                return True
            time.sleep(_FORGET_PAUSE_SECONDS)
        connection.exec_driver_sql(f"PRAGMA user_version={_SCRUB_OWED}")
        return False

    def close(self) -> None:
        """Closes every connection."""
        self._engine.dispose()

    @contextmanager
    def _synced(self, connection: Connection, durable: bool) -> Iterator[None]:
        if not (durable and self.file):
            yield
            return
        connection.exec_driver_sql("PRAGMA synchronous=FULL")
        try:
            yield
        finally:
            connection.exec_driver_sql("PRAGMA synchronous=NORMAL")

    def _open(self) -> Engine:
        # AUTOCOMMIT: the driver adds no transactions of its own; `write` says BEGIN and COMMIT itself.
        options: dict[str, Any] = {"isolation_level": "AUTOCOMMIT"}
        if self.is_memory:
            options |= {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
        else:
            options |= _POOL
        if not self.is_sqlite:
            options["pool_pre_ping"] = True  # a restarted server costs a reconnect, not a customer's turn
        if self.file is not None:
            _private_file(self.file)
        engine = _create(self.url, options)
        if self.is_sqlite:
            event.listen(engine, "connect", _tune_sqlite)
        return engine


def parse_url(url: str) -> URL:
    """The URL with the driver this service uses. Raises SettingsError database_url."""
    try:
        parsed = make_url(url)
    except ArgumentError as fault:
        raise SettingsError(
            "The database URL cannot be read.",
            mend="Write sqlite:///var/taisa.db or postgresql://user@host/name.",
            code="database_url",
        ) from fault
    if parsed.drivername in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() in ("sqlite", "postgresql"):
        return parsed
    raise SettingsError(
        f"The database {parsed.get_backend_name()} is not one this service knows.",
        mend="Use SQLite (sqlite:///var/taisa.db) or PostgreSQL (postgresql://user@host/name).",
        code="database_url",
    )


def _create(url: URL, options: dict[str, Any]) -> Engine:
    try:
        return create_engine(url, **options)
    except (ModuleNotFoundError, NoSuchModuleError) as fault:
        raise SettingsError(
            f"The driver of {url.drivername} is not installed.",
            mend="Run `pip install 'taisa[postgres]'`.",
            code="database_driver",
        ) from fault


def _private_file(file: Path) -> None:
    """Makes the file readable by its owner only: it holds what customers said."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as fault:
        raise SettingsError(
            f"The database file {file} cannot be written: {fault.strerror}.",
            mend="Choose another place for the database, or mend the rights of that folder.",
            code="database_file",
        ) from fault


def _tune_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    _write_ahead(cursor)
    cursor.close()


def _is_busy(fault: BaseException) -> bool:
    code = fault.sqlite_errorcode if isinstance(fault, sqlite3.OperationalError) else 0
    return code & 0xFF == sqlite3.SQLITE_BUSY  # the low byte is the kind, the rest says which of them


@retry(
    retry=retry_if_exception(_is_busy),
    wait=wait_random(0.005, 0.05),
    stop=stop_after_delay(_BUSY_MILLISECONDS / 1000),
    reraise=True,
)
def _write_ahead(cursor: Any) -> None:
    # A file that two processes open for the first time: each would have to raise its lock to turn the log on, and
    # SQLite then says busy at once instead of waiting, whatever busy_timeout says, lest both wait for ever.
    cursor.execute("PRAGMA journal_mode=WAL")


@contextmanager
def _outside() -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except (DBAPIError, PoolTimeout) as fault:
        reason = str(getattr(fault, "orig", None) or fault).splitlines()[0]
        raise OutsideError(f"The database failed: {reason}", code="store_failed") from fault
