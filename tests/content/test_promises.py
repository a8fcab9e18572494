"""What customers are promised: a time for every call and visit, and each time one of the operator's own facts."""

from __future__ import annotations

import re

import pytest

from agent.operator import PLACEHOLDER
from benchmarks.content_texts import Shown, facts_of, shown_texts

SAID = {"say", "message", "success", "consent_visit", "promised_call"}
CALL = re.compile(
    r"skambins\b|susisieks|will call|call (?:you )?back|will contact|get in touch", re.IGNORECASE
)
VISIT = re.compile(r"\batvyks\b|technician.{0,40}will come|come \{", re.IGNORECASE)
TIMES_OF_CALLS = {"callback_time", "service_hours", "technician_days"}
# "30 minutes" told to wait for a box is a general truth; the same told of people's work is a promise.
FIGURE = re.compile(
    r"(?:\bper|\biki|\bwithin|\bup to|\bin)\s+\d+\s*(?:val|h\b|hour|darbo dien|dien|day|working)",
    re.IGNORECASE,
)
VAGUE = re.compile(
    r"\b(?:netrukus|tuojau|šiandien pat|rytoj|nedelsiant|kuo greičiau|shortly|very soon|tomorrow|as soon as possible)\b",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def said() -> list[Shown]:
    """What is said to customers of guides and phrases; reasons are for colleagues."""
    return [text for text in shown_texts() if text.name in SAID]


def named(text: Shown) -> set[str]:
    return set(PLACEHOLDER.findall(text.words))


def told(texts: list[Shown]) -> list[str]:
    return [f"{text.file.name}:{text.line}: {text.words.strip()}" for text in texts]


def test_a_promised_call_says_when(said: list[Shown]) -> None:
    promised = [text for text in said if CALL.search(text.words)]
    assert {text.name for text in promised} >= {"promised_call", "message"}
    assert told([text for text in promised if not named(text) & TIMES_OF_CALLS]) == []


def test_a_promised_visit_says_when(said: list[Shown]) -> None:
    promised = [text for text in said if VISIT.search(text.words)]
    assert len(promised) >= 10
    assert told([text for text in promised if "technician_days" not in named(text)]) == []


def test_no_figure_of_an_author_and_no_vague_promise(said: list[Shown]) -> None:
    assert told([text for text in said if FIGURE.search(text.words) or VAGUE.search(text.words)]) == []


def test_the_times_of_promises_are_the_operators_in_both_languages() -> None:
    operator = facts_of()
    for name in TIMES_OF_CALLS:
        assert set(operator.values[name]) == {"lt", "en"}, name
