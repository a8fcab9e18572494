"""The words kept between builds: only changed texts are taken apart, and the index is what a build from nothing gives."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from agent.knowledge import Entry, HashEmbedder, build_index, open_index
from agent.knowledge.block import Block
from agent.knowledge.keywords import Keywords, fit, to_parts, words_of
from agent.knowledge.wordcache import WordCache

TEXTS = [
    "Maršrutizatorius neveikia",
    "The router does not work",
    "",
    "wi-fi 2.4GHz",
    "Maršrutizatorius neveikia",
]
EDITED = [*TEXTS[:3], "Sąskaita ir kaina", TEXTS[4]]


def _same(one: Keywords, other: Keywords) -> bool:
    (arrays, names), (others, their) = to_parts(one), to_parts(other)
    return names == their and all(np.array_equal(arrays[part], others[part]) for part in others)


def test_an_edited_corpus_gives_what_a_first_build_gives(tmp_path: Path) -> None:
    first = WordCache(tmp_path)
    assert _same(fit(TEXTS, words=first.read), fit(TEXTS))
    first.keep()
    again = WordCache(tmp_path)
    assert _same(fit(EDITED, words=again.read), fit(EDITED))
    assert (first.computed, again.computed) == (4, 1)


def test_nothing_at_all_can_be_kept(tmp_path: Path) -> None:
    empty = WordCache(tmp_path)
    assert empty.read([]).count == 0
    empty.keep()
    assert WordCache(tmp_path).read(TEXTS).names == words_of(TEXTS).names


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "foreign"])
def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, damage: str) -> None:
    cache = WordCache(tmp_path)
    cache.read(TEXTS)
    cache.keep()
    (file,) = tmp_path.glob("*.npz")
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 0xFF
    file.write_bytes(
        {
            "cut": file.read_bytes()[:-40],
            "flipped": bytes(content),
            "empty": b"",
            "foreign": b"no archive at all",
        }[damage]
    )
    again = WordCache(tmp_path)
    found, fresh = again.read(TEXTS), words_of(TEXTS)
    assert (found.names, found.ids.tolist(), found.rows.tolist()) == (
        fresh.names,
        fresh.ids.tolist(),
        fresh.rows.tolist(),
    )


@pytest.mark.parametrize("mask", [0xFF, 0x01])
def test_no_single_damaged_byte_stops_a_build_or_changes_a_word(tmp_path: Path, mask: int) -> None:
    cache, texts = WordCache(tmp_path), ["wi-fi neveikia", "kaina"]
    cache.read(texts)
    cache.keep()
    content, fresh = cache.path.read_bytes(), words_of(texts)
    for at in range(len(content)):
        cache.path.write_bytes(content[:at] + bytes([content[at] ^ mask]) + content[at + 1 :])
        found = WordCache(tmp_path).read(texts)
        assert (found.names, found.ids.tolist()) == (fresh.names, fresh.ids.tolist()), at


def test_words_of_deleted_texts_are_gone_from_the_disk(tmp_path: Path) -> None:
    first = WordCache(tmp_path)
    first.read(["Vardenis Pavardenis skambino", *TEXTS])
    first.keep()
    assert b"pavardenis" in first.path.read_bytes().lower()
    again = WordCache(tmp_path)
    again.read(TEXTS)
    again.keep()
    assert b"pavardenis" not in again.path.read_bytes().lower()
    third, fresh = WordCache(tmp_path), words_of(TEXTS)
    found = third.read(TEXTS)
    assert third.computed == 0
    assert (found.names, found.ids.tolist()) == (fresh.names, fresh.ids.tolist())


def test_words_that_cannot_be_kept_do_not_stop_a_build(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "words").write_text("a file where a folder should be", encoding="utf-8")
    build_index([Entry("p", TEXTS[0], "article", "t", "lt")], HashEmbedder(), tmp_path)
    assert [entry.id for entry in open_index(tmp_path, HashEmbedder()).entries] == ["p"]
    assert "could not be kept" in caplog.text


def test_words_are_kept_only_after_the_index_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WordCache, "keep", lambda cache: served.append((tmp_path / "CURRENT").exists()))
    served: list[bool] = []
    build_index([Entry("p", TEXTS[0], "article", "t", "lt")], HashEmbedder(), tmp_path)
    assert served == [True]


def test_words_of_another_analysis_are_forgotten(tmp_path: Path) -> None:
    (tmp_path / "0123456789abcdef.npz").write_bytes(b"of an older version")
    (tmp_path / "0123456789abcdef.new").write_bytes(b"of a killed build")
    cache = WordCache(tmp_path)
    cache.read(TEXTS)
    cache.keep()
    assert [file.name for file in tmp_path.iterdir()] == [cache.path.name]


def test_a_rebuilt_index_is_the_one_built_from_nothing(tmp_path: Path) -> None:
    entries = [Entry(f"p{at}", f"{text} {at}", "article", f"t{at}", "lt") for at, text in enumerate(TEXTS)]
    edited = [replace(entries[0], text="Dekoderis mirksi raudonai"), *entries[1:]]
    build_index(entries, HashEmbedder(), tmp_path / "one")
    build_index(edited, HashEmbedder(), tmp_path / "one")
    build_index(edited, HashEmbedder(), tmp_path / "other")
    followed, fresh = (open_index(tmp_path / name, HashEmbedder()) for name in ("one", "other"))
    assert _same(followed.keywords, fresh.keywords)


def test_common_terms_written_out_change_no_score() -> None:
    rng = np.random.default_rng(3)
    words = ["internetas", "neveikia", "lemputė", "mirksi", "router", "slaptažodis", "kaina", "meistras"]
    texts = [" ".join(rng.choice(words, 5)) + f" kodas{at}" for at in range(300)]
    found = fit(texts)
    assert found.pool is not None and (found.pool.block.places >= 0).any()
    plain = replace(found, pool=None)
    for asked in ("internetas neveikia", "neveikia neveikia kodas7", "kodas12 mirksi mirksi router", "xyz"):
        for kind in ("both", "tfidf"):
            one, other = found.score(asked, kind), plain.score(asked, kind)
            for name in other:
                np.testing.assert_allclose(one[name], other[name], atol=1e-6)


@pytest.mark.parametrize("count", [10, 100_000])
def test_only_a_corpus_of_some_size_has_its_common_terms_written_out(count: int) -> None:
    none = np.zeros(0, dtype=np.int32)
    assert Block.of(np.zeros(1, dtype=np.int64), none, np.zeros(0, dtype=np.float32), count) is None


@pytest.mark.parametrize(("terms", "written"), [(976, True), (977, False)])
def test_rows_take_16_megabytes_at_most(terms: int, written: bool) -> None:
    count = 4_096
    starts = np.arange(terms + 1, dtype=np.int64) * count
    listed = np.tile(np.arange(count, dtype=np.int32), terms)
    block = Block.of(starts, listed, np.ones(len(listed), dtype=np.float32), count)
    assert (block is not None) is written
    assert block is None or block.rows.nbytes <= 16_000_000
