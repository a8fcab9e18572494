"""A word of regret, once in a conversation: where a customer tells of days without service, or that it is not the first time."""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Part
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import Begin
from agent.dialogue.topics import Topics

DANGER = "danger"
_SAID = {"suffering": "regret_long", "repeated": "regret_again"}


def regretting(scene: Scene, decision: Decision, topics: Topics) -> Decision:
    """`decision`, opened with regret where a trouble is told for the first time and it has lasted, or come again."""
    conversation = decision.conversation
    if conversation.regretted or not _takes_up(decision) or not scene.message.text:
        return decision
    spoken = topics.of(scene.message.text)
    phrase = next((phrase for topic, phrase in _SAID.items() if topic in spoken), None)
    if phrase is None:
        return decision
    words = Part("regret", scene.voice.say(phrase))
    kept = replace(conversation, regretted=True)
    return replace(decision, conversation=kept, parts=(words, *decision.parts))


def _takes_up(decision: Decision) -> bool:
    """Whether the trouble is taken up: a guide begins, it is asked what is wrong, or a person will call."""
    plan = decision.plan
    calls = plan.hand_over is not None and plan.hand_over.how != DANGER
    return isinstance(plan.walk, Begin) or plan.clarify is not None or calls
