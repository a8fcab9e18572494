"""What is known in a round: one problem, from the first complaint to its end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from agent.conversation import Conversation, FactValue
from agent.dialogue.scene import Scene
from agent.dialogue.state import Hearing

LISTS = ("already_tried",)


def with_facts(conversation: Conversation, hearing: Hearing) -> Conversation:
    """What was stated becomes known; a list grows, anything else is replaced by the later word."""
    if hearing.has("question", "injection") and not hearing.has("problem", "correction"):
        return conversation
    turn = conversation.turns + 1
    known = dict(conversation.facts)
    for stated in hearing.stated:
        value = stated.value
        if stated.name in LISTS and stated.name in known:
            value = _joined(known[stated.name].value, value)
        known[stated.name] = FactValue(value, "customer", turn)
    return replace(conversation, facts=known)


def _joined(before: Any, stated: Any) -> list[Any]:
    """Both lists as one; a caller may have given a single value, of any kind."""
    values = [
        each for value in (before, stated) for each in (value if isinstance(value, list | tuple) else [value])
    ]
    return [each for place, each in enumerate(values) if each not in values[:place]]


def given_by_caller(conversation: Conversation) -> dict[str, Any]:
    """What the caller told beforehand, which is known whatever the customer says."""
    return {name: fact.value for name, fact in conversation.facts.items() if fact.source == "caller"}


def stated_only(scene: Scene) -> dict[str, FactValue]:
    turn = scene.conversation.turns + 1
    return {name: FactValue(value, "customer", turn) for name, value in scene.hearing.facts.items()}


def new_round(scene: Scene) -> Conversation:
    """A new problem begins with what this message states and what the caller gave, not with the last one's answers.

    What was told before any problem was understood belongs to this one.
    """
    before = scene.conversation
    first = not before.complaint and before.progress is None
    kept = ("customer", "walk") if not first else ()
    given = {name: fact for name, fact in before.facts.items() if fact.source not in kept}
    return replace(
        before,
        facts={**given, **({} if first else stated_only(scene))},
        tried=(),
        ticket=None,
        due_at=None,
        helped=0,
    )
