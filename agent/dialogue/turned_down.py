""" "No thanks. Actually my internet is slow": the offer is declined, and what follows is a message of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Part, PendingKind, ReplyKind, RouteKind
from agent.dialogue.ear import NO, NO_PERSON, Ear
from agent.dialogue.heard_alone import heard_alone
from agent.dialogue.looking_up import ASKED
from agent.dialogue.scene import Decision, Routing, Scene
from agent.dialogue.state import LookUp, Plan

OFFER = "offer_person"
TURNED_DOWN = frozenset({PendingKind.OFFER_PERSON, PendingKind.CLARIFY})
LED = frozenset({RouteKind.SCENARIO, RouteKind.ARTICLE})


def turned_down(
    scene: Scene, ear: Ear, route: Routing, decided: Callable[[Scene], Decision]
) -> Decision | None:
    """What the rest of a message does whose first words say no to what was offered, or to all that was listed; None where
    nothing follows them that leads anywhere."""
    conversation, text = scene.conversation, scene.message.text
    pending, language = conversation.pending, conversation.language
    if pending is None or pending.kind not in TURNED_DOWN or conversation.progress is not None:
        return None  # what a guide leaves behind is taken up in its own way
    first, *more = ear.understanding.clauses(text, language) or ("",)
    rest = ". ".join(more)
    if not ear.understanding.telling_words(rest, language):
        return None
    if ear.yes_or_no(first, conversation, OFFER).outcome != NO:
        return None
    if _says_it_again(rest, scene, ear):
        return None  # "no then, I'll ring them myself"
    free = replace(conversation, pending=None, asked_again=0)
    alone = heard_alone(rest, replace(scene, conversation=free), ear)
    if route(alone, rest).kind not in LED:
        return _tried_again(rest, text, alone, str(pending.details.get(ASKED, "")), ear)
    decision = decided(alone)
    if pending.kind is not PendingKind.OFFER_PERSON:
        return decision
    words = Part(NO_PERSON, scene.voice.say(NO_PERSON))
    return replace(decision, parts=(words, *decision.parts))


def _says_it_again(rest: str, scene: Scene, ear: Ear) -> bool:
    """Whether what follows the no is listed as one itself; what there is none of is not."""
    said = ear.yes_or_no(rest, scene.conversation, OFFER)
    listed = any(each.source == "example" and (each.weight or 0) > 0 for each in said.evidence)
    return (
        said.outcome == NO
        and listed
        and not ear.understanding.lacks_something(rest, scene.conversation.language)
    )


def _tried_again(rest: str, whole: str, alone: Scene, asked: str, ear: Ear) -> Decision | None:
    """The question that a person was offered for, tried once more with what was spoken of before: "no, just the price"."""
    if not asked:
        return None
    conversation, again = alone.conversation, alone.hearing.has("question", "digression")
    again = again or bool(ear.understanding.questions(whole, conversation.language))
    phrase = "not_known" if again else "offer_person_refused"
    pages = [each.title for each in conversation.cited[-1:]]
    otherwise = (Part(phrase, alone.voice.say(phrase)),)
    look_up = LookUp(rest, offer=False, about=(asked, *pages), otherwise=otherwise)
    return Decision(conversation, Plan(look_up=look_up), kind=ReplyKind.COURTESY)
