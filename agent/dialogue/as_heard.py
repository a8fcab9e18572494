"""The message as it is heard: with a comma that was left out, without a danger that is taken up only to be denied. What is kept
and shown of it stays as it was written."""

from __future__ import annotations

from dataclasses import replace

from agent.dialogue.listening import Understanding
from agent.dialogue.missing_comma import with_comma
from agent.dialogue.state import TurnState
from agent.dialogue.taken_up import without_taken_up
from agent.dialogue.topics import Topics


def as_heard(state: TurnState, understanding: Understanding, topics: Topics) -> TurnState:
    """The state with the message that the rules are asked about."""
    language = state.conversation.language
    heard = without_taken_up(with_comma(state.message, topics), language, understanding, topics)
    return replace(state, message=heard)
