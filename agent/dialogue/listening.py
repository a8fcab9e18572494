"""The understanding room as one object, to be handed to those who listen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agent.language import Detection, detect
from agent.understanding import Act, Question, Reading, Stated, find_acts, find_facts, read_answer
from agent.understanding.clauses import clauses
from agent.understanding.ear import ear


DENYING = ("negators", "without", "absent", "neither")


@dataclass(frozen=True, slots=True)
class Understanding:
    """Listens in every language of the packs."""

    def detect(self, text: str, current: str | None) -> Detection:
        """The language of `text`, given the conversation's."""
        return detect(text, current)

    def find_acts(self, text: str, language: str, question: Question | None = None) -> tuple[Act, ...]:
        """What a message does."""
        return find_acts(text, language, question)

    def clauses(self, text: str, language: str) -> tuple[str, ...]:
        """The clauses of `text`, in order, as they stand."""
        return tuple(clause.text for clause in clauses(text, ear(language)))

    def denials(self, text: str, language: str) -> tuple[tuple[str, bool], ...]:
        """The clauses of `text`, each with whether it denies something."""
        found = clauses(text, ear(language))
        return tuple((clause.text, any(clause.has(role) for role in DENYING)) for clause in found)

    def find_facts(self, text: str, language: str) -> tuple[Stated, ...]:
        """What a message states."""
        return find_facts(text, language)

    def read_answer(
        self, question: Question, reply: str, language: str, context: Mapping[str, Any]
    ) -> Reading:
        """Which listed answer a reply means, or which act it is."""
        return read_answer(question, reply, language, context)
