"""What is configured and whether it works, part by part: one finding each, with the mend where something is wrong.

Looks only: it builds nothing, migrates nothing, and sends a model one question without words of a customer.
"""

from __future__ import annotations

import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import httpx

from agent.bootstrap import embedder_of
from agent.errors import AgentError
from agent.knowledge import Embedder, Index, NoEmbedder, is_held, open_index
from agent.knowledge.embedding import fingerprint, unread
from agent.knowledge.header import DOMAINS
from agent.knowledge.vectorcache import name_of
from agent.material import Material, entries, read_material, served
from agent.scenarios import Library, Scenario, read_certificate
from agent.settings import Settings
from agent.store.database import Database
from agent.store.migrating import HEAD, revision

_NETWORK_SECONDS = 5.0
_SHOWN = 5
_OWN_E5 = re.compile(r":\S*\be5\b", re.IGNORECASE)  # a model of the operator's own, by its name
_DIGITS = 8  # of a digest: enough to tell two versions apart


class State(StrEnum):
    """`good` works, `off` is not configured, `bad` must be mended."""

    GOOD = "good"
    OFF = "off"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """One part and how it is; `details` are lines on the pieces it has."""

    part: str
    state: State
    says: str
    mend: str = ""
    details: tuple[str, ...] = ()

    def __str__(self) -> str:
        sign = {State.GOOD: "✓", State.OFF: "–", State.BAD: "✗"}[self.state]
        told = f"{sign} {self.part}: {self.says}{f' {self.mend}' if self.mend else ''}"
        return "\n    ".join((told, *self.details))


@dataclass(frozen=True)
class _House:
    """What is examined; each part is opened once, when a look first asks for it."""

    settings: Settings

    @cached_property
    def material(self) -> Material:
        return read_material(self.settings)

    @cached_property
    def embedder(self) -> Embedder:
        return NoEmbedder() if self.settings.embedder == "none" else embedder_of(self.settings)

    @cached_property
    def index(self) -> Index:
        return open_index(self.settings.index_dir, self.embedder)


def examine(settings: Settings) -> tuple[Finding, ...]:
    """A finding per part. A part that raises is a bad finding, never an exception."""
    parts: dict[str, Callable[[_House], Finding]] = {
        "content": _content,
        "proof": _proof,
        "embedder": _embedder,
        "index": _index,
        "links": _links,
        "domains": _domains,
        "embeddings": _embeddings,
        "database": lambda house: _database(house.settings),
        "address": lambda house: _address(house.settings),
        "model": lambda house: _model(house.settings),
        "desk": lambda house: _desk(house.settings),
    }
    house = _House(settings)
    return tuple(_found(part, look, house) for part, look in parts.items())


def _found(part: str, look: Callable[[_House], Finding], house: _House) -> Finding:
    try:
        return look(house)
    except AgentError as error:
        return Finding(part, State.BAD, error.message.strip(), error.mend)


def _content(house: _House) -> Finding:
    material = house.material
    says = f"{len(material.library)} scenarios, {len(material.articles)} articles"
    if material.errors:
        return Finding("content", State.BAD, f"{says}, {len(material.errors)} errors.", "Run `agent check`.")
    if not material.library:
        folder = house.settings.scenarios_dir
        return Finding("content", State.BAD, f"no scenarios in {folder}.", "Set TAISA_SCENARIOS_DIR.")
    return Finding("content", State.GOOD, f"{says}.")


def _proof(house: _House) -> Finding:
    certificate = read_certificate(house.settings.index_dir)
    library, unproven = served(house.material.library, certificate)
    seals = [scenario.seal for scenario in library.values() if scenario.seal is not None]
    if unproven:
        says = f"{len(unproven)} stable scenarios are not proven and served on trial: {', '.join(unproven)}."
        mend = "Run `agent index`, then `agent check --prove`."
        return Finding("proof", State.BAD, says, mend, _of_each(library))
    if not seals:
        return Finding(
            "proof", State.OFF, "nothing is proven; drafts need not be.", details=_of_each(library)
        )
    states, newest = sum(seal.states for seal in seals), max(seal.proven_at for seal in seals)
    says = (
        f"{len(seals)} scenarios proven, {states} states, last on {newest}, by version {certificate.product}."
    )
    return Finding("proof", State.GOOD, says, details=_of_each(library))


def _of_each(library: Library) -> tuple[str, ...]:
    """What is proven of each guide, as it is served."""
    return tuple(_of_one(library[name]) for name in sorted(library))


def _of_one(guide: Scenario) -> str:
    seal = guide.seal
    if seal is None:
        return f"{guide.id}: {guide.status}, not proven, {guide.digest[:_DIGITS]}"
    # Older seals name no languages.
    partly = bool(seal.digest) and seal.languages != guide.languages
    only = f", in {', '.join(seal.languages) or 'no language'} only" if partly else ""
    return (
        f"{guide.id}: {guide.status}, proven on {seal.proven_at[:10]}{only}, at most {seal.bound} questions "
        f"({seal.bound_onward} with the guides behind it), {guide.digest[:_DIGITS]}"
    )


def _embedder(house: _House) -> Finding:
    settings, embedder = house.settings, house.embedder
    if embedder.dimension == 0:
        state = State.OFF if settings.embedder == "none" else State.BAD
        return Finding("embedder", state, f"{settings.embedder} is not there: search works by keywords only.")
    started = time.perf_counter()
    embedder.encode_queries(["router"])
    took = (time.perf_counter() - started) * 1000
    says = f"{embedder.name}, {embedder.dimension} dimensions, {took:.0f} ms."
    if _OWN_E5.search(settings.embedder) and not settings.embedder_prefixes:
        says += " An e5 model finds less without its prefixes."
        mend = "Set TAISA_EMBEDDER_PREFIXES=query:,passage: and run `agent index`."
        return Finding("embedder", State.OFF, says, mend)
    return Finding("embedder", State.GOOD, says)


def _index(house: _House) -> Finding:
    index = house.index
    says = f"{len(index.entries)} texts, built {index.built_at}."
    if is_held(house.settings.index_dir):
        return Finding("index", State.OFF, f"{says} Gone back to by --rollback.", "Run `agent index`.")
    there, now = set(index.entries), set(entries(house.material))
    if there != now:
        new, old = {each.id for each in now - there}, {each.id for each in there - now}
        says += f" The content has changed since: {len(new)} texts are new or otherwise, {len(old - new)} are gone."
        return Finding("index", State.BAD, says, "Run `agent index`.")
    cut = unread(house.embedder, [entry.text for entry in index.entries])
    if cut is not None:
        says += f" Of {cut.texts} texts the model reads only {cut.window} tokens."
        return Finding(
            "index", State.OFF, says, f"Set TAISA_PASSAGE_LENGTH={cut.fitting}, run `agent index`."
        )
    return Finding("index", State.GOOD, says)


def _links(house: _House) -> Finding:
    """Links that lead nowhere, and guides that no page leads to and that lead to none."""
    index, guides = house.index, house.material.library.values()
    there = {entry.target for entry in index.entries}
    linked = {(entry.target, link.target) for entry in index.entries for link in entry.related}
    dead = sorted({f"{page} → {target}" for page, target in linked if target not in there})
    if dead:
        says = f"{len(dead)} lead nowhere: {', '.join(dead[:_SHOWN])}."
        return Finding("links", State.BAD, says, "Correct `related` of these pages, then run `agent index`.")
    reached = {target for _, target in linked}
    alone = [each.id for each in guides if each.routable and each.id not in reached and not each.related]
    if alone:
        says = f"{len(linked)}; no page belongs to {len(alone)} guides: {', '.join(alone[:_SHOWN])}."
        return Finding("links", State.OFF, says, "Name such a guide in `related` of a page on its subject.")
    return Finding(
        "links", State.GOOD, f"{len(linked)} links, each leads somewhere; every guide has its pages."
    )


def _domains(house: _House) -> Finding:
    pages = Counter(entry.domain for entry in house.index.entries if entry.kind == "article")
    empty = [domain for domain in DOMAINS if not pages[domain]]
    if empty:
        says = f"no page stands in {', '.join(empty)}: a search there finds nothing."
        return Finding("domains", State.OFF, says, "Write such pages, or search without that domain.")
    return Finding("domains", State.GOOD, f"pages in all of {', '.join(DOMAINS)}.")


def _embeddings(house: _House) -> Finding:
    """The vectors kept on disk, so that a build works out only what is new."""
    folder, embedder = house.settings.index_dir / "embeddings", house.embedder
    sizes = {file.name: file.stat().st_size for file in folder.glob("*.vectors")}
    total = sum(sizes.values()) / 1e6
    used = f"{name_of(fingerprint(embedder), embedder.dimension)}.vectors"
    others = sorted(name for name, size in sizes.items() if name != used and size)
    if others:
        says = f"{total:.1f} MB kept, some for models that are not in use: {', '.join(others[:_SHOWN])}."
        return Finding(
            "embeddings", State.OFF, says, f"Delete these files in {folder} to have the room back."
        )
    return Finding("embeddings", State.GOOD, f"{total:.1f} MB of vectors kept for the next build.")


def _database(settings: Settings) -> Finding:
    database = Database(settings.database_url)
    try:
        if database.is_memory or (database.file and not database.file.exists()):
            return Finding("database", State.GOOD, "is made at the next start.")
        stands = revision(database)
        if stands == HEAD:
            return Finding("database", State.GOOD, f"at revision {stands}.")
        if database.is_sqlite:
            return Finding("database", State.GOOD, "is brought up to date at the next start.")
        return Finding("database", State.BAD, f"at revision {stands}, needs {HEAD}.", "Run `agent migrate`.")
    finally:
        database.close()


def _address(settings: Settings) -> Finding:
    keys = f"{len(settings.api_keys)} key(s)" if settings.api_keys else "open, this machine only"
    place = f"{settings.host}:{settings.port}"
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as taken:
            return Finding(
                "address", State.OFF, f"{place} is in use ({taken.strerror}): perhaps by Taisa itself."
            )
    return Finding("address", State.GOOD, f"{place} is free; {keys}.")


def _model(settings: Settings) -> Finding:
    if not settings.model_base_url:
        return Finding("model", State.OFF, "none; the authored words go out.")
    key = settings.model_api_key.get_secret_value()
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    started = time.perf_counter()
    try:
        url = f"{settings.model_base_url.rstrip('/')}/models"
        response = httpx.get(url, headers=headers, timeout=_NETWORK_SECONDS)
        names = set(_model_names(response))
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as fault:
        return Finding(
            "model",
            State.BAD,
            f"{settings.model_base_url} does not answer ({type(fault).__name__}).",
            "Check the address.",
        )
    took = (time.perf_counter() - started) * 1000
    if response.is_error:
        return Finding("model", State.BAD, f"answers {response.status_code}.", "Check TAISA_MODEL_API_KEY.")
    if names and settings.model_name not in names:
        return Finding(
            "model",
            State.BAD,
            f"{settings.model_name} is not offered.",
            f"Offered: {', '.join(sorted(names)[:5])}.",
        )
    return Finding("model", State.GOOD, f"{settings.model_name}, answers in {took:.0f} ms.")


def _model_names(response: httpx.Response) -> Iterator[str]:
    listed = response.json()
    for each in listed.get("data", []) if isinstance(listed, dict) else ():
        if isinstance(each, dict) and isinstance(each.get("id"), str):
            yield each["id"]


def _desk(settings: Settings) -> Finding:
    if not settings.desk_url:
        return Finding("desk", State.OFF, "no webhook; tickets are listed by `agent tickets`.")
    return Finding("desk", State.GOOD, f"signed deliveries to {settings.desk_url}.")
