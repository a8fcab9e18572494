"""Brings effects out: claims what is due in the outbox, hands it over, tries again later, gives up in the end.

    due ──claim──> deliver ── ok ──> delivered
     ^                │
     └── backoff ─────┴── refused, or failed too often ──> dead letter (a person looks, `retry` makes it due again)

At least once, with a key that makes it once for a receiver that minds keys. Any number of workers may run.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from agent.errors import AgentError, OutsideError
from agent.escalation import Desk, DeskRefusal
from agent.store import ConversationStore, OutboxRow


@dataclass(frozen=True, slots=True)
class Backoff:
    """When to try again: `first_seconds`, doubled each time, at most `longest_seconds`, half of it at random (so that
    workers do not come back together). 24 attempts span about 12 hours: a desk may be down for a night."""

    first_seconds: float = 2.0
    longest_seconds: float = 3600.0
    attempts: int = 24

    def seconds(self, attempt: int, chance: float) -> float | None:
        """How long after the failed `attempt` (from 1); None to give up. `chance` is random in [0, 1)."""
        if attempt >= self.attempts:
            return None
        whole = min(self.longest_seconds, self.first_seconds * 2.0 ** min(attempt - 1, 62))
        return whole * (0.5 + chance / 2)


@dataclass(frozen=True, slots=True)
class Round:
    """What one look into the outbox did."""

    delivered: int = 0
    postponed: int = 0
    dead: int = 0

    @property
    def total(self) -> int:
        """How many effects were handled."""
        return self.delivered + self.postponed + self.dead


class Delivery:
    """Delivers effects to desks by kind (ticket, webhook). Run it in a thread (`start`), or round by round."""

    def __init__(
        self,
        store: ConversationStore,
        desks: Mapping[str, Desk],
        *,
        backoff: Backoff | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        chance: Callable[[], float] = random.random,
        pause_seconds: float = 1.0,
        claim_seconds: float = 60.0,
        on_fault: Callable[[str, OutboxRow | None], None] = lambda _message, _effect: None,
    ) -> None:
        """`claim_seconds` must outlast one delivery; `on_fault` hears of failures (no payload in the message)."""
        self._store, self._desks, self._backoff = store, desks, backoff or Backoff()
        self._clock, self._chance, self._on_fault = clock, chance, on_fault
        self._pause_seconds, self._claim_seconds = pause_seconds, claim_seconds
        self._stopped, self._woken = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    def deliver_due(self) -> Round:
        """One round: everything due now, one claimed at a time. Raises OutsideError when the store fails."""
        counts = {"delivered": 0, "postponed": 0, "dead": 0}
        while not self._stopped.is_set():
            claimed = self._store.due_effects(self._clock(), limit=1, claim_seconds=self._claim_seconds)
            if not claimed:
                break
            counts[self._deliver(claimed[0])] += 1
        return Round(**counts)

    def start(self) -> None:
        """Works in a thread until `stop`."""
        if self._thread is None:
            self._stopped.clear()
            self._thread = threading.Thread(target=self.run, name="delivery", daemon=True)
            self._thread.start()

    def run(self) -> None:
        """Works until `stop`, round after round."""
        while not self._stopped.is_set():
            try:
                self.deliver_due()
            except AgentError as fault:  # the store is away: look again after the pause
                self._on_fault(fault.code, None)
            self._woken.wait(self._pause_seconds)
            self._woken.clear()

    def wake(self) -> None:
        """Looks into the outbox at once: something was put there."""
        self._woken.set()

    def stop(self, seconds: float = 15.0) -> bool:
        """Finishes the effect at hand and ends. False when it took longer than `seconds`."""
        self._stopped.set()
        self._woken.set()
        thread, self._thread = self._thread, None
        if thread is None:
            return True
        thread.join(seconds)
        return not thread.is_alive()

    def _deliver(self, effect: OutboxRow) -> str:
        desk = self._desks.get(effect.kind)
        if desk is None:
            return self._give_up(effect, f"there is no desk for effects of kind {effect.kind}")
        try:
            reference = desk.deliver(effect.payload, effect.key)
        except DeskRefusal as fault:
            return self._give_up(effect, fault.message)
        except OutsideError as fault:
            return self._postpone(effect, fault.message)
        except (
            Exception
        ) as fault:  # a desk is somebody's class: its mistakes must not stop the others' tickets
            return self._postpone(effect, f"the desk broke: {type(fault).__name__}")
        self._store.mark_delivered(effect.id, self._clock(), reference)
        return "delivered"

    def _postpone(self, effect: OutboxRow, why: str) -> str:
        seconds = self._backoff.seconds(effect.attempts, self._chance())
        if seconds is None:
            return self._give_up(effect, why)
        self._store.mark_failed(effect.id, self._clock() + timedelta(seconds=seconds), why)
        self._on_fault(why, effect)
        return "postponed"

    def _give_up(self, effect: OutboxRow, why: str) -> str:
        self._store.mark_failed(effect.id, None, why)
        self._on_fault(why, effect)
        return "dead"
