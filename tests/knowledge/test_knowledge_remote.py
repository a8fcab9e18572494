"""The embedding endpoint: a server that answers, dawdles, errs and lies; and a search that goes on without it."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import numpy as np
import pytest

from agent.errors import OutsideError
from agent.knowledge import Entry, HashEmbedder, Retriever, assemble, build_index, open_index
from agent.knowledge.remote import FAILURES, REST, RemoteEmbedder

MODEL = HashEmbedder(64)


class Clock:
    """Seconds that pass when a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Endpoint(ThreadingHTTPServer):
    """`/v1/embeddings` over the public fake; `mood` says how it behaves."""

    mood = "well"
    seen: list[dict[str, object]]

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.seen = []
        self.keys: list[str | None] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.seen.append(asked)
        self.server.keys.append(self.headers.get("Authorization"))
        rows = MODEL.encode_passages(asked["input"]).tolist()
        data = [{"index": at, "embedding": row} for at, row in enumerate(rows)]
        mood = self.server.mood
        if mood == "slow":
            time.sleep(1)
        body = json.dumps(
            {
                "well": {"data": list(reversed(data))},  # the order is told by `index`
                "slow": {"data": data},
                "short": {"data": data[:-1]},
                "ragged": {"data": [{"index": 0, "embedding": [1, 2]}, *data[1:]]},
                "narrow": {"data": [{**one, "embedding": one["embedding"][:10]} for one in data]},
                "nan": {"data": [{**one, "embedding": [float("nan")] * 64} for one in data]},
                "words": {"data": "no"},
                "list": [],
                "error": {},
            }.get(mood, {"data": data})
        ).encode()
        with contextlib.suppress(OSError):
            self._answer(mood, body)

    def _answer(self, mood: str, body: bytes) -> None:
        """In the end everything here is a right answer, but for its status, its pace or its size."""
        if mood == "slow head":
            self.wfile.write(b"HTTP/1.0 200 OK\r\n")
            for _ in range(10):
                self.wfile.write(b"X-Wait: yes\r\n")
                time.sleep(0.1)
            self.wfile.write(b"\r\n" + body)
            return
        self.send_response(int(mood) if mood.isdigit() else 500 if mood == "error" else 200)
        self.end_headers()
        for _ in range(10 if mood == "slow body" else 0):
            self.wfile.write(b" ")
            time.sleep(0.1)
        for _ in range(17 if mood == "endless" else 0):
            self.wfile.write(b" " * (1 << 20))
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    server = Endpoint()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_vectors_come_in_the_order_of_the_texts(endpoint: Endpoint) -> None:
    embedder = RemoteEmbedder(endpoint.url, "m", "secret", prefixes=("query: ", "passage: "))
    texts = [f"text {number}" for number in range(40)]
    rows = embedder.encode_passages(texts)
    np.testing.assert_allclose(rows, MODEL.encode_passages(["passage: " + text for text in texts]), atol=1e-6)
    assert [len(each["input"]) for each in endpoint.seen] == [1, 32, 8]  # the first learns the dimension
    assert set(endpoint.keys) == {"Bearer secret"}
    assert (embedder.name, embedder.dimension) == ("openai:m", 64)


@pytest.mark.parametrize(
    ("mood", "code"),
    [
        ("slow", "embedder_absent"),
        ("slow head", "embedder_absent"),
        ("slow body", "embedder_absent"),
        ("error", "embedder_absent"),
        ("short", "embedder_output"),
        ("ragged", "embedder_output"),
        ("narrow", "embedder_output"),
        ("nan", "embedder_output"),
        ("words", "embedder_output"),
        ("list", "embedder_output"),
    ],
)
def test_what_is_no_answer_is_refused(endpoint: Endpoint, mood: str, code: str) -> None:
    patience = 0.3 if mood.startswith("slow") else 30  # only who is slow may come too late
    embedder = RemoteEmbedder(endpoint.url, "m", seconds=patience)
    assert embedder.dimension == 64
    endpoint.mood = mood
    with pytest.raises(OutsideError) as caught:
        embedder.encode_queries(["one", "two"])
    assert caught.value.code == code
    assert "one" not in str(caught.value)


def test_an_answer_without_end_is_not_read_to_its_end(endpoint: Endpoint) -> None:
    embedder = RemoteEmbedder(endpoint.url, "m", seconds=30)
    assert embedder.dimension == 64
    endpoint.mood = "endless"
    with pytest.raises(OutsideError) as caught:
        embedder.encode_queries(["one"])
    assert caught.value.code == "embedder_output"


ENTRIES = tuple(
    Entry(f"p{number}", text, "article", f"t{number}", "en", heading=text, body=text)
    for number, text in enumerate(
        ("How do I pay my bill?", "Change the Wi-Fi password", "The router has no light")
    )
)


def test_a_search_goes_on_when_the_endpoint_goes_down_and_comes_back(
    endpoint: Endpoint, tmp_path: Path
) -> None:
    clock = Clock()
    embedder = RemoteEmbedder(endpoint.url, "m", seconds=0.3, clock=clock)
    build_index(ENTRIES, embedder, tmp_path)
    retriever = Retriever(open_index(tmp_path, embedder), embedder)
    assert not retriever.search("pay my bill").degraded
    endpoint.mood = "error"
    found = retriever.search("how can I pay the bill", threshold=0.3)
    assert found.degraded and found.hits[0].entry.id == "p0"
    assert found.confidence <= 0.8
    endpoint.mood = "well"
    clock.now += REST
    assert not retriever.search("how can I pay the bill").degraded


def test_a_hanging_endpoint_costs_its_wait_once_in_a_while(endpoint: Endpoint) -> None:
    clock = Clock()
    embedder = RemoteEmbedder(endpoint.url, "m", seconds=0.2, clock=clock)
    retriever = Retriever(assemble(ENTRIES, embedder), embedder)
    endpoint.mood = "slow"
    before = len(endpoint.seen)
    assert all(retriever.search(f"pay bill {number}", threshold=0.3).degraded for number in range(20))
    assert len(endpoint.seen) == before + FAILURES
    clock.now += REST
    assert retriever.search("pay the bill again").degraded
    assert len(endpoint.seen) == before + FAILURES + 1


def test_a_failed_learning_of_the_dimension_is_remembered_and_nobody_queues_for_it(
    endpoint: Endpoint,
) -> None:
    index = assemble(ENTRIES, RemoteEmbedder(endpoint.url, "m"))
    endpoint.mood, before = "slow", len(endpoint.seen)
    clock = Clock()
    later = RemoteEmbedder(endpoint.url, "m", seconds=0.3, clock=clock)
    retriever = Retriever(index, later)
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(retriever.search, [f"pay bill {number}" for number in range(6)]))
    assert all(one.degraded for one in found)
    assert len(endpoint.seen) == before + 1  # five waited for the first and were refused with it
    assert all(retriever.search("pay my bill").degraded for _ in range(5))
    assert len(endpoint.seen) == before + FAILURES
    endpoint.mood = "well"
    assert retriever.search("pay my bill").degraded
    clock.now += REST
    assert not retriever.search("pay my bill").degraded


def test_a_build_asks_although_a_question_failed_a_moment_ago(endpoint: Endpoint) -> None:
    embedder = RemoteEmbedder(endpoint.url, "m", clock=Clock())
    endpoint.mood = "error"
    for _ in range(FAILURES):
        with pytest.raises(OutsideError, match="500"):
            embedder.encode_queries(["one"])
    endpoint.mood = "well"
    with pytest.raises(OutsideError, match="left alone"):
        embedder.encode_queries(["one"])
    assert embedder.encode_passages(["one"]).shape == (1, 64)


@pytest.mark.parametrize(("mood", "rests"), [("400", False), ("422", False), ("words", False), ("429", True)])
def test_what_befalls_one_text_costs_no_other_its_vectors(endpoint: Endpoint, mood: str, rests: bool) -> None:
    embedder = RemoteEmbedder(endpoint.url, "m", clock=Clock())
    assert embedder.dimension == 64
    endpoint.mood = mood
    for _ in range(2 * FAILURES):
        with pytest.raises(OutsideError):
            embedder.encode_queries(["one"])
    endpoint.mood = "well"
    with pytest.raises(OutsideError, match="left alone") if rests else contextlib.nullcontext():
        assert embedder.encode_queries(["two"]).shape == (1, 64)


def test_what_befalls_a_build_keeps_no_question_waiting(endpoint: Endpoint) -> None:
    embedder = RemoteEmbedder(endpoint.url, "m", clock=Clock())
    assert embedder.dimension == 64
    endpoint.mood = "error"
    for _ in range(2 * FAILURES):
        with pytest.raises(OutsideError):
            embedder.encode_passages(["one"])
    endpoint.mood = "well"
    assert embedder.encode_queries(["two"]).shape == (1, 64)


def test_whatever_a_connection_breaks_with_is_an_outside_error() -> None:
    def breaks(request: httpx.Request) -> httpx.Response:
        raise RuntimeError("the line is gone")

    embedder = RemoteEmbedder("http://127.0.0.1/v1", "m", transport=httpx.MockTransport(breaks))
    with pytest.raises(OutsideError) as caught:
        embedder.encode_queries(["one"])
    assert caught.value.code == "embedder_absent"


def test_a_service_starts_while_the_endpoint_is_down(endpoint: Endpoint, tmp_path: Path) -> None:
    build_index(ENTRIES, RemoteEmbedder(endpoint.url, "m"), tmp_path)
    endpoint.mood = "error"
    later = RemoteEmbedder(endpoint.url, "m", seconds=0.3)
    found = Retriever(open_index(tmp_path, later), later).search("change the password", threshold=0.3)
    assert found.degraded and found.hits[0].entry.id == "p1"
