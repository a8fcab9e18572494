"""Watches the content while authors write: every saved change is served at once, or its faults are told."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from watchfiles import watch

from agent.agent import Agent
from agent.api.picking_up import taken_up
from agent.errors import ConversationError
from agent.settings import Settings

_log = logging.getLogger(__name__)
_STEP_MILLISECONDS = 200
_AGAIN_SECONDS = 1.0


@contextmanager
def watching(agent: Agent, settings: Settings, tell: Callable[[str], None]) -> Iterator[None]:
    """Reload on every change of the content folders until the block ends; `tell` hears what came of it."""
    stop = Event()
    folders = (settings.scenarios_dir, settings.knowledge_dir)

    def reload_on_change() -> None:
        while not stop.is_set():
            try:
                for _ in watch(*folders, stop_event=stop, step=_STEP_MILLISECONDS, raise_interrupt=False):
                    tell(_taken_up(agent))
            except (
                Exception
            ):  # a folder that is gone for a moment, say: whoever writes must not be left unheard
                _log.exception("Watching the content broke off and begins again.")
                stop.wait(_AGAIN_SECONDS)

    thread = Thread(target=reload_on_change, name="watching", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(timeout=5)


def _taken_up(agent: Agent) -> str:
    try:
        return taken_up(agent, learn=True)
    except ConversationError as busy:
        return str(busy)
    except Exception as fault:  # whatever it is, the next save is watched
        _log.exception("Reloading failed; the content is still watched.")
        return f"Reloading failed: {fault!r}\nThe content from before serves on; the log has more."
