"""Takes up what another process published: an index that `agent index` built or went back to, a router, proofs.

A look at one small marker every few seconds (knowledge/publication.py). Nothing is built or taught here, and nothing is read
from the content folders but what was published: who is still writing there, or only checks and proves, has not published.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from agent.agent import Agent
from agent.api.taking_up import leave, taken_up, unless
from agent.errors import ConversationError
from agent.knowledge import Published, read_published
from agent.settings import Settings

SECONDS = 3.0
_MOST_LOOKS = 20  # between two tries of what fails: a minute
_log = logging.getLogger(__name__)


@contextmanager
def picking_up(
    agent: Agent,
    settings: Settings,
    tell: Callable[[str], None],
    served: Published | None,
    seconds: float = SECONDS,
) -> Iterator[None]:
    """Serve what is published, until the block ends; `tell` hears what came of it.

    `served` is what was published when the content that serves was about to be read.
    """
    stop = Event()
    look = _Look(agent, settings, unless(stop, tell), served)

    def looking() -> None:
        while not stop.wait(seconds):
            try:
                look()
            except Exception:  # whatever one look meets with, the next one is taken
                _log.exception("Looking for what was published failed.")

    thread = Thread(target=looking, name="picking-up", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        leave(thread)


class _Look:
    """One look after the other. What fails is tried again after 1, 2, 4, … looks, and told once."""

    def __init__(
        self, agent: Agent, settings: Settings, tell: Callable[[str], None], served: Published | None
    ) -> None:
        self._agent, self._settings, self._tell = agent, settings, tell
        self._served = self._tried = served
        self._told: set[str] = set()
        self._pause = self._left = 0  # looks

    def __call__(self) -> None:
        found = read_published(self._settings.index_dir)
        if found is None or found == self._served:
            return
        if found != self._tried:
            self._tried, self._pause, self._left = found, 0, 0
            self._told.clear()
        if self._left:
            self._left -= 1
            return
        self._try(found)

    def _try(self, found: Published) -> None:
        try:
            came = taken_up(self._agent, "this is tried again", found)
        except ConversationError:  # somebody else is at it: the next look tries again
            return
        if came.serves:
            self._served = found
        else:
            self._left = self._pause
            self._pause = min(_MOST_LOOKS - 1, 2 * self._pause + 1)
        if came.said not in self._told:
            self._told.add(came.said)
            self._tell(came.said)
