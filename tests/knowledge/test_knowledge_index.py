"""The life of an index: built, published, rebuilt, interrupted, refused."""

from __future__ import annotations

import fcntl
import hashlib
import json
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agent.errors import OutsideError, SettingsError
from agent.knowledge import (
    Entry,
    HashEmbedder,
    NoEmbedder,
    Published,
    Retriever,
    build_index,
    current_generation,
    is_held,
    open_index,
    read_published,
    rollback,
    write_published,
)
from agent.knowledge.embedding import Vectors
from agent.knowledge.vectorcache import VectorCache

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def _entry(number: int, text: str = "") -> Entry:
    words = text or f"passage number{number} about topic{number}"
    return Entry(f"p{number}", words, "article", f"t{number}", "en", title="T", body=words)


ENTRIES = tuple(_entry(number) for number in range(8))


class Counting(HashEmbedder):
    """Counts what it embeds, and fails after `limit` texts."""

    def __init__(self, limit: int = 10_000) -> None:
        super().__init__(64)
        self.seen: list[str] = []
        self._limit = limit

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        self.seen += texts
        if len(self.seen) > self._limit:
            raise OutsideError("killed")
        return super().encode_passages(texts)


def _built(directory: Path, entries: Sequence[Entry] = ENTRIES, embedder: HashEmbedder | None = None) -> str:
    return build_index(entries, embedder or HashEmbedder(64), directory, clock=lambda: NOW).generation


def _code(directory: Path, embedder: HashEmbedder | None = None) -> str:
    with pytest.raises(SettingsError) as caught:
        open_index(directory, embedder or HashEmbedder(64))
    assert "agent index" in caught.value.mend
    return caught.value.code


def test_what_was_built_opens_and_finds(tmp_path: Path) -> None:
    name = _built(tmp_path)
    index = open_index(tmp_path, HashEmbedder(64))
    assert index.entries == ENTRIES
    assert (index.generation, index.dimension, index.built_at) == (name, 64, "2026-01-02T03:04:05+00:00")
    hits = Retriever(index, HashEmbedder(64)).search("topic3", threshold=0).hits
    assert hits[0].entry.id == "p3"


def test_progress_counts_up_to_the_end(tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []
    entries = [_entry(number) for number in range(70)]
    build_index(entries, HashEmbedder(64), tmp_path, lambda done, total: steps.append((done, total)))
    assert steps == [(32, 70), (64, 70), (70, 70)]


@pytest.mark.parametrize("what", ["analysis_digest", "lexicon_digest"])
def test_texts_are_read_anew_where_words_are_read_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    build_index(ENTRIES, HashEmbedder(64), tmp_path)
    monkeypatch.setattr(f"agent.knowledge.generations.{what}", lambda: "as of tomorrow")
    built = build_index(ENTRIES, HashEmbedder(64), tmp_path)
    assert (built.changed, built.embedded) == (True, 0)


def test_a_rebuild_embeds_only_what_changed(tmp_path: Path) -> None:
    _built(tmp_path)
    embedder = Counting()
    changed = (*ENTRIES[:7], _entry(7, "something new"), _entry(9))
    report = build_index(changed, embedder, tmp_path)
    assert report.embedded == 2
    assert {text for text in embedder.seen if "rain" not in text} >= {"something new", changed[8].text}
    assert not set(embedder.seen) & {entry.text for entry in ENTRIES}


def test_the_same_content_publishes_nothing(tmp_path: Path) -> None:
    name = _built(tmp_path)
    report = build_index(ENTRIES, HashEmbedder(64), tmp_path)
    assert (report.generation, report.changed, report.embedded) == (name, False, 0)


def test_a_change_of_metadata_alone_is_published(tmp_path: Path) -> None:
    _built(tmp_path)
    hidden = (replace(ENTRIES[0], visibility="internal"), *ENTRIES[1:])
    report = build_index(hidden, HashEmbedder(64), tmp_path)
    assert (report.changed, report.embedded) == (True, 0)
    assert open_index(tmp_path, HashEmbedder(64)).entries[0].visibility == "internal"


def test_a_killed_build_leaves_the_old_one_serving_and_goes_on_later(tmp_path: Path) -> None:
    name = _built(tmp_path, ENTRIES, Counting())
    many = tuple(_entry(number, f"other words {number}") for number in range(100))
    with pytest.raises(OutsideError):
        build_index(many, Counting(limit=70), tmp_path)
    assert current_generation(tmp_path) == name
    assert open_index(tmp_path, Counting()).entries == ENTRIES
    again = Counting()
    assert build_index(many, again, tmp_path).embedded == 100 - 64  # two batches were kept


def test_half_written_files_of_a_killed_build_are_cleared(tmp_path: Path) -> None:
    _built(tmp_path)
    half = tmp_path / "generations" / "20260101T000000-0123456789ab"
    half.mkdir()
    (half / "passages.jsonl").write_text("{")
    build_index(ENTRIES[:3], HashEmbedder(64), tmp_path)
    assert not half.exists()


def test_the_generation_before_stays_for_a_way_back(tmp_path: Path) -> None:
    names = [
        build_index(
            ENTRIES[:count], HashEmbedder(64), tmp_path, clock=lambda c=count: NOW.replace(minute=c)
        ).generation  # type: ignore[misc]
        for count in (2, 3, 4)
    ]
    assert sorted(path.name for path in (tmp_path / "generations").iterdir()) == names[1:]


def test_two_builds_at_once_do_not_mix(tmp_path: Path) -> None:
    _built(tmp_path)
    with (tmp_path / "writer.lock").open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(SettingsError) as caught:
            build_index(ENTRIES[:2], HashEmbedder(64), tmp_path)
    assert caught.value.code == "index_locked"
    assert build_index(ENTRIES[:2], HashEmbedder(64), tmp_path).changed


def test_a_missing_index_is_refused(tmp_path: Path) -> None:
    assert _code(tmp_path) == "index_missing"
    assert _code(tmp_path / "nowhere") == "index_missing"


def test_another_models_index_is_refused(tmp_path: Path) -> None:
    _built(tmp_path)
    assert _code(tmp_path, HashEmbedder(32)) == "index_foreign"
    other = HashEmbedder(64)
    other.revision = "2"
    assert _code(tmp_path, other) == "index_foreign"


def test_another_format_is_refused(tmp_path: Path) -> None:
    name = _built(tmp_path)
    manifest = tmp_path / "generations" / name / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "format": 99}))
    assert _code(tmp_path) == "index_foreign"


@pytest.mark.parametrize(
    "file", ["manifest.json", "passages.jsonl", "vectors.npy", "keywords.npz", "vocabulary.json"]
)
@pytest.mark.parametrize("damage", ["cut", "garbage", "gone"])
def test_a_damaged_file_is_refused(tmp_path: Path, file: str, damage: str) -> None:
    path = tmp_path / "generations" / _built(tmp_path) / file
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:-7] if damage == "cut" else b"\x93NUMPY\x01garbage")
    assert _code(tmp_path) == "index_corrupt"


@pytest.mark.parametrize("pointer", ["", "../../etc", "\x00\xff", "20260101T000000-0123456789ab"])
def test_a_damaged_pointer_is_refused(tmp_path: Path, pointer: str) -> None:
    _built(tmp_path)
    (tmp_path / "CURRENT").write_text(pointer, encoding="latin-1")
    assert _code(tmp_path) == "index_corrupt"


def _altered(folder: Path, change: Callable[[dict[str, Any]], object], *, sealed: bool) -> None:
    """The manifest in `folder` changed, and its digest with it if `sealed`."""
    data = json.loads((folder / "manifest.json").read_text())
    change(data)
    (folder / "manifest.json").write_text(json.dumps(data))
    if sealed:
        digest = hashlib.sha256((folder / "manifest.json").read_bytes()).hexdigest()
        (folder / "manifest.sha256").write_text(digest)


ALTERED: dict[str, Callable[[dict[str, Any]], object]] = {
    "the centre": lambda data: data["centre"].__setitem__(0, 0.5),
    "how many": lambda data: data.update(entries=99),
    "the kind": lambda data: data.update(vector_index="bogus"),
    "a curve": lambda data: data["calibration"]["meaning"]["both"].update(intercept=9.0),
    "what went before": lambda data: data.update(after=""),
    "elsewhere": lambda data: data["files"].update({"../../CURRENT": "0"}),
}


@pytest.mark.parametrize("what", ALTERED)
def test_an_altered_manifest_is_refused(tmp_path: Path, what: str) -> None:
    name = _built(tmp_path, ENTRIES[:3])
    _altered(tmp_path / "generations" / name, ALTERED[what], sealed=False)
    assert _code(tmp_path) == "index_corrupt"


@pytest.mark.parametrize("what", ["how many", "the kind", "elsewhere"])
def test_what_cannot_be_is_refused_even_where_the_digest_fits(tmp_path: Path, what: str) -> None:
    name = _built(tmp_path)
    _altered(tmp_path / "generations" / name, ALTERED[what], sealed=True)
    assert _code(tmp_path) == "index_corrupt"


def test_a_manifest_without_its_digest_is_refused(tmp_path: Path) -> None:
    (tmp_path / "generations" / _built(tmp_path) / "manifest.sha256").unlink()
    assert _code(tmp_path) == "index_corrupt"


def test_an_unknown_kind_of_vector_index_is_refused_before_anything_is_built(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="bogus"):
        build_index(ENTRIES, HashEmbedder(64), tmp_path, kind="bogus")
    assert not (tmp_path / "CURRENT").exists()


@pytest.mark.parametrize("poison", [np.nan, np.inf, 0.0])
def test_what_is_no_vector_is_not_kept_for_later_builds(tmp_path: Path, poison: float) -> None:
    class Poisoned(HashEmbedder):
        def encode_passages(self, texts: Sequence[str]) -> Vectors:
            rows = super().encode_passages(texts)
            rows[-1] = poison
            return rows

    with pytest.raises(OutsideError) as caught:
        _built(tmp_path, ENTRIES, Poisoned(64))
    assert caught.value.code == "embedder_output"
    mended = Counting()
    assert build_index(ENTRIES, mended, tmp_path).embedded == len(ENTRIES)
    assert np.isfinite(open_index(tmp_path, HashEmbedder(64)).vectors).all()  # type: ignore[arg-type]


def test_what_an_earlier_version_kept_though_it_is_no_vector_is_left_out(tmp_path: Path) -> None:
    with VectorCache(tmp_path, "m@1", 4) as cache:
        with pytest.raises(OutsideError):
            cache.keep("ab" * 32, np.full(4, np.nan, dtype=np.float32))
        cache.keep("cd" * 32, np.ones(4, dtype=np.float32))
    (path,) = tmp_path.iterdir()
    record = bytes.fromhex("ab" * 32) + np.full(4, np.nan, dtype="<f4").tobytes()
    path.write_bytes(record + zlib.crc32(record).to_bytes(4, "little") + path.read_bytes())
    with VectorCache(tmp_path, "m@1", 4) as cache:
        assert set(cache.known) == {"cd" * 32}


def test_a_pickle_is_refused(tmp_path: Path) -> None:
    name = _built(tmp_path)
    folder = tmp_path / "generations" / name
    np.save(folder / "vectors.npy", np.array([{"a": 1}], dtype=object), allow_pickle=True)
    digest = hashlib.sha256((folder / "vectors.npy").read_bytes()).hexdigest()
    _altered(folder, lambda data: data["files"].update({"vectors.npy": digest}), sealed=True)
    assert _code(tmp_path) == "index_corrupt"


def test_a_damaged_index_is_mended_by_building_again(tmp_path: Path) -> None:
    name = _built(tmp_path)
    (tmp_path / "generations" / name / "vectors.npy").write_bytes(b"")
    report = build_index(ENTRIES, HashEmbedder(64), tmp_path)
    assert report.changed
    assert report.embedded == 0
    assert len(open_index(tmp_path, HashEmbedder(64)).entries) == 8


def test_an_index_can_move(tmp_path: Path) -> None:
    _built(tmp_path / "here")
    shutil.move(tmp_path / "here", tmp_path / "there")
    assert len(open_index(tmp_path / "there", HashEmbedder(64)).entries) == 8


def test_without_a_model_every_index_opens_for_keyword_search(tmp_path: Path) -> None:
    _built(tmp_path)
    result = Retriever(open_index(tmp_path, NoEmbedder()), NoEmbedder()).search("topic3", threshold=0.3)
    assert result.degraded
    assert result.hits[0].entry.id == "p3"


def test_an_index_built_without_a_model_is_refused_with_one(tmp_path: Path) -> None:
    build_index(ENTRIES, NoEmbedder(), tmp_path)
    assert _code(tmp_path) == "index_foreign"
    assert not open_index(tmp_path, NoEmbedder()).dimension


def test_two_entries_of_one_id_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="same id"):
        build_index((ENTRIES[0], ENTRIES[0]), HashEmbedder(64), tmp_path)


def test_an_empty_index_finds_nothing(tmp_path: Path) -> None:
    _built(tmp_path, ())
    assert Retriever(open_index(tmp_path, HashEmbedder(64)), HashEmbedder(64)).search("labas").hits == ()


def test_the_vector_cache_drops_a_torn_record(tmp_path: Path) -> None:
    row = np.ones(4, dtype=np.float32)
    with VectorCache(tmp_path, "m@1", 4) as cache:
        cache.keep("ab" * 32, row)
        cache.keep("cd" * 32, row)
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-3])
    with VectorCache(tmp_path, "m@1", 4) as cache:
        assert set(cache.known) == {"ab" * 32}
        cache.keep("ef" * 32, row)
    with VectorCache(tmp_path, "m@1", 4) as cache:
        assert set(cache.known) == {"ab" * 32, "ef" * 32}


def test_a_rollback_lets_the_generation_before_serve_again(tmp_path: Path) -> None:
    first = build_index(ENTRIES[:3], HashEmbedder(64), tmp_path, clock=lambda: NOW).generation
    build_index(ENTRIES, HashEmbedder(64), tmp_path, clock=lambda: NOW.replace(minute=9))
    assert rollback(tmp_path, HashEmbedder(64)) == first
    assert len(open_index(tmp_path, HashEmbedder(64)).entries) == 3
    with pytest.raises(SettingsError) as caught:
        rollback(tmp_path, HashEmbedder(64))
    assert caught.value.code == "index_no_way_back"
    assert is_held(tmp_path)
    assert build_index(ENTRIES, HashEmbedder(64), tmp_path).changed  # forward again
    assert not is_held(tmp_path)


def test_a_rollback_never_returns_to_what_was_rolled_back_from(tmp_path: Path) -> None:
    good = _built(tmp_path, ENTRIES[:3])
    bad = _built(tmp_path, ENTRIES[:4])
    assert rollback(tmp_path, HashEmbedder(64)) == good
    _built(tmp_path, ENTRIES[:5])
    assert not (tmp_path / "generations" / bad).exists()
    assert rollback(tmp_path, HashEmbedder(64)) == good
    _built(tmp_path, ENTRIES[:4])  # the bad content again: it still stands on the good one
    assert rollback(tmp_path, HashEmbedder(64)) == good


def test_to_an_index_of_an_older_format_there_is_no_way_back(tmp_path: Path) -> None:
    manifest = tmp_path / "generations" / _built(tmp_path, ENTRIES[:3]) / "manifest.json"
    _built(tmp_path, ENTRIES[:4])
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "format": 1}))
    with pytest.raises(SettingsError) as caught:
        rollback(tmp_path, HashEmbedder(64))
    assert caught.value.code == "index_no_way_back"


def test_a_rollback_is_published_with_the_content_published_last(tmp_path: Path) -> None:
    first, second = _built(tmp_path, ENTRIES[:3]), _built(tmp_path, ENTRIES[:4])
    write_published(tmp_path, Published(second, "content", "beside"))
    rollback(tmp_path, HashEmbedder(64))
    assert read_published(tmp_path) == Published(first, "content", "beside")


def test_from_a_damaged_generation_there_is_a_way_back(tmp_path: Path) -> None:
    first = _built(tmp_path, ENTRIES[:3])
    (tmp_path / "generations" / _built(tmp_path) / "manifest.json").write_text("{")
    assert rollback(tmp_path, HashEmbedder(64)) == first


def test_while_their_tables_cannot_be_dropped_retired_generations_stay(tmp_path: Path) -> None:
    pytest.importorskip("psycopg", reason="psycopg is not installed (extra `postgres`)")

    def kept_after(count: int, url: str) -> int:
        at = NOW.replace(minute=count)
        build_index(ENTRIES[:count], HashEmbedder(64), tmp_path, vectors_url=url, clock=lambda: at)
        return len(list((tmp_path / "generations").iterdir()))

    nobody = "postgresql://127.0.0.1:1/none"
    assert [kept_after(count, nobody) for count in (1, 2, 3)] == [1, 2, 3]
    assert kept_after(4, "") == 2


BUILD = """
import sys, time
from pathlib import Path
from agent.knowledge import Entry, HashEmbedder, build_index

class Slow(HashEmbedder):
    def encode_passages(self, texts):
        print("embedding", flush=True)
        time.sleep(0.2)
        return super().encode_passages(texts)

entries = [Entry(f"k{n}", f"new words {n}", "article", f"k{n}", "en") for n in range(2000)]
build_index(entries, Slow(64), Path(sys.argv[1]))
"""


def test_a_build_killed_by_the_system_leaves_the_old_one_serving(tmp_path: Path) -> None:
    name = _built(tmp_path)
    build = subprocess.Popen([sys.executable, "-c", BUILD, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert build.stdout is not None
    for _ in range(3):
        assert build.stdout.readline() == "embedding\n"
    with pytest.raises(SettingsError) as caught:  # and nobody else may build meanwhile
        build_index(ENTRIES[:2], HashEmbedder(64), tmp_path)
    assert caught.value.code == "index_locked"
    build.kill()
    build.wait()
    assert current_generation(tmp_path) == name
    assert open_index(tmp_path, HashEmbedder(64)).entries == ENTRIES
    assert build_index(ENTRIES[:2], HashEmbedder(64), tmp_path).changed  # the lock went with the process


def test_a_trained_index_is_kept_with_its_generation(tmp_path: Path) -> None:
    many = tuple(_entry(number, f"words {number} about {number % 50}") for number in range(400))
    name = build_index(many, HashEmbedder(64), tmp_path, kind="ivf").generation
    assert (tmp_path / "generations" / name / "index.faiss").exists()
    retriever = Retriever(open_index(tmp_path, HashEmbedder(64)), HashEmbedder(64))
    assert retriever.search("words 33 about 33", threshold=0).hits[0].entry.id == "p33"
    (tmp_path / "generations" / name / "index.faiss").write_bytes(b"x")
    assert _code(tmp_path) == "index_corrupt"
