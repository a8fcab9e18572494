"""One contract for every vector index: FAISS in its four kinds, and pgvector on a real server."""

from __future__ import annotations

import os
import select
import socket
import socketserver
import threading
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agent.errors import OutsideError
from agent.knowledge import Entry, HashEmbedder, Retriever, assemble, build_index, open_index
from agent.knowledge.embedding import Vectors
from agent.knowledge.vectors import KINDS, Allowed, FaissIndex, Ids, VectorIndex, centre_of, chosen_kind

COUNT, DIMENSION = 3000, 32
Make = Callable[[Vectors, Vectors], VectorIndex]
_SERVERS = ("postgresql://127.0.0.1/test", "postgresql://postgres@127.0.0.1/postgres")


def _rows(count: int = COUNT) -> Vectors:
    """Clusters, as texts are: 60 topics with their passages around them."""
    rng = np.random.default_rng(7)
    topics = rng.normal(size=(60, DIMENSION))
    rows = topics[rng.integers(0, 60, count)] + 0.5 * rng.normal(size=(count, DIMENSION)) + 0.6
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


ROWS = _rows()


def server_with_vectors() -> str:
    """The address of a PostgreSQL with the extension, or a skip that says what is missing."""
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed (extra `postgres`)")
    given = os.environ.get("TAISA_TEST_VECTORS")
    missing = "no PostgreSQL answers at 127.0.0.1"
    for url in (given,) if given else _SERVERS:
        try:
            with psycopg.connect(url, connect_timeout=3) as connection:
                found = connection.execute(
                    "SELECT 1 FROM pg_available_extensions WHERE name = 'vector'"
                ).fetchone()
            if found:
                return str(url)
            missing = "the PostgreSQL here has no extension `vector`; name one that has in TAISA_TEST_VECTORS"
        except psycopg.OperationalError:
            continue
    pytest.skip(missing)


@pytest.fixture(params=[*KINDS, "pgvector"])
def make(request: pytest.FixtureRequest) -> Iterator[Make]:
    if request.param != "pgvector":
        yield lambda rows, centre: FaissIndex(rows, centre, request.param)
        return
    url, made = server_with_vectors(), []
    from agent.knowledge.pgvector import PgVectorIndex

    def _make(rows: Vectors, centre: Vectors) -> VectorIndex:
        made.append(PgVectorIndex(url, rows, centre, f"test-{uuid.uuid4().hex[:12]}"))
        return made[-1]

    yield _make
    for index in made:
        index.drop()
        index.close()


def _exact(vector: Vectors, allowed: Allowed | None = None) -> list[int]:
    """The nearest rows by comparing with every one."""
    centre = centre_of(ROWS)
    moved = (ROWS - centre) / np.linalg.norm(ROWS - centre, axis=1, keepdims=True)
    scores = moved @ ((vector - centre) / np.linalg.norm(vector - centre))
    if allowed is not None:
        scores[~allowed.mask] = -2
    return np.argsort(-scores)[:10].tolist()


def test_it_finds_what_comparing_with_every_row_finds(make: Make) -> None:
    index = make(ROWS, centre_of(ROWS))
    asked = _rows(20)[:20]
    found = [set(index.nearest(vector, 10, None)[0].tolist()) for vector in asked]
    hits = sum(len(mine & set(_exact(vector))) for mine, vector in zip(found, asked, strict=True))
    assert hits >= 0.9 * 200  # trained kinds may miss a few


def test_best_first_with_the_cosine_itself(make: Make) -> None:
    index = make(ROWS, centre_of(ROWS))
    ids, scores = index.nearest(ROWS[5], 10, None)
    assert ids[0] == 5
    assert scores[0] == pytest.approx(1, abs=0.02)
    assert (np.diff(scores) <= 1e-6).all()
    np.testing.assert_allclose(index.cosines(ROWS[5], ids), scores, atol=0.03)


def test_few_rows_are_all_compared_and_many_are_not(make: Make) -> None:
    centre = centre_of(ROWS)
    assert make(ROWS, centre).compared(ROWS[5]) is None
    few = make(ROWS[:400], centre)
    cosines = few.compared(ROWS[5])
    assert cosines is not None
    ids = np.arange(400, dtype=np.int64)
    np.testing.assert_allclose(cosines, few.cosines(ROWS[5], ids), atol=1e-6)
    assert few.nearest(ROWS[5], 10, Allowed(ids, 400))[0].tolist() == np.argsort(-cosines)[:10].tolist()


@pytest.mark.parametrize("share", [0.5, 0.001])
def test_the_filter_comes_before_the_cut(make: Make, share: float) -> None:
    index = make(ROWS, centre_of(ROWS))
    allowed = Allowed(np.arange(0, COUNT, round(1 / share), dtype=np.int64), COUNT)
    for vector in _rows(5)[:5]:
        ids, _ = index.nearest(vector, 10, allowed)
        assert allowed.mask[ids].all()
        assert len(ids) == min(10, len(allowed))
        assert len(set(ids.tolist()) & set(_exact(vector, allowed))) >= min(8, len(allowed))


def test_asking_for_more_than_there_is_gives_what_there_is(make: Make) -> None:
    index = make(ROWS[:7], centre_of(ROWS))
    assert sorted(index.nearest(ROWS[0], 50, None)[0].tolist()) == list(range(7))


def test_rows_are_compared_with_each_other(make: Make) -> None:
    among = make(ROWS, centre_of(ROWS)).among(np.array([3, 3, 9]))
    assert among.shape == (3, 3)
    assert among[0, 1] == pytest.approx(1, abs=1e-5)
    np.testing.assert_allclose(among, among.T, atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_trained_comes_back(tmp_path: Path, kind: str) -> None:
    FaissIndex(ROWS, centre_of(ROWS), kind).save(tmp_path / "index.faiss")
    again = FaissIndex(ROWS, centre_of(ROWS), kind, tmp_path / "index.faiss")
    assert again.nearest(ROWS[5], 1, None)[0].tolist() == [5]
    with pytest.raises(ValueError, match="holds"):
        FaissIndex(ROWS[:9], centre_of(ROWS), kind, tmp_path / "index.faiss")
    (tmp_path / "index.faiss").write_bytes(b"no index")
    with pytest.raises(ValueError, match="no index"):
        FaissIndex(ROWS, centre_of(ROWS), kind, tmp_path / "index.faiss")


@pytest.mark.parametrize(
    ("wanted", "count", "kind"),
    [
        ("auto", 800, "flat"),
        ("auto", 100_000, "ivf"),
        ("ivf", 100, "flat"),  # too few to train
        ("ivf", 5000, "ivf"),
        ("hnsw", 10, "hnsw"),
    ],
)
def test_the_kind_suits_the_corpus(wanted: str, count: int, kind: str) -> None:
    assert chosen_kind(wanted, count) == kind


def test_a_server_that_is_not_there_is_another_systems_fault() -> None:
    pytest.importorskip("psycopg", reason="psycopg is not installed (extra `postgres`)")
    from agent.knowledge.pgvector import PgVectorIndex

    with pytest.raises(OutsideError) as caught:
        PgVectorIndex("postgresql://127.0.0.1:1/none", ROWS[:3], centre_of(ROWS), "x")
    assert caught.value.code == "vectors_absent"


# ── a server that fails while somebody waits ──


class Line(socketserver.ThreadingTCPServer):
    """Between us and a server: passes everything on until it is told to hold its tongue. `calls` counts connections."""

    allow_reuse_address, daemon_threads = True, True

    def __init__(self, behind: tuple[str, int] | None) -> None:
        super().__init__(("127.0.0.1", 0), _Passing)
        self.behind, self.silent, self.calls = behind, behind is None, 0
        threading.Thread(target=self.serve_forever, daemon=True).start()


class _Passing(socketserver.BaseRequestHandler):
    server: Line

    def handle(self) -> None:
        self.server.calls += 1
        if self.server.behind is None:
            self.request.recv(1 << 16)
            threading.Event().wait(20)
            return
        with socket.create_connection(self.server.behind) as inner:
            ends = {self.request: inner, inner: self.request}
            while True:
                for end in select.select(list(ends), [], [])[0]:
                    piece = end.recv(1 << 16)
                    if not piece:
                        return
                    if not self.server.silent:
                        ends[end].sendall(piece)


class Clock:
    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


def test_a_server_that_says_nothing_is_not_asked_again_for_a_while() -> None:
    pytest.importorskip("psycopg", reason="psycopg is not installed (extra `postgres`)")
    from agent.knowledge.vectorserver import VectorServer

    clock = Clock()
    with Line(behind=None) as line:
        server = VectorServer(f"postgresql://127.0.0.1:{line.server_address[1]}/x", rest=30, clock=clock)
        for _ in range(3):
            with pytest.raises(OutsideError, match="PostgreSQL"), server.asking():
                pass
        assert line.calls == 1
        clock.at += 31
        with pytest.raises(OutsideError), server.asking():
            pass
        assert line.calls == 2
        line.shutdown()


def test_a_server_that_falls_silent_is_left_and_taken_up_again() -> None:
    url = server_with_vectors()
    import psycopg

    from agent.knowledge.pgvector import PgVectorIndex
    from agent.knowledge.vectorserver import VectorServer

    info = psycopg.conninfo.conninfo_to_dict(url)
    clock = Clock()
    with Line((str(info.get("host", "127.0.0.1")), int(info.get("port", 5432)))) as line:
        through = psycopg.conninfo.make_conninfo(url, host="127.0.0.1", port=line.server_address[1])
        server = VectorServer(through, seconds=0.5, rest=30, clock=clock)
        index = PgVectorIndex(url, ROWS, centre_of(ROWS), f"test-{uuid.uuid4().hex[:12]}", server)
        assert index.nearest(ROWS[5], 1, None)[0].tolist() == [5]
        line.silent = True
        for _ in range(2):
            with pytest.raises(OutsideError) as caught:
                index.nearest(ROWS[5], 1, None)
            assert caught.value.code == "vectors_absent"
        line.silent = False
        with pytest.raises(OutsideError, match="left alone"):
            index.nearest(ROWS[5], 1, None)
        clock.at += 31
        assert index.nearest(ROWS[5], 1, None)[0].tolist() == [5]
        index.drop()
        index.close()
        line.shutdown()


def test_a_search_goes_on_by_words_while_the_server_is_silent() -> None:
    pytest.importorskip("psycopg", reason="psycopg is not installed (extra `postgres`)")
    from agent.knowledge.vectorserver import VectorServer

    embedder = HashEmbedder(64)
    entries = [
        Entry(f"p{at}", text, "article", f"t{at}", "en", heading=text, body=text)
        for at, text in enumerate(("How do I pay my bill?", "Change the Wi-Fi password"))
    ]
    with Line(behind=None) as line:
        server = VectorServer(f"postgresql://127.0.0.1:{line.server_address[1]}/x")
        whole = assemble(entries, embedder)
        assert whole.vectors is not None and whole.centre is not None
        far = Elsewhere(server, whole.vectors, whole.centre)
        retriever = Retriever(replace(whole, side=far), embedder)
        for query in ("pay my bill", "how to pay the bill"):
            found = retriever.search(query, threshold=0.3)
            assert found.degraded and found.hits[0].entry.id == "p0"
        assert line.calls == 1
        line.shutdown()


class Elsewhere(FaissIndex):
    """An index whose nearest rows only the server knows."""

    def __init__(self, server: object, rows: Vectors, centre: Vectors) -> None:
        super().__init__(rows, centre)
        self._server: Any = server

    def compared(self, vector: Vectors) -> None:
        return

    def nearest(self, vector: Vectors, count: int, allowed: Allowed | None) -> tuple[Ids, Vectors]:
        with self._server.asking():
            return super().nearest(vector, count, allowed)


def test_the_tables_of_retired_generations_are_dropped(tmp_path: Path) -> None:
    url = server_with_vectors()
    import psycopg

    from agent.knowledge.pgvector import _table_of, drop_tables

    embedder = HashEmbedder(16)
    own = uuid.uuid4().hex  # other runs have tables there too
    names = []
    for day in range(1, 5):
        entry = Entry("p", f"text {day} of {own}", "article", "t", "en")
        built = build_index(
            [entry], embedder, tmp_path, vectors_url=url, clock=partial(datetime, 2026, 1, day, tzinfo=UTC)
        )
        open_index(tmp_path, embedder, vectors_url=url)
        names.append(built.generation)
    with psycopg.connect(url) as connection:
        there = [
            connection.execute("SELECT to_regclass(%s)", (_table_of(name),)).fetchone()[0] is not None
            for name in names
        ]
    drop_tables(url, names)
    assert there == [False, False, True, True]


@pytest.mark.parametrize("better", [0, 3, 12])
@pytest.mark.parametrize("step", [1, 3])
def test_of_equal_texts_the_first_are_kept(better: int, step: int) -> None:
    """Odd numbers of rows: a product of the whole matrix sums those left over in another order."""
    asked, said, other = np.eye(3, DIMENSION, dtype=np.float32) + np.float32(0.3)
    nearer = [asked + share * other for share in np.linspace(0.01, 0.1, better, dtype=np.float32)]
    rows = np.array([*[other] * 211, *[said] * 313, *nearer], dtype=np.float32)
    allowed = np.array([*range(2, 524, step), *range(524, len(rows))], dtype=np.int64)
    ids, scores = FaissIndex(rows, np.full(DIMENSION, 0.1, dtype=np.float32)).nearest(
        asked + np.float32(0.2) * said, 20, Allowed(allowed, len(rows))
    )
    equal = allowed[(allowed >= 211) & (allowed < 524)][: 20 - better]
    assert sorted(ids[:better].tolist()) == list(range(524, len(rows)))
    assert ids[better:].tolist() == equal.tolist()
    assert (np.diff(scores) <= 0).all()
