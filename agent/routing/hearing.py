"""What the router makes of acts that were heard: greetings that open a message, and how surely danger was heard."""

from __future__ import annotations

from collections.abc import Sequence

from agent.routing.values import Heard, Thresholds
from agent.understanding.settling import LIKENESSES

_BETWEEN = " ,.!;:–-"  # after a greeting
_MORE = 2  # words that are more than a greeting


def greeted_off(text: str, acts: Sequence[Heard]) -> str:
    """The text without a greeting that opens it, where more follows: "hello, no sound" is about the sound."""
    said = next((act.span for act in acts if act.name == "greeting"), "")
    rest = text[len(said) :]
    opens = text[: len(said)].casefold() == said.casefold() and not rest[:1].isalnum()
    more = rest.lstrip(_BETWEEN)
    return more if said and opens and len(more.split()) >= _MORE else text


def by_likeness(danger: Heard) -> bool:
    """Whether no word of danger was heard, only something that sounds like it."""
    return danger.evidence.source in LIKENESSES


def unlike(danger: Heard, at: Thresholds) -> bool:
    """Whether a word of danger was heard in what does not sound like danger to the encoder, which was asked."""
    return danger.alike is not None and danger.alike < at.unlike


def odds(chance: float) -> float:
    return chance / max(1 - chance, 1e-9)
