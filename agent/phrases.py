"""What the engine itself says: authored sentences per language, with turns of phrase for saying it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from agent.errors import SettingsError
from agent.filling import filled
from agent.yaml_depth import load_once

LANGUAGES = Path(__file__).parent / "languages"
_SUFFIX = ".phrases.yaml"


@dataclass(frozen=True, slots=True)
class Phrases:
    """The sentences of one language. A key holds one or more texts that mean the same."""

    language: str
    texts: Mapping[str, tuple[str, ...]]

    def say(self, key: str, turn: int = 0, /, **values: object) -> str:
        """The `turn`-th wording of `key` (they take turns), with `{names}` filled in. Raises KeyError."""
        variants = self.texts[key]
        return filled(variants[turn % len(variants)], values)

    def count(self, key: str) -> int:
        """How many wordings `key` has."""
        return len(self.texts[key])


def load_phrases(directory: Path = LANGUAGES) -> Mapping[str, Phrases]:
    """Every `<language>.phrases.yaml` of `directory`. Raises SettingsError when their keys differ, or one stands twice."""
    found = {file.name.removesuffix(_SUFFIX): _read(file) for file in sorted(directory.glob("*" + _SUFFIX))}
    keys = {language: set(phrases.texts) for language, phrases in found.items()}
    every = set().union(*keys.values()) if keys else set()
    missing = {language: sorted(every - had) for language, had in keys.items() if every - had}
    if missing or not found:
        raise SettingsError(f"Phrases are missing: {missing or directory}.", code="phrases_incomplete")
    return found


def _read(file: Path) -> Phrases:
    table = _loaded(file)["phrases"]
    texts = {key: tuple(value) if isinstance(value, list) else (value,) for key, value in table.items()}
    return Phrases(file.name.removesuffix(_SUFFIX), texts)


def _loaded(file: Path) -> Any:
    try:
        return load_once(file.read_text(encoding="utf-8"))
    except yaml.MarkedYAMLError as fault:
        line = fault.problem_mark.line + 1 if fault.problem_mark else 1
        raise SettingsError(f"{file.name}:{line}: {fault.problem}.", code="phrases_invalid") from None
