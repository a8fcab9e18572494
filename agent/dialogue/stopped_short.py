"""A "stop" that opens a correction and ends nothing: "ai stop, atsiprašau, dėžutes sumaišiau. Raudona ta prie routerio"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Evidence
from agent.dialogue.ear import STOP, Ear
from agent.dialogue.heard_alone import heard_alone
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.topics import Topics
from agent.understanding import SURE_ACT, Reading

CORRECTION, MISTAKEN = "correction", "mistaken"
BECAUSE = Evidence("act", "a mistake is owned up to behind the stop", SURE_ACT)
OPENING = 2  # clauses that may hold the stop


def stopped_short(
    scene: Scene, ear: Ear, topics: Topics, step: Callable[[Scene], Decision | None]
) -> Decision | None:
    """What is said behind the "stop", where a mistake is owned up to and a question is answered anew; None where the talk is to
    stop: "stop, I mixed it up, I'm off to bed"."""
    text, language, reading = scene.message.text, scene.conversation.language, scene.hearing.reading
    if reading is None or reading.act != STOP or MISTAKEN not in topics.of(text):
        return None
    parts = ear.understanding.clauses(text, language)
    halts = [place for place, said in enumerate(parts[:OPENING]) if _halts(said, language, ear)]
    behind = parts[halts[-1] + 1 :] if halts else ()
    told = ", ".join(each for each in behind if MISTAKEN not in topics.of(each)) or ", ".join(behind)
    if not told:
        return None
    anew = heard_alone(told, scene, ear)
    acts = tuple(act for act in scene.hearing.acts if act.name != STOP)
    mistake = Reading("act", None, CORRECTION, SURE_ACT, (BECAUSE,))  # an earlier answer, not this question's
    decision = step(replace(anew, hearing=replace(anew.hearing, acts=acts, reading=mistake)))
    return decision if decision is not None and decision.outcome else None


def _halts(said: str, language: str, ear: Ear) -> bool:
    return any(act.name == STOP for act in ear.understanding.acts_by_rule(said, language))
