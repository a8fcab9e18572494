"""The languages a guide can be followed in from its first question to its end."""

from __future__ import annotations

from agent.scenarios.check import texts_of
from agent.scenarios.model import Library
from agent.scenarios.states import group


def spoken(library: Library, scenario_id: str) -> tuple[str, ...]:
    """Of the languages a guide claims, those in which every text stands: its own and those of the guides it calls."""
    texts = [text for each in group(library, scenario_id).values() for *_, text in texts_of(each) if text]
    return tuple(
        language for language in library[scenario_id].languages if all(language in text for text in texts)
    )
