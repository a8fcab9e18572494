"""The vector side in PostgreSQL with the extension `vector`: one copy of the vectors for a fleet of processes.

A table for each generation, filled once, never changed and dropped when the generation is retired; `hnsw` over the
inner product of centred vectors. The numbers of rows are those of the generation, so that everything else (keywords,
entries) stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from agent.knowledge.embedding import Vectors
from agent.knowledge.vectors import EXACT, Allowed, Centring, Ids
from agent.knowledge.vectorserver import VectorServer

_NAME = re.compile(r"[^a-z0-9]+")
_EF_SEARCH = 100


class PgVectorIndex:
    """Rows of one generation in the table `taisa_vectors_<generation>`. Raises OutsideError(code="vectors_absent").

    The rows themselves stay in memory too: the cosines of candidates are computed here, only the nearest are asked for.
    A server that is late or fails is left alone for a while (see vectorserver.py). `server` is for tests.
    """

    kind = "pgvector"

    def __init__(
        self, url: str, rows: Vectors, centre: Vectors, generation: str, server: VectorServer | None = None
    ) -> None:
        self._centring = Centring(rows, centre)
        self._server = server or VectorServer(url)
        self._table = _table_of(generation)
        self._fill()

    def nearest(self, vector: Vectors, count: int, allowed: Allowed | None) -> tuple[Ids, Vectors]:
        """See VectorIndex."""
        if allowed is not None and len(allowed) <= EXACT:
            scores = self._centring.cosines(vector, allowed.ids)
            best = np.argsort(-scores, kind="stable")[:count]
            return allowed.ids[best], scores[best]
        query = _literal(self._centring.query(vector))
        score = f"SELECT row, -(embedding <#> %s::vector) FROM {self._table}"  # noqa: S608 - letters and digits only
        statement, values = f"{score} ORDER BY embedding <#> %s::vector LIMIT %s", [query, query, count]
        if allowed is not None and not allowed.all:
            statement = f"{score} WHERE row = ANY(%s) ORDER BY 2 DESC LIMIT %s"
            values = [query, allowed.ids.tolist(), count]
        with self._server.asking() as cursor:
            cursor.execute(f"SET LOCAL hnsw.ef_search = {max(_EF_SEARCH, min(count, 1000))}")
            cursor.execute(statement, values)
            found = cursor.fetchall()
        ids = np.array([row for row, _ in found], dtype=np.int64)
        return ids, np.array([score for _, score in found], dtype=np.float32)

    def compared(self, vector: Vectors) -> Vectors | None:
        """See VectorIndex."""
        return self._centring.compared(vector)

    def cosines(self, vector: Vectors, ids: Ids) -> Vectors:
        """See VectorIndex."""
        return self._centring.cosines(vector, ids)

    def among(self, ids: Ids) -> Vectors:
        """See VectorIndex."""
        return self._centring.among(ids)

    def drop(self) -> None:
        """Remove the table of this generation."""
        with self._server.working() as cursor:
            cursor.execute(f"DROP TABLE IF EXISTS {self._table}")

    def close(self) -> None:
        """Let go of the connection."""
        self._server.close()

    def _fill(self) -> None:
        """Make the table of this generation unless it is there; whole or not at all."""
        dimension = self._centring.shape[1]
        with self._server.working() as cursor:
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


def drop_tables(url: str, generations: Sequence[str]) -> None:
    """Remove the tables of these generations. Raises OutsideError(code="vectors_absent")."""
    server = VectorServer(url)
    try:
        with server.working() as cursor:
            for generation in generations:
                cursor.execute(f"DROP TABLE IF EXISTS {_table_of(generation)}")
    finally:
        server.close()


def _table_of(generation: str) -> str:
    return f"taisa_vectors_{_NAME.sub('_', generation.lower())}"[:63]


def _literal(vector: Vectors) -> str:
    return "[" + ",".join(f"{part:.7g}" for part in vector.tolist()) + "]"
