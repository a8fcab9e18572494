"""The vector side: inner product over centred vectors. The only file that imports FAISS.

Raw cosines of some models lie between .75 and .95 whatever is compared; subtracting the corpus mean before
comparing spreads them out again, so that unrelated texts come out near 0.

flat   compares with every row: exact, and faster than anything trained up to some 20,000 rows
sq8    the same over rows of one byte a number: a quarter of the memory
ivf    rows in about 4·√n lists, of which the 16 nearest are read: fast, trained, for large corpora
hnsw   a graph of neighbours (32 each): fast, slow to build
"""

from __future__ import annotations

import math
import threading
from pathlib import Path
from typing import Any, Protocol

import faiss
import numpy as np
from numpy.typing import NDArray

from agent.knowledge.embedding import Vectors

Ids = NDArray[np.int64]

AUTO = "auto"
KINDS = ("flat", "sq8", "ivf", "hnsw")
MOST_FLAT = 20_000
_LISTS_READ = 16
_LEAST_PER_LIST = 39  # fewer points a list and FAISS cannot train it
_NEIGHBOURS, _EF_BUILD, _EF_SEARCH = 32, 80, 50
EXACT = 2_000  # so few rows are compared one by one: sooner done, and a trained index could miss them all

_faiss: Any = faiss  # its stub knows neither the fields of parameters nor the wrappers of selectors

faiss.omp_set_num_threads(1)  # spinning threads on a busy machine made a 10 ms scan take 84 ms


class Allowed:
    """The rows that may be found: as numbers, as a mask, and as FAISS wants them. Built once for a filter."""

    def __init__(self, ids: Ids, count: int) -> None:
        self.ids = ids
        self.mask = np.zeros(count, dtype=np.bool_)
        self.mask[ids] = True
        self.all = len(ids) == count
        self._bits = np.packbits(self.mask, bitorder="little")
        self.selector = _faiss.IDSelectorBitmap(self._bits)

    def __len__(self) -> int:
        return len(self.ids)


class VectorIndex(Protocol):
    """Finds the nearest rows. Every implementation filters before the cut."""

    def nearest(self, vector: Vectors, count: int, allowed: Allowed | None) -> tuple[Ids, Vectors]:
        """Up to `count` ids of rows, best first, with their centred cosine; only `allowed` ones (None = all)."""
        ...

    def compared(self, vector: Vectors) -> Vectors | None:
        """The centred cosine of every row, where they are so few that all are compared anyway; else None."""
        ...

    def cosines(self, vector: Vectors, ids: Ids) -> Vectors:
        """The centred cosine of these rows, in the order of `ids`."""
        ...

    def among(self, ids: Ids) -> Vectors:
        """The centred cosine of each of these rows with each other, [n, n]."""
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


def chosen_kind(wanted: str, count: int) -> str:
    """`wanted`, or for `auto` what suits `count` rows. A corpus too small to train `ivf` gets `flat`. Raises ValueError for
    a kind that there is not."""
    if wanted not in (AUTO, *KINDS):
        raise ValueError(f"the kind of a vector index is one of {', '.join((AUTO, *KINDS))}, not {wanted}")
    kind = wanted if wanted != AUTO else "flat" if count <= MOST_FLAT else "ivf"
    return "flat" if kind == "ivf" and count < 4 * _LEAST_PER_LIST else kind


class Centring:
    """Rows and questions moved by the corpus mean and normalised; what every implementation compares."""

    def __init__(self, rows: Vectors, centre: Vectors) -> None:
        self.shape, self.centre = rows.shape, centre
        moved = rows - centre
        lengths = np.maximum(np.linalg.norm(moved, axis=1), 1e-9).astype(np.float32)
        self.moved: Vectors = np.ascontiguousarray(moved / lengths[:, None], dtype=np.float32)

    def query(self, vector: Vectors) -> Vectors:
        """A question's vector moved and normalised as the rows were."""
        moved: Vectors = vector - self.centre
        moved /= max(math.sqrt(moved.dot(moved)), 1e-9)
        return moved

    def compared(self, vector: Vectors) -> Vectors | None:
        """The centred cosine of every row with `vector`, where they are few; else None. Row by row: a product of the whole
        matrix gives equal rows scores that differ in the last bit."""
        if len(self.moved) > EXACT:
            return None
        scores: Vectors = np.vecdot(self.moved, self.query(vector))
        return scores

    def cosines(self, vector: Vectors, ids: Ids) -> Vectors:
        """The centred cosine of the rows `ids` with `vector`."""
        scores: Vectors = self.moved.take(ids, axis=0).dot(self.query(vector))
        return scores

    def among(self, ids: Ids) -> Vectors:
        """See VectorIndex."""
        moved = self.moved[ids]
        found: Vectors = moved @ moved.T
        return found


class FaissIndex:
    """Any of KINDS over the same rows. `trained` is one that was built before (see `save`)."""

    def __init__(
        self, rows: Vectors, centre: Vectors, kind: str = "flat", trained: Path | None = None
    ) -> None:
        self.kind = kind
        self._centring = Centring(rows, centre)
        self._index = _built(self._centring.moved, kind) if trained is None else _read(trained, rows)
        self._lock = threading.Lock()

    def nearest(self, vector: Vectors, count: int, allowed: Allowed | None) -> tuple[Ids, Vectors]:
        """See VectorIndex."""
        all_rows = allowed is None or allowed.all
        if (self._centring.shape[0] if allowed is None or all_rows else len(allowed)) <= EXACT:
            return self._one_by_one(vector, count, None if allowed is None or all_rows else allowed.ids)
        parameters = self._parameters(None if allowed is None or all_rows else allowed.selector)
        query = self._centring.query(vector)[None, :]
        scores, ids = self._index.search(query, min(count, self._index.ntotal), params=parameters)
        found = ids[0] >= 0
        return ids[0][found], scores[0][found]

    def compared(self, vector: Vectors) -> Vectors | None:
        """See VectorIndex."""
        return self._centring.compared(vector)

    def cosines(self, vector: Vectors, ids: Ids) -> Vectors:
        """See VectorIndex."""
        return self._centring.cosines(vector, ids)

    def among(self, ids: Ids) -> Vectors:
        """See VectorIndex."""
        return self._centring.among(ids)

    def save(self, path: Path) -> None:
        """Write what was trained."""
        faiss.write_index(self._index, str(path))

    def _one_by_one(self, vector: Vectors, count: int, ids: Ids | None) -> tuple[Ids, Vectors]:
        """Every one of the rows `ids` (None = all) compared: of so few that is quicker than FAISS is called."""
        moved = self._centring.moved if ids is None else self._centring.moved.take(ids, axis=0)
        scores: Vectors = np.vecdot(moved, self._centring.query(vector))  # row by row, as in `compared`
        best = _best(scores, count)
        return best if ids is None else ids.take(best), scores.take(best)

    def _parameters(self, selector: Any) -> Any:
        if self.kind == "ivf":
            return _faiss.SearchParametersIVF(sel=selector, nprobe=_LISTS_READ)
        if self.kind == "hnsw":
            return _faiss.SearchParametersHNSW(sel=selector, efSearch=_EF_SEARCH)
        return _faiss.SearchParameters(sel=selector) if selector is not None else None


class FlatIndex(FaissIndex):
    """Compares with every row."""

    def __init__(self, rows: Vectors, centre: Vectors) -> None:
        super().__init__(rows, centre, "flat")


def _best(scores: Vectors, count: int) -> Ids:
    """The places of the `count` highest scores, best first; of equal ones the first, so that answers do not vary."""
    if count >= len(scores):
        return (-scores).argsort(kind="stable")
    least = np.partition(scores, -count)[-count]
    above = np.flatnonzero(scores > least)
    equal = np.flatnonzero(scores == least)[: count - len(above)]
    return np.concatenate([above[(-scores.take(above)).argsort(kind="stable")], equal])


def _built(rows: Vectors, kind: str) -> Any:
    count, dimension = rows.shape
    if kind == "flat":
        index: Any = faiss.IndexFlatIP(dimension)
    elif kind == "sq8":
        index = faiss.IndexScalarQuantizer(
            dimension, faiss.ScalarQuantizer.QT_8bit, faiss.METRIC_INNER_PRODUCT
        )
    elif kind == "hnsw":
        index = faiss.IndexHNSWFlat(dimension, _NEIGHBOURS, faiss.METRIC_INNER_PRODUCT)
        index.hnsw.efConstruction = _EF_BUILD
    else:
        lists = max(1, min(round(4 * math.sqrt(count)), count // _LEAST_PER_LIST))
        index = faiss.IndexIVFFlat(faiss.IndexFlatIP(dimension), dimension, lists, faiss.METRIC_INNER_PRODUCT)
    if count:
        index.train(rows)
    index.add(rows)
    return index


def _read(path: Path, rows: Vectors) -> Any:
    """What `save` wrote. Raises ValueError when it does not belong to `rows`."""
    try:
        index = faiss.read_index(str(path))
    except RuntimeError as fault:
        raise ValueError(f"{path.name} is no index of vectors") from fault
    if (index.ntotal, index.d) != rows.shape:
        raise ValueError(f"{path.name} holds {index.ntotal} vectors of {index.d}, not {rows.shape}")
    return index
