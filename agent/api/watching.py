"""Watches the content while authors write: every saved change is served at once, or its faults are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from watchfiles import watch

from agent.agent import Agent
from agent.api.picking_up import taken_up
from agent.errors import ConversationError
from agent.settings import Settings

_STEP_MILLISECONDS = 200


@contextmanager
def watching(agent: Agent, settings: Settings, tell: Callable[[str], None]) -> Iterator[None]:
    """Reload on every change of the content folders until the block ends; `tell` hears what came of it."""
    stop = Event()
    folders = (settings.scenarios_dir, settings.knowledge_dir)

    def reload_on_change() -> None:
        for _ in watch(*folders, stop_event=stop, step=_STEP_MILLISECONDS, raise_interrupt=False):
            try:
                tell(taken_up(agent, learn=True))
            except ConversationError as busy:
                tell(str(busy))

    thread = Thread(target=reload_on_change, name="watching", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(timeout=5)
