"""One contract for every vector index: FAISS in its four kinds, and pgvector on a real server."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from agent.errors import OutsideError
from agent.knowledge.embedding import Vectors
from agent.knowledge.vectors import KINDS, Allowed, FaissIndex, VectorIndex, centre_of, chosen_kind

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
    raw, centred = index.cosines(ROWS[5], ids)
    np.testing.assert_allclose(centred, scores, atol=0.03)
    np.testing.assert_allclose(raw, ROWS[ids] @ ROWS[5], atol=1e-5)


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
