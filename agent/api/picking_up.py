"""Takes up what another process put beside the index: an index that `agent index` built or went back to, a router, proofs.

A look at three files every few seconds. They are written one after the other, so that only what has stood still from one look
to the next is taken up, and nothing is built or taught here: that is the work of who published it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from agent.agent import Agent
from agent.errors import AgentError, ConversationError, SettingsError
from agent.knowledge import current_generation
from agent.settings import Settings

SECONDS = 3.0
_LONGEST = 15.0  # seconds that stopping waits for a look under way
_FILES = ("CURRENT", "router/model.json", "proof.json")
_Stamps = tuple[tuple[int, int, int], ...]


@contextmanager
def picking_up(
    agent: Agent, settings: Settings, tell: Callable[[str], None], seconds: float = SECONDS
) -> Iterator[None]:
    """Serve what stands beside the index as it changes, until the block ends; `tell` hears what came of it."""
    stop, look = Event(), _Look(agent, settings, tell)

    def looking() -> None:
        while not stop.wait(seconds):
            try:
                look()
            except Exception as fault:  # whatever one look meets with, the next one is taken
                tell(f"What was published could not be taken up: {type(fault).__name__}: {fault}")

    thread = Thread(target=looking, name="picking-up", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(timeout=_LONGEST)


class _Look:
    """One look after the other: what was taken up, and what the last look saw."""

    def __init__(self, agent: Agent, settings: Settings, tell: Callable[[str], None]) -> None:
        self._agent, self._settings, self._tell = agent, settings, tell
        self._served = agent.snapshot
        self._seen = self._last = _stamps(settings)
        if not self._is_current():  # published while this service was starting
            self._seen = ()

    def __call__(self) -> None:
        now = _stamps(self._settings)
        if self._agent.snapshot is not self._served:  # it was asked to read everything anew meanwhile
            self._served = self._agent.snapshot
            self._seen = now if self._is_current() else ()
        still, self._last = now == self._last, now
        if now == self._seen or not still:
            return
        self._seen = now  # what fails is tried again when something changes, not at every look
        try:
            said = taken_up(self._agent, learn=False)
        except ConversationError:  # somebody else is at it: the next look sees what came of it
            self._seen = ()
            return
        self._served = self._agent.snapshot
        self._tell(said)

    def _is_current(self) -> bool:
        try:
            return (
                current_generation(self._settings.index_dir) == self._agent.content.retriever.index.generation
            )
        except SettingsError:
            return True  # there is nothing to take up


def _stamps(settings: Settings) -> _Stamps:
    """When each of the files was put there last; nothing of one that is not there."""
    found = []
    for name in _FILES:
        try:
            stat = (settings.index_dir / name).stat()
            found.append((stat.st_mtime_ns, stat.st_ino, stat.st_size))
        except OSError:
            found.append((0, 0, 0))
    return tuple(found)


def taken_up(agent: Agent, *, learn: bool) -> str:
    """What came of a reload, in a sentence. Raises ConversationError while another one runs."""
    try:
        found = agent.reload(learn=learn)
    except ConversationError:
        raise
    except AgentError as faulty:  # the old content serves on
        return f"{faulty}\nThe content from before serves on."
    except (
        OSError,
        ValueError,
    ) as fault:  # a file was gone or half written at that moment: the next change is seen
        return f"The content could not be read: {fault}\nThe content from before serves on; save once more."
    names = (*found.added, *found.changed, *found.removed)
    others = "articles or facts changed" if found.before != found.after else "no guide changed"
    said = ", ".join(names) or others
    return f"Content {found.after} serves now ({said}), with the index {found.index}."
