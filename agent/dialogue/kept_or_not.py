"""What is promised stands, or which of it is not wanted: said so, and noted for the colleague.

"no, I DO need the visit, don't cancel it"   nothing is cancelled
"but I still want the call"                  the call stands again
"I don't need a technician"                  asked whether only the visit, or the call as well
"why a technician? it's all green"           the colleague decides with that in hand
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part, ReplyKind, Status
from agent.dialogue.ear import NO_PERSON, Ear
from agent.dialogue.promised import promised
from agent.dialogue.reachable import gives_number
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import Plan
from agent.dialogue.suiting import promise
from agent.dialogue.topics import Topics

KEEP, VISITOR, WHY_VISIT, CALL = "keep_it", "visitor", "why_visit", "the_call"
CANCELS = "cancels"  # a word of cancelling, or a coming or a call that is denied
NO_SHOW = "no_show"  # somebody did not come or call, or is needed: no doubt whether a visit is


def kept_or_not(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """None where nothing is promised, danger stands, or something else is said."""
    conversation, hearing = scene.conversation, scene.hearing
    if not promised(conversation) or conversation.ticket == conversation.urgent or gives_number(scene):
        return None
    if conversation.pending is not None or scene.message.choice or hearing.has("abuse", "restart"):
        return None
    spoken = topics.of(scene.message.text)
    if WHY_VISIT in spoken and NO_SHOW not in spoken:
        return _said(scene, "visit_why", conversation.status)
    if hearing.has(NO_PERSON) and VISITOR in spoken and CALL not in spoken and not hearing.has("problem"):
        return _said(scene, "which_withdrawn", conversation.status)
    if (
        KEEP not in spoken
        or _cancels(scene.message.text, topics)
        or hearing.has("question", "digression")
        or "?" in scene.message.text
    ):
        return None
    text, language = scene.message.text, conversation.language
    if all(ear.understanding.denies(cue, text, language) for cue in topics.cues(KEEP, text)):
        return None
    kept = Status.ESCALATED if conversation.status is Status.OPEN else conversation.status
    decision = _said(scene, "call_kept", kept)
    return replace(
        decision, parts=(*decision.parts, Part("call", scene.voice.say(promise(scene.conversation))))
    )


def _cancels(text: str, topics: Topics) -> bool:
    """Whether what stands beside "still want it" takes it back: "I still want to cancel the visit"."""
    return CANCELS in topics.of(topics.without(KEEP, text))


def _said(scene: Scene, phrase: str, status: Status) -> Decision:
    words = Part("kept", scene.voice.say(phrase, ticket=scene.conversation.ticket))
    note = scene.message.masked
    return Decision(scene.conversation, Plan(), (words,), ReplyKind.INFORMED, status, note=note)
