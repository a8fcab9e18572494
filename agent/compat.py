"""Helpers under the names that older runbooks call. Thin: what they do is done elsewhere.

`get_smart_scenario_id` always answers, where the router would rather ask: use it only where nobody can be asked. The
others search: `init_rag` makes the container that `retrieve` and its like use, or the configured one is made on need.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from agent.errors import SettingsError
from agent.knowledge.entry import Filters
from agent.knowledge.found import Hit
from agent.knowledge.retriever import Retriever
from agent.language import DEFAULT
from agent.routing import Router
from agent.routing.samples import routable
from agent.scenarios import Library, Scenario, Step

_LAST_RESORT = "internet"  # a problem type, not a guide: which guide it is says scenarios/defaults.yaml
_SCENARIO_TEXTS = ("example", "scenario")


def get_smart_scenario_id(
    problem_type: str | None,
    problem_context: Mapping[str, Any] | None = None,
    problem_description: str = "",
    diagnostic_results: Mapping[str, Any] | None = None,
    *,
    router: Router | None = None,
    language: str = DEFAULT,
) -> str:
    """The id of the scenario to follow: one device → pattern → search at .6 → default by type → internet's default.

    The first two are scenarios whose own `conditions` the known facts meet (`scope` before any other). Raises
    LookupError only when there is no routable scenario at all.
    """
    used = router or default_router()
    facts = {
        **(problem_context or {}),
        **(diagnostic_results or {}),
        **_heard(used, problem_description, language),
    }
    kind = problem_type or facts.get("problem_type")
    candidates = {name: each for name, each in used.library.items() if routable(each)}
    matched = (
        _by_conditions(used.library, {**facts, "problem_type": kind}, "scope")
        or _by_conditions(used.library, {**facts, "problem_type": kind}, "")
        or _by_search(used, problem_description, language, kind)
        or used.library.defaults.get(str(kind))
        or used.library.defaults.get(_LAST_RESORT)
        or next(iter(candidates), None)
    )
    if matched is None:
        raise LookupError("there is no routable scenario to choose from")
    return matched


def _heard(router: Router, text: str, language: str) -> dict[str, Any]:
    if not text or router.listener is None:
        return {}
    return {fact.name: fact.value for fact in router.listener.find_facts(text, language)}


def _by_conditions(library: Library, facts: Mapping[str, Any], needed: str) -> str | None:
    """The scenario with the most conditions, all met; `needed` must be one of them, if given."""
    met = [
        (len(scenario.conditions), name)
        for name, scenario in library.items()
        if routable(scenario)
        and facts.get("problem_type") in (None, scenario.problem_type)
        and (not needed or needed in scenario.conditions)
        and scenario.fulfilled_by(facts)
    ]
    most = max((count for count, _ in met), default=0)
    best = sorted(name for count, name in met if count == most)
    return best[0] if len(best) == 1 else None


def _by_search(router: Router, text: str, language: str, kind: str | None) -> str | None:
    """What the router is sure of, else what the search finds; both at the same line."""
    if not text:
        return None
    line = router.thresholds.search
    route = router.route(text, language=language, problem_type=kind)
    if route.kind == "scenario" and route.confidence >= line:
        return route.target
    if router.searcher is None:
        return None
    filters = Filters(problem_type=kind, kinds=_SCENARIO_TEXTS)
    found = router.searcher.search(text, top_k=1, threshold=line, filters=filters, language=language)
    names = (hit.entry.target for hit in found.hits)
    return next((name for name in names if name in router.library and routable(router.library[name])), None)


@cache
def default_router() -> Router:
    """The router of the configured service, built once: older runbooks hand nothing in."""
    from agent.bootstrap import build  # noqa: PLC0415  (the whole house: only for callers without a router)
    from agent.settings import load_settings  # noqa: PLC0415

    return build(load_settings()).content.router


@dataclass(frozen=True, slots=True)
class Rag:
    """What `init_rag` makes: the retriever, the scenarios, and how this container searches."""

    retriever: Retriever
    library: Library
    use_hybrid: bool = True


class _Container:
    """Holds the one container of a process; older runbooks know no other way."""

    current: Rag | None = None


def init_rag(kb_path: str | None = None, use_hybrid: bool = True, cache_size: int = 1000) -> Rag:
    """The container over the articles in `kb_path` (default: as configured), which then serves `retrieve`.

    The index is brought up to date with the content first. `use_hybrid` False = by meaning alone; `cache_size` is how
    many questions stay embedded. Raises ContentError for faulty content, SettingsError for a wrong setting.
    """
    from agent.bootstrap import embedder_of, index_kind, ranking_of  # noqa: PLC0415  (the whole house: only for these callers)
    from agent.knowledge import build_index, open_index  # noqa: PLC0415
    from agent.material import entries, sound_material  # noqa: PLC0415
    from agent.settings import load_settings  # noqa: PLC0415

    settings = load_settings(knowledge_dir=Path(kb_path) if kb_path else None)
    if not settings.knowledge_dir.is_dir():
        raise SettingsError(
            f"There is no folder {settings.knowledge_dir}.",
            mend="Give init_rag the folder with the articles.",
            code="folder_missing",
        )
    material, embedder = sound_material(settings), embedder_of(settings)
    place = settings.index_dir if kb_path is None else settings.index_dir / "older-runbooks"
    build_index(entries(material), embedder, place, kind=index_kind(settings))
    retriever = Retriever(
        open_index(place, embedder),
        embedder,
        cache_size=cache_size,
        alpha=settings.search_alpha,
        dynamic=settings.search_dynamic_alpha,
        ranking=ranking_of(settings),
    )
    _Container.current = Rag(retriever, material.library, use_hybrid)
    return _Container.current


def get_retriever() -> Retriever:
    """The container's retriever. Raises SettingsError(code="rag_missing") before `init_rag`."""
    return _container().retriever


def retrieve(
    query: str,
    top_k: int = 3,
    threshold: float = 0.5,
    filter_metadata: Mapping[str, Any] | None = None,
) -> list[dict[str, Any]]:
    """Passages as dicts: `document`, `metadata` (source, section, problem_type, scenario_id), `score` (a probability).

    `filter_metadata` may name problem_type, domain, language and scenario_id. Raises ConversationError for arguments out
    of range, SettingsError for a filter that does not exist or before `init_rag`.
    """
    return [_as_dict(hit) for hit in _hits(query, top_k, threshold, filter_metadata)]


def retrieve_with_context(query: str, top_k: int = 3, include_scores: bool = True) -> str:
    """The passages and the question as text for a model; see finder.context_text."""
    from agent.knowledge.finder import context_text  # noqa: PLC0415

    return context_text(query, _hits(query, top_k, 0.5, None), include_scores)


def get_scenario_loader() -> Library:
    """All scenarios by id."""
    return _container().library


def get_scenario(scenario_id: str) -> Scenario | None:
    """One scenario, or None."""
    return _container().library.get(scenario_id)


def get_step(scenario_id: str, n: int) -> Step | None:
    """The step of that number, or None."""
    scenario = get_scenario(scenario_id)
    return None if scenario is None else scenario.step(str(n))


def _container() -> Rag:
    if _Container.current is None:
        raise SettingsError(
            "Nothing has been prepared to search in.", mend="Call init_rag() first.", code="rag_missing"
        )
    return _Container.current


def _hits(
    query: str, top_k: int, threshold: float, filter_metadata: Mapping[str, Any] | None
) -> tuple[Hit, ...]:
    container = _container()
    wanted = dict(filter_metadata or {})
    scenario = wanted.pop("scenario_id", None)
    known = {field.name for field in fields(Filters)} - {"visibility", "kinds", "targets"}
    if wanted.keys() - known:
        raise SettingsError(
            f"There is no filter {', '.join(sorted(wanted.keys() - known))}.",
            mend=f"Use {', '.join(sorted(known | {'scenario_id'}))}.",
            code="filter_unknown",
        )
    filters = Filters(**wanted, targets=(str(scenario),) if scenario else ())
    alpha = None if container.use_hybrid else 1.0
    return container.retriever.search(
        query, top_k=top_k, threshold=threshold, filters=filters, alpha=alpha
    ).hits


def _as_dict(hit: Hit) -> dict[str, Any]:
    entry = hit.entry
    return {
        "document": entry.text,
        "metadata": {
            "source": entry.source,
            "section": entry.heading or entry.title,
            "problem_type": entry.problem_type,
            "scenario_id": entry.target if entry.kind != "article" else None,
        },
        "score": hit.score,
    }
