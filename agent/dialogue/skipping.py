"""A step that is left out because of what the customer said: the reply says what was understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from agent.conversation import FactValue, Part
from agent.dialogue.state import Begin, TurnState
from agent.dialogue.voice import Voice, inside
from agent.scenarios import Condition, Move, Step, Visit

CUSTOMER = "customer"
_DENIES = "!"


def passed_over(state: TurnState, move: Move) -> tuple[Part, ...]:
    """What was understood where the first step is left out on a known fact. Without words for the fact nothing is said:
    that some step "is not needed this time" tells a customer nothing."""
    said_before = _reasons_before(state)
    for visit, step in _left_out(state, move):
        new = not said_before & {reason.says for reason in visit.reasons}
        if new and (words := _understood(visit, step, state)):
            return (Part("skipped", words),)
    return ()


def _left_out(state: TurnState, move: Move) -> Iterator[tuple[Visit, Step]]:
    """The questions to the customer that a known fact made needless."""
    for visit in move.skipped:
        scenario = state.library.get(visit.scenario)
        step = scenario.step(visit.step_id) if scenario else None
        if step is not None and not (step.probe or step.act) and _on_facts(visit, step, state):
            yield visit, step


def _on_facts(visit: Visit, step: Step, state: TurnState) -> bool:
    """Whether a known fact is why the step was left out; not because it was asked often enough, or never applied."""
    sources = [reason.source for reason in visit.reasons]
    facts = state.conversation.facts
    named = any(name in facts for condition in step.skip_if for name in condition.facts)
    return "fact" in sources or ("condition" in sources and named)


def _reasons_before(state: TurnState) -> set[str]:
    progress = state.conversation.progress
    begins = progress is None or isinstance(state.plan.walk, Begin)
    trail = () if begins or progress is None else progress.trail
    shown = {id(visit) for visit in state.move.skipped} if state.move else set()
    return {reason.says for visit in trail if id(visit) not in shown for reason in visit.reasons}


def _understood(visit: Visit, step: Step, state: TurnState) -> str:
    """What the customer said that makes `step` needless, in the author's words or the pack's; empty without such words."""
    facts, voice = state.conversation.facts, state.voice
    if any(reason.source == "fact" for reason in visit.reasons):
        outcome, fact = step.outcome(visit.outcome or ""), facts.get(step.fact)
        if outcome is None or fact is None or fact.source != CUSTOMER or not outcome.labelled:
            return ""
        return voice.say("skipped_told", label=inside(voice.text(outcome.label)))
    known = next((each for one in step.skip_if for each in _in_words(one, facts, voice)), "")
    return voice.say("skipped_known", known=known, step=voice.text(step.title)) if known else ""


def _in_words(condition: Condition, facts: Mapping[str, FactValue], voice: Voice) -> Iterator[str]:
    """The stated facts that a plain condition asks for, as the pack says them."""
    for name in condition.facts if _DENIES not in condition.source else ():
        fact = facts.get(name)
        if fact is None or fact.source != CUSTOMER:
            continue
        values = fact.value if isinstance(fact.value, list | tuple) else (fact.value,)
        for value in values:
            phrase = f"fact_{name}_{value}"
            if f'"{value}"' in condition.source and voice.knows(phrase):
                yield voice.say(phrase)
