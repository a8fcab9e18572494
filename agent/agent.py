"""Agent: start, reply, close, hand over. The one object the doors know.

A turn reads the conversation once, runs the graph on values, and writes once, all in one lease. Only this module
touches the store within a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from typing import Any

from cachetools import LRUCache

from agent.conversation import (
    Contact,
    Conversation,
    Owner,
    Part,
    Reply,
    ReplyKind,
    Route,
    Status,
    Turn,
)
from agent.dialogue.listening import Understanding
from agent.dialogue.state import Begin, Message, Plan, Restate, TurnState
from agent.dialogue.voice import Voice
from agent.errors import ConversationError
from agent.finishing import (
    asking,
    effects_of,
    given_facts,
    refuse_closed,
    reply_of,
    standing,
    standing_still,
    status_of,
    walked,
)
from agent.graph import Turns
from agent.knowledge import Answer, Filters, Result, Retriever
from agent.language import clean
from agent.operator import Operator
from agent.phrases import Phrases
from agent.privacy import mask
from agent.routing import Router
from agent.scenarios import Library, Scenario, read_text
from agent.store import ConversationStore, DuplicateMessage, Page, TicketRow
from agent.understanding import Question, Reading

MAX_TEXT = 4000
MAX_CHOICE = 200
MOST_PINNED = 64  # old versions of guides kept read; each is some kilobytes
UNSURE = 0.5  # what detection gives when nothing tells the language


@dataclass(frozen=True, slots=True)
class Content:
    """What the operator's authors wrote, read and checked: one immutable snapshot."""

    library: Library
    operator: Operator
    phrases: Mapping[str, Phrases]
    understanding: Understanding
    retriever: Retriever
    router: Router
    digest: str


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


class Agent:
    """Troubleshoots. Every method may be called from any thread; each raises ConversationError for its caller."""

    def __init__(
        self,
        content: Content,
        turns: Turns,
        store: ConversationStore,
        outside: Outside,
        limits: Limits = Limits(),
    ) -> None:
        self.content = content
        self.store = store
        self._turns, self._outside, self._limits = turns, outside, limits
        self._pinned: LRUCache[str, Scenario] = LRUCache(MOST_PINNED)
        self._lock = Lock()

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
            state = replace(self._state(opened, text or "", None), plan=Plan(walk=Begin(scenario)))
            return self._turn(opened, state, message_id)
        if text is None:
            return self._greeted(opened)
        return self._turn(opened, self._state(opened, text, None), message_id)

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
                return self._turn(conversation, self._state(conversation, text or "", choice), message_id)
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
            closed = replace(before, status=Status.CLOSED, due_at=None)
            return self._changed(before, closed, "closed_by_caller", ReplyKind.COURTESY)

    def take_over(self, conversation_id: str, person: str = "") -> Reply:
        """A person answers from now on; the agent is silent but for danger."""
        with self.store.lease(conversation_id):
            before = self._not_closed(conversation_id)
            taken = replace(before, owner=Owner.PERSON, status=Status.WITH_PERSON, due_at=None, noted=True)
            return self._changed(before, taken, "taken_over", ReplyKind.HANDED_OVER)

    def hand_back(self, conversation_id: str) -> Reply:
        """The agent answers again, with a recap and the open question; what it has already changes nothing."""
        with self.store.lease(conversation_id):
            before = self._not_closed(conversation_id)
            if before.owner is Owner.AGENT:
                return self._standing_reply(before)
            freed = replace(before, owner=Owner.AGENT, status=Status.OPEN, noted=False)
            state = self._state(freed, "", None)
            said = ["handed_back"] if asking(freed) else ["handed_back", "offer_person_refused"]
            words = tuple(Part(phrase, state.voice.say(phrase)) for phrase in said)
            return self._turn(before, replace(state, parts=words, plan=Plan(walk=Restate("recap"))), None)

    def person_message(self, conversation_id: str, text: str) -> Reply:
        """A person's own words to the customer, kept in the history as they are."""
        said = self._cleaned(text)
        with self.store.lease(conversation_id):
            before = self._not_closed(conversation_id)
            return self._changed(before, before, None, ReplyKind.HANDED_OVER, said)

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
        alpha: float = 0.7,
        explain: bool = False,
    ) -> Result:
        """Passages above the threshold, best first."""
        return self.content.retriever.search(
            self._cleaned(query),
            top_k=top_k,
            threshold=threshold,
            filters=filters,
            alpha=alpha,
            explain=explain,
        )

    def ask(self, query: str, *, language: str | None = None, top_k: int = 5) -> Answer | None:
        """The passage that answers, or None: it never guesses."""
        said = self._cleaned(query)
        return self.content.retriever.ask(said, self._language(said, language), top_k=top_k)

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

    def _turn(self, before: Conversation, state: TurnState, message_id: str | None) -> Reply:
        started = self._outside.stopwatch()
        done = self._turns.run(state)
        after = self._after(before, done)
        reply = reply_of(after, done)
        turn = Turn(
            conversation_id=after.id,
            number=after.turns,
            message_id=message_id,
            text=state.message.text,
            choice=state.message.choice,
            language=after.language,
            acts=tuple(act.name for act in done.hearing.acts) if done.hearing else (),
            route=done.route,
            reply=reply,
            at=state.message.at,
            timings={"turn": round((self._outside.stopwatch() - started) * 1000, 3)},
            content=self.content.digest,
            outcome=done.outcome,
        )
        self._keep_versions(before, after)
        self.store.put(after, turn, effects_of(done), before.version)
        self._outside.observe(turn)
        return reply

    def _after(self, before: Conversation, done: TurnState) -> Conversation:
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

    def _state(self, conversation: Conversation, text: str, choice: str | None) -> TurnState:
        said = self._cleaned(text)
        voice = Voice(conversation.language, self.content.phrases, self.content.operator, conversation.turns)
        message = Message(said, mask(said), self._outside.now(), choice[:MAX_CHOICE] if choice else None)
        library = self._library_for(conversation)
        return TurnState(standing(conversation, library), message, voice, library)

    def _opened(
        self, language: str | None, customer: Mapping[str, str] | None, channel: str, facts: Mapping[str, Any]
    ) -> Conversation:
        now = self._outside.now()
        spoken = language if language and language in self.content.phrases else self._limits.language
        return Conversation(
            id=self._outside.new_id(),
            language=spoken,
            opened_at=now,
            updated_at=now,
            channel=channel,
            contact=Contact(**(customer or {})),
            facts=given_facts(facts),
        )

    def _greeted(self, opened: Conversation) -> Reply:
        voice = Voice(opened.language, self.content.phrases, self.content.operator)
        greeting = replace(opened, last_text=voice.say("greeting"), version=1)
        self.store.put(greeting, None, (), 0)
        return Reply(greeting.id, 0, greeting.last_text, greeting.language, ReplyKind.COURTESY)

    def _changed(
        self, before: Conversation, changed: Conversation, phrase: str | None, kind: ReplyKind, said: str = ""
    ) -> Reply:
        """A change by a person: one turn in the history without a customer's words."""
        voice = Voice(before.language, self.content.phrases, self.content.operator, before.turns)
        text = voice.say(phrase) if phrase else said
        now = self._outside.now()
        after = replace(
            changed, updated_at=now, turns=before.turns + 1, last_text=text, version=before.version + 1
        )
        reply = replace(standing_still(after), kind=kind)
        turn = Turn(after.id, after.turns, None, "", None, after.language, (), None, reply, now)
        self.store.put(after, turn, (), before.version)
        self._outside.observe(turn)
        return reply

    def _standing_reply(self, conversation: Conversation) -> Reply:
        """What was said last, for a change that changes nothing."""
        turns = self.store.turns(conversation.id, 1)
        return turns[-1].reply if turns else standing_still(conversation)

    def _not_closed(self, conversation_id: str) -> Conversation:
        conversation = self.get(conversation_id)
        refuse_closed(conversation)
        return conversation

    # ---- content

    def _library_for(self, conversation: Conversation) -> Library:
        """Today's scenarios, but for those a walk began on and that have since changed under the customer's feet."""
        library = self.content.library
        walks = (conversation.progress, *(case.progress for case in conversation.suspended))
        pinned: list[Scenario] = []
        for progress in walks:
            if progress is None:
                continue
            digests = [
                (progress.scenario, progress.digest),
                *((f.scenario, f.digest) for f in progress.stack),
            ]
            pinned.extend(old for name, digest in digests if (old := self._old(name, digest)) is not None)
        return library.pinned(pinned) if pinned else library

    def _old(self, scenario: str, digest: str) -> Scenario | None:
        today = self.content.library.get(scenario)
        if today is not None and today.digest == digest:
            return None
        with self._lock:
            known = self._pinned.get(digest)
        if known is not None:
            return known
        source = self.store.scenario_version(digest)
        # One written for an older grammar may read as nothing: the walk then goes on with today's text, or ends.
        found = read_text(source, f"{scenario}.yaml")[0] if source else None
        if found is not None:
            with self._lock:
                self._pinned[digest] = found
        return found

    def _keep_versions(self, before: Conversation, after: Conversation) -> None:
        """Every guide that a walk now stands on, those that called it too, as it reads today."""
        for name, digest in walked(after) - walked(before):
            scenario = self.content.library.get(name)
            if scenario is not None and scenario.digest == digest:
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
