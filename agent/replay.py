"""Stored conversations run again: inputs, clock, and what systems and models gave are those on record.

On the same content every turn comes out bit for bit as it was stored. On changed content a turn that decides the same in
other words is counted and the run goes on: an edited sentence hides no later decision. The first turn that decides
otherwise is told, as one line; what follows it went another way and is not compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from agent.conversation import TURN, Conversation, Turn
from agent.pinning import Kept
from agent.privacy import mask
from agent.snapshot import Request, Snapshot
from agent.store import ConversationStore

_PAGE = 200
_SHOWN = 70  # characters of a customer's (masked) words on a line


class Result(StrEnum):
    """How a conversation came out: word for word, with other words, with another decision, or not to be run."""

    SAME = "same"
    REWORDED = "reworded"
    DIFFERS = "differs"
    UNRECORDED = "unrecorded"


@dataclass(frozen=True, slots=True)
class Replayed:
    """One conversation: `turns` run again, of which `reworded` decided the same in other words or for other reasons.

    `turn`, `said`, `differences`: the first turn that decided otherwise, else the first that was reworded; 0 and empty
    for none. `changed`: the content is another than then.
    """

    conversation_id: str
    result: Result
    turns: int
    changed: bool = False
    turn: int = 0
    said: str = ""
    differences: tuple[str, ...] = ()
    reworded: int = 0

    def __str__(self) -> str:
        place = f"{self.conversation_id}, turn {self.turn}"
        if self.result in (Result.SAME, Result.UNRECORDED):
            return f"{self.conversation_id}: {self.result} ({self.turns} turns)"
        if self.result is Result.REWORDED:
            return f"{place} “{self.said}” and on: {self.reworded} of {self.turns} turns: {_OTHER_WORDS}"
        before = f" (after {self.reworded} turns reworded)" if self.reworded else ""
        return f"{place} “{self.said}”: {'; '.join(self.differences)}{before}"


def replay(snapshot: Snapshot, turns: Iterable[Turn], kept: Kept) -> Replayed:
    """Run the turns of one conversation, oldest first, and compare. Reads nothing but old versions through `kept`."""
    stored = tuple(turns)
    if not stored or stored[0].before is None:
        return Replayed(stored[0].conversation_id if stored else "", Result.UNRECORDED, 0)
    conversation: Conversation = stored[0].before
    changed = any(turn.content != snapshot.content.digest for turn in stored)
    reworded: list[Turn] = []
    for done, turn in enumerate(stored, 1):
        now = snapshot.run(conversation, Request.of(turn), kept)
        differences = compare(turn, now.turn)
        if differences == (_OTHER_WORDS,):
            reworded.append(turn)
        elif differences:
            return replace(_told(turn, Result.DIFFERS, done, changed, differences), reworded=len(reworded))
        conversation = now.after
    if reworded:
        first = _told(reworded[0], Result.REWORDED, len(stored), changed, (_OTHER_WORDS,))
        return replace(first, reworded=len(reworded))
    return Replayed(stored[0].conversation_id, Result.SAME, len(stored), changed)


def compare(then: Turn, now: Turn) -> tuple[str, ...]:
    """What was decided otherwise: `what: then → now`. Empty: bit for bit the same, timings and content digest aside."""
    if _bits(then) == _bits(now):
        return ()
    was, is_ = _decisions(then), _decisions(now)
    told = tuple(f"{name}: {was[name]} → {is_[name]}" for name in was if was[name] != is_[name])
    return told or (_OTHER_WORDS,)


_OTHER_WORDS = "the same decision in other words or for other reasons"


def replay_all(
    snapshot: Snapshot, store: ConversationStore, kept: Kept, since: datetime | None = None
) -> Iterator[Replayed]:
    """Every stored conversation last touched at or after `since`, newest first."""
    cursor: str | None = None
    while True:
        page = store.list(limit=_PAGE, cursor=cursor)
        for conversation in page.items:
            if since is not None and conversation.updated_at < since:
                return
            if conversation.turns:
                yield replay(snapshot, store.turns(conversation.id), kept)
        cursor = page.next
        if cursor is None:
            return


def _told(turn: Turn, result: Result, turns: int, changed: bool, differences: tuple[str, ...]) -> Replayed:
    said = mask(turn.text or (f"[{turn.choice}]" if turn.choice else f"[{turn.event}]"))
    shown = said if len(said) <= _SHOWN else said[: _SHOWN - 1] + "…"
    return Replayed(turn.conversation_id, result, turns, changed, turn.number, shown, differences)


def _bits(turn: Turn) -> bytes:
    plain = replace(turn, timings={}, content="", message_id=None, before=None)
    return TURN.dump_json(plain, fallback=dict, warnings=False)


def _decisions(turn: Turn) -> Mapping[str, Any]:
    """What was decided, apart from the words it was said in."""
    reply, route = turn.reply, turn.route
    return {
        "language": turn.language,
        "acts": ", ".join(turn.acts) or "none",
        "outcome": turn.outcome or "none",
        "route": f"{route.kind} {route.target or ''}".strip() if route else "none",
        "kind": str(reply.kind),
        "step": f"{reply.scenario}/{reply.step}" if reply.scenario else "none",
        "status": str(reply.status),
        "ticket": "yes" if reply.ticket else "no",
        "choices": ", ".join(choice.id for choice in reply.choices) or "none",
        "facts": ", ".join(f"{name}={fact.value}" for name, fact in sorted(reply.facts.items())) or "none",
        "sources": ", ".join(source.id for source in reply.sources) or "none",
    }
