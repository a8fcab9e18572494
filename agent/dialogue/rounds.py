"""What is known in a round: one problem, from the first complaint to its end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from agent.conversation import Conversation, FactValue
from agent.dialogue.scene import Scene
from agent.dialogue.state import Hearing
from agent.understanding.facts import DAMAGE

LISTS = ("already_tried",)


def with_facts(conversation: Conversation, hearing: Hearing) -> Conversation:
    """What was stated becomes known; a list grows, anything else is replaced by the later word."""
    asks = hearing.has("question", "injection") and not hearing.has("problem", "correction")
    turn = conversation.turns + 1
    known = dict(conversation.facts)
    for stated in hearing.stated:
        if asks and stated.name not in DAMAGE:  # "it is chewed, do I get another?"
            continue
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


def known_beforehand(conversation: Conversation) -> dict[str, Any]:
    """What is known whatever a message says: what the caller told, and what the customer did before any problem was understood."""
    sources = ("caller", "customer") if _is_first(conversation) else ("caller",)
    return {name: fact.value for name, fact in conversation.facts.items() if fact.source in sources}


def _is_first(conversation: Conversation) -> bool:
    """Whether no problem has been understood yet."""
    return not conversation.complaint and conversation.progress is None


def stated_only(scene: Scene) -> dict[str, FactValue]:
    turn = scene.conversation.turns + 1
    return {name: FactValue(value, "customer", turn) for name, value in scene.hearing.facts.items()}


def new_round(scene: Scene) -> Conversation:
    """A new problem begins with what this message states and what the caller gave, not with the last one's answers.

    What was told before any problem was understood belongs to this one.
    """
    before = scene.conversation
    first = _is_first(before)
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
