"""A question that stands beside something else, with or without a mark: "nearly all of them. but what about the mesh"."""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import ReplyKind
from agent.dialogue.listening import Understanding
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import LookUp, Plan
from agent.dialogue.topics import Topics

WONDERS = "wonders"
MOST_CLAUSES = 8  # in so many it is looked which of them ask by themselves
# Words of a question that says no more than "it", and of a message that is looked up whole for it; so surely that has a page.
MOST_BARE, MOST_WHOLE, SURE_WHOLE = 4, 12, 0.7
SURE_PAGE = 0.6  # so surely a page is found where a message was not understood


def asked_in(text: str, language: str, understanding: Understanding, topics: Topics) -> tuple[str, ...]:
    """The clauses of `text` that ask about something: in form, by themselves, or because somebody wonders."""
    cut, asked = understanding.clauses(text, language), understanding.questions(text, language)
    if len(cut) > MOST_CLAUSES:
        return asked
    found = [
        each
        for each in cut
        if each in asked or understanding.questions(each, language) or WONDERS in topics.of(each)
    ]
    return tuple(each for each in found if understanding.telling_words(each, language))


def with_asked_beside(
    decision: Decision, scene: Scene, understanding: Understanding, topics: Topics
) -> Decision:
    """An answer that counts, with what is asked beside it looked up."""
    text, language = scene.message.text, scene.conversation.language
    cut = understanding.clauses(text, language)
    if len(cut) < 2 or decision.plan.look_up is not None:
        return decision
    asked = asked_in(text, language, understanding, topics)
    if not asked or set(asked) >= set(cut):
        return decision
    look_up = LookUp(", ".join(asked), offer=False, least=SURE_PAGE)
    bare = len(look_up.question.split()) <= MOST_BARE and len(text.split()) <= MOST_WHOLE
    if bare:  # "I forgot the password, how do I change it"
        look_up = replace(look_up, question=text, least=SURE_WHOLE, clauses=asked)
    return replace(decision, plan=replace(decision.plan, look_up=look_up))


def not_followed(decision: Decision, scene: Scene, understanding: Understanding, topics: Topics) -> Decision:
    """What is not understood, though a question stands in it: that is looked up, and only if it has no page is it said that the
    message was not followed."""
    return (
        decision if scene.hearing.has("injection") else _asked_first(decision, scene, understanding, topics)
    )


def courteous(decision: Decision, scene: Scene, understanding: Understanding, topics: Topics) -> Decision:
    """Thanks with a question behind it: "thanks. and how do I rename the network?"."""
    merely = decision.kind is ReplyKind.COURTESY and decision.plan == Plan()
    return _asked_first(decision, scene, understanding, topics) if merely else decision


def _asked_first(decision: Decision, scene: Scene, understanding: Understanding, topics: Topics) -> Decision:
    """What is asked in the message looked up, and what was to be said instead only where it has no page."""
    text = scene.message.text
    asked = asked_in(text, scene.conversation.language, understanding, topics)
    courtesy = decision.kind is ReplyKind.COURTESY
    if not asked and courtesy:  # "where is it" tells nothing by itself
        asked = understanding.questions(text, scene.conversation.language)
    if not asked:
        return decision
    look_up = LookUp(asked[0], offer=False, also=asked[1:], least=SURE_PAGE, otherwise=decision.parts)
    if courtesy and len(asked[0].split()) <= MOST_BARE < len(text.split()):
        # "thanks, but where is it, what street": the whole asks
        look_up = replace(look_up, question=text, also=(), clauses=asked)
    return replace(decision, parts=(), plan=replace(decision.plan, look_up=look_up))


def spoils(asked: str, language: str, understanding: Understanding) -> bool:
    """Whether a question tells of trouble, or is set against the news before it: "yes, but why is it that slow?" ends nothing."""
    troubled = understanding.tells_of_trouble(asked, language) or understanding.tells_of_failing(
        asked, language
    )
    return troubled or understanding.contrasts(asked, language)
