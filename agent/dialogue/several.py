"""Several problems in one message: told apart by the service they speak of, served one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from agent.conversation import Part, Route, RouteKind
from agent.dialogue.listening import Understanding
from agent.dialogue.scene import Decision, Scene

TYPE = "problem_type"
GUIDED = ("scenario", "clarify")
Routing = Callable[[Scene, str], Route]
Serving = Callable[[Scene, Route], Decision]


def served_in_order(
    scene: Scene, understanding: Understanding, route: Routing, serve: Serving
) -> Decision | None:
    """Two faults in one message: the first is served, the others queue, and the customer hears the order."""
    parts = problems_in(scene.message.text, scene.conversation.language, understanding)
    routes = [route(scene, part) for part in parts]
    found = {each.target: each for each in routes if each.kind == "scenario" and each.target}
    found = found if len(found) > 1 else _in_one_breath(scene, understanding, route)
    if len(found) < 2:
        return None
    (_, first), *rest = found.items()
    titles = [scene.voice.text(scene.library[name].title) for name in found]
    words = Part("queued", scene.voice.say("queued", first=titles[0], second=", ".join(titles[1:])))
    decision = serve(scene, first)
    waiting = (*decision.conversation.queue, *(name for name, _ in rest))
    queued = replace(decision.conversation, queue=tuple(dict.fromkeys(waiting)))
    return replace(decision, conversation=queued, parts=(words, *decision.parts))


def _in_one_breath(scene: Scene, understanding: Understanding, route: Routing) -> dict[str, Route]:
    """The guides of two complaints that a small word joins, for two services each of which has guides of its own."""
    library, text = scene.library, scene.message.text
    parts = understanding.joined(text, scene.conversation.language)
    if not parts or route(scene, text).kind not in GUIDED:
        return {}
    found: dict[str, Route] = {}
    for part in parts:
        there = route(scene, part)
        stated = {fact.name: fact.value for fact in understanding.find_facts(part, scene.voice.language)}
        usual = library.defaults.get(str(stated.get(TYPE, "")), "") if there.kind == "clarify" else ""
        name = str(there.target) if there.kind == "scenario" else usual
        if name in library:
            found[name] = replace(there, kind=RouteKind.SCENARIO, target=name)
    kinds = {library[name].problem_type for name in found}
    return found if len(kinds) == len(parts) and kinds <= library.defaults.keys() else {}


def problems_in(text: str, language: str, understanding: Understanding) -> tuple[str, ...]:
    """The parts of `text` that each tell of a fault of another service; () when there are fewer than two.

    "The phone works, but the internet doesn't" is one problem: a part counts only when it tells of a fault itself.
    """
    faults: dict[str, list[str]] = {}
    for service, clause in _by_service(text, language, understanding):
        faults.setdefault(service, []).append(clause)
    told = {service: ", ".join(clauses) for service, clauses in faults.items()}
    real = [part for part in told.values() if _is_fault(part, language, understanding)]
    return tuple(real) if len(real) > 1 else ()


def _by_service(text: str, language: str, understanding: Understanding) -> Iterator[tuple[str, str]]:
    """Each clause with the service it names; one that names none belongs to the clause before it."""
    service = ""
    for clause in understanding.clauses(text, language):
        named = {stated.name: stated.value for stated in understanding.find_facts(clause, language)}
        service = str(named.get(TYPE, service))
        if service:
            yield service, clause


def _is_fault(part: str, language: str, understanding: Understanding) -> bool:
    stated = {found.name for found in understanding.find_facts(part, language)}
    acts = {act.name for act in understanding.acts_by_rule(part, language)}
    return ("problem" in acts or "connection_pattern" in stated) and not acts & {
        "question",
        "solved",
        "correction",
    }
