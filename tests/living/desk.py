"""An author at the desk: changes a guide's file as a person would, in a text editor."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Author:
    """Edits the guides in `folder`."""

    folder: Path

    def file(self, guide: str) -> Path:
        return self.folder / f"{guide}.yaml"

    def replaces(self, old: str, new: str, guide: str = "lamp_link") -> None:
        """Every `old` in the guide's file becomes `new`."""
        text = self.file(guide).read_text(encoding="utf-8")
        assert old in text
        self.file(guide).write_text(text.replace(old, new), encoding="utf-8")

    def removes(self, guide: str) -> None:
        """The file goes, its talks too."""
        self.file(guide).unlink()
        self.file(guide).with_suffix(".talks.yaml").unlink(missing_ok=True)
        defaults = self.folder / "defaults.yaml"
        lines = [line for line in defaults.read_text(encoding="utf-8").splitlines() if guide not in line]
        defaults.write_text("\n".join(lines) + "\n", encoding="utf-8")
