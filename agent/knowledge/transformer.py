"""Any sentence-transformers model, by name or path. Needs the extra `transformers`; loaded on first use."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agent.errors import OutsideError
from agent.knowledge.embedding import LONGEST_QUERY, LONGEST_TEXT, Vectors, checked, from_outside, prepared

_END = 1 << 16  # bytes of weights that are looked at, in front and behind


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
        self._revision: str | None = None
        self._loading = threading.Lock()

    @property
    def name(self) -> str:
        """`sentence-transformers:<name>`; of a path only the last two parts, so that an index can move."""
        source = Path(self._source)
        return "sentence-transformers:" + ("/".join(source.parts[-2:]) if source.is_dir() else self._source)

    @property
    def revision(self) -> str:
        """A digest of the prefixes and of which weights they are: of a local model its configuration and the size, head and
        tail of its weights, of one from the hub its commit. Loads a model of the hub that is not here yet."""
        if self._revision is None:
            digest = hashlib.sha256("|".join(self._prefixes).encode())
            root = Path(self._source)
            if root.is_dir():
                _digest_of_files(root, digest.update)
            else:
                digest.update(self._commit().encode())
            self._revision = digest.hexdigest()[:12]
        return self._revision

    def _commit(self) -> str:
        """The commit of a hub model as it lies in the cache of this machine."""
        found = _commit_in_cache(self._source)
        if not found and self._model is None:
            self._load()  # a first download, without which the same model would be another one afterwards
            found = _commit_in_cache(self._source)
        return found

    @property
    def window(self) -> int:
        """Tokens read of a text; loads the model."""
        model = self._model or self._load()
        return int(model.max_seq_length or 0)

    def cut(self, texts: Sequence[str]) -> int:
        """How many of these passages the model does not read to their end."""
        model, window = self._model or self._load(), self.window
        if not window or not texts:
            return 0
        ready = [self._prefixes[1] + prepared(text, LONGEST_TEXT) for text in texts]
        return sum(len(ids) > window for ids in model.tokenizer(ready, truncation=False)["input_ids"])

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


def _digest_of_files(root: Path, update: Callable[[bytes], None]) -> None:
    """Settings whole, of the weights size, head and tail: another fine-tuning has the same size, and other numbers in it."""
    for path in sorted(root.rglob("*")):
        if path.suffix == ".json":
            update(path.read_bytes())
        elif path.suffix in {".safetensors", ".bin"}:
            size = path.stat().st_size
            update(f"{path.name}:{size}".encode())
            with path.open("rb") as file:
                update(file.read(_END))
                file.seek(max(size - _END, 0))
                update(file.read(_END))


def _commit_in_cache(name: str) -> str:
    """The commit of `name` in the hub's cache, "" where it is not there. Short names are of `sentence-transformers`."""
    try:
        from huggingface_hub import try_to_load_from_cache  # noqa: PLC0415 - of the extra `transformers`
    except ImportError:
        return ""
    for each in (name, f"sentence-transformers/{name}"):
        if each.count("/") == 1 and isinstance(path := try_to_load_from_cache(each, "config.json"), str):
            return Path(path).parent.name
    return ""
