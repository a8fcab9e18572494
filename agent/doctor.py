"""What is configured and whether it works, part by part: one finding each, with the mend where something is wrong.

Looks only: it builds nothing, migrates nothing, and sends a model one question without words of a customer.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

import httpx

from agent.bootstrap import embedder_of
from agent.errors import AgentError
from agent.knowledge import NoEmbedder, is_held, open_index
from agent.material import read_material, served
from agent.scenarios import Library, Scenario, read_certificate
from agent.settings import Settings
from agent.store.database import Database
from agent.store.migrating import HEAD, revision

_NETWORK_SECONDS = 5.0
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


def examine(settings: Settings) -> tuple[Finding, ...]:
    """A finding per part. A part that raises is a bad finding, never an exception."""
    parts: dict[str, Callable[[Settings], Finding]] = {
        "content": _content,
        "proof": _proof,
        "embedder": _embedder,
        "index": _index,
        "database": _database,
        "address": _address,
        "model": _model,
        "desk": _desk,
    }
    return tuple(_found(part, look, settings) for part, look in parts.items())


def _found(part: str, look: Callable[[Settings], Finding], settings: Settings) -> Finding:
    try:
        return look(settings)
    except AgentError as error:
        return Finding(part, State.BAD, error.message.strip(), error.mend)


def _content(settings: Settings) -> Finding:
    material = read_material(settings)
    says = f"{len(material.library)} scenarios, {len(material.articles)} articles"
    if material.errors:
        return Finding("content", State.BAD, f"{says}, {len(material.errors)} errors.", "Run `agent check`.")
    if not material.library:
        return Finding(
            "content", State.BAD, f"no scenarios in {settings.scenarios_dir}.", "Set TAISA_SCENARIOS_DIR."
        )
    return Finding("content", State.GOOD, f"{says}.")


def _proof(settings: Settings) -> Finding:
    certificate = read_certificate(settings.index_dir)
    library, unproven = served(read_material(settings).library, certificate)
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


def _embedder(settings: Settings) -> Finding:
    embedder = embedder_of(settings)
    if embedder.dimension == 0:
        state = State.OFF if settings.embedder == "none" else State.BAD
        return Finding("embedder", state, f"{settings.embedder} is not there: search works by keywords only.")
    started = time.perf_counter()
    embedder.encode_queries(["router"])
    took = (time.perf_counter() - started) * 1000
    return Finding(
        "embedder", State.GOOD, f"{embedder.name}, {embedder.dimension} dimensions, {took:.0f} ms."
    )


def _index(settings: Settings) -> Finding:
    embedder = NoEmbedder() if settings.embedder == "none" else embedder_of(settings)
    index = open_index(settings.index_dir, embedder)
    says = f"{len(index.entries)} texts, built {index.built_at}."
    if is_held(settings.index_dir):
        return Finding("index", State.OFF, f"{says} Gone back to by --rollback.", "Run `agent index`.")
    return Finding("index", State.GOOD, says)


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
