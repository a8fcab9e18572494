"""Signs that a question has an answer here at all, beside how well one passage fits it.

support    how much of the best that was found is of one page: a page that answers comes up with several of its lines, while
           a chance hit stands alone among strangers
nearness   how near a question is to the middle of all passages, against what is usual for passages of its language (that of
           the nearest one): what is about something else altogether lies farther off, and languages lie apart

Both are among the features of the curves (calibration.py), fitted and measured by `benchmarks/fit_retrieval.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]

BEST = 5  # three and eight tell less, measured on the tuning questions


def rooms_of(topics: Numbers) -> Floats:
    """By row 1 / (how many of the `BEST` its page could be): a page of one passage cannot be there five times."""
    if not len(topics):
        return np.zeros(0, dtype=np.float32)
    sizes = np.bincount(topics).take(topics)
    return np.float32(1) / np.minimum(sizes, BEST).astype(np.float32)


def support(order: Numbers, topics: Numbers, rooms: Floats) -> Floats:
    """For each candidate the share 0..1 of the `BEST` best that its page has, of those it could have; `order` is best first."""
    best = topics.take(order[:BEST])
    shares: Floats = np.add.reduce(best[:, None] == topics, axis=0, dtype=np.float32)
    shares *= rooms
    return shares


def middle_of(centre: Floats | None) -> Floats | None:
    """The direction of the middle of all passages; None where there are no vectors or they have no middle."""
    length = 0.0 if centre is None else float(np.linalg.norm(centre))
    return None if centre is None or length < 1e-9 else (centre / np.float32(length)).astype(np.float32)


def usual_of(vectors: Floats | None, middle: Floats | None, languages: Sequence[str]) -> Floats:
    """By row the mean cosine with the middle of all passages in its language; 0 where there are no vectors."""
    if vectors is None or middle is None:
        return np.zeros(len(languages), dtype=np.float32)
    cosines, spoken = vectors @ middle, np.array(languages)
    usual = np.zeros(len(languages), dtype=np.float32)
    for language in set(languages):
        usual[spoken == language] = cosines[spoken == language].mean()
    return usual


def nearness(vector: Floats | None, middle: Floats | None, usual: float) -> float:
    """The cosine of a question with the middle of all passages, less what is `usual`; 0 where there is no middle."""
    return 0.0 if vector is None or middle is None else float(vector.dot(middle)) - usual
