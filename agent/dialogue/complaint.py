"""The complaint as it grows: what was said before, and what is said to it."""

from __future__ import annotations


def with_more(complaint: str, said: str) -> str:
    """Both as sentences of one text; what is said alone where nothing was said before."""
    return f"{complaint}. {said}" if complaint else said
