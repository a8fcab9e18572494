"""Harm told in the breath of an answer: "lamp works. but it's wet inside, water dripped out when I lifted it".

An answer is an answer, and danger outranks it: where the reply names harm that nobody denies, in words, and the encoder is sure that
it is danger. An answer that passes the harm on itself ("it got wet") is left to its author.
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.dialogue.listening import Understanding
from agent.scenarios import Action
from agent.understanding import Question, Reading
from agent.understanding.acts import DANGER
from agent.understanding.values import Act

SURE = 0.95
_STEP, _OUTCOME = "step", "outcome"


def with_harm_beside(
    acts: Sequence[Act],
    question: Question | None,
    reading: Reading | None,
    text: str,
    language: str,
    understanding: Understanding,
) -> tuple[Act, ...]:
    """`acts`, and the danger told beside the answer to a step."""
    known = any(act.name == DANGER for act in acts)
    if known or question is None or reading is None or (question.kind, reading.kind) != (_STEP, _OUTCOME):
        return tuple(acts)
    chosen = (option for option in question.options if option.id == reading.outcome)
    if any(option.action == Action.ESCALATE for option in chosen) or not _named(
        text, language, understanding
    ):
        return tuple(acts)
    heard = understanding.with_danger((), text, language)
    sure = (act for act in heard if act.name == DANGER and (act.evidence.weight or 0.0) >= SURE)
    return (*sure, *acts)


def _named(text: str, language: str, understanding: Understanding) -> bool:
    """Whether harm is named by a word that is not a sound, and nobody denies it."""
    signs = understanding.signs_of_harm(text, language, sounds=False)
    return understanding.names_harm(text) and any(signs)
