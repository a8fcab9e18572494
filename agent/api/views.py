"""What callers see of a conversation, a scenario, a found passage: without what is only ours (progress, versions)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from agent.conversation import Choice, Conversation, Evidence, FactValue, Owner, Reply, Source, Status, Turn
from agent.knowledge import Asked, Hit, Result, Withheld
from agent.knowledge.remembering import Remembered
from agent.scenarios import Outcome, Scenario, Seal, Step
from agent.store import Page, TicketRow


@dataclass(frozen=True, slots=True)
class TurnView:
    """One message and what was answered. `text` and `choice` are None where a person changed the conversation."""

    number: int
    at: datetime
    text: str | None
    choice: str | None
    message_id: str | None
    acts: tuple[str, ...]
    outcome: str | None
    reply: Reply


@dataclass(frozen=True, slots=True)
class ConversationView:
    """Where a conversation stands. `turns` is empty in lists."""

    id: str
    status: Status
    owner: Owner
    language: str
    channel: str
    opened_at: datetime
    updated_at: datetime
    text: str
    choices: tuple[Choice, ...]
    scenario: str | None
    step: str | None
    complaint: str
    facts: Mapping[str, FactValue]
    ticket: str | None
    tickets: tuple[str, ...]
    wait_until: datetime | None
    turn: int
    turns: tuple[TurnView, ...] = ()


@dataclass(frozen=True, slots=True)
class ConversationList:
    """Some conversations, last touched first; `next` is the cursor of what follows."""

    conversations: tuple[ConversationView, ...]
    next: str | None = None


@dataclass(frozen=True, slots=True)
class HitView:
    """A found passage; `score` is a probability, `place` its file and line."""

    id: str
    kind: str
    target: str
    title: str
    heading: str
    text: str
    language: str
    score: float
    place: str
    scores: Mapping[str, float]
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchView:
    """Passages above the threshold, in the order of the fused score (`scores.fused`): their probabilities (`score`) need
    not fall. `linked` are passages that only links led to, `alpha` the weight of meaning that was used, `confidence` the
    highest probability, `timings` milliseconds by stage, `generation` the index that was searched, `cached` whether this
    result was kept from before, `notes` what was out of the ordinary; `degraded` = by keywords only."""

    hits: tuple[HitView, ...]
    degraded: bool
    linked: tuple[HitView, ...] = ()
    alpha: float = 0.0
    confidence: float = 0.0
    generation: str = ""
    timings: Mapping[str, float] = field(default_factory=dict)
    cached: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoryView:
    """An earlier contact of the customer: `score` says how much it matters now, from how near the question it is
    (`relevance`, 0..1) and how much of it is not forgotten (`retention`, 0..1)."""

    id: str
    at: datetime
    text: str
    outcome: str
    score: float
    relevance: float
    retention: float


@dataclass(frozen=True, slots=True)
class AnswerView:
    """The passage that answers (`answer`, and the same as `text`), with its sources; None when nothing does: it never
    guesses. `withheld` then says why. `passages` are those above the threshold, in fused order; `link_passages` (the same
    as `related`) those that links led to, `memories` earlier contacts that matter. `degraded` = by keywords only.
    `scoring` tells how both sides were fused, `alpha` being the weight of meaning; `timings` are milliseconds by stage."""

    text: str | None
    confidence: float
    sources: tuple[Source, ...]
    degraded: bool = False
    withheld: Withheld | None = None
    passages: tuple[HitView, ...] = ()
    related: tuple[HitView, ...] = ()
    scoring: Mapping[str, float | str] = field(default_factory=dict)
    answer: str | None = None
    link_passages: tuple[HitView, ...] = ()
    memories: tuple[MemoryView, ...] = ()
    timings: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReadingView:
    """What a reply means. Both `outcome` and `act` may be set; `kind` names what must be handled first."""

    kind: str
    outcome: str | None
    act: str | None
    confidence: float
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """One listed answer of a step."""

    id: str
    label: Mapping[str, str]
    action: str
    target: str | None


@dataclass(frozen=True, slots=True)
class StepView:
    """One step, in every language."""

    id: str
    title: Mapping[str, str]
    instruction: Mapping[str, str]
    help_text: Mapping[str, str]
    safety: Mapping[str, str]
    learns: str | None
    wait_seconds: int
    outcomes: tuple[OutcomeView, ...]


@dataclass(frozen=True, slots=True)
class ProofView:
    """What was proven of a guide: states visited (all there are), the most questions alone and with the guides behind it.

    `digest` is of the guide as it was proven, `languages` those it was proven in.
    """

    states: int
    moves: int
    corrections: int
    bound: int
    bound_onward: int
    proven_at: str
    digest: str
    languages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScenarioView:
    """A guide; `steps` is empty in lists, `step_count` never lies."""

    id: str
    title: Mapping[str, str]
    description: Mapping[str, str]
    problem_type: str
    status: str
    routable: bool
    languages: tuple[str, ...]
    tags: tuple[str, ...]
    digest: str
    step_count: int
    steps: tuple[StepView, ...] = ()
    proof: ProofView | None = None


@dataclass(frozen=True, slots=True)
class ScenarioList:
    """Every scenario, in the order of their ids, and the default one of each problem type."""

    scenarios: tuple[ScenarioView, ...]
    defaults: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TicketView:
    """A ticket as a person receives it (`ticket`), and where it stands."""

    number: str
    conversation_id: str
    status: str
    ticket_type: str
    priority: str
    created_at: datetime
    reference: str | None
    delivered_at: datetime | None
    ticket: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TicketList:
    """Some tickets, newest first; `next` is the cursor of what follows."""

    tickets: tuple[TicketView, ...]
    next: str | None = None


def see_conversation(conversation: Conversation, turns: Sequence[Turn] = ()) -> ConversationView:
    """A conversation as callers see it."""
    progress = conversation.progress
    return ConversationView(
        id=conversation.id,
        status=conversation.status,
        owner=conversation.owner,
        language=conversation.language,
        channel=conversation.channel,
        opened_at=conversation.opened_at,
        updated_at=conversation.updated_at,
        text=conversation.last_text,
        choices=conversation.last_choices,
        scenario=progress.scenario if progress else None,
        step=progress.step_id if progress and not progress.over else None,
        complaint=conversation.complaint,
        facts=conversation.facts,
        ticket=conversation.ticket,
        tickets=conversation.tickets,
        wait_until=conversation.due_at,
        turn=conversation.turns,
        turns=tuple(_see_turn(turn) for turn in turns),
    )


def _see_turn(turn: Turn) -> TurnView:
    spoken = turn.text or turn.choice is not None or turn.message_id is not None or turn.acts
    return TurnView(
        number=turn.number,
        at=turn.at,
        text=turn.text if spoken else None,
        choice=turn.choice,
        message_id=turn.message_id,
        acts=turn.acts,
        outcome=turn.outcome,
        reply=turn.reply,
    )


def see_conversations(page: Page[Conversation]) -> ConversationList:
    """A page of conversations, without their turns."""
    return ConversationList(tuple(see_conversation(each) for each in page.items), page.next)


def see_result(result: Result) -> SearchView:
    """Hits as callers see them, and how they were found."""
    return SearchView(
        hits=tuple(_see_hit(hit) for hit in result.hits),
        degraded=result.degraded,
        linked=tuple(_see_hit(hit) for hit in result.linked),
        alpha=round(float(result.alpha), 4),
        confidence=round(float(result.confidence), 4),
        generation=result.generation,
        timings=_rounded(result.timings),
        cached=result.cached,
        notes=result.notes,
    )


def _see_hit(hit: Hit) -> HitView:
    entry = hit.entry
    return HitView(
        id=entry.id,
        kind=entry.kind,
        target=entry.target,
        title=entry.title,
        heading=entry.heading,
        text=entry.body or entry.text,
        language=entry.language,
        score=round(float(hit.score), 4),
        place=entry.source,
        scores=_rounded(hit.scores),
        why=tuple(hit.why),
    )


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    return {name: round(float(value), 4) for name, value in values.items()}


def see_answer(asked: Asked) -> AnswerView:
    """An answer, or the honest lack of one."""
    entries = asked.found.sources if asked.found else ()
    held, related = asked.withheld, tuple(_see_hit(hit) for hit in asked.link_passages)
    return AnswerView(
        text=asked.answer,
        confidence=round(float(asked.confidence), 4),
        sources=tuple(Source(each.target, each.title, each.source) for each in entries),
        degraded=asked.degraded,
        withheld=None if held is None else replace(held, probability=round(float(held.probability), 4)),
        passages=tuple(_see_hit(hit) for hit in asked.passages),
        related=related,
        scoring=dict(asked.scoring),
        answer=asked.answer,
        link_passages=related,
        memories=tuple(_see_memory(each) for each in asked.memories),
        timings=_rounded(asked.timings),
    )


def _see_memory(one: Remembered) -> MemoryView:
    contact = one.contact
    figures = (round(float(value), 4) for value in (one.score, one.relevance, one.retention))
    return MemoryView(contact.id, contact.at, contact.text, contact.outcome, *figures)


def see_scenario(scenario: Scenario, *, whole: bool) -> ScenarioView:
    """A scenario; `whole` with its steps."""
    return ScenarioView(
        id=scenario.id,
        title=dict(scenario.title),
        description=dict(scenario.description),
        problem_type=scenario.problem_type,
        status=str(scenario.status),
        routable=scenario.routable,
        languages=scenario.languages,
        tags=scenario.tags,
        digest=scenario.digest,
        step_count=len(scenario.steps),
        steps=tuple(_see_step(step) for step in scenario.steps) if whole else (),
        proof=_see_proof(scenario.seal),
    )


def _see_proof(seal: Seal | None) -> ProofView | None:
    if seal is None:
        return None
    return ProofView(
        states=seal.states,
        moves=seal.moves,
        corrections=seal.corrections,
        bound=seal.bound,
        bound_onward=seal.bound_onward,
        proven_at=seal.proven_at,
        digest=seal.digest,
        languages=seal.languages,
    )


def _see_step(step: Step) -> StepView:
    return StepView(
        id=step.ref,
        title=dict(step.title),
        instruction=dict(step.instruction),
        help_text=dict(step.help_text),
        safety=dict(step.safety),
        learns=step.fact or None,
        wait_seconds=step.wait_time,
        outcomes=tuple(_see_outcome(outcome) for outcome in step.outcomes),
    )


def _see_outcome(outcome: Outcome) -> OutcomeView:
    return OutcomeView(outcome.id, dict(outcome.label), str(outcome.action), outcome.target or None)


def see_ticket(row: TicketRow) -> TicketView:
    """A ticket as callers see it."""
    return TicketView(
        number=row.number,
        conversation_id=row.conversation_id,
        status=str(row.status),
        ticket_type=row.ticket_type,
        priority=row.priority,
        created_at=row.created_at,
        reference=row.reference,
        delivered_at=row.delivered_at,
        ticket=row.payload,
    )
