"""What the visit costs, where that is asked without naming anything else: "so is it free?", "do I pay if the dog bit it?"."""

from __future__ import annotations

from agent.dialogue.listening import Understanding
from agent.dialogue.own_words import guide_of
from agent.dialogue.scene import Scene
from agent.dialogue.topics import Topics
from agent.privacy import without_contact

MONEY, VISIT, ACCOUNT = "money", "visit", "account"
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
