"""Which labelled files belong to tuning, validation and test. The test files stay shut until they are named.

`splits.yaml` beside the files lists their authors: `tune: [name]`, `validation: […]`, `test: […]`; a file's author is
the last part of its name (`replies_<author>.yaml`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from agent.errors import SettingsError

MANIFEST = "splits.yaml"
OPEN = ("tune", "validation")
SEALED = "test"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A file to measure on, and the part of the report it belongs to: its split, or its own name outside of any."""

    path: Path
    part: str

    @property
    def sealed(self) -> bool:
        """Whether it is test data, to be opened once."""
        return self.part == SEALED

    def digest(self) -> str:
        """The SHA-256 of its bytes."""
        return hashlib.sha256(self.path.read_bytes()).hexdigest()


def chosen(
    pattern: str, files: Sequence[Path], *, folder: Path, split: str | None = None, open_test: bool = False
) -> tuple[Chosen, ...]:
    """The files to measure on: those named, else those of `folder` that fit `pattern` and belong to `split`
    (None = tuning and validation). Raises SettingsError: `labels_missing`, `labels_sealed`, `splits_invalid`."""
    if files:
        return tuple(_named(file, open_test) for file in files)
    wanted = OPEN if split is None else (split,)
    found = [Chosen(file, _split_of(file) or "") for file in sorted(folder.glob(pattern))]
    kept = sorted(
        (each for each in found if each.part in wanted), key=lambda each: (wanted.index(each.part), each.path)
    )
    if SEALED in wanted:
        raise _refused("The test split")
    if not kept:
        raise SettingsError(
            f"No file {pattern} of the split {' or '.join(wanted)} in {folder}.",
            mend=f"Name the files, or the folder with --data; {MANIFEST} in it says whose files are which split.",
            code="labels_missing",
        )
    return tuple(kept)


def by_part(files: Sequence[Chosen]) -> Mapping[str, Sequence[Chosen]]:
    """The files of each part, in the order given."""
    parts: dict[str, list[Chosen]] = {}
    for file in files:
        parts.setdefault(file.part, []).append(file)
    return parts


def _named(file: Path, open_test: bool) -> Chosen:
    if not file.is_file():
        raise SettingsError(f"There is no file {file}.", mend="Name a labelled file.", code="labels_missing")
    one = Chosen(file, _split_of(file) or file.stem)
    if one.sealed and not open_test:
        raise _refused(str(file))
    return one


def _refused(what: str) -> SettingsError:
    return SettingsError(
        f"{what} is sealed: it is measured once, when the work is done.",
        mend="Then name each file and add --open-test; note the digest and the date that are printed.",
        code="labels_sealed",
    )


def _split_of(file: Path) -> str | None:
    author = file.stem.rpartition("_")[2]
    return next((split for split, authors in _splits(file.parent).items() if author in authors), None)


def _splits(folder: Path) -> Mapping[str, Sequence[str]]:
    file = folder / MANIFEST
    if not file.is_file():
        return {}
    try:
        table = yaml.safe_load(file.read_text(encoding="utf-8"))
        return {split: [str(author) for author in table[split]] for split in (*OPEN, SEALED)}
    except (yaml.YAMLError, UnicodeDecodeError, KeyError, TypeError) as fault:
        raise SettingsError(
            f"{file} cannot be read: {fault}.",
            mend="It lists authors: tune: [name], validation: [name], test: [name].",
            code="splits_invalid",
        ) from None
