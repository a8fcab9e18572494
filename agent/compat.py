"""Helpers under the names that older runbooks call. Thin: what they do is done elsewhere.

They always answer, where the router would rather ask: use them only where nobody can be asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from agent.knowledge.entry import Filters
from agent.language import DEFAULT
from agent.routing import Router
from agent.routing.samples import routable
from agent.scenarios import Library

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
