"""The stores that every contract test runs on: SQLite in a file, SQLite in memory, PostgreSQL where one answers.

PostgreSQL is looked for at TAISA_TEST_POSTGRES, else at 127.0.0.1 (databases test, postgres); each test run uses a
schema of its own there and drops it.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.store import SqlStore, migrate, open_store

_CANDIDATES = ("postgresql://127.0.0.1/test", "postgresql://postgres@127.0.0.1/postgres")


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A migrated PostgreSQL schema nobody else uses. Skips when there is no server."""
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed (extra `postgres`)")
    asked = os.environ.get("TAISA_TEST_POSTGRES")
    schema = f"taisa_test_{uuid.uuid4().hex[:12]}"
    for base in (asked,) if asked else _CANDIDATES:
        try:
            with psycopg.connect(base, connect_timeout=2, autocommit=True) as connection:
                connection.execute(f"CREATE SCHEMA {schema}")
        except psycopg.OperationalError:
            continue
        url = f"{base}{'&' if '?' in base else '?'}options=-csearch_path%3D{schema}"
        migrate(url)
        yield url
        with psycopg.connect(base, autocommit=True) as connection:
            connection.execute(f"DROP SCHEMA {schema} CASCADE")
        return
    pytest.skip("no PostgreSQL answers at TAISA_TEST_POSTGRES or 127.0.0.1:5432")


@pytest.fixture(params=["sqlite-file", "sqlite-memory", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where the store under test lives."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgres_url"))
    return "sqlite://" if request.param == "sqlite-memory" else f"sqlite:///{tmp_path / 'taisa.db'}"


@pytest.fixture(params=["sqlite-file", "postgresql"])
def shared_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that several processes can share."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgres_url"))
    return f"sqlite:///{tmp_path / 'taisa.db'}"


@pytest.fixture
def store(database_url: str) -> Iterator[SqlStore]:
    """The store under test."""
    opened = open_store(database_url)
    yield opened
    opened.close()


@pytest.fixture
def file_store(tmp_path: Path) -> Iterator[SqlStore]:
    """A store in a file, for what only files can show."""
    opened = open_store(f"sqlite:///{tmp_path / 'taisa.db'}")
    yield opened
    opened.close()
