"""Watches the content while authors write: every saved change is served at once, or its faults are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from watchfiles import watch

from agent.agent import Agent
from agent.errors import AgentError
from agent.settings import Settings

_STEP_MILLISECONDS = 200


@contextmanager
def watching(agent: Agent, settings: Settings, tell: Callable[[str], None]) -> Iterator[None]:
    """Reload on every change of the content folders until the block ends; `tell` hears what came of it."""
    stop = Event()
    folders = (settings.scenarios_dir, settings.knowledge_dir)

    def reload_on_change() -> None:
        for _ in watch(*folders, stop_event=stop, step=_STEP_MILLISECONDS, raise_interrupt=False):
            tell(_reloaded(agent))

    thread = Thread(target=reload_on_change, name="watching", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(timeout=5)


def _reloaded(agent: Agent) -> str:
    try:
        found = agent.reload()
    except AgentError as faulty:  # the old content serves on
        return f"{faulty}\nThe content from before serves on."
    except (
        OSError,
        ValueError,
    ) as fault:  # a file was gone or half written at that moment: the next save is watched
        return f"The content could not be read: {fault}\nThe content from before serves on; save once more."
    names = (*found.added, *found.changed, *found.removed)
    return f"Content {found.after} serves now ({', '.join(names) or 'articles or facts changed'})."
