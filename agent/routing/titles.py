"""What the titles and headings of guides and pages say."""

from __future__ import annotations

from agent.language import fold, words
from agent.routing.values import Listener

DEVICE = "device"


def thing_in(title: str, language: str, listener: Listener | None) -> str:
    """The thing that a title names; "" where it names none."""
    facts = listener.find_facts(title, language) if listener else ()
    return next((str(fact.value) for fact in facts if fact.name == DEVICE), "")


def alike(said: str, written: str) -> bool:
    """Whether two texts are the same words."""
    return words(fold(said)) == words(fold(written))
