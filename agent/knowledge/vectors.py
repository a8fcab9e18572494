"""The vector side: exact inner product over centred vectors. The only file that imports FAISS.

Raw cosines of some models lie between .75 and .95 whatever is compared; subtracting the corpus mean before
comparing spreads them out again, so that unrelated texts come out near 0.
"""

from __future__ import annotations

from typing import Protocol

import faiss
import numpy as np
from numpy.typing import NDArray

from agent.knowledge.embedding import Vectors

Ids = NDArray[np.int64]

faiss.omp_set_num_threads(1)  # spinning threads on a busy machine made a 10 ms scan take 84 ms


class VectorIndex(Protocol):
    """Finds the nearest rows. Every implementation filters before the cut."""

    def nearest(self, vector: Vectors, count: int, allowed: Ids | None) -> tuple[Ids, Vectors]:
        """Up to `count` ids of rows, best first, with their centred cosine; only `allowed` ones (None = all)."""
        ...

    def cosines(self, vector: Vectors, ids: Ids) -> tuple[Vectors, Vectors]:
        """Raw and centred cosine of these rows, in the order of `ids`."""
        ...


def centre_of(rows: Vectors, prior: Vectors | None = None, enough: int = 30) -> Vectors:
    """The mean of normalised rows. Below `enough` rows it is blended with the mean of `prior`: n / (n + enough)."""
    if not len(rows):
        return np.zeros(rows.shape[1], dtype=np.float32)
    mean: Vectors = rows.mean(axis=0, dtype=np.float64).astype(np.float32)
    if len(rows) >= enough or prior is None or not len(prior):
        return mean
    share = np.float32(len(rows) / (len(rows) + enough))
    blended: Vectors = share * mean + (1 - share) * prior.mean(axis=0)
    return blended


class FlatIndex:
    """Compares with every row: exact, and faster than anything trained up to some 50,000 rows."""

    def __init__(self, rows: Vectors, centre: Vectors) -> None:
        self._rows, self._centre = rows, centre
        moved = rows - centre
        self._lengths = np.maximum(np.linalg.norm(moved, axis=1), 1e-9).astype(np.float32)
        self._index = faiss.IndexFlatIP(rows.shape[1])
        self._index.add(np.ascontiguousarray(moved / self._lengths[:, None], dtype=np.float32))

    def centred(self, vector: Vectors) -> Vectors:
        """A question's vector moved and normalised as the rows were."""
        moved = vector - self._centre
        turned: Vectors = (moved / max(float(np.linalg.norm(moved)), 1e-9)).astype(np.float32)
        return turned

    def nearest(self, vector: Vectors, count: int, allowed: Ids | None) -> tuple[Ids, Vectors]:
        """See VectorIndex."""
        parameters = None
        if allowed is not None and len(allowed) < self._index.ntotal:
            chosen = faiss.IDSelectorBatch(allowed)
            parameters = faiss.SearchParameters(sel=chosen)  # type: ignore[call-arg]  # its stub knows no fields
        wanted = min(count, self._index.ntotal)
        scores, ids = self._index.search(self.centred(vector)[None, :], wanted, params=parameters)
        found = ids[0] >= 0
        return ids[0][found], scores[0][found]

    def cosines(self, vector: Vectors, ids: Ids) -> tuple[Vectors, Vectors]:
        """See VectorIndex."""
        rows, query = self._rows[ids], self.centred(vector)
        return rows @ vector, (rows @ query - self._centre @ query) / self._lengths[ids]
