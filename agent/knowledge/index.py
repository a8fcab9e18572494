"""One immutable snapshot of everything that can be found: entries, both sides, and how to read their scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from agent.knowledge.analysis import Naming
from agent.knowledge.calibration import Calibration, calibration_of
from agent.knowledge.counting import Stream
from agent.knowledge.embedding import Embedder, Vectors, checked
from agent.knowledge.entry import Entry, Filters, digest_of
from agent.knowledge.evidence import Floats, middle_of, rooms_of, usual_of
from agent.knowledge.keywords import Keywords, fit, words_of
from agent.knowledge.restorer import Restorer
from agent.knowledge.vectors import AUTO, Allowed, FaissIndex, Ids, VectorIndex, centre_of, chosen_kind

Progress = Callable[[int, int], None]

BATCH = 32
ENOUGH = 30
# Plain sentences about nothing in particular, in both languages: where a model puts "any text". Only a corpus of
# fewer than ENOUGH passages needs them, whose own mean would be its topic.
PRIOR = (
    "Vakar visą dieną lijo.",
    "Ji nusipirko naują knygą apie istoriją.",
    "Ar galite pasakyti, kiek dabar valandų?",
    "Paskambinkite, kai grįšite namo.",
    "Kaip tai veikia ir kiek kainuoja?",
    "Mums reikia jūsų pagalbos.",
    "It rained all day yesterday.",
    "She bought a new book about history.",
    "Could you tell me what time it is?",
    "Please call when you are back home.",
    "How does it work and what does it cost?",
    "We need your help.",
)


@dataclass(frozen=True, slots=True)
class Index:
    """Entries with stable row numbers. `vectors` and `side` are None when it was built without a model.

    By row: `places` numbers the things said (twins share one), `topics` the pages and guides, `order` breaks ties; `rooms` and
    `usual` see evidence.py. `middle` is the direction of the `centre`.
    """

    entries: tuple[Entry, ...]
    model: str
    revision: str
    dimension: int
    keywords: Keywords
    calibration: Calibration
    vectors: Vectors | None = None
    centre: Vectors | None = None
    side: VectorIndex | None = None
    restorer: Restorer = field(default_factory=lambda: Restorer(()))
    generation: str = "memory"
    built_at: str = ""
    places: Ids = field(default_factory=lambda: np.zeros(0, dtype=np.int64), repr=False)
    topics: Ids = field(default_factory=lambda: np.zeros(0, dtype=np.int64), repr=False)
    order: Ids = field(default_factory=lambda: np.zeros(0, dtype=np.int64), repr=False)
    rooms: Floats = field(default_factory=lambda: np.zeros(0, dtype=np.float32), repr=False)
    usual: Floats = field(default_factory=lambda: np.zeros(0, dtype=np.float32), repr=False)
    middle: Vectors | None = field(default=None, repr=False)
    rows: Mapping[str, int] = field(default_factory=dict, repr=False)
    languages: frozenset[str] = frozenset()
    _twins: Mapping[str, tuple[int, ...]] = field(default_factory=dict, repr=False)

    def allowed(self, filters: Filters) -> Allowed:
        """The rows that may be found under `filters`, in order."""
        ids = [row for row, entry in enumerate(self.entries) if filters.allows(entry)]
        return Allowed(np.array(ids, dtype=np.int64), len(self.entries))

    def version(self, entry: Entry, language: str | None, filters: Filters) -> Entry:
        """`entry`, or its twin in `language` where there is one that may be shown."""
        if language is None or entry.language == language:
            return entry
        twins = (self.entries[row] for row in self._twins.get(entry.twin, ()))
        return next((twin for twin in twins if twin.language == language and filters.allows(twin)), entry)


def embed_all(
    embedder: Embedder,
    texts: Sequence[str],
    known: Mapping[str, Vectors],
    keep: Callable[[str, Vectors], None],
    progress: Progress | None = None,
) -> tuple[dict[str, Vectors], int]:
    """A vector for each different text and how many were computed; `known` (by digest) ones are taken over.

    Raises OutsideError (`embedder_output`) for what is no vector, before it is kept.
    """
    digests = {text: digest_of(text) for text in texts}
    rows = {text: known[digest] for text, digest in digests.items() if digest in known}
    wanted = [text for text in digests if text not in rows]
    for start in range(0, len(wanted), BATCH):
        batch = wanted[start : start + BATCH]
        found = embedder.encode_passages(batch)
        # before it is kept: what is no vector would come back at every later build
        checked(found, len(batch), embedder.dimension, embedder.name)
        for text, row in zip(batch, found, strict=True):
            rows[text] = row
            keep(digests[text], row)
        if progress:
            progress(min(start + BATCH, len(wanted)), len(wanted))
    return rows, len(wanted)


def embed_entries(
    embedder: Embedder,
    entries: Sequence[Entry],
    known: Mapping[str, Vectors],
    keep: Callable[[str, Vectors], None],
    progress: Progress | None = None,
) -> tuple[Vectors, int]:
    """A row per entry: halfway between its whole text and its heading, and how many texts were computed.

    The heading of an article is a question, and like finds like: with it unrelated questions stay farther away
    (share of own questions that score above all unrelated ones: .53 → .78), while the order is as good.
    """
    texts = [part for entry in entries for part in (entry.text, entry.heading) if part]
    vectors, computed = embed_all(embedder, texts, known, keep, progress)
    if not entries:
        return np.zeros((0, embedder.dimension), dtype=np.float32), computed
    rows = np.stack([vectors[entry.text] + vectors[entry.heading or entry.text] for entry in entries])
    return checked(rows, len(entries), embedder.dimension, embedder.name), computed


def assemble(
    entries: Sequence[Entry],
    embedder: Embedder,
    vectors: Vectors | None = None,
    kind: str = AUTO,
    words: Callable[[Sequence[str]], Stream] = words_of,
) -> Index:
    """An index in memory: embeds unless `vectors` are given, fits the keyword side, for which `words` takes texts apart.
    Nothing is written."""
    rows = vectors
    if rows is None and embedder.dimension:
        rows = embed_entries(embedder, entries, {}, _forget)[0]
    prior = None
    if rows is not None and 0 < len(rows) < ENOUGH:
        prior = embedder.encode_passages(PRIOR)
        checked(prior, len(PRIOR), embedder.dimension, embedder.name)
    return put_together(
        entries,
        fit([_words_of(entry) for entry in entries], words=words),
        rows,
        None if rows is None else centre_of(rows, prior, ENOUGH),
        calibration_of(embedder.name, embedder.revision),
        model=embedder.name,
        revision=embedder.revision,
        kind=kind,
    )


def read_otherwise(index: Index, name: Naming) -> Index:
    """The same index with the words of its keyword side known by `name` (see analysis.py): to measure what that does."""
    return replace(index, keywords=fit([_words_of(entry) for entry in index.entries], name=name))


def _words_of(entry: Entry) -> str:
    """What the keyword side reads: the heading counts three times, for it says what the passage is about."""
    return "\n".join((entry.text, entry.heading, entry.heading))


def put_together(
    entries: Sequence[Entry],
    keywords: Keywords,
    vectors: Vectors | None,
    centre: Vectors | None,
    calibration: Calibration,
    *,
    model: str,
    revision: str,
    generation: str = "memory",
    built_at: str = "",
    kind: str = AUTO,
    trained: Path | None = None,
    forms: Mapping[str, str] | None = None,
) -> Index:
    """An Index of parts that exist already; `trained` is a saved vector index, `forms` see Restorer.

    Raises ValueError when sizes differ."""
    sizes = {len(entries), keywords.count, len(entries) if vectors is None else len(vectors)}
    if len(sizes) != 1:
        raise ValueError(f"the parts of the index differ in size: {sorted(sizes)}")
    if len({entry.id for entry in entries}) != len(entries):
        raise ValueError("two entries have the same id")
    twins: dict[str, list[int]] = defaultdict(list)
    for row, entry in enumerate(entries):
        if entry.twin:
            twins[entry.twin].append(row)
    side: VectorIndex | None = None
    if vectors is not None and centre is not None:
        side = FaissIndex(vectors, centre, chosen_kind(kind, len(vectors)), trained)
    rows = {entry.id: row for row, entry in enumerate(entries)}
    order = np.zeros(len(entries), dtype=np.int64)
    order[[rows[name] for name in sorted(rows)]] = np.arange(len(entries))
    topics, middle = _numbered(entry.target for entry in entries), middle_of(centre)
    return Index(
        entries=tuple(entries),
        model=model,
        revision=revision,
        dimension=0 if vectors is None else int(vectors.shape[1]),
        keywords=keywords,
        calibration=calibration,
        vectors=vectors,
        centre=centre,
        side=side,
        restorer=Restorer(((entry.language, entry.text) for entry in entries), forms),
        generation=generation,
        built_at=built_at,
        places=_numbered(entry.twin or entry.id for entry in entries),
        topics=topics,
        order=order,
        rooms=rooms_of(topics),
        usual=usual_of(vectors, middle, [entry.language for entry in entries]),
        middle=middle,
        rows=rows,
        languages=frozenset(entry.language for entry in entries),
        _twins={twin: tuple(found) for twin, found in twins.items()},
    )


def _numbered(names: Iterable[Hashable]) -> Ids:
    """Equal names get equal numbers."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.int64)


def _forget(digest: str, row: Vectors) -> None:
    """Keep nothing: an index in memory has no cache on disk."""
