"""One reload of a running service, and what came of it in words: for those who reload without being asked to."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread

from agent.agent import Agent
from agent.errors import AgentError, ConversationError
from agent.knowledge import Published

LEAVE_SECONDS = 2.0
"""How long stopping waits for a reload under way: a container is killed ten seconds after it was told to stop."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TakenUp:
    """Whether what was read anew serves now, and what there is to tell."""

    serves: bool
    said: str


def taken_up(agent: Agent, then: str, only: Published | None = None) -> TakenUp:
    """Read the content anew, or `only` what was published; `then` closes what is told of a fault.

    Whatever fails, the old content serves on. Raises ConversationError (`reload_busy`) while another reload runs.
    """
    try:
        found = agent.reload(only)
    except ConversationError:
        raise
    except AgentError as faulty:
        return TakenUp(False, f"{faulty}\nThe content from before serves on; {then}.")
    except (OSError, ValueError) as fault:  # a file was gone or half written at that moment
        return TakenUp(
            False, f"The content could not be read: {fault}\nThe content from before serves on; {then}."
        )
    except Exception as fault:  # nobody foresaw it, and whoever looks on must go on looking
        _log.exception("Reading the content anew failed.")
        return TakenUp(
            False,
            f"Reloading failed: {fault!r}\nThe content from before serves on; the log has more; {then}.",
        )
    names = (*found.added, *found.changed, *found.removed)
    others = "articles or facts changed" if found.before != found.after else "no guide changed"
    said = ", ".join(names) or others
    return TakenUp(True, f"Content {found.after} serves now ({said}), with the index {found.index}.")


def unless(stop: Event, tell: Callable[[str], None]) -> Callable[[str], None]:
    """`tell`, but for what comes after the end: whoever listens may be closed by then."""

    def telling(said: str) -> None:
        if not stop.is_set():
            tell(said)

    return telling


def leave(thread: Thread) -> None:
    """Wait a moment for `thread`, which was told to stop. A reload under way ends by itself: it touches nothing that is closed."""
    thread.join(timeout=LEAVE_SECONDS)
