"""A sentence-transformers model as the settings describe it, with a stand-in for the library."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from agent.bootstrap import embedder_of
from agent.knowledge import HashEmbedder, SentenceTransformerEmbedder
from agent.knowledge.embedding import Windowed, unread
from agent.settings import load_settings

MODEL = "sentence-transformers:intfloat/multilingual-e5-small"


class Standing:
    """In the place of the library's class: keeps what it was made with and asked for."""

    made: dict[str, Any]
    asked: list[tuple[list[str], int]]

    def __init__(self, source: str, **named: Any) -> None:
        Standing.made = {"source": source, **named}
        Standing.asked = []

    max_seq_length = 5

    def tokenizer(self, texts: Sequence[str], *, truncation: bool) -> dict[str, list[list[str]]]:
        assert not truncation
        return {"input_ids": [["<s>", *text.split(), "</s>"] for text in texts]}

    def get_embedding_dimension(self) -> int:
        return 2

    def encode(self, texts: Sequence[str], *, batch_size: int, **named: Any) -> np.ndarray:
        Standing.asked.append((list(texts), batch_size))
        return np.ones((len(texts), 2), dtype=np.float32)


@pytest.fixture(autouse=True)
def _stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(set_num_threads=lambda count: None))
    monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(SentenceTransformer=Standing))


def test_prefixes_device_and_batch_reach_the_model() -> None:
    settings = load_settings(
        {
            "TAISA_EMBEDDER": MODEL,
            "TAISA_EMBEDDER_PREFIXES": "query:, passage:",
            "TAISA_EMBEDDER_DEVICE": "cuda:1",
            "TAISA_EMBEDDER_BATCH": "8",
        }
    )
    embedder = embedder_of(settings)
    embedder.encode_queries(["labas"])
    embedder.encode_passages(["rytas"])
    assert Standing.asked == [(["query: labas"], 8), (["passage: rytas"], 8)]
    assert Standing.made["device"] == "cuda:1"


def test_unless_set_nothing_is_put_before_a_text() -> None:
    embedder = embedder_of(load_settings({"TAISA_EMBEDDER": MODEL}))
    embedder.encode_queries(["labas"])
    assert (Standing.asked, Standing.made["device"]) == ([(["labas"], 32)], "cpu")


def test_another_prefix_is_another_revision() -> None:
    plain = embedder_of(load_settings({"TAISA_EMBEDDER": MODEL}))
    led = embedder_of(load_settings({"TAISA_EMBEDDER": MODEL, "TAISA_EMBEDDER_PREFIXES": "query:,passage:"}))
    assert plain.revision != led.revision


# --- what it does not read


def test_passages_beyond_the_window_are_counted_with_their_prefix() -> None:
    embedder = SentenceTransformerEmbedder("m", prefixes=("query: ", "passage: "))
    assert isinstance(embedder, Windowed)
    assert embedder.cut(["two words", "now three words", ""]) == 1
    found = unread(embedder, ["now three words"] * 3)
    assert found is not None and (found.texts, found.window) == (3, 5)
    assert unread(embedder, ["short"]) is None
    assert unread(HashEmbedder(), ["word " * 9999]) is None, "it has no window to tell of"


def test_the_length_that_fits_is_told_in_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Standing, "max_seq_length", 128)
    found = unread(SentenceTransformerEmbedder("m"), ["word " * 200])
    assert found is not None and found.fitting == 300


# --- which weights they are


@pytest.fixture
def local(tmp_path: Path) -> Path:
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "model.safetensors").write_bytes(bytes(300_000))
    return tmp_path


def _last_byte(file: Path) -> None:
    with file.open("r+b") as open_file:
        open_file.seek(-1, os.SEEK_END)
        open_file.write(b"x")


def _first_byte(file: Path) -> None:
    with file.open("r+b") as open_file:
        open_file.write(b"x")


def _longer(file: Path) -> None:
    file.write_bytes(bytes(300_001))


@pytest.mark.parametrize("change", [_last_byte, _first_byte, _longer])
def test_other_weights_of_a_local_model_are_another_revision(
    local: Path, change: Callable[[Path], None]
) -> None:
    before = SentenceTransformerEmbedder(str(local)).revision
    assert SentenceTransformerEmbedder(str(local)).revision == before
    change(local / "model.safetensors")
    assert SentenceTransformerEmbedder(str(local)).revision != before


def test_the_commit_of_a_hub_model_is_its_revision(monkeypatch: pytest.MonkeyPatch) -> None:
    there: dict[str, str] = {}
    hub = SimpleNamespace(try_to_load_from_cache=lambda name, file: there.get(name))
    monkeypatch.setitem(sys.modules, "huggingface_hub", hub)

    def revision(name: str) -> str:
        return SentenceTransformerEmbedder(name).revision

    unknown = revision("minilm")
    there["sentence-transformers/minilm"] = "/cache/snapshots/aaa/config.json"
    first = revision("minilm")
    there["sentence-transformers/minilm"] = "/cache/snapshots/bbb/config.json"
    assert len({unknown, first, revision("minilm")}) == 3
    there["org/minilm"] = "/cache/snapshots/aaa/config.json"
    assert revision("org/minilm") == first


def test_a_model_that_is_downloaded_first_keeps_the_revision_it_then_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there: dict[str, str] = {}

    class Downloading(Standing):
        def __init__(self, source: str, **named: Any) -> None:
            super().__init__(source, **named)
            there[source] = "/cache/snapshots/aaa/config.json"

    hub = SimpleNamespace(try_to_load_from_cache=lambda name, file: there.get(name))
    monkeypatch.setitem(sys.modules, "huggingface_hub", hub)
    monkeypatch.setitem(
        sys.modules, "sentence_transformers", SimpleNamespace(SentenceTransformer=Downloading)
    )
    before = SentenceTransformerEmbedder("org/new").revision
    assert there and SentenceTransformerEmbedder("org/new").revision == before
