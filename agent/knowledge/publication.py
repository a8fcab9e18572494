"""What running services may take up: a marker beside the index that is written last, when all parts of it are there.

The files themselves do not tell it. A check rewrites proofs, and authors save guides, whenever they like; neither is meant
for customers before `agent index` says so.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

_MARKER = "PUBLISHED"


@dataclass(frozen=True, slots=True)
class Published:
    """What was published: the generation of the index, and digests of all content and of what lies beside the index."""

    generation: str
    content: str
    beside: str = ""


def read_published(directory: Path) -> Published | None:
    """What was published last in `directory`; None where nothing was, or by another hand."""
    try:
        return Published(**json.loads((directory / _MARKER).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_published(directory: Path, published: Published) -> None:
    """Say that all of `published` lies in `directory` now. The same again leaves the marker as it is."""
    if read_published(directory) != published:
        put_whole(directory / _MARKER, json.dumps(asdict(published)))


def put_whole(file: Path, text: str) -> None:
    """Let `file` hold `text` and a line's end, in one step that survives a power failure."""
    new = file.with_name(f"{file.name}.new")
    new.write_text(f"{text}\n", encoding="utf-8")
    sync(new)
    new.replace(file)
    sync(file.parent)


def sync(path: Path) -> None:
    """Force a file, or the names in a folder, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
