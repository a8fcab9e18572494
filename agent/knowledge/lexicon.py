"""Names of one thing, within and across languages: router = maršrutizatorius, for the keyword side.

Read from lexicon.yaml, which an expert can read and mend. The vectors cross languages by themselves; words do not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import yaml

FILE = Path(__file__).with_name("lexicon.yaml")


def load_lexicon(stem: Callable[[str], str], file: Path = FILE) -> Mapping[str, str]:
    """Stem → the stem that stands for its group. Raises ValueError when a word stands in two groups."""
    groups = yaml.safe_load(file.read_text(encoding="utf-8"))
    standing: dict[str, str] = {}
    for number, group in enumerate(groups, 1):
        stems = [stem(word) for word in group]
        for one in stems:
            if standing.setdefault(one, stems[0]) != stems[0]:
                raise ValueError(f"{file.name}: `{one}` of group {number} stands in another group too")
    return standing
