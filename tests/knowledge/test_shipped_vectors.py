"""Vectors that are shipped: read, doubted, and as good as those worked out here."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agent.bootstrap import embedder_of, entries, meaning_of
from agent.knowledge.embedding import fingerprint
from agent.knowledge.entry import digest_of
from agent.knowledge.shippedvectors import SHIPPED, ship, shipped_vectors
from agent.knowledge.vectorcache import VectorCache, name_of
from agent.material import read_material
from agent.routing.background import load_backgrounds
from agent.routing.opening import told_digest
from agent.routing.samples import samples_of
from agent.settings import Settings

ROWS = {
    f"{number:02x}" * 32: np.random.default_rng(number).normal(size=8).astype(np.float32)
    for number in range(5)
}
MOST_STALE = 0.1  # of the texts: more of them, and `python -m benchmarks.ship_vectors` is due


def test_shipped_vectors_come_back_almost_as_they_were(tmp_path: Path) -> None:
    ship(ROWS, tmp_path / "m-8.npz")
    back = shipped_vectors(tmp_path / "m-8.npz")
    assert back.keys() == ROWS.keys()
    assert all(np.allclose(back[digest], row, atol=np.abs(row).max() / 120) for digest, row in ROWS.items())


def test_the_same_vectors_make_the_same_file_and_shipping_them_again_changes_nothing(tmp_path: Path) -> None:
    ship(ROWS, tmp_path / "one.npz")
    ship(shipped_vectors(tmp_path / "one.npz"), tmp_path / "two.npz")
    one, two = shipped_vectors(tmp_path / "one.npz"), shipped_vectors(tmp_path / "two.npz")
    assert all(np.array_equal(one[digest], two[digest]) for digest in ROWS)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 torn", b"not an archive"])
def test_a_damaged_file_ships_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "m-8.npz").write_bytes(content)
    assert shipped_vectors(tmp_path / "m-8.npz") == {}


def test_a_file_without_one_of_its_parts_ships_nothing(tmp_path: Path) -> None:
    np.savez(tmp_path / "m-8.npz", digests=np.zeros((1, 32), dtype=np.uint8))
    assert shipped_vectors(tmp_path / "m-8.npz") == {}


def test_what_was_worked_out_here_comes_before_what_is_shipped(tmp_path: Path) -> None:
    digest, other = list(ROWS)[:2]
    ship({digest: ROWS[digest], other: ROWS[other]}, tmp_path / "shipped" / "m_1-8.npz")
    with VectorCache(tmp_path, "m@1", 8, tmp_path / "shipped") as cache:
        assert cache.known.keys() == {digest, other}
        cache.keep(digest, np.ones(8, dtype=np.float32))
    with VectorCache(tmp_path, "m@1", 8, tmp_path / "shipped") as cache:
        assert cache.known[digest].tolist() == [1.0] * 8
    with VectorCache(tmp_path, "m@1", 8, None) as cache:
        assert cache.known.keys() == {digest}


def test_the_vectors_of_another_model_are_not_taken(tmp_path: Path) -> None:
    ship(ROWS, tmp_path / "m_1-8.npz")
    with VectorCache(tmp_path, "m@2", 8, tmp_path) as cache:
        assert cache.known == {}


def test_today_s_content_has_its_vectors_shipped_for_today_s_models() -> None:
    settings = Settings()
    embedder = embedder_of(settings)
    meaning = meaning_of(settings, embedder)
    if not embedder.dimension or meaning is None:
        pytest.skip("the bundled embedder has no wheel for this platform")
    material = read_material(settings)
    passages = {each.heading: digest_of(each.heading) for each in entries(material)}
    samples = samples_of(material.library, entries(material), load_backgrounds())
    told = {(sample.means or sample.text, sample.language) for sample in samples}
    messages = {each: told_digest(*each) for each in sorted(told)}
    found = shipped_vectors(SHIPPED / f"{name_of(fingerprint(embedder), embedder.dimension)}.npz")
    heard = shipped_vectors(SHIPPED / f"{name_of(meaning.fingerprint, meaning.dimension)}.npz")
    for asked, there in ((passages, found), (messages, heard)):
        assert sum(digest not in there for digest in asked.values()) <= MOST_STALE * len(asked)

    some = [text for text, digest in passages.items() if digest in found][::60]
    worked_out = embedder.encode_passages(some)
    assert (
        min(_cosine(row, found[passages[text]]) for text, row in zip(some, worked_out, strict=True)) > 0.999
    )
    few = [each for each, digest in messages.items() if digest in heard][::700]
    read = meaning.of(*zip(*few, strict=True))
    assert min(_cosine(row, heard[messages[each]]) for each, row in zip(few, read, strict=True)) > 0.999


def _cosine(one: np.ndarray, other: np.ndarray) -> float:
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))
