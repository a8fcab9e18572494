"""An embedder behind an OpenAI-compatible `/v1/embeddings` endpoint: a local server or a provider's.

What leaves the process is what is embedded: questions and articles. A slow, failing or lying endpoint raises
OutsideError; a search then goes on with words alone, and the endpoint is left alone for a while.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import httpx
import numpy as np

from agent.errors import OutsideError
from agent.knowledge.embedding import LONGEST_QUERY, LONGEST_TEXT, Vectors, checked, prepared
from agent.llm import Breaker

BATCH = 32
FAILURES = 3  # questions in a row: one alone may be an accident of the line
REST = 10.0  # seconds without another question then: a hanging endpoint costs its waits once in these
_ANY_QUESTION = frozenset(
    {401, 403, 404, 408, 429}
)  # the other 4xx are about one text, and the next may be fine
_MOST_BYTES = 16 << 20  # 32 vectors of 8,192 numbers, written out, are some 7 MB


class RemoteEmbedder:
    """`model` at `url` (up to and with `/v1`). `prefixes` go before questions and passages.

    `seconds` is the longest wait for a question, from the first byte sent to the last one read; a batch of passages may
    take ten times as long. The dimension is learned from the first answer. After three
    failures in a row questions, and learning, are refused at once for `rest` seconds. What the endpoint says of one text
    (HTTP 400), a nonsense answer and what befalls a build do not count; passages are sent all the same, for a build has
    nothing else. `transport` is for tests.
    """

    def __init__(
        self,
        url: str,
        model: str,
        key: str = "",
        *,
        seconds: float = 2.0,
        prefixes: tuple[str, str] = ("", ""),
        transport: httpx.AsyncBaseTransport | None = None,
        rest: float = REST,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._model, self._prefixes, self._seconds = model, prefixes, seconds
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._client = httpx.AsyncClient(base_url=url.rstrip("/") + "/", headers=headers, transport=transport)
        self._breaker = Breaker(FAILURES, rest, clock)
        self._dimension = 0
        self._learning = threading.Lock()
        self._unlearned = 0  # how often learning failed
        self._loop: asyncio.AbstractEventLoop | None = None
        self._starting = threading.Lock()

    @property
    def name(self) -> str:
        """`openai:<model>`: the address may change, the vectors of a model do not."""
        return f"openai:{self._model}"

    @property
    def revision(self) -> str:
        """The prefixes: the endpoint tells nothing of its own revision."""
        return "|".join(self._prefixes) or "1"

    @property
    def dimension(self) -> int:
        """Asks the endpoint the first time. Raises OutsideError while it cannot be asked."""
        return self._learned(patient=False)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """With the first prefix."""
        return self._encode(texts, self._prefixes[0], LONGEST_QUERY, patient=False)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """With the second prefix, 32 at a time."""
        return self._encode(texts, self._prefixes[1], LONGEST_TEXT, patient=True)

    def _learned(self, *, patient: bool) -> int:
        """The dimension; whoever waits behind a failing question is refused with that one."""
        before = self._unlearned
        if not self._dimension:
            with self._learning:
                if not self._dimension:
                    self._learn(before, patient=patient)
        return self._dimension

    def _learn(self, before: int, *, patient: bool) -> None:
        if self._unlearned != before and not patient:
            raise self._failed("failed a moment ago", "embedder_absent")
        try:
            self._dimension = self._asked(["router"], patient=patient).shape[1]
        except OutsideError:
            self._unlearned += 1
            raise

    def _encode(self, texts: Sequence[str], prefix: str, limit: int, *, patient: bool) -> Vectors:
        dimension = self._learned(patient=patient)
        rows = [
            self._asked([prefix + prepared(text, limit) for text in batch], patient=patient)
            for batch in _batches(texts)
        ]
        whole = np.concatenate(rows) if rows else np.zeros((0, dimension), dtype=np.float32)
        return checked(whole, len(texts), dimension, self.name)

    def _asked(self, texts: Sequence[str], *, patient: bool) -> Vectors:
        """The rows of one request, as they come. Raises OutsideError, for a while at once after it did."""
        if not patient and not self._breaker.allows():
            raise self._failed("failed a moment ago and is left alone", "embedder_absent")
        try:
            rows = self._answered(texts, 10 * self._seconds if patient else self._seconds)
        except OutsideError as fault:
            if not patient and _befalls_any(fault):
                self._breaker.record(ok=False)
            raise
        if not patient:  # a build has ten times the patience: its success says nothing of a question's
            self._breaker.record(ok=True)
        return rows

    def _answered(self, texts: Sequence[str], seconds: float) -> Vectors:
        """The rows of one request. Raises OutsideError for anything that is no such answer."""
        try:
            answer = asyncio.run_coroutine_threadsafe(self._post(texts, seconds), self._running()).result()
            return _rows(json.loads(answer), len(texts))
        except httpx.HTTPStatusError as fault:
            raise self._failed(f"answers {fault.response.status_code}", "embedder_absent") from fault
        except TimeoutError as fault:
            raise self._failed(f"did not answer within {seconds:g} s", "embedder_absent") from fault
        except (httpx.HTTPError, httpx.InvalidURL) as fault:
            raise self._failed(f"cannot be reached ({type(fault).__name__})", "embedder_absent") from fault
        except (ValueError, KeyError, TypeError, AttributeError, IndexError) as fault:
            raise self._failed(f"answers nonsense ({type(fault).__name__})", "embedder_output") from fault
        except Exception as fault:  # whatever else a connection breaks with
            raise self._failed(f"cannot be asked ({type(fault).__name__})", "embedder_absent") from fault

    async def _post(self, texts: Sequence[str], seconds: float) -> bytes:
        """The body of the answer. Raises TimeoutError at the deadline, wherever it stands, ValueError beyond the cap."""
        body = {"model": self._model, "input": list(texts)}
        answer = bytearray()
        async with (
            asyncio.timeout(seconds),
            self._client.stream("POST", "embeddings", json=body, timeout=None) as response,
        ):
            response.raise_for_status()
            async for piece in response.aiter_bytes():
                answer += piece
                if len(answer) > _MOST_BYTES:
                    raise ValueError("the answer is too large")
        return bytes(answer)

    def _running(self) -> asyncio.AbstractEventLoop:
        """A loop in a thread of its own: a blocking read cannot be cut off between two bytes, a task can."""
        with self._starting:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, name="embedding", daemon=True).start()
            return self._loop

    def _failed(self, says: str, code: str) -> OutsideError:
        mend = "Check TAISA_EMBEDDER_URL, TAISA_EMBEDDER_KEY and the model's name."
        return OutsideError(f"The embedding endpoint {says}.", code=code, mend=mend)


def _befalls_any(fault: OutsideError) -> bool:
    """Whether the next question is likely to fail as well."""
    if isinstance(fault.__cause__, httpx.HTTPStatusError):
        status = fault.__cause__.response.status_code
        return status in _ANY_QUESTION or not 400 <= status < 500
    return fault.code == "embedder_absent"


def _batches(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(texts), BATCH):
        yield texts[start : start + BATCH]


def _rows(answer: Any, count: int) -> Vectors:
    """The vectors in the order of the texts: each says by `index` which text it is of."""
    data = sorted(answer["data"], key=lambda one: one["index"])
    if [one["index"] for one in data] != list(range(count)):
        raise ValueError("not one vector for each text")
    rows = np.array([one["embedding"] for one in data], dtype=np.float32)
    if rows.ndim != 2:
        raise ValueError("vectors of different lengths")
    return rows
