"""The index on disk: built beside the old one, published by renaming a pointer, refused when it is not sound.

    <directory>/
        CURRENT                  the name of the generation that serves
        HELD                     the same name, after a rollback, until the next `agent index`
        PUBLISHED                what running services may take up (see publication.py)
        writer.lock              held while building
        embeddings/              vectors by text digest (see vectorcache.py)
        words/                   words by text digest (see wordcache.py)
        generations/<name>/      manifest.json  manifest.sha256  passages.jsonl  vectors.npy  keywords.npz
                                 vocabulary.json  wordforms.json (for the restorer)
                                 (and index.faiss, where it had to be trained)

The manifest holds the SHA-256 of every other file, and `manifest.sha256` its own. It names the generation that served when
this one was published (`after`), which stays for a way back.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import logging
import re
import shutil
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from agent.errors import OutsideError, SettingsError
from agent.knowledge.calibration import calibration_of, from_plain
from agent.knowledge.embedding import Embedder, Vectors, fingerprint
from agent.knowledge.entry import Entry, Link
from agent.knowledge.index import Index, Progress, assemble, embed_entries, put_together
from agent.knowledge.keywords import from_parts, to_parts
from agent.knowledge.publication import put_whole, read_published, sync, write_published
from agent.knowledge.vectorcache import VectorCache
from agent.knowledge.vectors import AUTO, FaissIndex, chosen_kind
from agent.knowledge.wordcache import WordCache, analysis_digest, lexicon_digest
from agent.knowledge.wordforms import word_forms_file

FORMAT = 5  # raise it when the files, the features of curves or the analysis of words change: older indexes are then refused
MEND = "Run `agent index`."
_POINTER = "CURRENT"
_HELD = "HELD"
_MANIFEST, _SEAL = "manifest.json", "manifest.sha256"
_NAME = re.compile(r"^[0-9]{8}T[0-9]{6}-[0-9a-f]{12}(-[0-9]+)?$")
_TRAINED = ("ivf", "hnsw")


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did: `embedded` texts went through the model, others were known. `changed` = published."""

    generation: str
    entries: int
    embedded: int
    seconds: float
    changed: bool = True


def build_index(
    entries: Sequence[Entry],
    embedder: Embedder,
    directory: Path,
    progress: Progress | None = None,
    *,
    kind: str = AUTO,
    vectors_url: str = "",
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Built:
    """Build, check and publish a generation; the old one serves until then, and stays if anything fails.

    `kind` is that of the vector index (see vectors.py). `progress(done, total)` counts the texts that go through the
    model. The same content again publishes nothing. With `vectors_url` the tables of retired generations are dropped there.
    Raises SettingsError(code="index_locked") while another build runs, ValueError for two entries of one id, and
    OutsideError when the model fails.
    """
    begun = time.perf_counter()
    with _writing(directory):
        lines = [_line(entry) for entry in entries]
        content = _content_digest(lines, embedder, kind)
        there = _same_as_current(directory, embedder, content)
        if there:
            (directory / _HELD).unlink(missing_ok=True)
            return Built(there, len(entries), 0, time.perf_counter() - begun, changed=False)
        vectors, computed = _vectors(entries, embedder, directory, progress)
        words = WordCache(directory / "words")
        index = assemble(entries, embedder, vectors, kind, words.read)
        before = _serving(directory)
        name = _write(index, lines, directory, content, clock(), before)
        open_index(
            directory, embedder, generation=name
        )  # the self-check: what was written can be read and adds up
        _publish(directory, name)
        (directory / _HELD).unlink(missing_ok=True)
        _keep(words)
        _tidy(directory, {name, before}, vectors_url)
    return Built(name, len(entries), computed, time.perf_counter() - begun)


def open_index(
    directory: Path, embedder: Embedder, *, generation: str | None = None, vectors_url: str = ""
) -> Index:
    """The current generation (or `generation`), verified.

    With an embedder of dimension 0 every index opens, for keyword search. `vectors_url` is a PostgreSQL that holds the
    vectors instead of this process; while it fails, this process searches them itself. Raises SettingsError with the mend and
    the code `index_missing`, `index_foreign` (another model or format) or `index_corrupt`.
    """
    name = generation or current_generation(directory)
    folder = directory / "generations" / name
    if not (folder / _MANIFEST).exists():
        raise SettingsError(f"The generation {name} of the index is gone.", code="index_corrupt", mend=MEND)
    try:
        manifest = _manifest_of(folder)
        _refuse_foreign(manifest, embedder)
        _verify(folder, manifest["files"])
        return _in_postgres(_read(folder, manifest), vectors_url)
    except (
        OSError,
        ValueError,
        KeyError,
        TypeError,
        IndexError,
        AttributeError,
        zipfile.BadZipFile,
    ) as fault:
        says = f"The index in {directory} is damaged ({type(fault).__name__}: {fault})."
        raise SettingsError(says, code="index_corrupt", mend=MEND) from fault


def rollback(directory: Path, embedder: Embedder) -> str:
    """Let the generation that served before the current one was published serve again; returns its name.

    Running services take it up (api/picking_up.py), and stay on it (`is_held`) until the next build goes forward again.
    Raises SettingsError: `index_no_way_back` when there is none, and whatever `open_index` finds wrong with it.
    """
    with _writing(directory):
        earlier = _before(directory, current_generation(directory))
        if not earlier:
            raise SettingsError(
                "There is no earlier generation of the index.", code="index_no_way_back", mend=MEND
            )
        open_index(directory, embedder, generation=earlier)
        (directory / _HELD).write_text(earlier + "\n", encoding="utf-8")
        _publish(directory, earlier)
        if published := read_published(directory):  # guides and articles stay as they were published last
            write_published(directory, replace(published, generation=earlier))
    return earlier


def is_held(directory: Path) -> bool:
    """Whether the current generation serves because of a rollback: a reload must not go forward by itself then."""
    try:
        return (directory / _HELD).read_text(encoding="utf-8").strip() == current_generation(directory)
    except (OSError, UnicodeDecodeError, SettingsError):
        return False


def current_generation(directory: Path) -> str:
    """The name of the generation that serves. Raises SettingsError (`index_missing`, `index_corrupt`)."""
    try:
        name = (directory / _POINTER).read_text(encoding="utf-8", errors="replace").strip()
    except OSError as fault:
        says = f"There is no index in {directory}."
        raise SettingsError(says, code="index_missing", mend=MEND) from fault
    if not _NAME.match(name):
        raise SettingsError(
            f"The pointer {_POINTER} in {directory} is damaged.", code="index_corrupt", mend=MEND
        )
    return name


def _before(directory: Path, name: str) -> str:
    """The generation that served when `name` was published, or none; where its manifest cannot be read, the newest older one.

    One of another format is none: this version cannot read it.
    """
    generations = directory / "generations"
    whole = {
        path.parent.name for path in generations.glob(f"*/{_MANIFEST}") if _has_this_format(path.parent)
    } - {name}
    try:
        before = str(_manifest_of(generations / name)["after"])
    except (OSError, ValueError, KeyError, TypeError, SettingsError):
        before = max((other for other in whole if other < name), default="")
    return before if before in whole else ""


def _has_this_format(folder: Path) -> bool:
    """Whether this version may read a generation; a damaged one it may, to tell what is wrong with it."""
    try:
        _manifest_of(folder)
    except SettingsError:
        return False
    except (OSError, ValueError, KeyError, TypeError):
        return True
    return True


# ── building ──


@contextmanager
def _writing(directory: Path) -> Iterator[None]:
    """Hold the writer's lock. The system lets it go when the process ends, however it ends."""
    directory.mkdir(parents=True, exist_ok=True)
    with (directory / "writer.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            says = f"Another build is writing to {directory}."
            raise SettingsError(says, code="index_locked", mend="Wait until it has ended.") from fault
        yield


def _content_digest(lines: Sequence[str], embedder: Embedder, kind: str) -> str:
    curves = calibration_of(embedder.name, embedder.revision)
    chosen = chosen_kind(kind, len(lines))
    read = (
        f"{analysis_digest()}{lexicon_digest()}"  # a question is read as today; so must the texts have been
    )
    digest = hashlib.sha256(f"{FORMAT}|{fingerprint(embedder)}|{curves}|{chosen}|{read}".encode())
    for line in lines:
        digest.update(line.encode())
    return digest.hexdigest()[:12]


def _serving(directory: Path) -> str:
    """The generation that serves now, or none."""
    try:
        return current_generation(directory)
    except SettingsError:
        return ""


def _same_as_current(directory: Path, embedder: Embedder, content: str) -> str | None:
    """The current generation, if it holds exactly this content and is sound."""
    try:
        name = current_generation(directory)
        if name.split("-")[1] != content:
            return None
        return open_index(directory, embedder, generation=name).generation
    except SettingsError:
        return None


def _vectors(
    entries: Sequence[Entry], embedder: Embedder, directory: Path, progress: Progress | None
) -> tuple[Vectors | None, int]:
    if not embedder.dimension:
        return None, 0
    with VectorCache(directory / "embeddings", fingerprint(embedder), embedder.dimension) as cache:
        return embed_entries(embedder, entries, cache.known, cache.keep, progress)


def _write(
    index: Index, lines: Sequence[str], directory: Path, content: str, now: datetime, before: str
) -> str:
    """Write all files of a generation and force them to the disk; returns its name."""
    name = f"{_stamp_after(directory, now)}-{content}"
    folder = directory / "generations" / name
    folder.mkdir(parents=True)
    (folder / "passages.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    arrays, vocabulary = to_parts(index.keywords)
    np.savez(folder / "keywords.npz", **arrays)  # type: ignore[arg-type]  # its stub takes a name for a flag
    kept = word_forms_file(directory / "wordforms") if index.vectors is not None else None
    (folder / "wordforms.json").write_bytes(kept.read_bytes() if kept else b"{}")
    (folder / "vocabulary.json").write_text(json.dumps(vocabulary, ensure_ascii=False), encoding="utf-8")
    if index.vectors is not None:
        np.save(folder / "vectors.npy", index.vectors, allow_pickle=False)
    if isinstance(index.side, FaissIndex) and index.side.kind in _TRAINED:
        index.side.save(folder / "index.faiss")
    manifest = {**_manifest(index, folder, now), "after": before}
    (folder / _MANIFEST).write_text(json.dumps(manifest, indent=1, ensure_ascii=False), encoding="utf-8")
    (folder / _SEAL).write_text(_sha256(folder / _MANIFEST) + "\n", encoding="utf-8")
    for path in (*folder.iterdir(), folder, folder.parent):
        sync(path)
    return name


def _stamp_after(directory: Path, now: datetime) -> str:
    """The second a generation is named by: now, or the next one that no other has, so that names tell the order."""
    there = [path.name.split("-")[0] for path in directory.glob("generations/*-*")]
    at = now.astimezone(UTC)
    while (stamp := f"{at:%Y%m%dT%H%M%S}") in there:
        at += timedelta(seconds=1)
    return stamp


def _manifest(index: Index, folder: Path, now: datetime) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "model": {"name": index.model, "revision": index.revision, "dimension": index.dimension},
        "built_at": now.astimezone(UTC).isoformat(timespec="seconds"),
        "entries": len(index.entries),
        "centre": [] if index.centre is None else [float(part) for part in index.centre],
        "vector_index": index.side.kind if isinstance(index.side, FaissIndex) else "none",
        "calibration": index.calibration.plain(),
        "files": {path.name: _sha256(path) for path in sorted(folder.iterdir())},
    }


def _publish(directory: Path, name: str) -> None:
    """Let the pointer name `name`, in one atomic step."""
    put_whole(directory / _POINTER, name)


def _keep(words: WordCache) -> None:
    """Keep the words for the next build, which is only slower without them: no reason to fail this one."""
    try:
        words.keep()
    except OSError as fault:
        logging.getLogger(__name__).warning("The words of texts could not be kept: %s", fault)


def _tidy(directory: Path, kept: Set[str], vectors_url: str) -> None:
    """Remove the generations that are not `kept`, half-written ones of killed builds among them.

    While their tables cannot be dropped they stay too: the next build tries again.
    """
    retired = [path for path in (directory / "generations").iterdir() if path.name not in kept]
    if not _tables_dropped(vectors_url, [path.name for path in retired]):
        return
    for path in retired:
        shutil.rmtree(path, ignore_errors=True)


def _tables_dropped(url: str, generations: Sequence[str]) -> bool:
    if not url or not generations:
        return True
    from agent.knowledge.pgvector import drop_tables  # noqa: PLC0415 - only where it is configured

    try:
        drop_tables(url, generations)
    except OutsideError as fault:
        logging.getLogger(__name__).warning("%s", fault)
        return False
    return True


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _line(entry: Entry) -> str:
    values = {field.name: getattr(entry, field.name) for field in fields(entry)}
    values["related"] = [asdict(link) for link in entry.related]
    return json.dumps(values, ensure_ascii=False, sort_keys=True)


# ── reading ──


def _manifest_of(folder: Path) -> Mapping[str, Any]:
    """The manifest, as it was written. Raises SettingsError for another format, ValueError where it was altered."""
    written = (folder / _MANIFEST).read_bytes()
    manifest: dict[str, Any] = json.loads(written)
    if manifest["format"] != FORMAT:
        says = f"The index has format {manifest['format']}; this version reads {FORMAT}."
        raise SettingsError(says, code="index_foreign", mend=MEND)
    if (folder / _SEAL).read_text(encoding="utf-8").strip() != hashlib.sha256(written).hexdigest():
        raise ValueError(f"{_MANIFEST} is not what was written")
    return manifest


def _refuse_foreign(manifest: Mapping[str, Any], embedder: Embedder) -> None:
    model = manifest["model"]
    built_with = f"{model['name']}@{model['revision']}"
    dimension = _dimension(embedder, model["dimension"])
    if not dimension:
        return
    asked = _fingerprint(embedder, model)
    if (built_with, model["dimension"]) != (asked, dimension):
        says = (
            f"The index was built with {built_with} ({model['dimension']} numbers a text), "
            f"but {asked} ({dimension}) is set."
        )
        raise SettingsError(says, code="index_foreign", mend=MEND)


def _fingerprint(embedder: Embedder, expected: Mapping[str, Any]) -> str:
    """That of the embedder; while it cannot be asked for its revision, the expected one of its name."""
    try:
        return fingerprint(embedder)
    except OutsideError:
        return f"{embedder.name}@{expected['revision']}"


def _dimension(embedder: Embedder, expected: int) -> int:
    """That of the embedder; `expected` while it cannot be asked: a service starts without it, and searches by words."""
    try:
        return embedder.dimension
    except OutsideError:
        return expected


def _verify(folder: Path, files: Mapping[str, str]) -> None:
    for name, expected in files.items():
        if Path(name).name != name or _sha256(folder / name) != expected:
            raise ValueError(f"{name} is not what was written")


def _read(folder: Path, manifest: Mapping[str, Any]) -> Index:
    model = manifest["model"]
    known = {field.name for field in fields(Entry)}
    with (folder / "passages.jsonl").open(encoding="utf-8") as file:
        entries = tuple(_entry(json.loads(line), known) for line in file)
    if len(entries) != manifest["entries"]:
        raise ValueError(f"it holds {len(entries)} passages, not {manifest['entries']}")
    with np.load(folder / "keywords.npz", allow_pickle=False) as arrays:
        keywords = from_parts(
            dict(arrays), json.loads((folder / "vocabulary.json").read_text(encoding="utf-8"))
        )
    vectors = np.load(folder / "vectors.npy", allow_pickle=False) if model["dimension"] else None
    trained = folder / "index.faiss"
    return put_together(
        entries,
        keywords,
        vectors,
        None if vectors is None else np.array(manifest["centre"], dtype=np.float32),
        from_plain(manifest["calibration"]),
        model=model["name"],
        revision=model["revision"],
        generation=folder.name,
        built_at=manifest["built_at"],
        kind=manifest["vector_index"],
        trained=trained if trained.exists() else None,
        forms=json.loads((folder / "wordforms.json").read_text(encoding="utf-8")),
    )


def _in_postgres(index: Index, url: str) -> Index:
    if not url or index.vectors is None or index.centre is None:
        return index
    from agent.knowledge.pgvector import PgVectorIndex  # noqa: PLC0415 - only where it is configured

    try:
        return replace(index, side=PgVectorIndex(url, index.vectors, index.centre, index.generation))
    except OutsideError as fault:
        logging.getLogger(__name__).warning("%s", fault)
        return index


def _entry(data: Mapping[str, Any], known: set[str]) -> Entry:
    if set(data) != known:
        raise ValueError("a passage has other fields than this version writes")
    values: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in data.items()}
    return Entry(**{**values, "related": tuple(Link(**link) for link in data["related"])})
