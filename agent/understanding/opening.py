"""What a first message is asked: a question that everybody is asked before they write, and what may be answered to it.

The encoder was fitted on first messages as replies to this very question (`benchmarks/cases.py`), so that it hears what
outranks every guide (danger, a wish for a person, abuse, commands) where no question is open yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from agent.understanding.sight import label_of
from agent.understanding.values import Option, Question

FAULT, WISH, OTHER = "fault", "wish", "other"
_ASKED: Mapping[str, str] = MappingProxyType(
    {"lt": "Kas nutiko, kuo galime padėti?", "en": "What happened, how can we help?"}
)
_LISTED: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        FAULT: {"lt": "Kažkas neveikia arba veikia blogai", "en": "Something does not work, or works badly"},
        WISH: {"lt": "Turiu klausimą arba prašymą", "en": "I have a question or a request"},
        OTHER: {"lt": "Kas kita", "en": "Something else"},
    }
)
_OPTIONS = tuple(Option(name, labels) for name, labels in _LISTED.items())
_DEFAULT = "en"


def opening_question(language: str) -> Question:
    """The question before the first message; in English where there is none in `language`."""
    return Question(_ASKED.get(language, _ASKED[_DEFAULT]), _OPTIONS)


def asked_first(language: str) -> tuple[str, tuple[str, ...]]:
    """The same as the encoder is asked it: the question's words and those of its answers."""
    question = opening_question(language)
    return question.text, tuple(label_of(option, language) for option in question.options)
