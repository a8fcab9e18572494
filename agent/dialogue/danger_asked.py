"""Danger that no word says and only the readers hear in a reply: "wall socket", "the light by the socket is off".

They hear it in much that is said of plugs and sockets, and an alarm ends the guide. So it is asked about first, unless they are as
sure as can be or the reply names what burns, smells, is wet or hurts; whoever says it in words that rules know is not asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Part, Pending, PendingKind, ReplyKind
from agent.dialogue.cases import yes_or_no
from agent.dialogue.ear import NO, YES, Ear, by_likeness
from agent.dialogue.safety import in_danger, stands
from agent.dialogue.scene import Decision, Scene, say, walking
from agent.dialogue.state import Plan, Restate
from agent.understanding import Reading
from agent.understanding.acts import DANGER
from agent.understanding.settling import LIKENESSES

SURE = 0.95
SAYING = frozenset({"answer", "example"})
_AGAIN, _WAIT = ("repeat", "question"), "wait"


def danger_asked(scene: Scene, ear: Ear, decided: Callable[[Scene], Decision]) -> Decision | None:
    """The question whether there is danger, or what an answer to it does; `decided`: what a message does that is none."""
    pending = scene.conversation.pending
    if pending is None or pending.kind is not PendingKind.DANGER:
        return _ask(scene, scene.message.masked) if _is_doubtful(scene, ear) else None
    settled = replace(scene, conversation=replace(scene.conversation, pending=None))
    reading = scene.hearing.reading
    said = scene.message.choice or _meant(reading)
    if ear.understanding.only_acknowledges(scene.message.text, scene.conversation.language):
        return _ask(scene, pending.about)
    if said == YES or _is_told(scene):
        told = " – ".join(text for text in (pending.about, scene.message.masked) if text)
        return in_danger(replace(settled, message=replace(scene.message, masked=told)))
    if said == NO:
        return say(settled, "danger_none", kind=ReplyKind.ASK, plan=Plan(walk=Restate("back")))
    act = reading.act if reading is not None else None
    if act in _AGAIN:
        return _ask(scene, pending.about)
    if act == _WAIT:
        return say(scene, "wait_ok", kind=ReplyKind.WAIT)
    heard = ear.hear(scene.message.text, settled.conversation, scene.library)
    return decided(replace(settled, hearing=heard))


def _ask(scene: Scene, about: str) -> Decision:
    asked = replace(scene.conversation, pending=Pending(PendingKind.DANGER, about=about))
    words = Part("danger_check", scene.voice.say("danger_check"), fixed=True)
    heard = tuple(act.evidence for act in scene.hearing.acts if act.name == DANGER)
    return Decision(
        asked,
        parts=(words,),
        kind=ReplyKind.CLARIFY,
        choices=yes_or_no("danger_check", scene.voice),
        why=heard,
    )


def _meant(reading: Reading | None) -> str | None:
    """Yes or no, where the reply says so: "all normal" has been taken for a yes."""
    if reading is None or by_likeness(reading):
        return None
    said = {each.source for each in reading.evidence}
    return reading.outcome if said & SAYING else None


def _is_doubtful(scene: Scene, ear: Ear) -> bool:
    """Whether danger is heard by likeness alone, in a reply to a guide's question that names no harm."""
    heard = [act.evidence for act in scene.hearing.acts if act.name == DANGER]
    unsure = all((each.weight or 0.0) < SURE for each in heard) and not _is_told(scene)
    asked = walking(scene.conversation) and not stands(scene)
    return bool(heard) and unsure and asked and not ear.understanding.tells_of_harm(scene.message.text)


def _is_told(scene: Scene) -> bool:
    """Whether danger is told in words that rules know."""
    heard = [act.evidence for act in scene.hearing.acts if act.name == DANGER]
    return any(each.source not in LIKENESSES for each in heard)
