"""A visit that was refused, or taken for refused, and is wanted after all: "I said YES, only after four", „noriu vizito,
registruokit“. The offer of a colleague that followed keeps what the visit was to be booked with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Evidence, Pending, PendingKind
from agent.dialogue.agreements import REFUSED
from agent.dialogue.ear import YES, Ear
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.topics import Topics
from agent.dialogue.visit_agreed import DAY, sets_condition, time_heard

WISHED = "visit_after_all"


def visit_after_all(
    scene: Scene, ear: Ear, topics: Topics, taken: Callable[[Scene, str, tuple[Evidence, ...]], Decision]
) -> Decision | None:
    """The visit, as if it had been agreed to at once; None where none was refused, or none is wished for."""
    conversation, text = scene.conversation, scene.message.text
    pending = conversation.pending
    if pending is None or pending.kind is not PendingKind.OFFER_PERSON or REFUSED not in pending.details:
        return None
    cues = topics.cues(WISHED, text)
    wished = any(not ear.understanding.denies(cue, text, conversation.language) for cue in cues)
    well = ear.understanding.says_it_works(text, conversation.language)
    if scene.message.choice or not wished or well or sets_condition(text, topics):
        return None
    offered = Pending(PendingKind.CONSENT, details=dict(pending.details[REFUSED]))
    here = replace(scene, conversation=replace(conversation, pending=offered))
    decision = taken(time_heard(here) if DAY in topics.of(text) else here, YES, ())
    asked = ear.understanding.questions(text, conversation.language)
    more = any(WISHED not in topics.of(each) for each in asked)  # "why aren't you booking it?" asks for it
    return decision if more else replace(decision, plan=replace(decision.plan, look_up=None))
