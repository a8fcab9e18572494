"""What a message states: "no danger?" denies none, and "looks good now! so was the socket broken?" is good news."""

from __future__ import annotations

from agent.language import sentences


def stated(text: str) -> str:
    """The sentences of `text` that ask nothing; "" where all do."""
    return " ".join(each for each in sentences(text) if not each.rstrip().endswith("?"))
