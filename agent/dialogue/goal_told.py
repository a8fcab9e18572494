"""The station `goal_told`: whether it works is not asked of somebody who has just said that it does not.

    "I stopped the download, the speedtest says 60, still not what I pay for"     the deed, and what came of it
    "I put it on a shelf, calls work now, but not in the far bedroom"             the deed, and what it was good for

Only bad news is heard so, told beside the answer in clauses of its own; that it works is always asked. Where the author has something
to say of the answer first ("press the button and wait"), what was told is from before that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from agent.dialogue.ear import Ear, by_likeness
from agent.dialogue.goal_test import NOT_WORKING, PARTLY
from agent.dialogue.overhearing import Station
from agent.dialogue.state import Advance, TurnState
from agent.dialogue.told_before import beside, outcome_of
from agent.dialogue.walking import stepped
from agent.scenarios import Answer, Chosen, Kind, NotWorking, Partly
from agent.understanding import Reading

ANSWERS: dict[str, Callable[[], Answer]] = {NOT_WORKING: NotWorking, PARTLY: Partly}
SURE = 0.8


class GoalTold:
    """Answers "does it work now?" from the reply that led there, where it says that it does not."""

    def __init__(self, ear: Ear, diagnose: Station) -> None:
        self._ear = ear
        self._diagnose = diagnose

    def __call__(self, state: TurnState) -> dict[str, Any]:
        reading = self._heard(state)
        if reading is None:
            return {}
        answer = ANSWERS[reading.outcome or ""]()
        answered = replace(state, plan=replace(state.plan, walk=Advance(answer, reading.evidence)))
        changed = stepped(answered, why=reading.evidence)
        done = replace(answered, **changed)
        return {**changed, **self._diagnose(done)}

    def _heard(self, state: TurnState) -> Reading | None:
        """What the reply says of the goal beside its answer, if it is bad news beyond doubt."""
        progress, language = state.conversation.progress, state.conversation.language
        rest = self._beside(state)
        question = self._ear.step_question(progress, state.library, language) if progress and rest else None
        if question is None:
            return None
        reading = self._ear.read(question, rest, language, state.conversation)
        told = reading.outcome in ANSWERS and reading.confidence >= SURE and not by_likeness(reading)
        return reading if told else None

    def _beside(self, state: TurnState) -> str:
        """What the reply tells beside the answer that led to the test of the goal."""
        task, move, tried = state.plan.walk, state.move, state.conversation.tried
        tests = move is not None and move.kind is Kind.CLOSING and move.attempt <= 1
        if not tests or not isinstance(task, Advance) or not isinstance(task.answer, Chosen) or not tried:
            return ""
        outcome = outcome_of(tried[-1], state)
        quiet = outcome is not None and not outcome.say
        return beside(tried[-1], state, self._ear.understanding) if quiet else ""
