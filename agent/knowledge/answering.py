"""A short answer taken from what was found, word for word; or none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.knowledge.entry import Entry
from agent.knowledge.markdown import sentences

LONGEST_ANSWER = 600  # characters: what a customer reads in a chat window or hears without losing the thread
_KEEP = 0.5


@dataclass(frozen=True, slots=True)
class Answer:
    """Sentences of one passage. `sources` are the entries they come from, `confidence` is 0..1."""

    text: str
    language: str
    sources: tuple[Entry, ...]
    confidence: float


def trimmed(
    body: str, relevance: Callable[[Sequence[str]], Sequence[float]], longest: int = LONGEST_ANSWER
) -> str:
    """The blocks of `body` that answer, in their order, cut at a sentence.

    The first block stays, because an article answers before it explains; a later one stays when it is at least half
    as relevant as the best. `relevance` scores blocks against the question.
    """
    blocks = body.split("\n\n")
    if len(blocks) == 1:
        return _cut(body, longest)
    scores = relevance(blocks)
    needed = _KEEP * max(scores)
    kept = [block for number, block in enumerate(blocks) if number == 0 or scores[number] >= needed > 0]
    return _cut("\n\n".join(kept), longest)


def _cut(text: str, longest: int) -> str:
    """`text` up to `longest` characters, ended at a block or sentence, never in one."""
    if len(text) <= longest:
        return text
    kept = ""
    for block in text.split("\n\n"):
        for number, sentence in enumerate(sentences(block)):
            glue = "" if not kept else " " if number else "\n\n"
            if len(kept) + len(glue) + len(sentence) > longest:
                return kept or sentence[:longest].rsplit(" ", 1)[0] + "…"
            kept += glue + sentence
    return kept
