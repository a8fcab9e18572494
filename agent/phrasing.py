"""Draft -> words. Without a model the authored words go out as they are. With one, its words go out only if the
guard finds every fact still standing and none added; otherwise the authored words, and the refusal is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from agent.conversation import Draft, Evidence, Part
from agent.errors import OutsideError
from agent.language import fold
from agent.llm import LanguageModel, Prompt
from agent.privacy import mask

PROMPT = (Path(__file__).parent / "prompts" / "phrase.txt").read_text(encoding="utf-8")
LANGUAGE_NAMES = {"lt": "Lithuanian (polite Jūs form)", "en": "English"}

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_CODE = re.compile(r"\b(?:[A-Z]{2,}[A-Z0-9-]*|[A-Za-z]+-?\d[\w-]*|\d+[A-Za-z]+\w*|Wi-Fi)\b")
_ADDRESS = re.compile(r"\S+@\S+|https?://\S+|\b[\w-]+(?:\.[\w-]+)+\b")
_MARKUP = re.compile(r"[<>{}`*#|]|\]\(")
_TOKEN = re.compile(r"[a-z0-9]+")
_LONGEST, _SHORTEST, _SLACK = 1.6, 0.4, 60


@dataclass(frozen=True, slots=True)
class GuardWords:
    """Folded word beginnings the guard watches in one language.

    `negations` are whole words and, ending in `*`, beginnings; `kept` names colours, devices, directions;
    `claims` are words that promise or report an action.
    """

    negations: tuple[str, ...]
    kept: tuple[str, ...]
    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """The words that go out, who worded them and what the guard said."""

    text: str
    evidence: tuple[Evidence, ...] = ()


class Phraser:
    """Words a Draft. `detect` tells the language of a text.

    `count` hears how every call of the model went: "worded", "refused" (by the guard), or the code of its fault.
    """

    def __init__(
        self,
        guard: Mapping[str, GuardWords],
        detect: Callable[[str], str],
        model: LanguageModel | None = None,
        count: Callable[[str], None] = lambda result: None,
    ) -> None:
        self._guard, self._detect, self._model, self._count = guard, detect, model, count

    def word(self, draft: Draft, customer_said: str = "") -> Wording:
        """The authored words, or the model's where they keep every fact. Never raises OutsideError."""
        authored = draft.text
        head, tail = _split(draft)
        if self._model is None or not tail:
            return Wording(authored)
        if mask(tail) != tail:
            # A model could only give back the mask: what names a person or a number goes out as it is.
            return Wording(authored, (Evidence("model", "authored words used: personal data"),))
        try:
            said = self._model.complete(_prompt(draft.language, tail, customer_said))
        except OutsideError as fault:
            self._count(fault.code)
            return Wording(authored, (Evidence("model", f"authored words used: {fault.code}"),))
        faults = self.faults(tail, said, draft.language)
        self._count("refused" if faults else "worded")
        if faults:
            return Wording(authored, (Evidence("guard", "authored words used: " + ", ".join(faults)),))
        text = "\n\n".join(piece for piece in (head, said) if piece)
        return Wording(text, (Evidence("model", f"worded by {self._model.name}"),))

    def faults(self, authored: str, said: str, language: str) -> tuple[str, ...]:
        """What the model's text did to the facts; empty when nothing is wrong."""
        words = self._guard[language]
        checks = (
            ("numbers", _in_order(_NUMBER, authored) == _in_order(_NUMBER, said)),
            ("names", set(_CODE.findall(authored)) == set(_CODE.findall(said))),
            ("addresses", set(_ADDRESS.findall(authored)) == set(_ADDRESS.findall(said))),
            ("negations", _negations(authored, words) == _negations(said, words)),
            ("colours and devices", _marked(authored, words.kept) == _marked(said, words.kept)),
            ("claims", _marked(said, words.claims) <= _marked(authored, words.claims)),
            ("question", ("?" in authored) == ("?" in said)),
            ("length", _sane_length(authored, said)),
            ("markup", not _MARKUP.search(said)),
            ("language", self._detect(said) == language),
        )
        return tuple(name for name, kept in checks if not kept)


def _split(draft: Draft) -> tuple[str, str]:
    """What must stand as authored, and the run of free parts at the end that a model may reword."""
    free = list(takewhile(lambda part: not part.fixed, reversed(draft.parts)))[::-1]
    fixed = draft.parts[: len(draft.parts) - len(free)]
    return _joined(fixed), _joined(free)


def _joined(parts: Sequence[Part]) -> str:
    return "\n\n".join(part.text.strip() for part in parts if part.text.strip())


def _prompt(language: str, text: str, customer_said: str) -> Prompt:
    system = PROMPT.replace("{language}", LANGUAGE_NAMES.get(language, language))
    said = customer_said.replace("<", "‹").replace(">", "›")
    return Prompt(system, f"<customer>{said}</customer>\n<message>\n{text}\n</message>")


def _in_order(pattern: re.Pattern[str], text: str) -> list[str]:
    return pattern.findall(text)


def _negations(text: str, words: GuardWords) -> int:
    whole = {word for word in words.negations if not word.endswith("*")}
    begins = tuple(word[:-1] for word in words.negations if word.endswith("*"))
    return sum(token in whole or token.startswith(begins) for token in _TOKEN.findall(fold(text)))


def _marked(text: str, beginnings: tuple[str, ...]) -> frozenset[str]:
    tokens = _TOKEN.findall(fold(text))
    return frozenset(begin for begin in beginnings if any(token.startswith(begin) for token in tokens))


def _sane_length(authored: str, said: str) -> bool:
    return _SHORTEST * len(authored) <= len(said) <= _LONGEST * len(authored) + _SLACK
