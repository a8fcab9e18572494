"""What needs no guide: sentences per language that are out of scope, a question, a greeting, a plea for a person.

`agent/languages/background.<code>.txt`: `== kind` opens a section, one sentence a line, `#` is a comment. A section
`works <problem type>` holds clauses that say another service is fine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from agent.errors import SettingsError
from agent.language import LANGUAGES

KINDS = (
    "out_of_scope",
    "article",
    "vague",
    "person",
    "danger",
    "abuse",
    "injection",
    "courtesy",
    "unclear",
)
_SECTION, _COMMENT, _WORKS = "==", "#", "works "
_LARGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Background:
    """One language's sentences by kind, and clauses by the problem type that they call fine."""

    language: str
    sentences: Mapping[str, tuple[str, ...]]
    works: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def load_backgrounds(directory: Path | None = None) -> tuple[Background, ...]:
    """Every `background.<code>.txt` of `directory` (default: those shipped). Raises SettingsError(background_invalid)."""
    return tuple(_read(file) for file in sorted((directory or LANGUAGES).glob("background.*.txt")))


def _read(file: Path) -> Background:
    if file.stat().st_size > _LARGEST:
        raise _invalid(file, 0, "is larger than 1 MiB")
    sections: dict[str, list[str]] = {}
    kind = ""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        said = line.strip()
        if not said or said.startswith(_COMMENT):
            continue
        if said.startswith(_SECTION):
            kind = said.removeprefix(_SECTION).strip()
            if kind not in KINDS and not kind.startswith(_WORKS):
                raise _invalid(file, number, f"has an unknown section '{kind}'")
            continue
        if not kind:
            raise _invalid(file, number, "has a sentence before its first section")
        sections.setdefault(kind, []).append(said)
    works = {
        name.removeprefix(_WORKS): tuple(said) for name, said in sections.items() if name.startswith(_WORKS)
    }
    kinds = {name: tuple(said) for name, said in sections.items() if not name.startswith(_WORKS)}
    return Background(file.stem.rpartition(".")[2], kinds, works)


def _invalid(file: Path, line: int, fault: str) -> SettingsError:
    mend = f"Sections are: {', '.join(KINDS)}, works <problem type>."
    return SettingsError(f"{file.name}:{line} {fault}.", code="background_invalid", mend=mend)
