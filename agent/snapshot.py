"""One state of the content with the graph compiled over it: runs turns on values, and touches no store.

    Content   ── what the authors wrote, read and checked        Request ── one thing that happens to a conversation
    Snapshot  ── Content and its graph: before + Request → Done  Done    ── the conversation after it, its turn, effects

A reload makes a new Snapshot beside the serving one and swaps them; a turn that has begun ends on its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock

from cachetools import LRUCache

from agent.conversation import (
    Conversation,
    Event,
    Looked,
    Owner,
    Part,
    Reply,
    ReplyKind,
    Status,
    Turn,
)
from agent.dialogue.listening import Understanding
from agent.dialogue.safety import without_danger
from agent.dialogue.state import Begin, Message, Plan, Restate, TurnState
from agent.dialogue.voice import Voice
from agent.escalation import Change
from agent.finishing import asking, changes_of, effects_of, reply_of, standing_still, status_of
from agent.graph import Turns
from agent.knowledge import Retriever
from agent.operator import Operator
from agent.phrases import Phrases
from agent.pinning import Kept, settle, versions
from agent.privacy import mask
from agent.probes import Probe
from agent.routing import Router
from agent.scenarios import Library, Scenario, read_text
from agent.store import ConversationStore, Effect


@dataclass(frozen=True, slots=True)
class Content:
    """What the operator's authors wrote, read and checked: one immutable snapshot. `digest` is of all of it."""

    library: Library
    operator: Operator
    phrases: Mapping[str, Phrases]
    understanding: Understanding
    retriever: Retriever
    router: Router
    digest: str


@dataclass(frozen=True, slots=True)
class Request:
    """One thing that happens to a conversation at `at` (UTC): cleaned words, a button, or a change by a person.

    `about` is the guide of `begin`, a person's words of `person`. `recorded`: what systems and models gave when this
    ran first; None = ask them.
    """

    at: datetime
    text: str = ""
    choice: str | None = None
    message_id: str | None = None
    event: Event = Event.MESSAGE
    about: str = ""
    recorded: tuple[Looked, ...] | None = None

    @classmethod
    def of(cls, turn: Turn) -> Request:
        """The request that made this turn, with what was looked up then."""
        return cls(turn.at, turn.text, turn.choice, turn.message_id, turn.event, turn.about, turn.looked)


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a request; `kept` are the guides that the conversation newly stands on, `changes` what is to be added
    to tickets that are open already."""

    after: Conversation
    turn: Turn
    effects: tuple[Effect, ...] = ()
    kept: tuple[Scenario, ...] = ()
    changes: tuple[Change, ...] = ()


class Snapshot:
    """Runs requests on one content. Immutable, safe to share between threads."""

    def __init__(self, content: Content, turns: Turns) -> None:
        self.content = content
        self._turns = turns

    def run(self, before: Conversation, request: Request, kept: Kept) -> Done:
        """The conversation after `request`. `kept` gives old versions of guides."""
        changed = _CHANGES.get(request.event)
        if changed is not None:
            return self._changed(before, request, changed)
        settled = settle(before, self.content.library, kept)
        state = replace(self._state(settled.conversation, request, settled.library), unheard=settled.unheard)
        done = self._turns.run(self._planned(state, request))
        after = _after(before, done)
        after = replace(after, versions=versions(after, done.library))
        turn = Turn(
            conversation_id=after.id,
            number=after.turns,
            message_id=request.message_id,
            text=request.text,
            choice=request.choice,
            language=after.language,
            acts=tuple(act.name for act in done.hearing.acts) if done.hearing else (),
            route=done.route,
            reply=reply_of(after, done),
            at=request.at,
            content=self.content.digest,
            outcome=done.outcome,
            event=request.event,
            about=request.about,
            looked=done.looked,
            before=before if before.turns == 0 else None,
        )
        kept_now = _newly(before, after, done.library)
        return Done(after, turn, effects_of(done), kept_now, changes_of(before, done))

    def asking(self, probes: Mapping[str, Probe]) -> Snapshot:
        """The same content, with `probes` in the place of systems of the same names."""
        return Snapshot(self.content, self._turns.asking(probes))

    def voice(self, conversation: Conversation) -> Voice:
        """How the engine speaks in this conversation now."""
        return Voice(conversation.language, self.content.phrases, self.content.operator, conversation.turns)

    def _state(self, conversation: Conversation, request: Request, library: Library) -> TurnState:
        message = Message(request.text, mask(request.text), request.at, request.choice)
        return TurnState(conversation, message, self.voice(conversation), library, recorded=request.recorded)

    def _planned(self, state: TurnState, request: Request) -> TurnState:
        if request.event is Event.BEGIN:
            return replace(state, plan=Plan(walk=Begin(request.about)))
        if request.event is Event.HANDBACK:
            freed = _freed(state.conversation)
            said = ["handed_back"] if asking(freed) else ["handed_back", "offer_person_refused"]
            words = tuple(Part(phrase, state.voice.say(phrase)) for phrase in said)
            return replace(state, conversation=freed, parts=words, plan=Plan(walk=Restate("recap")))
        return state

    def _changed(self, before: Conversation, request: Request, change: _Change) -> Done:
        """A change by a person: one turn in the history without a customer's words."""
        text = self.voice(before).say(change.phrase) if change.phrase else request.about
        after = replace(
            change.make(before),
            updated_at=request.at,
            turns=before.turns + 1,
            last_text=text,
            version=before.version + 1,
        )
        reply = replace(standing_still(after), kind=change.kind)
        turn = _silent_turn(after, reply, request, before)
        return Done(after, replace(turn, content=self.content.digest))


@dataclass(frozen=True, slots=True)
class _Change:
    """What a person's change makes of a conversation, and the phrase the customer hears (empty: their own words)."""

    make: Callable[[Conversation], Conversation]
    phrase: str
    kind: ReplyKind


def _taken(before: Conversation) -> Conversation:
    return replace(before, owner=Owner.PERSON, status=Status.WITH_PERSON, due_at=None, noted=True)


def _freed(before: Conversation) -> Conversation:
    """With the agent again; the person has dealt with what was asked for, so the next request is a new ticket."""
    aside = tuple(replace(case, ticket=None) for case in before.suspended)
    ended = replace(without_danger(before), ticket=None, requests={}, suspended=aside)
    return replace(ended, owner=Owner.AGENT, status=Status.OPEN, noted=False)


def _closed(before: Conversation) -> Conversation:
    return replace(before, status=Status.CLOSED, due_at=None)


_CHANGES: Mapping[Event, _Change] = {
    Event.TAKEOVER: _Change(_taken, "taken_over", ReplyKind.HANDED_OVER),
    Event.CLOSE: _Change(_closed, "closed_by_caller", ReplyKind.COURTESY),
    Event.PERSON: _Change(_taken, "", ReplyKind.HANDED_OVER),
}


def _silent_turn(after: Conversation, reply: Reply, request: Request, before: Conversation) -> Turn:
    return Turn(
        after.id,
        after.turns,
        None,
        "",
        None,
        after.language,
        (),
        None,
        reply,
        request.at,
        event=request.event,
        about=request.about,
        before=before if before.turns == 0 else None,
    )


def _after(before: Conversation, done: TurnState) -> Conversation:
    conversation = done.conversation
    return replace(
        conversation,
        status=status_of(conversation, done),
        updated_at=done.message.at,
        turns=before.turns + 1,
        last_text=done.text,
        last_choices=done.choices,
        version=before.version + 1,
    )


def _newly(before: Conversation, after: Conversation, library: Library) -> tuple[Scenario, ...]:
    """The guides to be kept, as they read now: those the conversation did not stand on before."""
    return tuple(
        library[name] for name, digest in after.versions.items() if before.versions.get(name) != digest
    )


MOST_KEPT = 64  # old versions of guides kept read; each is some kilobytes


def kept_in(store: ConversationStore) -> Kept:
    """Guides as they were when conversations began on them, from the store; safe from any thread."""
    read: LRUCache[str, Scenario] = LRUCache(MOST_KEPT)
    lock = Lock()

    def kept(scenario: str, digest: str) -> Scenario | None:
        with lock:
            known = read.get(digest)
        if known is not None:
            return known
        source = store.scenario_version(digest)
        # One written for an older grammar may read as nothing: the walk then goes on with today's text, or ends.
        found = read_text(source, f"{scenario}.yaml")[0] if source else None
        if found is not None:
            with lock:
                read[digest] = found
        return found

    return kept
