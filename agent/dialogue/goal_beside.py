"""What a reply says of the goal beside its answer, where that answer leads to "does it work?".

"the light came on, but it still breaks up"     it does not: the guide goes on
"it came on! but the wall box shows red LOS"     what was seen is different now: the guide goes back there
"it's in Tel now and my sister answered"        it does: only whether all is well is asked, not to try what was done
"a light came on"                               nothing: it is tested as the author says
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from agent.conversation import Evidence
from agent.dialogue.ear import Ear, by_likeness
from agent.dialogue.goal_test import NOT_WORKING
from agent.dialogue.seen_now import said_aloud, seen_now
from agent.dialogue.state import Advance, Plan, Rewind, TurnState
from agent.dialogue.walking import stepped
from agent.scenarios import Chosen, Kind, NotWorking, Outcome

TOLD = Evidence("goal test", "the reply says beside its answer that it is so", 0.9)


Station = Callable[[TurnState], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class GoalBeside:
    """The station `walk`, which takes the planned answer, and behind it what the same reply says of the goal."""

    walk: Station
    ear: Ear

    def __call__(self, state: TurnState) -> dict[str, Any]:
        task, after = state.plan.walk, self.walk(state)
        answered = isinstance(task, Advance) and isinstance(task.answer, Chosen)
        return _with_goal(state, after, self.ear) if answered else after


def _with_goal(state: TurnState, after: dict[str, Any], ear: Ear) -> dict[str, Any]:
    move = after["move"]
    if move.kind is not Kind.CLOSING:
        return after
    guide, language = state.library[move.progress.scenario], state.voice.language
    goal = guide.closing.question.get(language)
    if not state.message.text or not goal:
        return after
    seen = None if _looks(state) else seen_now(state.message.text, after["conversation"], state.library, ear)
    if seen is not None:
        return _seen_anew(state, after, *seen)
    if (because := _still_broken(state, goal, ear)) is not None:
        failed = replace(state, plan=Plan(walk=Advance(NotWorking(), because)), **after)
        return stepped(failed, why=because)
    about = state.conversation.complaint
    if not ear.understanding.reach(state.message.text, goal, language, about, ()).told:
        return after
    asked = move._replace(kind=Kind.CONFIRMING, progress=move.progress._replace(phase=Kind.CONFIRMING))
    told = replace(after["conversation"], progress=asked.progress)
    return {**after, "conversation": told, "move": asked, "why": (*after["why"], TOLD)}


def _looks(state: TurnState) -> bool:
    """Whether what was asked is itself what is to be seen: the answer to that is no news of an earlier look."""
    progress = state.conversation.progress
    guide = state.library.get(progress.scenario) if progress else None
    step = guide.step(progress.step_id) if guide and progress else None
    return step is not None and step.observation


def _seen_anew(state: TurnState, after: dict[str, Any], rewind: Rewind, outcome: Outcome) -> dict[str, Any]:
    """Back to an earlier observation with what is seen there now: the test of the goal can wait."""
    parts = (*state.parts, said_aloud(outcome, state.voice))
    back = replace(state, plan=Plan(walk=rewind), **after)
    return {**stepped(replace(back, move=None), why=rewind.because), "parts": parts}


def _still_broken(state: TurnState, goal: str, ear: Ear) -> tuple[Evidence, ...] | None:
    """The words behind the last "but" that say it does not work yet."""
    language, understanding = state.voice.language, ear.understanding
    clauses = understanding.clauses(state.message.text, language)
    turns = [
        place for place, clause in enumerate(clauses) if place and understanding.contrasts(clause, language)
    ]
    if not turns:
        return None
    rest = ", ".join(clauses[turns[-1] :])
    reading = ear.after_all(rest, state.conversation, goal)
    sure = not by_likeness(reading) or understanding.says_still(rest, language)
    broken = reading.outcome == NOT_WORKING and sure
    return reading.evidence if broken else None
