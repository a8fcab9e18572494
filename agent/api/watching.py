"""Watches the content while authors write: every saved change is served at once, or its faults are told."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from watchfiles import Change, watch

from agent.agent import Agent
from agent.api.taking_up import leave, taken_up, unless
from agent.errors import ConversationError
from agent.settings import Settings

_log = logging.getLogger(__name__)
_STEP_MILLISECONDS = 200
_LOOK_MILLISECONDS = 1000  # at the folders themselves: another one in their place is no change inside of them
_AGAIN_SECONDS = 1.0
_BUSY_SECONDS = 0.5

_Folders = tuple[Path, ...]
_Tell = Callable[[str], None]


@contextmanager
def watching(agent: Agent, settings: Settings, tell: _Tell) -> Iterator[None]:
    """Reload on every change of the content folders until the block ends; `tell` hears what came of it."""
    stop = Event()
    folders = tuple(path.absolute() for path in (settings.scenarios_dir, settings.knowledge_dir))
    telling = unless(stop, tell)

    def reload_on_change() -> None:
        missed = False
        while not stop.is_set():
            try:
                _wait_for(folders, stop, telling)
                for _ in _saved(folders, stop, missed):
                    _reload(agent, stop, telling)
            except Exception:  # whoever writes must not be left unheard
                _log.exception("Watching the content broke off and begins again.")
            missed = True
            stop.wait(_AGAIN_SECONDS)

    thread = Thread(target=reload_on_change, name="watching", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        leave(thread)


def _saved(folders: _Folders, stop: Event, missed: bool) -> Iterator[None]:
    """Once for what was `missed`, then once for each change, until `stop` or until a folder is not the one it was.

    The system watches the folder that was there: of one that comes in its place, with `git` or `rsync`, it tells nothing.
    """
    places = _places(folders)
    for changes in watch(
        *folders,
        stop_event=stop,
        step=_STEP_MILLISECONDS,
        rust_timeout=_LOOK_MILLISECONDS,
        yield_on_timeout=True,
        raise_interrupt=False,
    ):
        # A folder made anew may be given the number of the one that went.
        gone = any((Change.deleted, str(folder)) in changes for folder in folders)
        if gone or _places(folders) != places:
            return
        if changes or missed:
            missed = False
            yield


def _places(folders: _Folders) -> tuple[tuple[int, int] | None, ...]:
    """Which folders there are, by the numbers that the system knows them by; None for one that is gone."""
    found: list[tuple[int, int] | None] = []
    for folder in folders:
        try:
            stat = folder.stat()
            found.append((stat.st_dev, stat.st_ino))
        except OSError:
            found.append(None)
    return tuple(found)


def _wait_for(folders: _Folders, stop: Event, tell: _Tell) -> None:
    """Until all folders are there; the missing ones are told of once."""
    gone = [str(folder) for folder in folders if not folder.is_dir()]
    if gone:
        tell(
            f"{' and '.join(gone)} cannot be found. The content from before serves on until it is there again."
        )
    while not stop.is_set() and None in _places(folders):
        stop.wait(_AGAIN_SECONDS)


def _reload(agent: Agent, stop: Event, tell: _Tell) -> None:
    """Serve what was saved, as soon as no other reload is under way: that one may have begun before the save."""
    while not stop.is_set():
        try:
            tell(taken_up(agent, "save once more").said)
        except ConversationError:
            stop.wait(_BUSY_SECONDS)
        else:
            return
