"""The station `overhear`: a guide that has just begun does not ask what the complaint told already.

It takes such an answer exactly as the walk would take it in a turn of its own, says it aloud, and so leaves it open
to correction. A question that comes up later in the guide is not asked either, where the complaint or an earlier reply told it, as long
as no test of the goal has failed: from then on they may be out of date. Only steps that the author calls observations are answered so, at most two
in a turn, and nothing that would end the walk: a person is not called, and nothing is called mended, by a word said before
any question. A guide that is only a part of this one ends nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from agent.conversation import Evidence
from agent.dialogue.by_cable import answer_by_cable
from agent.dialogue.ear import Ear
from agent.dialogue.plain import in_same_words
from agent.dialogue.state import Advance, Begin, Plan, Rewind, TurnState
from agent.dialogue.told_before import told_before
from agent.dialogue.walking import stepped
from agent.scenarios import Action, Chosen, Kind, Move, Outcome, Step
from agent.understanding import Reading

MOST_TAKEN = 2
BEYOND_DOUBT = 0.99  # so surely the complaint answers that nothing is left to be set right
# A person, another guide, "it is mended": these are not concluded from a word said before any question.
ENDING = frozenset({Action.ESCALATE, Action.RESOLVE, Action.GOTO_SCENARIO, Action.RETURN})
GOING_ON = (Kind.ASK, Kind.PROBE, Kind.ACT, Kind.CONSENT, Kind.CLOSING)
Station = Callable[[TurnState], dict[str, Any]]


class Overhearing:
    """Answers questions of a guide from the complaint, where it does so beyond doubt."""

    def __init__(self, ear: Ear, diagnose: Station) -> None:
        self._ear = ear
        self._diagnose = diagnose

    def __call__(self, state: TurnState) -> dict[str, Any]:
        texts, after = self._told(state), state
        if not texts:
            return {}
        for _ in range(MOST_TAKEN):
            taken = self._agreed(after, texts)
            if taken is None:
                break
            after = taken
        names = ("conversation", "move", "why", "looked", "told")
        return {name: getattr(after, name) for name in names}

    def _told(self, state: TurnState) -> tuple[str, ...]:
        """What tells how things are: the complaint, at the beginning; later, at a question that comes up for the first time, what
        replies told beside their answers as well."""
        task, move = state.plan.walk, state.move
        if isinstance(task, Begin):
            return (task.told,) if task.told else ()
        new = (
            move is not None
            and move.kind is Kind.ASK
            and move.attempt <= 1
            and not move.progress.failed_steps
        )
        return (
            told_before(state, self._ear.understanding) if new and isinstance(task, Advance | Rewind) else ()
        )

    def _agreed(self, state: TurnState, texts: Sequence[str]) -> TurnState | None:
        """The state after the pending question was answered by what was told; None where nothing, or two things, answer it."""
        if (step := _observation(state.move)) is None:
            return None
        read = [(text, reading) for text in texts if (reading := self._read(state, text)) is not None]
        if len({reading.outcome for _, reading in read}) != 1:
            return None
        return self._taken(state, step, *read[-1])

    def _taken(self, state: TurnState, step: Step, complaint: str, reading: Reading) -> TurnState | None:
        """The state after the pending question was answered so; None when it must be asked."""
        outcome = step.outcome(reading.outcome or "")
        if outcome is None or not outcome.labelled or self._ends(outcome, complaint, state):
            return None
        if outcome.action is Action.GOTO_SCENARIO and not self._is_all(outcome, complaint, state):
            return None
        plan = Plan(walk=Advance(Chosen(outcome.id), reading.evidence))
        answered = replace(state, plan=plan, message=replace(state.message, masked=complaint))
        changed = stepped(answered, why=(_because(step, outcome, reading), *reading.evidence))
        move = changed["move"]
        if move.kind not in GOING_ON:
            return None
        done = replace(answered, **changed)
        done = replace(done, **self._diagnose(done))
        return replace(
            done,
            plan=state.plan,
            message=state.message,
            told=(*state.told, *self._in_doubt(outcome, reading, answered)),
        )

    def _ends(self, outcome: Outcome, told: str, state: TurnState) -> bool:
        """Whether an answer ends the walk. A guide that nobody is sent to but from this one only goes on with it, and what a reply
        told beside its answer may lead to another."""
        if outcome.action is Action.RETRY_CONNECTION and not outcome.say:
            return True  # "does it work now?", of somebody who was told to do nothing yet
        if outcome.action is not Action.GOTO_SCENARIO:
            return outcome.action in ENDING
        target = state.library.get(outcome.target or "")
        progress = state.conversation.progress
        if progress is not None and any(visit.scenario == outcome.target for visit in progress.trail):
            return True  # where it came from: "they are all silent, and now the picture is gone"
        first = isinstance(state.plan.walk, Begin) or told == state.conversation.complaint
        return target is None or (target.routable and first)

    def _in_doubt(self, outcome: Outcome, reading: Reading, answered: TurnState) -> tuple[str, ...]:
        """What is to be said aloud of an answer that was taken: nothing, where it is beyond doubt, where the complaint says it in
        the answer's words, or the author does."""
        if outcome.say or reading.confidence >= BEYOND_DOUBT:
            return ()
        label, complaint = answered.voice.text(outcome.label), answered.message.masked
        same = in_same_words(label, complaint, answered.conversation.language, self._ear.understanding)
        return () if same else (label,)

    def _is_all(self, outcome: Outcome, complaint: str, state: TurnState) -> bool:
        """Whether all trouble that is told is this answer's, once in its author's words: not "no sound and no picture"."""
        listening, pattern, language = self._ear.understanding, outcome.pattern, state.conversation.language
        progress = state.conversation.progress
        question = self._ear.step_question(progress, state.library, language) if progress else None
        told = listening.statements(complaint, language)
        bad = [
            each
            for each in told
            if listening.tells_of_trouble(each, language) or listening.lacks(each, language)
        ]
        if pattern is None or question is None or not any(pattern.affirmed(each) for each in told):
            return False
        other = [each for each in bad if not pattern.affirmed(each)]
        return not any(
            listening.lacks(each, language)
            or listening.read_piece(question, each, language).outcome != outcome.id
            for each in other
        )

    def _by_cable(self, state: TurnState, complaint: str) -> Reading | None:
        """The answer that it works by cable, where the open question lists it."""
        step = _observation(state.move)
        stated = self._ear.understanding.find_facts(complaint, state.conversation.language)
        return answer_by_cable(step, stated) if step is not None else None

    def _read(self, state: TurnState, complaint: str) -> Reading | None:
        progress, language = state.conversation.progress, state.conversation.language
        guide = state.library.get(progress.scenario) if progress else None
        question = self._ear.step_question(progress, state.library, language) if progress else None
        if guide is None or question is None:
            return None
        by_cable = self._by_cable(state, complaint)
        if by_cable is not None:
            return by_cable
        first = isinstance(
            state.plan.walk, Begin
        )  # later on, only the author's own words are worth a look at the encoder
        known = (
            [text for each in (guide.title, guide.description) for _, text in each.items()] if first else ()
        )
        return self._ear.understanding.overhear(question, complaint, language, guide.problem_type, known)


def _observation(move: Move | None) -> Step | None:
    step = move.step if move is not None and move.kind is Kind.ASK else None
    return step if step is not None and step.observation else None


def _because(step: Step, outcome: Outcome, reading: Reading) -> Evidence:
    return Evidence("told", f"the complaint answers {step.ref}: {outcome.id}", reading.confidence)
