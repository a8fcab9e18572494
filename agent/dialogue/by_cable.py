"""It works by cable, and only the Wi-Fi is without it: said at whatever question, it is the answer of the guide that lists it.

"the PC on the cable is fine, as I said"     asked about the lights: nothing about them, but where the fault is
"kabeliu veikia, telefonai per Wi-Fi ne"     asked about a cable, or in a guide for one device: back to that question
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from agent.conversation import Evidence, Part, ReplyKind
from agent.dialogue.another_guide import changed_to
from agent.dialogue.ear import GOAL_PHASES
from agent.dialogue.own_words import guide_of, meant, step_of
from agent.dialogue.scene import Decision, Routing, Scene
from agent.dialogue.state import Advance, Plan, Restate, Rewind
from agent.scenarios import Action, CannotDo, Chosen, Outcome, Scenario, Step, Visit
from agent.understanding import Reading, Stated
from agent.understanding.facts import WIRED

SCOPE, ONE = "scope", "single_device"
Unclear = Callable[[Scene], Decision]


def answer_by_cable(step: Step, stated: tuple[Stated, ...]) -> Reading | None:
    """The answer of this step that says so, where it was stated; None where neither is."""
    told = next((each for each in stated if each.name == WIRED), None)
    outcome = _listed(step, told.value) if told else None
    if told is None or outcome is None:
        return None
    return Reading("outcome", outcome.id, None, 1.0, (told.evidence,))


def works_by_cable(scene: Scene, route: Routing, unclear: Unclear) -> Decision | None:
    """On with that answer, in the guide that lists it; None where only one device is without it. Said once more it is known, and
    leads nowhere else; then it is `unclear`, which counts, so that a person is offered."""
    guide, progress, facts = guide_of(scene), scene.conversation.progress, scene.hearing.facts
    if guide is None or progress is None or WIRED not in facts or progress.phase in GOAL_PHASES:
        return None
    if facts.get(SCOPE) == ONE:
        return None
    if _is_known(scene):
        return _held(scene, "known_all", unclear) if _leads_away(scene) else None
    because = tuple(each.evidence for each in scene.hearing.stated if each.name == WIRED)
    step = step_of(scene)
    if (listed := _step_for((*((step,) if step else ()), *guide.steps), facts[WIRED])) is not None:
        return _answered(scene, guide, *listed, because, unclear)
    there = route(scene, scene.message.text)
    other = scene.library.get(there.target or "") if there.kind == "scenario" else None
    return changed_to(scene, there) if other is not None and _step_for(other.steps, facts[WIRED]) else None


def _answered(
    scene: Scene,
    guide: Scenario,
    step: Step,
    outcome: Outcome,
    because: tuple[Evidence, ...],
    unclear: Unclear,
) -> Decision | None:
    """That answer, to the open question or in place of what was understood before; None where it was never asked."""
    progress, chosen = scene.conversation.progress, Chosen(outcome.id)
    asked = progress is not None and any(each.ref == step.ref for each in progress.trail)
    if progress is None or not (asked or step_of(scene) is step):
        return None
    if asked and any(_leads_alike(each, step, outcome) for each in progress.trail):
        return _needless(scene, outcome, unclear)
    walk = Rewind(guide.id, step.ref, chosen, because) if asked else Advance(chosen, because)
    conversation = replace(scene.conversation, asked_again=0, helped=0)
    return Decision(conversation, Plan(walk=walk), outcome=outcome.id, why=because)


def _leads_alike(visit: Visit, step: Step, outcome: Outcome) -> bool:
    """Whether the answer that was given there leads where this one does: nothing is to be taken back."""
    given = step.outcome(visit.outcome or "") if visit.ref == step.ref else None
    return given is not None and (given.action, given.target) == (outcome.action, outcome.target)


def _needless(scene: Scene, outcome: Outcome, unclear: Unclear) -> Decision | None:
    """Past the open question, which asks after the line, with their words for it: but not past the one that the answer leads to, a
    restart, or what must be done. Nothing was done there, so the colleague must not read that it was."""
    step = step_of(scene)
    if step is None or step.required or any(each.action is Action.CALL_SCENARIO for each in step.outcomes):
        return None
    if outcome.target == step.ref:
        return _held(scene, "noted", unclear) if _leads_away(scene) else None
    return Decision(scene.conversation, Plan(walk=Advance(CannotDo(scene.message.masked))))


def _held(scene: Scene, phrase: str, unclear: Unclear) -> Decision:
    """It is heard, and the question stands; where that was asked once more already, it is taken as whatever does not answer it."""
    if scene.conversation.asked_again:
        return unclear(scene)
    words = Part(phrase, scene.voice.say(phrase))
    known = replace(scene.conversation, asked_again=1)
    return Decision(known, Plan(walk=Restate("repeat")), (words,), ReplyKind.CLARIFY)


def _leads_away(scene: Scene) -> bool:
    """Whether it was read as nothing, or as an answer that leads to another guide: "the PC works" of one device."""
    outcome = meant(scene)
    return outcome is None or outcome.action is Action.GOTO_SCENARIO


def _is_known(scene: Scene) -> bool:
    """Whether the walk goes on from that answer already."""
    progress = scene.conversation.progress
    told = scene.hearing.facts.get(WIRED)
    return progress is not None and any(each.outcome == told for each in progress.trail)


def _step_for(steps: Sequence[Step], value: object) -> tuple[Step, Outcome] | None:
    found = ((step, _listed(step, value)) for step in steps)
    return next(((step, outcome) for step, outcome in found if outcome is not None), None)


def _listed(step: Step, value: object) -> Outcome | None:
    return next((each for each in step.outcomes if each.id == value), None)
