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

NOT_NOW, ITS_TIME = "cannot_tell_now", "well_till_then"
PLAINLY = frozenset({"pattern", "example", "button"})  # read in the author's own words
OTHERS = ("person", "danger", "abuse", "restart", "stop", "question", "digression")


def not_yet_told(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """The talk parked until the fault has its hour; None where nothing of the kind is said, or the step is answered."""
    conversation, progress = scene.conversation, scene.conversation.progress
    if progress is None or not walking(conversation) or conversation.pending is not None:
        return None
    if scene.hearing.has(*OTHERS) or not _says_so(scene, ear, topics, at_goal=progress.phase in GOAL_PHASES):
        return None
    words = (Part("until_then", scene.voice.say("until_then")),)
    return Decision(conversation, Plan(walk=Restate("wait")), words, ReplyKind.WAIT)


def _says_so(scene: Scene, ear: Ear, topics: Topics, *, at_goal: bool) -> bool:
    """Whether it cannot be told now, or all is well at this hour always; at a step that is not answered besides."""
    text, language = scene.message.text, scene.conversation.language
    reading = scene.hearing.reading
    plainly = reading is not None and any(each.source in PLAINLY for each in reading.evidence)
    if not at_goal and reading is not None and reading.kind == "outcome" and plainly:
        return False
    cues = [*topics.cues(NOT_NOW, text), *topics.cues(ITS_TIME, text)]
    return any(not ear.understanding.denies(cue, text, language) or cue.name == NOT_NOW for cue in cues)
