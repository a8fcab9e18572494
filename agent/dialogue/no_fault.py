"""What is said to a message that tells of no fault: courtesy, what we do not do, an insult, what was not understood."""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part, ReplyKind, Status
from agent.dialogue.agreements import offer_person
from agent.dialogue.asked_back import asks_back
from agent.dialogue.asked_beside import asked_in
from agent.dialogue.astray import ENOUGH_ASKING
from agent.dialogue.displeasure import insults, sorry
from agent.dialogue.listening import Understanding
from agent.dialogue.page_shown import shown, touches
from agent.dialogue.plainly_asked import asked_plainly
from agent.dialogue.scene import Decision, Scene, say
from agent.dialogue.state import LookUp, Plan
from agent.dialogue.topics import Topics

LONGEST_REMARK = 9  # words of a message that may still be about the page before it
MEANT, LONGEST_QUESTION = "asked_of", 18
SURELY = 0.7  # so surely a page answers what would be refused
SURELY_ASKED = 0.8  # … what is asked in one clause of it
RATHER = 0.5  # so surely that page answers it


def to_courtesy(scene: Scene) -> Decision:
    """A courtesy returned."""
    for act, phrase in (("thanks", "thanks"), ("goodbye", "goodbye"), ("greeting", "greeting_back")):
        if scene.hearing.has(act):
            return say(scene, phrase, kind=ReplyKind.COURTESY)
    return say(scene, "small_talk", kind=ReplyKind.COURTESY)


def to_refusal(scene: Scene, understanding: Understanding, topics: Topics) -> Decision:
    """What we do not do; what is asked back of what we said is looked up."""
    if asks_back(scene, understanding):
        return Decision(scene.conversation, Plan(look_up=LookUp(scene.message.text)), kind=ReplyKind.ANSWER)
    if (ended := _nothing_more(scene)) is not None:
        return ended
    refused = say(scene, "out_of_scope", kind=ReplyKind.REFUSED)
    if (leaning := _of_what_was_spoken(scene, refused, understanding, topics)) is not None:
        return leaning
    return (
        refused
        if scene.hearing.has("injection")
        else _of_what_was_shown(scene, refused, understanding, topics)
    )


def _of_what_was_spoken(
    scene: Scene, refused: Decision, understanding: Understanding, topics: Topics
) -> Decision | None:
    """In a talk that is under way a question is looked up, with what was asked before, before it is refused: "I mean the Wi-Fi
    password, I want to change it"; None where nothing was spoken of, or nobody asks or corrects."""
    conversation, text = scene.conversation, scene.message.text
    before = (conversation.asked, conversation.complaint)
    asks = asked_plainly(text, conversation.language, understanding, topics) or MEANT in topics.of(text)
    commands = scene.hearing.has("injection", "abuse") or shown(conversation) is not None
    if commands or not any(before) or not asks or len(text.split()) > LONGEST_QUESTION:
        return None
    about = tuple(each for each in before if each)
    look_up = LookUp(text, offer=False, least=SURELY, about=about, otherwise=refused.parts)
    return replace(refused, parts=(), plan=Plan(look_up=look_up))


def _of_what_was_shown(
    scene: Scene, refused: Decision, understanding: Understanding, topics: Topics
) -> Decision:
    """Right after a page, what touches it is looked up before it is refused: "is nineteen right? a neighbour said so"."""
    text = scene.message.text
    if shown(scene.conversation) is None or len(text.split()) > LONGEST_REMARK:
        return refused
    look_up = LookUp(text, offer=False, least=RATHER, otherwise=refused.parts)
    if not touches(scene, understanding, topics):  # "is there a fine? I've eight months left"
        asked = asked_in(text, scene.conversation.language, understanding, topics)
        if not asked or asked == (text,):
            return refused
        look_up = replace(look_up, question=f"{asked[0]}?", least=SURELY_ASKED)
    return replace(refused, parts=(), plan=Plan(look_up=look_up))


def to_boundary(scene: Scene) -> Decision:
    """A calm boundary to an insult, none to what merely sounds like one; commands to the machine are none of our business."""
    commands = scene.hearing.has("injection")
    if not commands and not insults(scene):
        return sorry(scene)
    return say(scene, "out_of_scope" if commands else "abuse", kind=ReplyKind.REFUSED)


def to_unclear(scene: Scene) -> Decision:
    """Asked in other words, and after that a person is offered."""
    if (ended := _nothing_more(scene)) is not None:
        return ended
    if scene.conversation.asked_again >= ENOUGH_ASKING:
        return offer_person(scene)
    asked = scene.conversation.asked_again
    words = Part("unclear", scene.voice.say_nth("unclear", asked))
    again = replace(scene.conversation, asked_again=asked + 1)
    return Decision(again, parts=(words,), kind=ReplyKind.CLARIFY)


def _nothing_more(scene: Scene) -> Decision | None:
    """After the end, a word that is neither question nor problem ("yes, do that") needs no more than courtesy."""
    status = scene.conversation.status
    if status not in (Status.RESOLVED, Status.ESCALATED) or scene.hearing.has("question", "problem"):
        return None
    return say(scene, "offer_person_refused", kind=ReplyKind.COURTESY, status=status)
