"""Agent: start, reply, close, hand over. The one object the doors know.

A turn reads the conversation once, runs the graph on values, and writes once, all in one lease. Only this module
touches the store within a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from typing import Any

from agent.conversation import (
    Contact,
    Conversation,
    Event,
    Owner,
    Reply,
    ReplyKind,
    Route,
    Status,
    Turn,
)
from agent.errors import ConversationError
from agent.escalation import amended
from agent.finishing import given_facts, refuse_closed, standing_still
from agent.knowledge import Answer, Asked, Filters, Finder, Published, Result, Wishes
from agent.knowledge.remembering import Contact as EarlierContact
from agent.language import clean
from agent.probes import Probe
from agent.scenarios import Library
from agent.snapshot import Content, Done, Request, Snapshot, kept_in
from agent.store import (
    TICKET_CHANGE,
    ConversationStore,
    DuplicateMessage,
    Effect,
    Page,
    TicketRow,
)
from agent.understanding import Question, Reading

MAX_TEXT = 4000
MAX_CHOICE = 200
UNSURE = 0.5  # what detection gives when nothing tells the language
_TIMED = frozenset({Event.MESSAGE, Event.BEGIN, Event.HANDBACK})


@dataclass(frozen=True, slots=True)
class Outside:
    """What is handed in: the time (aware, UTC), fresh ids, a stopwatch in seconds, and who hears of each turn."""

    now: Callable[[], datetime]
    new_id: Callable[[], str]
    stopwatch: Callable[[], float]
    observe: Callable[[Turn], None]


@dataclass(frozen=True, slots=True)
class Limits:
    """`text` in characters; `language` spoken before the customer's is known."""

    text: int = MAX_TEXT
    language: str = "lt"


@dataclass(frozen=True, slots=True)
class Reloaded:
    """What a reload changed: digests of all content, and ids of guides. `index` is the generation that serves now."""

    before: str
    after: str
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    index: str = ""


class Agent:
    """Troubleshoots. Every method may be called from any thread; each raises ConversationError for its caller.

    `renew` reads the content anew for `reload` and learns it, or reads only what was published; without it the content stays as
    it is.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        store: ConversationStore,
        outside: Outside,
        limits: Limits = Limits(),
        renew: Callable[[Published | None], Snapshot] | None = None,
    ) -> None:
        self.snapshot = snapshot
        self.store = store
        self._outside, self._limits, self._renew = outside, limits, renew
        self.old_version = kept_in(store)
        self._renewing = Lock()

    @property
    def content(self) -> Content:
        """What serves now. Take it once where two looks must agree: a reload swaps it whole."""
        return self.snapshot.content

    def reload(self, only: Published | None = None) -> Reloaded:
        """Read the content anew and serve it; turns under way end on the old one. One reload at a time.

        With `only` nothing is learnt: index, router and proofs are taken as they lie on the disk, and SettingsError
        (`content_unpublished`) is raised where they or the content are not what was published. Raises ContentError when it is faulty: the old content then serves on. Raises ConversationError
        (`reload_busy`) while another reload runs: waiting ones would take the places of turns.
        """
        if self._renew is None:
            return _compared(self.content, self.content)
        if not self._renewing.acquire(blocking=False):
            says = "The content is being read anew already."
            raise ConversationError(says, mend="Try again when it has ended.", code="reload_busy", status=409)
        try:
            old, new = self.content, self._renew(only)
            self.snapshot = new
        finally:
            self._renewing.release()
        return _compared(old, new.content)

    def asking(self, probes: Mapping[str, Probe]) -> Agent:
        """An Agent on the same store and content that asks `probes` in the place of systems of the same names."""
        return Agent(self.snapshot.asking(probes), self.store, self._outside, self._limits)

    # ---- conversations

    def start(
        self,
        *,
        text: str | None = None,
        language: str | None = None,
        customer: Mapping[str, str] | None = None,
        channel: str = "chat",
        facts: Mapping[str, Any] | None = None,
        scenario: str | None = None,
        message_id: str | None = None,
    ) -> Reply:
        """Open a conversation: its first turn when `text` or `scenario` is given, else a greeting (turn 0)."""
        spoken = language or (self._language(self._cleaned(text), None) if text else None)
        opened = self._opened(spoken, customer, channel, facts or {})
        if scenario is not None:
            self._known_scenario(scenario)
            return self._turn(opened, self._asked(text or "", None, message_id, Event.BEGIN, scenario))
        if text is None:
            return self._greeted(opened)
        return self._turn(opened, self._asked(text, None, message_id))

    def reply(
        self,
        conversation_id: str,
        *,
        text: str | None = None,
        choice: str | None = None,
        message_id: str | None = None,
    ) -> Reply:
        """One turn. The same `message_id` again returns the first reply. Raises 404, 409, 413, 422."""
        with self.store.lease(conversation_id):
            conversation = self.get(conversation_id)
            answered = self.store.reply_to(conversation_id, message_id) if message_id else None
            if answered is not None:
                return answered
            refuse_closed(conversation)
            try:
                return self._turn(conversation, self._asked(text or "", choice, message_id))
            except DuplicateMessage:
                return self._first_reply(conversation_id, message_id or "")

    def get(self, conversation_id: str) -> Conversation:
        """Where a conversation stands. Raises ConversationError not_found (404)."""
        conversation = self.store.get(conversation_id)
        if conversation is None:
            raise ConversationError(
                "There is no such conversation.",
                code="conversation_not_found",
                status=404,
                mend="Check the id, or start a new conversation with POST /v1/conversations.",
            )
        return conversation

    def turns(self, conversation_id: str, limit: int | None = None) -> tuple[Turn, ...]:
        """The turns of a conversation, oldest first."""
        self.get(conversation_id)
        return self.store.turns(conversation_id, limit)

    def last_reply(self, conversation_id: str) -> Reply | None:
        """What was said last, None before the first turn."""
        turns = self.turns(conversation_id, 1)
        return turns[-1].reply if turns else None

    def conversations(
        self,
        owner: Owner | None = None,
        status: Status | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Conversation]:
        """Conversations, last touched first."""
        return self.store.list(owner, status, limit, cursor)

    def delete(self, conversation_id: str) -> None:
        """Remove every trace of a conversation. Raises 404."""
        if not self.store.delete(conversation_id):
            self.get(conversation_id)

    # ---- people

    def close(self, conversation_id: str) -> Reply:
        """End a conversation; closing a closed one changes nothing."""
        with self.store.lease(conversation_id):
            before = self.get(conversation_id)
            if before.status is Status.CLOSED:
                return self._standing_reply(before)
            return self._turn(before, self._asked(event=Event.CLOSE))

    def take_over(self, conversation_id: str, person: str = "") -> Reply:
        """A person answers from now on; the agent is silent but for danger."""
        with self.store.lease(conversation_id):
            return self._turn(self._not_closed(conversation_id), self._asked(event=Event.TAKEOVER))

    def hand_back(self, conversation_id: str) -> Reply:
        """The agent answers again, with a recap and the open question; what it has already changes nothing."""
        with self.store.lease(conversation_id):
            before = self._not_closed(conversation_id)
            if before.owner is Owner.AGENT and not _asked_of_people(before):
                return self._standing_reply(before)
            return self._turn(before, self._asked(event=Event.HANDBACK))

    def person_message(self, conversation_id: str, text: str) -> Reply:
        """A person's own words to the customer, kept in the history as they are: who writes has taken over."""
        said = self._cleaned(text)
        with self.store.lease(conversation_id):
            before = self._not_closed(conversation_id)
            return self._turn(before, self._asked(event=Event.PERSON, about=said))

    # ---- building blocks, stateless

    def route(
        self,
        text: str,
        *,
        language: str | None = None,
        facts: Mapping[str, Any] | None = None,
        problem_type: str | None = None,
        diagnostics: Mapping[str, Any] | None = None,
    ) -> Route:
        """Where a message belongs, and why."""
        said = self._cleaned(text)
        spoken = self._language(said, language)
        acts = self.content.understanding.find_acts(said, spoken, None)
        return self.content.router.route(
            said,
            language=spoken,
            facts=facts or {},
            problem_type=problem_type,
            diagnostics=diagnostics,
            acts=acts,
        )

    def read_answer(
        self,
        question: Question,
        reply: str,
        *,
        language: str | None = None,
        context: Mapping[str, Any] | None = None,
    ) -> Reading:
        """Which listed answer a reply means, or which act it is."""
        said = self._cleaned(reply)
        return self.content.understanding.read_answer(
            question, said, self._language(said, language), context or {}
        )

    def search(
        self,
        query: str,
        *,
        top_k: int = 3,
        threshold: float = 0.5,
        filters: Filters | None = None,
        alpha: float | None = None,
        explain: bool = False,
        wishes: Wishes | None = None,
    ) -> Result:
        """Passages above the threshold in fused order; `wishes` are stages that differ from the configured ones."""
        retriever = self.content.retriever
        return retriever.search(
            self._cleaned(query),
            top_k=top_k,
            threshold=threshold,
            filters=filters,
            alpha=alpha,
            explain=explain,
            ranking=wishes.over(retriever.ranking) if wishes else None,
        )

    def ask(self, query: str, *, language: str | None = None, top_k: int = 5) -> Answer | None:
        """The passage that answers, or None: it never guesses."""
        said = self._cleaned(query)
        return self.content.retriever.ask(said, self._language(said, language), top_k=top_k)

    def ask_in_full(
        self,
        query: str,
        *,
        language: str | None = None,
        top_k: int = 5,
        threshold: float = 0.5,
        use_graph: bool = True,
        use_memory: bool = False,
        contacts: Sequence[EarlierContact] = (),
    ) -> Asked:
        """The answer with everything it stands on, or why it is withheld.

        With `use_memory` those of the customer's earlier `contacts` that matter now are told beside it.
        """
        said = self._cleaned(query)
        finder = Finder(self.content.retriever, contacts=lambda: contacts, now=self._outside.now)
        spoken = self._language(said, language)
        return finder.ask(said, top_k, use_graph, use_memory, threshold=threshold, language=spoken)

    @property
    def scenarios(self) -> Library:
        """Every scenario."""
        return self.content.library

    def ticket(self, number: str) -> TicketRow:
        """One ticket. Raises ConversationError ticket_not_found (404)."""
        row = self.store.ticket(number)
        if row is None:
            raise ConversationError(f"There is no ticket {number!r}.", code="ticket_not_found", status=404)
        return row

    def tickets(self, limit: int = 50, cursor: str | None = None) -> Page[TicketRow]:
        """Tickets, newest first."""
        return self.store.tickets(limit, cursor)

    def close_rooms(self) -> None:
        """Give back files and connections."""
        self.store.close()

    # ---- one turn

    def _turn(self, before: Conversation, request: Request) -> Reply:
        started = self._outside.stopwatch()
        done = self.snapshot.run(before, request, self.old_version)
        spent = {"turn": round((self._outside.stopwatch() - started) * 1000, 3)}
        turn = replace(done.turn, timings=spent if request.event in _TIMED else {})
        self._keep(done)
        effects = (*done.effects, *self._changed_tickets(done))
        self.store.put(done.after, turn, effects, before.version)
        self._outside.observe(turn)
        return turn.reply

    def _asked(
        self,
        text: str = "",
        choice: str | None = None,
        message_id: str | None = None,
        event: Event = Event.MESSAGE,
        about: str = "",
    ) -> Request:
        pressed = choice[:MAX_CHOICE] if choice else None
        return Request(self._outside.now(), self._cleaned(text), pressed, message_id, event, about)

    def _opened(
        self, language: str | None, customer: Mapping[str, str] | None, channel: str, facts: Mapping[str, Any]
    ) -> Conversation:
        now = self._outside.now()
        known: dict[str, Any] = dict(customer or {})
        spoken = language if language and language in self.content.phrases else self._limits.language
        return Conversation(
            id=self._outside.new_id(),
            language=spoken,
            opened_at=now,
            updated_at=now,
            channel=channel,
            contact=Contact(**known),
            facts=given_facts(facts),
        )

    def _greeted(self, opened: Conversation) -> Reply:
        words = self.snapshot.voice(opened).say("greeting")
        greeting = replace(opened, last_text=words, version=1)
        self.store.put(greeting, None, (), 0)
        return Reply(greeting.id, 0, greeting.last_text, greeting.language, ReplyKind.COURTESY)

    def _standing_reply(self, conversation: Conversation) -> Reply:
        """What was said last, for a change that changes nothing."""
        turns = self.store.turns(conversation.id, 1)
        return turns[-1].reply if turns else standing_still(conversation)

    def _not_closed(self, conversation_id: str) -> Conversation:
        conversation = self.get(conversation_id)
        refuse_closed(conversation)
        return conversation

    # ---- content

    def _changed_tickets(self, done: Done) -> Iterator[Effect]:
        """Tickets opened in earlier turns, as they read with what this one adds."""
        for change in done.changes:
            row = self.store.ticket(change.number)
            if row is not None:
                yield Effect(TICKET_CHANGE, change.number, amended(row.payload, change))

    def _keep(self, done: Done) -> None:
        """Every guide that a walk now stands on, those that called it too, as it reads now."""
        for scenario in done.kept:
            self.store.keep_scenario(scenario.digest, scenario.id, scenario.source)

    # ---- input

    def _cleaned(self, text: str) -> str:
        if len(text) > self._limits.text:
            raise ConversationError(
                f"The text has {len(text)} characters; at most {self._limits.text} are read.",
                code="text_too_long",
                status=413,
                mend="Send the essence, or several messages.",
            )
        return clean(text, self._limits.text)

    def _language(self, text: str, given: str | None) -> str:
        if given in self.content.phrases:
            return str(given)
        found = self.content.understanding.detect(text, None)
        told = found.confidence > UNSURE and found.language in self.content.phrases
        return found.language if told else self._limits.language

    def _known_scenario(self, scenario: str) -> None:
        if scenario not in self.content.library:
            raise ConversationError(
                f"There is no scenario {scenario!r}.",
                code="scenario_unknown",
                status=404,
                mend=f"Known: {', '.join(self.content.library)}.",
            )

    def _first_reply(self, conversation_id: str, message_id: str) -> Reply:
        reply = self.store.reply_to(conversation_id, message_id)
        if reply is None:
            raise ConversationError(
                "Somebody else answered at once; try again.", code="version_conflict", status=409
            )
        return reply


def _asked_of_people(conversation: Conversation) -> bool:
    """Whether a person has something to hand back: a danger, or a request whose problem is not solved."""
    solved = conversation.status in (Status.RESOLVED, Status.ASSUMED_RESOLVED)
    return conversation.urgent is not None or (conversation.ticket is not None and not solved)


def _compared(old: Content, new: Content) -> Reloaded:
    were, are = old.library, new.library
    return Reloaded(
        old.digest,
        new.digest,
        added=tuple(name for name in are if name not in were),
        changed=tuple(name for name in are if name in were and are[name].digest != were[name].digest),
        removed=tuple(name for name in were if name not in are),
        index=new.retriever.index.generation,
    )
