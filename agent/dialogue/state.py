"""What travels through one turn: the message, what was heard in it, what is to be done, what was done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from agent.conversation import (
    Choice,
    Conversation,
    Draft,
    Evidence,
    Looked,
    Part,
    ReplyKind,
    Route,
    Source,
    Status,
)
from agent.dialogue.voice import Voice
from agent.escalation import Ticket
from agent.scenarios import NO_TEXT, Answer, Library, Move, Text
from agent.understanding import SURE_ACT, Act, Reading, Stated


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a customer: cleaned words, the same words masked, a pressed button, when it came (UTC)."""

    text: str
    masked: str
    at: datetime
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class Hearing:
    """What was understood: language, acts, stated facts, and how it answers the open question."""

    language: str
    acts: tuple[Act, ...] = ()
    stated: tuple[Stated, ...] = ()
    reading: Reading | None = None
    foreign: str | None = None
    wished: str | None = None  # the language that the message asks for
    doubts: tuple[Evidence, ...] = ()  # what sounded like an act and is none
    unsure: bool = False  # the danger only resembles one, and is asked about

    def has(self, *names: str) -> bool:
        """Whether any of these acts was heard."""
        return any(act.name in names for act in self.acts)

    def sure(self, name: str) -> bool:
        """Whether this act was heard beyond doubt."""
        return any(act.name == name and act.confidence >= SURE_ACT for act in self.acts)

    @property
    def troubled(self) -> bool:
        """Whether the message states a trouble, whatever courtesy it is dressed in."""
        return "connection_pattern" in self.facts or self.has("problem")

    @property
    def facts(self) -> Mapping[str, Any]:
        """The stated facts by name."""
        return {stated.name: stated.value for stated in self.stated}


@dataclass(frozen=True, slots=True)
class Begin:
    """Start this scenario. `told`: the complaint, which may answer its first questions already."""

    scenario: str
    told: str = ""
    because: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Advance:
    """Give the walk this answer; of an unclear one `among` names the options that may be meant: only these are asked about."""

    answer: Answer
    because: tuple[Evidence, ...] = ()
    among: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rewind:
    """Take back an earlier answer and put this one in its place."""

    scenario: str
    step: str
    answer: Answer
    because: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Restate:
    """Put the open question again: `how` is repeat, help, wait, back, welcome, recap, after_wait or pending."""

    how: str
    because: tuple[Evidence, ...] = ()


Walking = Begin | Advance | Rewind | Restate


@dataclass(frozen=True, slots=True)
class LookUp:
    """Answer this question from the knowledge base, and those asked with it; `offer` a person when nothing is found, say
    `after` the answer, and `otherwise` where there is none. A page found less surely than `least` is none: the step's own help
    is nearer. It may lean on what it is `about`; the `clauses` that ask are tried where the whole finds nothing. After a
    protest its wordings are tried `anew`, and what was shown just now answers none of them."""

    question: str
    offer: bool = True
    after: tuple[Part, ...] = ()
    also: tuple[str, ...] = ()
    least: float = 0.0
    otherwise: tuple[Part, ...] = ()
    about: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    anew: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clarify:
    """Ask which of these scenarios is meant; none = ask openly."""

    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HandOver:
    """Bring in a person: `how` is person, danger, authored, or agreed (to a visit). `reasons` by language.

    `noted`: the reason holds the customer's own words, and the customer is told so. `timed`: they say when a call suits.
    """

    how: str
    reason: str
    priority: str = "normal"
    ticket_type: str = "support_callback"
    message: str = ""
    reasons: Mapping[str, str] = field(default_factory=dict)
    noted: bool = False
    timed: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What this turn still has to do, in the order of the floor plan."""

    look_up: LookUp | None = None
    walk: Walking | None = None
    clarify: Clarify | None = None
    hand_over: HandOver | None = None


@dataclass(frozen=True, slots=True)
class TurnState:
    """The value that goes through the graph. Every station returns the fields it changed.

    `told` are the labels of answers that the complaint had given already. `looked` collects what systems and models gave.
    `note` are words for the ticket that is open already, or for that of `note_for`. `unheard`: a warning the author put to the
    open question after it was asked. `recorded`: a turn run again takes this instead of asking them;
    None = ask.
    """

    conversation: Conversation
    message: Message
    voice: Voice
    library: Library
    hearing: Hearing | None = None
    route: Route | None = None
    plan: Plan = Plan()
    move: Move | None = None
    outcome: str | None = None
    told: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    kind: ReplyKind = ReplyKind.ASK
    status: Status | None = None
    choices: tuple[Choice, ...] = ()
    sources: tuple[Source, ...] = ()
    ticket: Ticket | None = None
    note: str = ""
    note_for: str = ""
    wait_until: datetime | None = None
    why: tuple[Evidence, ...] = ()
    draft: Draft | None = None
    text: str = ""
    looked: tuple[Looked, ...] = ()
    unheard: Text = NO_TEXT
    recorded: tuple[Looked, ...] | None = None
