"""What is paid for: the visit, where nothing else is named ("so is it free?", "do I pay if the dog bit it?"), or the thing that
is named beside the question ("just give me a repeater, how much is it")."""

from __future__ import annotations

from agent.dialogue.listening import Understanding
from agent.dialogue.own_words import guide_of
from agent.dialogue.scene import Scene
from agent.dialogue.topics import Topics
from agent.dialogue.voice import Voice
from agent.language import tokens
from agent.privacy import without_contact

MONEY, VISIT, ACCOUNT = "money", "visit", "account"
FOR_SALE, DENIED = "for_sale", "no_visit"
MOST_WORDS = 6  # more are a question more


def cost_of_visit(question: str, scene: Scene, understanding: Understanding, topics: Topics) -> str:
    """The question what the visit costs, in words of our own; "" where money is asked of something else, or of a bill."""
    spoken, guide = topics.of(question), guide_of(scene)
    if MONEY not in spoken or (guide is not None and guide.problem_type == ACCOUNT):
        return ""
    rest = topics.without(MONEY, without_contact(question))
    bare = not understanding.telling_words(rest, scene.conversation.language)
    return scene.voice.say("visit_cost") if bare or VISIT in spoken else ""


def only_cost_of_visit(question: str, scene: Scene, understanding: Understanding, topics: Topics) -> str:
    """The same where nothing else is told: "so how much is that visit?", and not what it costs to cancel one."""
    rest = topics.without(VISIT, topics.without(MONEY, without_contact(question)))
    bare = not understanding.telling_words(rest, scene.conversation.language)
    named = VISIT in topics.of(question) and len(question.split()) <= MOST_WORDS
    return cost_of_visit(question, scene, understanding, topics) if bare and named else ""


def price_of_thing(question: str, text: str, voice: Voice, topics: Topics) -> str:
    """The question what a thing costs, in words of our own, where money is asked about and the message names the thing; "" where
    it names none."""
    if MONEY not in topics.of(question):
        return ""
    named = topics.cues(FOR_SALE, text)
    return voice.say("price_of", thing=named[0].said(tokens(text))) if named else ""


def rather_the_price(question: str, voice: Voice, topics: Topics) -> str:
    """The same for a question that denies the visit: "I asked about the repeater's price, not the technician"; as it is where the
    visit is what is asked about: "what does a technician cost to install a second box"."""
    if DENIED not in topics.of(question):
        return question
    return price_of_thing(question, question, voice, topics) or question
