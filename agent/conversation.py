"""The values a conversation is made of: what was said, what is known, where it stands, what to say next.

    Conversation ── facts, progress, suspended problems, pending question, ticket, owner
    Turn         ── one message, its acts and Route, the Reply, how long it took
    Route        ── where a message belongs, how sure, and why
    Draft        ── what must be said        Reply ── what is said

Values only: nothing here reads a clock, a file or a network.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from pydantic import PlainSerializer, PlainValidator, TypeAdapter

from agent.scenarios import Progress


class Status(StrEnum):
    """Where a conversation stands, as callers see it."""

    OPEN = "open"
    WAITING = "waiting"
    WITH_PERSON = "with_person"
    RESOLVED = "resolved"
    ASSUMED_RESOLVED = "assumed_resolved"
    ESCALATED = "escalated"
    CLOSED = "closed"


class Owner(StrEnum):
    """Who answers the customer now."""

    AGENT = "agent"
    PERSON = "person"


class ReplyKind(StrEnum):
    """What a reply does."""

    ASK = "ask"
    ANSWER = "answer"
    CLARIFY = "clarify"
    WAIT = "wait"
    RESOLVED = "resolved"
    ESCALATED = "escalated"
    HANDED_OVER = "handed_over"
    INFORMED = "informed"
    COURTESY = "courtesy"
    REFUSED = "refused"


class RouteKind(StrEnum):
    """Where a message belongs."""

    SCENARIO = "scenario"
    ARTICLE = "article"
    CLARIFY = "clarify"
    PERSON = "person"
    COURTESY = "courtesy"
    OUT_OF_SCOPE = "out_of_scope"
    ABUSE = "abuse"
    DANGER = "danger"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One reason a person can read: where it came from, what it says, how much it weighed (0..1)."""

    source: str
    says: str
    weight: float | None = None


@dataclass(frozen=True, slots=True)
class FactValue:
    """Something known: its value, who said it (customer, probe, memory, agent, caller) and in which turn."""

    value: Any
    source: str = "customer"
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another place a message might belong."""

    target: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Route:
    """Where a message belongs: `target` is a scenario or article id, or None. `confidence` is a probability."""

    kind: RouteKind
    target: str | None = None
    confidence: float = 0.0
    alternatives: tuple[Alternative, ...] = ()
    language: str = "lt"
    facts: Mapping[str, Any] = field(default_factory=dict)
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: `id` is what comes back, `label` what the customer sees."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where an answer comes from: a passage or step, its title and `file:line`."""

    id: str
    title: str
    place: str
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a draft. `kind` orders and explains it; a `fixed` part is never rephrased."""

    kind: str
    text: str
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """What must be said. `parts` stand in the order they are spoken."""

    kind: ReplyKind
    language: str
    parts: tuple[Part, ...]
    choices: tuple[Choice, ...] = ()
    sources: tuple[Source, ...] = ()
    ticket: str | None = None

    @property
    def text(self) -> str:
        """The authored words, one paragraph a part."""
        return "\n\n".join(part.text.strip() for part in self.parts if part.text.strip())


@dataclass(frozen=True, slots=True)
class Reply:
    """What is said, and everything a caller may show beside it. `turn` counts from 1; times are UTC."""

    conversation_id: str
    turn: int
    text: str
    language: str
    kind: ReplyKind
    choices: tuple[Choice, ...] = ()
    scenario: str | None = None
    step: str | None = None
    facts: Mapping[str, FactValue] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()
    ticket: str | None = None
    status: Status = Status.OPEN
    wait_until: datetime | None = None
    why: tuple[Evidence, ...] = ()


class PendingKind(StrEnum):
    """A question of the agent itself (not of a scenario) that is open towards the customer."""

    CLARIFY = "clarify"
    CONSENT = "consent"
    OFFER_PERSON = "offer_person"
    DANGER = "danger"
    RESUME = "resume"


@dataclass(frozen=True, slots=True)
class Pending:
    """An open question of the agent: what about, and the ids it may be answered with.

    `about` = for CONSENT the words of the escalation; for CLARIFY the complaint being clarified.
    """

    kind: PendingKind
    options: tuple[str, ...] = ()
    about: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tried:
    """One step tried: what was asked, what the customer answered in their own (masked) words, what came of it."""

    scenario: str
    step: str
    title: str
    said: str
    result: str
    turn: int


@dataclass(frozen=True, slots=True)
class Contact:
    """How to reach the customer, as given by the caller; `verified` says how that was proved.

    `stated` names the fields that hold the customer's own words, which nobody verified; `other` are ways that the
    customer names beside those of the caller.
    """

    customer: str | None = None
    name: str | None = None
    phone: str | None = None
    email: str | None = None
    address: str | None = None
    verified: str | None = None
    stated: tuple[str, ...] = ()
    other: tuple[str, ...] = ()


def _progress(value: Any) -> Progress:
    return value if isinstance(value, Progress) else Progress.from_json(value)


StoredProgress = Annotated[
    Progress, PlainSerializer(lambda progress: progress.to_json()), PlainValidator(_progress)
]


@dataclass(frozen=True, slots=True)
class Case:
    """A problem set aside: where its guide stands, and all that must be as it was when it is taken up again."""

    progress: StoredProgress
    facts: Mapping[str, FactValue] = field(default_factory=dict)
    complaint: str = ""
    tried: tuple[Tried, ...] = ()
    ticket: str | None = None

    @property
    def name(self) -> str:
        """The guide the problem began with."""
        return self.progress.origin or self.progress.scenario


NEVER = -1
"""The turn in which a number is asked for, of who wants to give none."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """All that is remembered of one customer between turns. Past turns live in the store, not here,
    so that turn 1,000 costs what turn 10 costs.

    `complaint` is the problem in the customer's (masked) words; `tried` what was tried for it; `cited` what was
    quoted to the customer;
    `asked_again` how often the same question was put without an answer; `urgent` the ticket of a danger, which
    stands until a person hands back or the customer tells that one has been there, `urgent_at` when the danger was told
    last, and `unsafe` the services whose equipment it is about, with a space between, if
    that was said, `safe` what is known of that danger besides (that the power is off, that everybody is out); `noted`
    whether the customer heard that a person in charge reads along, or how the promised call stands; `regretted` whether
    they heard a word of regret; `requests` the
    open ticket of each guide; `asked` what was looked up last, in their (masked) words; `visit` whether one was agreed to, `suits` when it suits the customer, in their (masked)
    words; `earlier` the numbers of requests of before this talk; `number_asked` the turn in which a number to call was asked for (`NEVER`: the customer gives none); `versions` the digest
    of every guide that an open walk stands on.

    `owner` is a person only once one has taken over. A call that is promised leaves it with the agent, in status
    `with_person`.
    """

    id: str
    language: str
    opened_at: datetime
    updated_at: datetime
    status: Status = Status.OPEN
    owner: Owner = Owner.AGENT
    channel: str = "chat"
    contact: Contact = Contact()
    facts: Mapping[str, FactValue] = field(default_factory=dict)
    progress: StoredProgress | None = None
    suspended: tuple[Case, ...] = ()
    queue: tuple[str, ...] = ()
    pending: Pending | None = None
    complaint: str = ""
    tried: tuple[Tried, ...] = ()
    cited: tuple[Source, ...] = ()
    last_text: str = ""
    last_choices: tuple[Choice, ...] = ()
    asked_again: int = 0
    helped: int = 0
    ticket: str | None = None
    urgent: str | None = None
    urgent_at: datetime | None = None
    unsafe: str = ""
    danger_sure: bool = False
    safe: tuple[str, ...] = ()
    tickets: tuple[str, ...] = ()
    requests: Mapping[str, str] = field(default_factory=dict)
    asked: str = ""
    visit: bool = False
    suits: str = ""
    earlier: tuple[str, ...] = ()
    noted: bool = False
    regretted: bool = False
    number_asked: int = 0
    due_at: datetime | None = None
    turns: int = 0
    version: int = 0
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def number_refused(self) -> bool:
        """Whether nobody can call, because the customer gives no number."""
        return self.number_asked == NEVER and not (self.contact.phone or self.contact.email)

    @property
    def quoted(self) -> Source | None:
        """The page that the last reply quoted; None where it quoted none."""
        last = self.cited[-1] if self.cited else None
        return last if last is not None and last.title in self.last_text else None


class Event(StrEnum):
    """What made a turn: a customer's message, a guide begun by a caller, or a change by a person."""

    MESSAGE = "message"
    BEGIN = "begin"
    TAKEOVER = "takeover"
    HANDBACK = "handback"
    CLOSE = "close"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Looked:
    """What a system or a model gave in a turn. `kind` is probe or model; `fault` says how a system failed."""

    kind: str
    name: str
    value: Any
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message and what became of it: enough to explain it, and to replay it.

    `timings` are milliseconds by stage; `content` the digest of the content it ran on; `about` the guide that `begin`
    names; `looked` what systems and models gave; `before` the conversation as it was opened, in its first turn only.
    """

    conversation_id: str
    number: int
    message_id: str | None
    text: str
    choice: str | None
    language: str
    acts: tuple[str, ...]
    route: Route | None
    reply: Reply
    at: datetime
    timings: Mapping[str, float] = field(default_factory=dict)
    content: str = ""
    outcome: str | None = None
    event: Event = Event.MESSAGE
    about: str = ""
    looked: tuple[Looked, ...] = ()
    before: Conversation | None = None


CONVERSATION: TypeAdapter[Conversation] = TypeAdapter(Conversation)
TURN: TypeAdapter[Turn] = TypeAdapter(Turn)
REPLY: TypeAdapter[Reply] = TypeAdapter(Reply)
