"""A sentence-transformers model as the settings describe it, with a stand-in for the library."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from agent.bootstrap import embedder_of
from agent.settings import load_settings

MODEL = "sentence-transformers:intfloat/multilingual-e5-small"


class Standing:
    """In the place of the library's class: keeps what it was made with and asked for."""

    made: dict[str, Any]
    asked: list[tuple[list[str], int]]

    def __init__(self, source: str, **named: Any) -> None:
        Standing.made = {"source": source, **named}
        Standing.asked = []

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
