"""A fault that comes at its own time: whether it is gone cannot be told before, and good news of another hour is none.

"no it works right now, but always works at noon"    kept open until that time, and said so
"dabar nepasakysiu, tik vakare taip būna"            the same
"""

from __future__ import annotations

from agent.conversation import Part, ReplyKind
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.scene import Decision, Scene, walking
from agent.dialogue.state import Plan, Restate
from agent.dialogue.topics import Topics

NOT_NOW, ITS_TIME, ONLY_THEN, AWAY = "cannot_tell_now", "well_till_then", "only_then", "away_from_it"
OTHERS = ("person", "danger", "abuse", "restart", "stop", "question", "digression")


def not_yet_told(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """The talk parked until the fault has its hour; None where nothing of the kind is said, or no goal is asked about."""
    conversation, progress = scene.conversation, scene.conversation.progress
    if progress is None or progress.phase not in GOAL_PHASES or not walking(conversation):
        return None
    if conversation.pending is not None or scene.hearing.has(*OTHERS):
        return None
    if not _says_so(scene, ear, topics) or _is_of_now(scene, ear, topics):
        return None
    words = (Part("until_then", scene.voice.say("until_then")),)
    return Decision(conversation, Plan(walk=Restate("wait")), words, ReplyKind.WAIT)


def _says_so(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether it cannot be told now, or all is well at this hour always."""
    text, language = scene.message.text, scene.conversation.language
    cues = [*topics.cues(NOT_NOW, text), *topics.cues(ITS_TIME, text)]
    return any(not ear.understanding.denies(cue, text, language) or cue.name == NOT_NOW for cue in cues)


def _is_of_now(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether a trouble is told beside it, or somebody only goes to look: "…, but right now it's dead"."""
    text, language = scene.message.text, scene.conversation.language
    if AWAY in topics.of(text):
        return True
    others = [each for each in ear.understanding.clauses(text, language) if not _of_its_time(each, topics)]
    return any(
        ear.understanding.tells_of_trouble(each, language)
        or ear.understanding.tells_of_failing(each, language)
        for each in others
    )


def _of_its_time(clause: str, topics: Topics) -> bool:
    return bool(topics.of(clause) & {NOT_NOW, ITS_TIME, ONLY_THEN})
