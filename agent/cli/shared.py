"""What several commands need: settings, an Agent, and ways to print. Import it inside commands only."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from agent.settings import Settings, load_settings

if TYPE_CHECKING:
    from agent.agent import Agent


def prepared(**overrides: object) -> Settings:
    """The settings. Raises SettingsError."""
    return load_settings(**overrides)


@contextmanager
def opened(settings: Settings, *, throwaway: bool = False) -> Iterator[Agent]:
    """The configured Agent; with `throwaway` its conversations vanish with it."""
    from agent.bootstrap import Parts, build  # noqa: PLC0415  (loads LangGraph, FAISS, the embedder)
    from agent.observe import configure_logging  # noqa: PLC0415  (with the Agent)
    from agent.store import open_store  # noqa: PLC0415  (loads SQLAlchemy)

    configure_logging("error")  # a conversation on a terminal is not interrupted by records of its turns
    parts = Parts(store=open_store("sqlite://"), observe=lambda turn: None) if throwaway else None
    agent = build(settings, parts)
    try:
        yield agent
    finally:
        agent.close_rooms()


def print_json(value: Any) -> None:
    """One JSON document on stdout; values of ours become objects."""
    from pydantic_core import to_jsonable_python  # noqa: PLC0415  (only where JSON is asked for)

    print(json.dumps(to_jsonable_python(value), ensure_ascii=False, indent=2))


def plain(text: str) -> str:
    """Text without what could steer a terminal: control characters other than line ends."""
    return "".join(char for char in text if char == "\n" or unicodedata.category(char) != "Cc")


def note(text: str) -> None:
    """A remark for the person at the keyboard, apart from the output proper."""
    print(text, file=sys.stderr, flush=True)
