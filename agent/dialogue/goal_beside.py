"""What a reply says of the goal beside its answer, where that answer leads to "does it work?".

"the light came on, but it still breaks up"     it does not: the guide goes on
"I typed it in again, same thing"               the same
"it's back now, but the TV isn't"                only in part: it is not asked whether everything does
"it came on! but the wall box shows red LOS"     what was seen is different now: the guide goes back there
"restarted it, same as before"                  it does not: it is not asked whether it does
"it's in Tel now and my sister answered"        it does: only whether all is well is asked, not to try what was done
"a light came on"                               nothing: it is tested as the author says
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from agent.conversation import Evidence
from agent.dialogue.ear import SOLVED, Ear, by_likeness
from agent.dialogue.goal_test import BOTH, NOT_WORKING, PARTLY
from agent.dialogue.gone_again import says_gone_again
from agent.dialogue.seen_now import said_aloud, seen_now
from agent.dialogue.state import Advance, Plan, Rewind, TurnState
from agent.dialogue.topics import Topics
from agent.dialogue.walking import stepped
from agent.scenarios import Chosen, Kind, NotWorking, Outcome, Partly
from agent.understanding import SURE_ACT
from agent.understanding.unchanged import unchanged

SAME = Evidence("goal test", "the reply says beside its answer that nothing has changed", 0.9)
TOLD = Evidence("goal test", "the reply says beside its answer that it is so", 0.9)
AS_BEFORE = "as_before"

Station = Callable[[TurnState], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class GoalBeside:
    """The station `walk`, which takes the planned answer, and behind it what the same reply says of the goal."""

    walk: Station
    ear: Ear
    topics: Topics

    def __call__(self, state: TurnState) -> dict[str, Any]:
        task, after = state.plan.walk, self.walk(state)
        answered = isinstance(task, Advance) and isinstance(task.answer, Chosen)
        return _with_goal(state, after, self.ear, self.topics) if answered else after


def _with_goal(state: TurnState, after: dict[str, Any], ear: Ear, topics: Topics) -> dict[str, Any]:
    move = after["move"]
    guide, language = state.library.get(move.progress.scenario), state.voice.language
    goal = guide.closing.question.get(language) if guide else ""
    if move.kind not in (Kind.CLOSING, Kind.CONFIRMING) or not state.message.text or not goal:
        return after
    if (because := _fails_besides(state, goal, ear)) is not None:
        less = replace(state, plan=Plan(walk=Advance(Partly(), because)), **after)
        return stepped(less, why=because)
    if move.kind is Kind.CONFIRMING:
        return after
    seen = None if _looks(state) else seen_now(state.message.text, after["conversation"], state.library, ear)
    if seen is not None:
        return _seen_anew(state, after, *seen)
    if (because := _still_broken(state, goal, ear) or _as_before(state, goal, ear, topics)) is not None:
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
    """The words behind the last "but" that say it does not work yet, or those beside a deed that nothing came of it."""
    language, understanding = state.voice.language, ear.understanding
    if unchanged(state.message.text, language) is not None:
        return (SAME,)
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


def _fails_besides(state: TurnState, goal: str, ear: Ear) -> tuple[Evidence, ...] | None:
    """The words that say that it works, and the last ones that name a service which does not: "it's back, but the TV isn't"."""
    language, understanding, text = state.voice.language, ear.understanding, state.message.text
    *before, last = understanding.clauses(text, language) or ("",)
    fails = understanding.contrasts(last, language) and understanding.services_of(last, language)
    if not fails or not any(_says_it_works(each, state, ear) for each in before):
        return None
    reading = ear.after_all(text, state.conversation, goal)
    return reading.evidence if reading.outcome == PARTLY and BOTH in reading.evidence else None


def _says_it_works(clause: str, state: TurnState, ear: Ear) -> bool:
    language, about = state.voice.language, state.conversation.complaint
    acts = ear.understanding.acts_by_rule(clause, language)
    solved = any(act.name == SOLVED and act.confidence >= SURE_ACT for act in acts)
    return solved or ear.understanding.says_it_works(clause, language, about)


def _as_before(state: TurnState, goal: str, ear: Ear, topics: Topics) -> tuple[Evidence, ...] | None:
    """The words, behind those of the deed, that say it is as it was: "…, still black", „…, tas pats“; or gone again: "it flickered
    and went dark again"."""
    language, understanding, text = state.voice.language, ear.understanding, state.message.text
    if says_gone_again(text, topics):
        reading = ear.after_all(text, state.conversation, goal)
        return reading.evidence if reading.outcome == NOT_WORKING else None
    for clause in understanding.clauses(text, language)[1:]:
        if AS_BEFORE not in topics.of(clause) or understanding.names_a_light(clause, language):
            continue
        reading = ear.after_all(clause, state.conversation, goal)
        if reading.outcome in (NOT_WORKING, PARTLY):
            return reading.evidence
    return None
