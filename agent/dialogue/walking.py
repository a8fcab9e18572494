"""The station `walk`: moves the scenario, or puts its open question again. The walk itself is pure and lives below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from agent.conversation import (
    Choice,
    Conversation,
    Evidence,
    FactValue,
    Part,
    Pending,
    PendingKind,
    ReplyKind,
    Status,
    Tried,
)
from agent.dialogue.ear import Ear
from agent.dialogue.speak import current, help_for, instruction, speak, step_choices
from agent.dialogue.state import Advance, Begin, HandOver, Restate, Rewind, TurnState
from agent.scenarios import (
    Chosen,
    Kind,
    Move,
    Reason,
    Unclear,
    advance,
    begin,
    rewind,
)

WALK = "walk"
SYSTEMS = (Kind.PROBE, Kind.ACT)


class Walking:
    """The stations `walk` and, after it, `settle`: what a move means for the conversation."""

    def __init__(self, ear: Ear) -> None:
        self._ear = ear

    def __call__(self, state: TurnState) -> dict[str, Any]:
        task = state.plan.walk
        if isinstance(task, Restate):
            return self._restate(state, task)
        move = _moved(state)
        kept = remember(state, move)
        return {"conversation": kept, "move": move, "why": state.why + _evidence(move, state)}

    def _restate(self, state: TurnState, task: Restate) -> dict[str, Any]:
        conversation, voice = state.conversation, state.voice
        if conversation.pending is not None:
            question = self._ear.pending_question(conversation.pending, state.library, voice.language)
            choices = tuple(Choice(option.id, option.labels[voice.language]) for option in question.options)
            return {"choices": choices, "parts": (*state.parts, Part("question", question.text))}
        if conversation.progress is None or conversation.progress.over:
            return {}
        move = current(state.library, conversation.progress)
        speech = speak(move, state.library, voice)
        said, helped = _said_again(task.how, move, state, speech.parts)
        waiting = task.how == "wait"
        return {
            "conversation": replace(conversation, helped=helped),
            "parts": (*state.parts, *said),
            "choices": speech.choices,
            "status": Status.WAITING if waiting else state.status,
            "move": None,
        }


def settle(state: TurnState) -> dict[str, Any]:
    """What the last move says, and what it means: a question, an end, or a person."""
    move = state.move
    if move is None:
        return {}
    if move.kind is Kind.RESOLVED:
        return _resolved(state, move)
    if move.kind is Kind.ELSEWHERE:
        return {"plan": replace(state.plan, hand_over=HandOver("authored", state.voice.say("tried_all")))}
    if move.kind in (Kind.RETURNED, Kind.INFORMED):
        return _ended_open(state, move)
    if move.kind is Kind.ESCALATE:
        return {"plan": replace(state.plan, hand_over=_hand_over(state, move))}
    if (
        isinstance(state.plan.walk, Advance)
        and isinstance(state.plan.walk.answer, Unclear)
        and _stayed(state, move)
    ):
        return _asked_again(state, move)
    speech = speak(move, state.library, state.voice)
    due = state.message.at + timedelta(seconds=move.wait_seconds) if move.wait_seconds else None
    return {
        "conversation": replace(state.conversation, due_at=due),
        "parts": (*state.parts, *_opening(state, move), *_passed_over(state, move), *speech.parts),
        "choices": speech.choices,
        "kind": speech.kind,
        "wait_until": due,
        "status": Status.WAITING if due else Status.OPEN,
    }


def _moved(state: TurnState) -> Move:
    task, library = state.plan.walk, state.library
    facts = given(state.conversation)
    if isinstance(task, Begin):
        return begin(library, task.scenario, facts)
    progress = state.conversation.progress
    assert progress is not None  # noqa: S101  (the first station plans these only while a scenario is walked)
    if isinstance(task, Rewind):
        return rewind(library, progress, task.step, task.answer, facts)
    assert isinstance(task, Advance)  # noqa: S101  (the last kind there is)
    return advance(library, progress, task.answer, facts)


def given(conversation: Conversation) -> Mapping[str, object]:
    """What was known from elsewhere than this walk; the walk keeps its own findings."""
    return {name: fact.value for name, fact in conversation.facts.items() if fact.source != WALK}


def remember(state: TurnState, move: Move) -> Conversation:
    """The conversation after the move: progress, facts, and what was tried in the customer's own words."""
    before = state.conversation
    turn = before.turns + 1
    given = {
        name: fact
        for name, fact in before.facts.items()
        if fact.source != WALK and name not in move.forgotten
    }
    found = {name: FactValue(value, WALK, turn) for name, value in move.progress.learned.items()}
    earlier = {
        name: fact for name, fact in before.facts.items() if name in found and fact.value == found[name].value
    }
    return replace(
        before,
        progress=move.progress,
        facts={**given, **found, **earlier},
        tried=(*before.tried, *_tried(state, move, turn)),
    )


def _tried(state: TurnState, move: Move, turn: int) -> tuple[Tried, ...]:
    progress, task = state.conversation.progress, state.plan.walk
    if progress is None or not isinstance(task, Advance | Rewind):
        return ()
    scenario = state.library.get(progress.scenario)
    ref = task.step if isinstance(task, Rewind) else progress.step_id
    step = scenario.step(ref) if scenario else None
    title = state.voice.text(step.title) if step else state.voice.say("closing")
    result = task.answer.outcome_id if isinstance(task.answer, Chosen) else type(task.answer).__name__
    outcome = step.outcome(result) if step else None
    shown = state.voice.text(outcome.label) if outcome else result
    said = state.message.masked or shown
    return (Tried(progress.scenario, ref or "closing", title, said, shown, turn),)


def _evidence(move: Move, state: TurnState) -> tuple[Evidence, ...]:
    return tuple(Evidence(reason.source, _says(reason, state)) for reason in move.reasons)


def _says(reason: Reason, state: TurnState) -> str:
    return reason.get(state.voice.language)


def _opening(state: TurnState, move: Move) -> tuple[Part, ...]:
    """At the start of a guide: what was understood."""
    if not isinstance(state.plan.walk, Begin):
        return ()
    scenario = state.library[move.progress.scenario]
    title = state.voice.text(scenario.title)
    return (Part("begin", state.voice.say("begin", title=title[:1].lower() + title[1:])),)


def _passed_over(state: TurnState, move: Move) -> tuple[Part, ...]:
    """A word on steps that are left out because of what the customer said; silent at the very start."""
    if isinstance(state.plan.walk, Begin):
        return ()
    said = []
    for visit in move.skipped[:1]:
        scenario = state.library.get(visit.scenario)
        step = scenario.step(visit.step_id) if scenario else None
        if step is not None and not (step.probe or step.act):
            reason = state.voice.say("skip_known")
            said.append(
                Part("skipped", state.voice.say("skipped", step=state.voice.text(step.title), reason=reason))
            )
    return tuple(said)


def _stayed(state: TurnState, move: Move) -> bool:
    progress = state.conversation.progress
    return (
        progress is not None and move.kind in (Kind.ASK, Kind.CLOSING, Kind.CONFIRMING) and move.attempt > 1
    )


def _asked_again(state: TurnState, move: Move) -> dict[str, Any]:
    speech = speak(move, state.library, state.voice)
    return {
        "parts": (*state.parts, *_options(speech.choices, state)),
        "choices": speech.choices,
        "kind": ReplyKind.CLARIFY,
    }


def _options(choices: tuple[Choice, ...], state: TurnState) -> tuple[Part, ...]:
    if not choices:
        return ()
    listed = "; ".join(choice.label for choice in choices)
    return (Part("options", state.voice.say("choose_from", options=listed)),)


def _said_again(
    how: str, move: Move, state: TurnState, parts: tuple[Part, ...]
) -> tuple[tuple[Part, ...], int]:
    """The open question in the manner asked for, and how often help was given."""
    helped = state.conversation.helped
    if how == "wait":
        return (), helped
    if how == "help" and move.step is not None:
        return (Part("help", help_for(move.step, helped, state.voice)),), helped + 1
    if how == "after_wait":
        return _options(step_choices(move, state.library, state.voice), state) or parts, helped
    if how == "back":
        return (Part("back", state.voice.say("back_to_step")), *parts), helped
    if how == "welcome" and move.step is not None:
        title = state.voice.text(move.step.title)
        return (
            Part("welcome", state.voice.say("welcome_back", step=title)),
            *instruction(move.step, state.voice),
        ), 0
    return parts, helped


def _resolved(state: TurnState, move: Move) -> dict[str, Any]:
    words = Part("resolved", state.voice.text(move.success) or state.voice.say("resolved"))
    conversation = replace(state.conversation, due_at=None)
    base = {"kind": ReplyKind.RESOLVED, "status": Status.RESOLVED}
    return {**base, **next_problem(state, conversation, (words,))}


def _ended_open(state: TurnState, move: Move) -> dict[str, Any]:
    """A procedure on its own came to its end: nothing was solved or handed over."""
    said = tuple(Part("say", state.voice.text(text)) for text in move.say)
    parts = (*state.parts, *said, Part("open", state.voice.say("offer_person_refused")))
    return {"parts": parts, "kind": ReplyKind.INFORMED, "status": Status.OPEN}


def next_problem(state: TurnState, conversation: Conversation, parts: tuple[Part, ...]) -> dict[str, Any]:
    """After an end: what was set aside or also mentioned is offered, as a question."""
    waiting = _waiting_problem(conversation)
    if waiting is None:
        return {"conversation": conversation, "parts": (*state.parts, *parts)}
    scenario, rest = waiting
    title = state.voice.text(state.library[scenario].title) if scenario in state.library else scenario
    offer = Part("resume", state.voice.say("resume_offer", title=title))
    pending = Pending(PendingKind.RESUME, about=title, details={"scenario": scenario})
    choices = (Choice("yes", state.voice.say("resume_yes")), Choice("no", state.voice.say("resume_no")))
    return {
        "conversation": replace(rest, pending=pending),
        "parts": (*state.parts, *parts, offer),
        "choices": choices,
    }


def _waiting_problem(conversation: Conversation) -> tuple[str, Conversation] | None:
    if conversation.suspended:
        return conversation.suspended[-1].scenario, conversation
    if conversation.queue:
        return conversation.queue[0], replace(conversation, queue=conversation.queue[1:])
    return None


def _hand_over(state: TurnState, move: Move) -> HandOver:
    reason = move.reason.get("lt") or (move.reasons[-1].says if move.reasons else "")
    return HandOver(
        "authored",
        state.voice.fill(move.reason.get(state.voice.language)) or reason,
        move.priority or "normal",
        move.ticket_type or "support_callback",
        state.voice.text(move.message),
    )
