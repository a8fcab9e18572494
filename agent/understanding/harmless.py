"""Danger that a reader hears and the rules gainsay."""

from __future__ import annotations

from agent.understanding.acts import denies_danger
from agent.understanding.facts import find_facts

_PHONE = "phone"


def is_harmless(text: str, language: str) -> bool:
    """Whether what sounds like danger in `text` is none: it is denied, or only heard in a call."""
    return denies_danger(text, language) or _on_the_line(text, language)


def _on_the_line(text: str, language: str) -> bool:
    """Whether it is about a call: what hisses and crackles there burns nothing. Real danger in a phone is told in words that
    rules know."""
    return any(fact.name == "problem_type" and fact.value == _PHONE for fact in find_facts(text, language))
