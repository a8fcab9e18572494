"""What else stands in the answer to an offer: that it works by now, or that something else does not.

"oh, it sorted itself out"                        nobody is needed any more, however much it sounds like a yes
"no thanks, but the landline is dead too"         the offer is declined, and the landline is the next matter
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part, PendingKind, ReplyKind, Route, Status
from agent.dialogue.another_guide import begun
from agent.dialogue.ear import NO, NO_PERSON, VISIT, YES, Ear
from agent.dialogue.goal_test import ACT, SOLVED, WORKS
from agent.dialogue.scene import Decision, Routing, Scene, ask_once_more, say
from agent.dialogue.state import Plan, Restate

OFFERS = (PendingKind.OFFER_PERSON, PendingKind.CONSENT)
STOP, OFFER = "stop", "offer_person"
ASKING = frozenset({"question", "digression"})
TYPE, PATTERN = "problem_type", "connection_pattern"
PRAISE = frozenset({"words", "worth"})  # what is only good news agrees to nothing


def works_by_now(scene: Scene, ear: Ear) -> Decision | None:
    """A reply to an offer of help that brings news: the end where it says beyond doubt that it works, else the offer again.

    None where it brings none. Good news is never a yes to the offer, and what begins with a yes never ends the case:
    "yes please, get it fixed".
    """
    pending, reading, hearing = scene.conversation.pending, scene.hearing.reading, scene.hearing
    if pending is None or pending.kind not in OFFERS or reading is None:
        return None
    news = reading.kind == ACT and reading.act == SOLVED
    if not news and not hearing.sure(SOLVED):
        return None
    agreed, _ = ear.agreement(scene.message.text, scene.conversation.language)
    if agreed and reading.outcome == YES and hearing.has(VISIT):
        return None
    if not agreed and _beyond_doubt(scene, ear):
        settled = replace(scene, conversation=replace(scene.conversation, pending=None, asked_again=0))
        return say(settled, "resolved", kind=ReplyKind.RESOLVED, status=Status.RESOLVED)
    praised = reading.outcome == YES and (agreed or {each.source for each in reading.evidence} <= PRAISE)
    return ask_once_more(scene, Plan(walk=Restate("pending"))) if news or praised else None


def _beyond_doubt(scene: Scene, ear: Ear) -> bool:
    after_all = ear.after_all(scene.message.text, scene.conversation)
    return after_all.outcome == WORKS or after_all.act == SOLVED


def with_next(scene: Scene, offered: PendingKind, declined: Decision, ear: Ear, route: Routing) -> Decision:
    """`declined`, the answer "no" to what was `offered`, and what else the same message complains of: begun at once, or after the offer that is open still."""
    found = _other(scene, ear, route)
    if found is None or found.target is None:
        return declined
    if declined.conversation.pending is not None:
        title = scene.voice.text(scene.library[found.target].title)
        queue = tuple(dict.fromkeys((*declined.conversation.queue, found.target)))
        words = Part("then_next", scene.voice.say("then_next", title=title))
        waiting = replace(declined.conversation, queue=queue)
        return replace(declined, conversation=waiting, parts=(*declined.parts, words))
    next_one = begun(replace(scene, conversation=declined.conversation), found)
    words = Part(NO_PERSON, scene.voice.say(NO_PERSON))
    return replace(next_one, parts=(words,)) if offered is PendingKind.OFFER_PERSON else next_one


def _other(scene: Scene, ear: Ear, route: Routing) -> Route | None:
    """The guide for what follows the refusal, where it names a service or its trouble; not the guide just left."""
    language, progress = scene.conversation.language, scene.conversation.progress
    clauses = ear.understanding.clauses(scene.message.text, language)
    for place in range(1, len(clauses)):
        said, more = ", ".join(clauses[:place]), ", ".join(clauses[place:])
        if ear.yes_or_no(said, scene.conversation, OFFER).outcome != NO and not _refuses(said, language, ear):
            continue
        found = route(scene, more) if _complains(more, language, ear) else None
        if found is not None and found.kind == "scenario" and found.target in scene.library:
            same = progress is not None and found.target == progress.scenario
            return None if same else found
    return None


def _refuses(said: str, language: str, ear: Ear) -> bool:
    acts = {act.name for act in ear.understanding.acts_by_rule(said, language)}
    return bool(acts & {STOP, NO_PERSON})


def _complains(more: str, language: str, ear: Ear) -> bool:
    """Whether the rest tells of a fault with something: "no, the TV is fine" and "no, how much is that?" do not."""
    understanding = ear.understanding
    facts = {fact.name for fact in understanding.find_facts(more, language)}
    acts = {act.name for act in understanding.acts_by_rule(more, language)}
    matter = understanding.matter(more, language)
    named = TYPE in facts or PATTERN in facts or "problem" in acts
    asks = bool(acts & ASKING) and "problem" not in acts
    return (
        named
        and not asks
        and not (matter.well and not matter.open)
        and not understanding.only_complains(more, language)
    )
