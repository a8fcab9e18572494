"""What a reply tells of an earlier observation, where it is no longer as it was noted.

"no, and now the LOS light is red"              asked whether it works: the lights are not green any more
"it came on! but the wall box shows red LOS"    beside the answer to an action
"no, still nothing"                             says nothing of what was seen

The customer is believed as a complaint is: in the author's own words, firsthand, of now, and of one answer only.
"""

from __future__ import annotations

from collections.abc import Iterator

from agent.conversation import Conversation, Evidence, Part
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.state import Rewind
from agent.dialogue.voice import Voice, inside
from agent.dialogue.walking import given
from agent.scenarios import Action, Chosen, Kind, Library, Outcome, Progress, Visit, rewind
from agent.understanding import Reading

LOOK_BACK = 8  # visits
MOST_CLAUSES = 6  # of a longer message only the whole is heard


def seen_now(
    text: str, conversation: Conversation, library: Library, ear: Ear
) -> tuple[Rewind, Outcome] | None:
    """The earlier observation that `text` tells otherwise than it was noted, answered anew; None where it tells none, or good
    news stands beside it: "works, it was red before, now all green"."""
    listening, language = ear.understanding, conversation.language
    cut = listening.clauses(text, language)
    if any(listening.says_it_works(each, language, conversation.complaint) for each in cut):
        return None
    for visit in _observations(conversation.progress, library):
        if (found := _otherwise(text, visit, conversation, library, ear)) is None:
            continue
        reading, outcome = found
        if _goes_nowhere(visit, outcome, conversation, library):
            continue
        because = (Evidence("seen", f"{visit.ref} is not as it was: {outcome.id}", reading.confidence),)
        return Rewind(visit.scenario, visit.ref, Chosen(outcome.id), (*because, *reading.evidence)), outcome
    return None


def said_aloud(outcome: Outcome, voice: Voice) -> Part:
    """That the customer was heard: what it is now."""
    return Part("corrected", voice.say("seen_now", label=inside(voice.text(outcome.label))))


def _observations(progress: Progress | None, library: Library) -> Iterator[Visit]:
    """The questions for what there is to see that were answered, the last one first; each once."""
    seen = set()
    for visit in reversed(progress.trail[-LOOK_BACK:] if progress else ()):
        guide = library.get(visit.scenario)
        step = guide.step(visit.ref) if guide else None
        place = (visit.scenario, visit.ref)
        if visit.phase != Kind.ASK or not visit.outcome or visit.skipped or place in seen:
            continue
        seen.add(place)
        if step is not None and step.observation:
            yield visit


def _otherwise(
    text: str, visit: Visit, conversation: Conversation, library: Library, ear: Ear
) -> tuple[Reading, Outcome] | None:
    """The answer to an observation that is told now, where it is another than the noted one."""
    guide, language = library[visit.scenario], conversation.language
    question, step = ear.question_at(visit.scenario, visit.ref, library, language), guide.step(visit.ref)
    if question is None or step is None or not any(each.is_said_in(text) for each in step.outcomes):
        return None
    cut = ear.understanding.clauses(text, language)
    told = (text, *(cut if 1 < len(cut) <= MOST_CLAUSES else ()))
    heard = (ear.understanding.overhear(question, each, language, guide.problem_type) for each in told)
    readings = {each.outcome: each for each in heard if each is not None}
    reading = readings.popitem()[1] if len(readings) == 1 else None
    outcome = step.outcome(reading.outcome or "") if reading else None
    if reading is None or outcome is None or not outcome.labelled or outcome.id == visit.outcome:
        return None
    if outcome.action is Action.GOTO_SCENARIO:
        return None  # "no picture, no sound" is not the guide for the sound: see other_symptom.py
    noted = step.outcome(visit.outcome or "")
    return None if noted is not None and noted.is_said_in(text) else (reading, outcome)


def _goes_nowhere(visit: Visit, outcome: Outcome, conversation: Conversation, library: Library) -> bool:
    """Whether the road of that answer leads, over what was done already, to the very test or step that has just been put."""
    before = conversation.progress
    assert before is not None  # noqa: S101  (its trail holds the visit)
    answer, known = Chosen(outcome.id), given(conversation)
    there = rewind(library, before, f"{visit.scenario}/{visit.ref}", answer, known)
    if before.phase not in GOAL_PHASES and there.progress.step_id == before.step_id:
        return there.progress.scenario == before.scenario
    return there.kind in GOAL_PHASES
