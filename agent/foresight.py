"""What every open conversation would do on the content as it reads now: nothing is changed, nobody is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from agent.conversation import Conversation, Status
from agent.pinning import Fate, Going, Kept, settle
from agent.scenarios import Library
from agent.store import ConversationStore

_PAGE = 200
_OPEN = (Status.OPEN, Status.WAITING, Status.WITH_PERSON)
_WORDS = {
    Going.SAME: "goes on; the guide did not change",
    Going.NEW: "goes on, on the new version",
    Going.OLD: "finishes on the version it began on",
    Going.LOST: "loses its place",
}


@dataclass(frozen=True, slots=True)
class Foreseen:
    """One open conversation and what becomes of one guide under it."""

    conversation_id: str
    status: str
    fate: Fate

    def __str__(self) -> str:
        fate = self.fate
        place = f"{fate.scenario}/{fate.step}" if fate.step else fate.scenario
        why = f" ({fate.why})" if fate.why else ""
        return f"{self.conversation_id} [{self.status}] {place}: {_WORDS[fate.going]}{why}"


def foresee(store: ConversationStore, library: Library, kept: Kept) -> Iterator[Foreseen]:
    """Every guide under an open conversation, newest conversation first."""
    for conversation in _open(store):
        for fate in settle(conversation, library, kept).fates:
            yield Foreseen(conversation.id, str(conversation.status), fate)


def _open(store: ConversationStore) -> Iterator[Conversation]:
    for status in _OPEN:
        cursor: str | None = None
        while True:
            page = store.list(status=status, limit=_PAGE, cursor=cursor)
            yield from page.items
            cursor = page.next
            if cursor is None:
                break
