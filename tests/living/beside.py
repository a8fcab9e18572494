"""What goes on beside a service: who hears it, what another process publishes, a reload that takes its time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import pytest

from agent.agent import Agent, Reloaded
from agent.bootstrap import publish
from agent.knowledge import NoEmbedder, Published, build_index
from agent.material import entries, sound_material
from agent.settings import Settings


class Told:
    """Hears what is told, and waits for it."""

    def __init__(self) -> None:
        self.sentences: list[str] = []
        self._heard = threading.Condition()

    def __call__(self, sentence: str) -> None:
        with self._heard:
            self.sentences.append(sentence)
            self._heard.notify()

    def hears(self, number: int) -> bool:
        return self.hears_that(lambda sentences: len(sentences) >= number)

    def hears_that(self, true: Callable[[Sequence[str]], bool]) -> bool:
        with self._heard:
            return self._heard.wait_for(lambda: true(self.sentences), timeout=30)


def gold(settings: Settings) -> None:
    (settings.knowledge_dir / "gold.en.md").write_text(
        "---\nid: gold\ntitle: Gold\n---\n# Gold\n\n## How to pay with a gold coin\n\nBring it.\n"
    )


def finds_gold(agent: Agent) -> bool:
    found = agent.search("how do I pay the bill with a gold coin", threshold=0)
    return "gold" in {hit.entry.target for hit in found.hits}


def published(settings: Settings) -> str:
    """What `agent index` does, but for teaching and proofs, which take long; the generation."""
    material = sound_material(settings)
    generation = build_index(entries(material), NoEmbedder(), settings.index_dir).generation
    publish(settings, material, generation)
    return generation


def held_up(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """The next reload of `agent` sets the first event when it has begun, and goes on when the second is set."""
    began, let, reload = threading.Event(), threading.Event(), agent.reload

    def waiting(*given: Published) -> Reloaded:
        began.set()
        assert let.wait(20)
        return reload(*given)

    monkeypatch.setattr(agent, "reload", waiting)
    return began, let
