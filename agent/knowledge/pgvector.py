"""The vector side in PostgreSQL with the extension `vector`: one copy of the vectors for a fleet of processes.

A table for each generation, filled once and never changed; `hnsw` over the inner product of centred vectors. The
numbers of rows are those of the generation, so that everything else (keywords, entries) stays as it is.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from agent.errors import OutsideError, missing_extra
from agent.knowledge.embedding import Vectors
from agent.knowledge.vectors import Allowed, Centring, Ids

_NAME = re.compile(r"[^a-z0-9]+")
_EF_SEARCH = 100
_EXACT = 2_000  # so few allowed rows are compared one by one


class PgVectorIndex:
    """Rows of one generation in the table `taisa_vectors_<generation>`. Raises OutsideError(code="vectors_absent").

    The rows themselves stay in memory too: the cosines of candidates are computed here, only the nearest are asked for.
    """

    kind = "pgvector"

    def __init__(self, url: str, rows: Vectors, centre: Vectors, generation: str) -> None:
        self._centring = Centring(rows, centre)
        self._url = url
        self._table = f"taisa_vectors_{_NAME.sub('_', generation.lower())}"[:63]
        self._connection: Any = None
        self._one_by_one = threading.Lock()  # a connection carries one transaction at a time
        self._fill()

    def nearest(self, vector: Vectors, count: int, allowed: Allowed | None) -> tuple[Ids, Vectors]:
        """See VectorIndex."""
        if allowed is not None and len(allowed) <= _EXACT:
            scores = self._centring.cosines(vector, allowed.ids)[1]
            best = np.argsort(-scores, kind="stable")[:count]
            return allowed.ids[best], scores[best]
        query = _literal(self._centring.query(vector))
        score = f"SELECT row, -(embedding <#> %s::vector) FROM {self._table}"  # noqa: S608 - letters and digits only
        statement, values = f"{score} ORDER BY embedding <#> %s::vector LIMIT %s", [query, query, count]
        if allowed is not None and not allowed.all:
            statement = f"{score} WHERE row = ANY(%s) ORDER BY 2 DESC LIMIT %s"
            values = [query, allowed.ids.tolist(), count]
        with self._asking() as cursor:
            cursor.execute(f"SET LOCAL hnsw.ef_search = {max(_EF_SEARCH, min(count, 1000))}")
            cursor.execute(statement, values)
            found = cursor.fetchall()
        ids = np.array([row for row, _ in found], dtype=np.int64)
        return ids, np.array([score for _, score in found], dtype=np.float32)

    def cosines(self, vector: Vectors, ids: Ids) -> tuple[Vectors, Vectors]:
        """See VectorIndex."""
        return self._centring.cosines(vector, ids)

    def among(self, ids: Ids) -> Vectors:
        """See VectorIndex."""
        return self._centring.among(ids)

    def drop(self) -> None:
        """Remove the table of this generation."""
        with self._asking() as cursor:
            cursor.execute(f"DROP TABLE IF EXISTS {self._table}")

    def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _fill(self) -> None:
        """Make the table of this generation unless it is there; whole or not at all."""
        dimension = self._centring.shape[1]
        with self._asking() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", (self._table,))
            cursor.execute("SELECT to_regclass(%s)", (self._table,))
            if cursor.fetchone()[0] is not None:
                return
            cursor.execute("CREATE EXTENSION IF NOT EXISTS vector")
            cursor.execute(
                f"CREATE TABLE {self._table} (row bigint PRIMARY KEY, embedding vector({dimension}))"
            )
            with cursor.copy(f"COPY {self._table} (row, embedding) FROM STDIN") as copy:
                for row, vector in enumerate(self._centring.moved):
                    copy.write_row((row, _literal(vector)))
            cursor.execute(f"CREATE INDEX ON {self._table} USING hnsw (embedding vector_ip_ops)")
            cursor.execute(f"ANALYZE {self._table}")

    @contextmanager
    def _asking(self) -> Iterator[Any]:
        """A cursor in a transaction of its own; a lost connection is opened again the next time."""
        try:
            import psycopg  # noqa: PLC0415 - only where it is configured
        except ImportError:
            raise missing_extra(
                "pgvector is configured but its library is not installed.", "postgres"
            ) from None

        try:
            with self._one_by_one:
                if self._connection is None or self._connection.closed:
                    self._connection = psycopg.connect(self._url, connect_timeout=5)
                with self._connection.transaction(), self._connection.cursor() as cursor:
                    yield cursor
        except psycopg.Error as fault:
            raise OutsideError(
                f"PostgreSQL cannot search vectors: {type(fault).__name__}.",
                code="vectors_absent",
                mend="Check TAISA_VECTORS_URL, and that the extension `vector` can be created there.",
            ) from fault


def _literal(vector: Vectors) -> str:
    return "[" + ",".join(f"{part:.7g}" for part in vector.tolist()) + "]"
