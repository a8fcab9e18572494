"""Taisa: conversational troubleshooting in Lithuanian and English, on your own machine, with or without a model.

    from agent import build, load_settings

    taisa = build(load_settings())
    reply = taisa.start(text="neveikia internetas")
    print(reply.text, [choice.label for choice in reply.choices])

Names load on first use, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agent.agent import Agent
    from agent.bootstrap import Parts, build, build_index_of
    from agent.conversation import Choice, Conversation, Evidence, Reply, Route, Status, Turn
    from agent.errors import AgentError, ContentError, ConversationError, OutsideError, Problem, SettingsError
    from agent.settings import Settings, load_settings

_ROOMS = {
    "agent": ("Agent",),
    "bootstrap": ("Parts", "build", "build_index_of"),
    "conversation": ("Choice", "Conversation", "Evidence", "Reply", "Route", "Status", "Turn"),
    "errors": ("AgentError", "ContentError", "ConversationError", "OutsideError", "Problem", "SettingsError"),
    "settings": ("Settings", "load_settings"),
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "Agent",
    "AgentError",
    "Choice",
    "ContentError",
    "Conversation",
    "ConversationError",
    "Evidence",
    "OutsideError",
    "Parts",
    "Problem",
    "Reply",
    "Route",
    "Settings",
    "SettingsError",
    "Status",
    "Turn",
    "build",
    "build_index_of",
    "load_settings",
]


def __getattr__(name: str) -> Any:
    """Hand out a public name, loading its module on first use (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
