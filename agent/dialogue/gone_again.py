"""It works, and in the same breath it is gone again: the last word counts.

"works brilliantly… gone again"      at "does it work?" it is a no
"veikia… vėl dingo, LOS raudona"     at a step what is told last is the answer
"""

from __future__ import annotations

from collections.abc import Callable

from agent.conversation import Evidence
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.goal_test import NOT_WORKING
from agent.dialogue.heard_alone import heard_alone
from agent.dialogue.scene import Decision, Scene, walking
from agent.dialogue.step_answers import StepAnswers
from agent.dialogue.topics import Topics

GONE_AGAIN, IF, WRITES = "gone_again", "if_again", "will_write"
BECAUSE = Evidence("goal test", "worked, and is gone again", 0.9)


def gone_again(
    scene: Scene, ear: Ear, topics: Topics, steps: StepAnswers, step: Callable[[Scene], Decision | None]
) -> Decision | None:
    """The last word as the answer; None where nothing good is followed by its end."""
    progress = scene.conversation.progress
    if progress is None or not walking(scene.conversation):
        return None
    if progress.phase in GOAL_PHASES and (good := _without_promise(scene, ear, topics)):
        return step(heard_alone(good, scene, ear))
    last = _last_word(scene, ear, topics)
    if last is None:
        return None
    if progress.phase in GOAL_PHASES:
        return steps.chosen(scene, NOT_WORKING, (BECAUSE,))
    return step(heard_alone(last, scene, ear))


def _last_word(scene: Scene, ear: Ear, topics: Topics) -> str | None:
    """What follows the good news from the words on that say it is gone again."""
    text, language, listening = scene.message.text, scene.conversation.language, ear.understanding
    parts = listening.clauses(text, language)
    gone = [place for place, said in enumerate(parts) if place and says_gone_again(said, topics)]
    if not gone or scene.hearing.has("question"):
        return None
    before = ", ".join(parts[: gone[-1]])
    good = listening.says_it_works(before, language, scene.conversation.complaint)
    return ", ".join(parts[gone[-1] :]) if good or listening.mocks(before, language) else None


def _without_promise(scene: Scene, ear: Ear, topics: Topics) -> str:
    """Good news without the promise to write should it go again: "it works, if it goes black again I'll write"; else ""."""
    text, language, listening = scene.message.text, scene.conversation.language, ear.understanding
    if not {IF, WRITES} <= topics.of(text):
        return ""
    parts = listening.clauses(text, language)
    good = ", ".join(said for said in parts if not _promises(said, topics))
    spoilt = listening.tells_of_trouble(good, language) or listening.is_qualified(good, language)
    works = listening.says_it_works(good, language, scene.conversation.complaint)
    return good if works and not spoilt and good != ", ".join(parts) else ""


def _promises(said: str, topics: Topics) -> bool:
    """Whether a clause opens with "if", or with the promise to write; not "only if I hold the cable"."""
    return any(cue.start == 0 for topic in (IF, WRITES) for cue in topics.cues(topic, said))


def says_gone_again(text: str, topics: Topics) -> bool:
    """Whether it is said that a trouble is back, or was never over: "not solved"; not "if it goes red again I'll write"."""
    unless = [cue.start for cue in topics.cues(IF, text)]
    return any(not unless or cue.start < min(unless) for cue in topics.cues(GONE_AGAIN, text))
