"""What else stands in the answer to an offer: that it works by now, or that something else does not.

"oh, it sorted itself out"                        nobody is needed any more, however much it sounds like a yes
"no thanks, but the landline is dead too"         the offer is declined, and the landline is the next matter
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from agent.conversation import Part, Pending, PendingKind, ReplyKind, Route, Status
from agent.dialogue.after_a_page import behind_change
from agent.dialogue.agreements import answered
from agent.dialogue.another_guide import begun
from agent.dialogue.cases import SCENARIO, resuming, waiting, without
from agent.dialogue.ear import NO, NO_PERSON, VISIT, YES, Ear, by_likeness
from agent.dialogue.faults import guides_of, of_service, others_than, queued, then_next
from agent.dialogue.goal_test import ACT, SOLVED, WORKS
from agent.dialogue.heard_alone import heard_alone
from agent.dialogue.own_words import guide_of
from agent.dialogue.promised import news
from agent.dialogue.scene import Decision, Routing, Scene, ask_once_more, say
from agent.dialogue.state import Plan, Restate
from agent.language import tokens, typed

REFUSING = ("no_person", "stop")
OFFERS = (PendingKind.OFFER_PERSON, PendingKind.CONSENT)
STOP, OFFER, UNCLEAR = "stop", "offer_person", "unclear"
AGAIN = Plan(walk=Restate("pending"))
PRAISE = frozenset({"words", "worth"})  # what is only good news agrees to nothing


def works_by_now(scene: Scene, ear: Ear) -> Decision | None:
    """A reply to an offer of help that brings news: the end where it says beyond doubt that it works, else the offer again.

    None where it brings none. Good news is never a yes to the offer, and what begins with a yes never ends the case:
    "yes please, get it fixed"; unless a change of mind follows.
    """
    pending = scene.conversation.pending
    offered = pending is not None and pending.kind in OFFERS
    return (_taken_back(scene, ear) if offered else None) or _by_now(scene, ear)


def _by_now(scene: Scene, ear: Ear) -> Decision | None:
    """The news of a reply to an offer, as it stands."""
    pending, reading, hearing = scene.conversation.pending, scene.hearing.reading, scene.hearing
    if pending is not None and pending.kind is PendingKind.RESUME:
        return _needs_no_more(scene, pending, ear)
    if pending is None or pending.kind not in OFFERS or reading is None:
        return None
    told = (reading.kind == ACT and reading.act == SOLVED) or _told_beside(scene, ear)
    agreed, _ = ear.agreement(scene.message.text, scene.conversation.language)
    if not told and not hearing.sure(SOLVED):
        return ask_once_more(scene, AGAIN) if not agreed and _in_doubt(scene, ear) else None
    if agreed and reading.outcome == YES and hearing.has(VISIT):
        return None
    if not agreed and _beyond_doubt(scene, ear):
        settled = replace(scene, conversation=replace(scene.conversation, pending=None, asked_again=0))
        return say(settled, "resolved", kind=ReplyKind.RESOLVED, status=Status.RESOLVED)
    only_praise = {each.source for each in reading.evidence} <= PRAISE
    praised = reading.outcome == YES and (agreed or only_praise or by_likeness(reading))
    return ask_once_more(scene, AGAIN) if told or praised else None


def _taken_back(scene: Scene, ear: Ear) -> Decision | None:
    """The end, where a change of mind takes the yes back with the news: "yes, pass it on. oh no, stop, it works now"."""
    behind = behind_change(scene.message.text, scene.conversation.language)
    ended = _by_now(heard_alone(behind, scene, ear), ear) if behind else None
    return ended if ended is not None and ended.kind is ReplyKind.RESOLVED else None


def _needs_no_more(scene: Scene, pending: Pending, ear: Ear) -> Decision | None:
    """The end, where "shall we take that up now?" is answered by the news that it works; it waits no longer."""
    agreed, _ = ear.agreement(scene.message.text, scene.conversation.language)
    if agreed or not scene.hearing.sure(SOLVED) or not _beyond_doubt(scene, ear):
        return None
    left = without(scene.conversation, str(pending.details.get(SCENARIO, "")))
    settled = replace(scene, conversation=replace(left, pending=None, asked_again=0))
    if left.ticket is not None:
        return news(settled, works=True)
    return say(settled, "resolved", kind=ReplyKind.RESOLVED, status=Status.RESOLVED)


def _in_doubt(scene: Scene, ear: Ear) -> bool:
    """Whether what was read as a yes speaks of its working, and agrees to nothing: "has it been fixed?", "it came back and then
    died again"."""
    reading, hearing = scene.hearing.reading, scene.hearing
    if reading is None or reading.outcome != YES or hearing.has(VISIT):
        return False
    text, language = scene.message.text, scene.conversation.language
    partly = ear.understanding.works_in_part(text, _own(scene, ear), language)
    return partly or ear.understanding.speaks_of_working(text, language)


def _beyond_doubt(scene: Scene, ear: Ear) -> bool:
    """Whether it works as "does it work now?" would be answered, or is told as news in so many words: "it was unplugged, so
    it's working again"."""
    conversation, text = scene.conversation, scene.message.text
    if scene.hearing.has(VISIT) or not _of_the_whole(scene, ear):
        return False
    after_all = ear.after_all(text, conversation)
    told = scene.hearing.sure(SOLVED) and after_all.kind == UNCLEAR
    works = told and ear.understanding.says_it_works(text, conversation.language, conversation.complaint)
    return works or after_all.outcome == WORKS or after_all.act == SOLVED or _told_beside(scene, ear)


def _told_beside(scene: Scene, ear: Ear) -> bool:
    """Whether it is told beside a refusal, by its own words, that it works: "no visit, I straightened it and it works"."""
    conversation, text, understanding = scene.conversation, scene.message.text, ear.understanding
    language, refused = conversation.language, scene.hearing.has(*REFUSING)
    said = text if refused else understanding.after_no(text, language)
    works = bool(said) and understanding.says_it_works(said, language, conversation.complaint)
    praised = works and not understanding.speaks_of_working(said, language)
    return works and not praised and ear.after_all(said, conversation).outcome == WORKS


def _of_the_whole(scene: Scene, ear: Ear) -> bool:
    """Whether nothing is complained of beside the good news, and it is of the guide's own matter, all of it."""
    text, language, understanding = scene.message.text, scene.conversation.language, ear.understanding
    if scene.conversation.progress is None and understanding.is_qualified(text, language):
        return False  # after a page: "no, the internet is fine, only the bank's site"
    own = _own(scene, ear)
    if understanding.complaints(text, language) or understanding.works_elsewhere(text, own, language):
        return False
    return not understanding.works_in_part(text, own, language)


def _own(scene: Scene, ear: Ear) -> frozenset[str]:
    """The services that the guide just left is about."""
    guide = guide_of(scene)
    goal = scene.voice.text(guide.closing.question) if guide is not None else ""
    return ear.own_services(goal, scene.conversation)


def with_next(scene: Scene, offered: PendingKind, declined: Decision, ear: Ear, route: Routing) -> Decision:
    """`declined`, the answer "no" to what was `offered`, and the faults that the same message tells of.

    Where an offer is open still, or a guide waits, they come after it, unless they are what waits: then that is begun. A
    fault of the service of the guide just left is none.
    """
    found = _others(scene, ear, route)
    if not found:
        return declined
    left = declined.conversation
    waits = "" if left.pending is not None else next(iter(waiting(left, scene.library)), "")
    free = left.pending is None and not waits
    first = next(iter(found)) if free else next(iter(of_service(waits, found, scene)), None)
    if first is None:
        return _announced(scene, declined, found)
    here = replace(scene, conversation=left)
    if first == waits:
        taken = answered(here, resuming(waits), YES)
    else:
        taken = begun(replace(here, conversation=without(left, waits)), found[first])
    taken = queued(taken, [name for name in found if name != first], scene)
    words = Part(NO_PERSON, scene.voice.say(NO_PERSON))
    return replace(taken, parts=(words,)) if offered is PendingKind.OFFER_PERSON else taken


def _announced(scene: Scene, declined: Decision, found: Iterable[str]) -> Decision:
    """What comes after the offer that is open still; nothing is said of what waits already."""
    longer = queued(declined, found, scene)
    new = longer.conversation.queue[len(declined.conversation.queue) :]
    if not new:
        return declined
    return replace(longer, parts=(*longer.parts, then_next(new, scene)))


def _others(scene: Scene, ear: Ear, route: Routing) -> dict[str, Route]:
    """The guides of what follows a refusal, which only the first words may be; none of the service just spoken of."""
    understanding, language = ear.understanding, scene.conversation.language
    first, *rest = understanding.clauses(scene.message.text, language) or ("",)
    told = understanding.complaints(_behind(scene.message.text, first), language) if rest else ()
    if not told or not (_refuses(first, language, ear) or _says_no(first, scene, ear)):
        return {}
    progress = scene.conversation.progress
    found = guides_of(told, scene, understanding, route)
    return others_than(found, progress.origin or progress.scenario if progress else None, scene)


def _behind(text: str, first: str) -> str:
    """What follows the first clause, as it stands: its pauses tell one thing from the next."""
    count = len(tokens(first))
    return typed(tokens(text)[count:])


def _says_no(said: str, scene: Scene, ear: Ear) -> bool:
    return ear.yes_or_no(said, scene.conversation, OFFER).outcome == NO


def _refuses(said: str, language: str, ear: Ear) -> bool:
    acts = {act.name for act in ear.understanding.acts_by_rule(said, language)}
    return bool(acts & {STOP, NO_PERSON})
