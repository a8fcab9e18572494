"""What waits, spoken of before it is offered, or where it is: asked after, or a complaint instead of a yes or no.

"what about the tv?"                  begun where nothing else is open, else promised
"the internet and the phone are dead"  at "shall we go on with the TV?": no answer to that
"I don't have a TV"                    there: it was noted by mistake, and is dropped
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part, PendingKind, ReplyKind
from agent.dialogue.agreements import answered
from agent.dialogue.cases import SCENARIO, resuming, waiting, without
from agent.dialogue.ear import NO, YES, Ear
from agent.dialogue.faults import then_next
from agent.dialogue.own_words import guide_of
from agent.dialogue.scene import Decision, Scene, stay, walking
from agent.dialogue.topics import Topics

LACKING = "lacking"
MOST_REFUSING = 3  # words of a bare refusal


def asked_after(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """The guide that waits for the service asked after, or what is told of one that waits by mistake; None where none does,
    or more is said."""
    return _lacking(scene, ear, topics) or _dropped(scene, ear, topics) or _asked(scene, ear)


def _lacking(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """What waits is dropped where the customer has no such thing, or nothing is wrong with it."""
    pending, text, language = scene.conversation.pending, scene.message.text, scene.conversation.language
    if pending is None or pending.kind is not PendingKind.RESUME or ear.agreement(text, language)[0]:
        return None
    if _refuses_at_last(scene, ear):
        free = replace(scene, conversation=replace(scene.conversation, pending=None, asked_again=0))
        return answered(free, pending, NO)
    guide = scene.library.get(str(pending.details.get(SCENARIO, "")))
    matter = ear.understanding.matter(text, language)
    well = guide is not None and guide.problem_type in matter.well | matter.denied
    if not well and LACKING not in topics.of(text):
        return None
    if ear.understanding.tells_of_trouble(topics.without(LACKING, text), language):
        return None
    free = replace(scene, conversation=replace(scene.conversation, pending=None, asked_again=0))
    return answered(free, pending, NO)


def _refuses_at_last(scene: Scene, ear: Ear) -> bool:
    """Whether the last clause is a bare refusal: "what TV, it's the same fault there, no, no need"."""
    language, listening = scene.conversation.language, ear.understanding
    *before, last = listening.clauses(scene.message.text, language) or ("",)
    if not before or listening.contrasts(last, language):
        return False
    few = len(last.split()) <= MOST_REFUSING
    return few and ear.yes_or_no(last, scene.conversation, "resume_offer").outcome == NO


def _dropped(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """What waits is dropped on the way, too, where the customer says by its name that they have no such thing."""
    text, language = scene.message.text, scene.conversation.language
    if scene.message.choice or LACKING not in topics.of(text) or not walking(scene.conversation):
        return None
    named, here = ear.understanding.services_of(text, language), guide_of(scene)
    if here is not None and here.problem_type in named:
        return None
    waits = waiting(scene.conversation, scene.library)
    gone = [each for each in waits if scene.library[each].problem_type in named]
    if not gone or scene.hearing.has("problem", "danger", "person"):
        return None
    conversation = scene.conversation
    for each in gone:
        conversation = without(conversation, each)
    words = Part("dropped", scene.voice.say("resume_dropped"))
    return Decision(conversation, stay(scene, "back"), (words,), ReplyKind.ANSWER)


def _asked(scene: Scene, ear: Ear) -> Decision | None:
    conversation = scene.conversation
    waits = waiting(conversation, scene.library)
    if not waits or scene.message.choice:
        return None
    services = ear.understanding.asked_after(scene.message.text, conversation.language)
    name = next((each for each in waits if scene.library[each].problem_type in services), None)
    if name is None:
        return None
    pending = conversation.pending
    if walking(conversation) or (pending is not None and pending.kind is not PendingKind.RESUME):
        return Decision(conversation, stay(scene, "back"), (then_next([name], scene),), ReplyKind.ANSWER)
    free = replace(scene, conversation=replace(conversation, pending=None, asked_again=0))
    return answered(free, resuming(name), YES)


def told_anew(scene: Scene, ear: Ear) -> bool:
    """Whether a message complains, at "shall we go on with what waits?", and neither a yes nor a no opens it."""
    pending, text, language = scene.conversation.pending, scene.message.text, scene.conversation.language
    if pending is None or pending.kind is not PendingKind.RESUME:
        return False
    understanding = ear.understanding
    if ear.agreement(text, language)[0]:
        return False
    if understanding.answers_no(text, language):
        return _of_what_ended(scene, understanding.after_no(text, language), ear)
    return bool(understanding.complaints(text, language))


def _of_what_ended(scene: Scene, rest: str, ear: Ear) -> bool:
    """Whether what follows a "no" complains of the service that was held to be mended: "no, my phone still has no internet"."""
    guide, language = guide_of(scene), scene.conversation.language
    told = ear.understanding.complaints(rest, language) if rest else ()
    return guide is not None and any(each.service == guide.problem_type for each in told)
