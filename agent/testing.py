"""Public fakes for tests of integrators and our own: no patching, no network.

ScriptedModel   says what it was told to say, in order       HashEmbedder   vectors without a model
MemoryDesk      keeps delivered tickets in a list            fixed_time     a clock that a test moves
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from agent.errors import OutsideError
from agent.escalation import MemoryDesk
from agent.knowledge import HashEmbedder
from agent.llm import Prompt


class ScriptedModel:
    """A LanguageModel that gives the queued texts in order and keeps every prompt; out of texts, it fails."""

    name = "scripted"

    def __init__(self, says: Iterable[str | OutsideError] = ()) -> None:
        self._says = list(says)
        self.prompts: list[Prompt] = []

    def enqueue(self, *says: str | OutsideError) -> None:
        """Say these next; an error is raised instead."""
        self._says.extend(says)

    def complete(self, prompt: Prompt) -> str:
        """The next text. Raises OutsideError when there is none, or when an error stands in the queue."""
        self.prompts.append(prompt)
        if not self._says:
            raise OutsideError("The script is at its end.", code="model_failed")
        said = self._says.pop(0)
        if isinstance(said, OutsideError):
            raise said
        return said


class FixedTime:
    """A clock that stands until it is moved."""

    def __init__(self, at: datetime = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def pass_by(self, **time: float) -> None:
        """Let time pass: `pass_by(minutes=5)`."""
        self.at += timedelta(**time)


__all__ = ["FixedTime", "HashEmbedder", "MemoryDesk", "ScriptedModel"]
