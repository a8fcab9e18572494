"""Any sentence-transformers model, by name or path. Needs the extra `transformers`; loaded on first use."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agent.errors import OutsideError
from agent.knowledge.embedding import LONGEST_QUERY, LONGEST_TEXT, Vectors, checked, from_outside, prepared


class SentenceTransformerEmbedder:
    """The reference choice for operators with more memory is `paraphrase-multilingual-mpnet-base-v2` (768-d).

    `prefixes` go before queries and passages (e5 models want ("query: ", "passage: ")). Nothing is downloaded
    unless `name_or_path` is a name on the hub and `offline` is False.
    """

    def __init__(
        self,
        name_or_path: str,
        *,
        batch: int = 32,
        device: str = "cpu",
        threads: int = 1,
        prefixes: tuple[str, str] = ("", ""),
        offline: bool = False,
    ) -> None:
        self._source = name_or_path
        self._batch, self._device, self._threads = batch, device, threads
        self._prefixes, self._offline = prefixes, offline
        self._model: Any = None
        self._loading = threading.Lock()

    @property
    def name(self) -> str:
        """`sentence-transformers:<name>`; of a path only the last two parts, so that an index can move."""
        source = Path(self._source)
        return "sentence-transformers:" + ("/".join(source.parts[-2:]) if source.is_dir() else self._source)

    @property
    def revision(self) -> str:
        """A digest of the prefixes and, for a local model, of its configuration and the size of its weights."""
        digest = hashlib.sha256("|".join(self._prefixes).encode())
        root = Path(self._source)
        for path in sorted(root.rglob("*")) if root.is_dir() else ():
            if path.suffix == ".json":
                digest.update(path.read_bytes())
            elif path.suffix in {".safetensors", ".bin"}:
                digest.update(f"{path.name}:{path.stat().st_size}".encode())
        return digest.hexdigest()[:12]

    @property
    def dimension(self) -> int:
        """Loads the model."""
        model = self._model or self._load()
        return int(model.get_embedding_dimension())

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """With the first prefix."""
        return self._encode(texts, self._prefixes[0], LONGEST_QUERY)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """With the second prefix."""
        return self._encode(texts, self._prefixes[1], LONGEST_TEXT)

    def _encode(self, texts: Sequence[str], prefix: str, limit: int) -> Vectors:
        model, dimension = self._model or self._load(), self.dimension
        if not texts:
            return np.zeros((0, dimension), dtype=np.float32)
        with from_outside(self.name):
            rows = model.encode(
                [prefix + prepared(text, limit) for text in texts],
                batch_size=self._batch,
                convert_to_numpy=True,
                normalize_embeddings=True,
                show_progress_bar=False,
            )
        return checked(rows, len(texts), dimension, self.name)

    def _load(self) -> Any:
        with self._loading:
            if self._model is None:
                try:
                    import torch  # noqa: PLC0415 - seconds and hundreds of megabytes, optional
                    from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - as above

                    torch.set_num_threads(self._threads)
                    self._model = SentenceTransformer(
                        self._source,
                        device=self._device,
                        local_files_only=self._offline or Path(self._source).is_dir(),
                    )
                except (ImportError, OSError, RuntimeError, ValueError) as fault:
                    says = f"The model `{self._source}` cannot be loaded: {fault}"
                    mend = "Install the extra `transformers` and check the name or path of the model."
                    raise OutsideError(says, code="embedder_absent", mend=mend) from fault
            return self._model
