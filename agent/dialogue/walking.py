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
    PendingKind,
    ReplyKind,
    Status,
    Tried,
)
from agent.dialogue.cases import offer_next, without
from agent.dialogue.clarifying import which
from agent.dialogue.ear import GOAL_PHASES, NO_PERSON, NONE_OF_THESE, Ear
from agent.dialogue.not_home import is_begun_afar
from agent.dialogue.skipping import passed_over
from agent.dialogue.speak import current, help_for, speak, step_choices
from agent.dialogue.state import Advance, Begin, HandOver, Restate, Rewind, TurnState
from agent.dialogue.voice import Voice, inside
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
from agent.understanding import Question
from agent.understanding.acts import NONE_FIT

WALK, OTHER_THING = "walk", "other_thing"
# More than any guide asks; corrections to and fro must not make a conversation grow without end.
MOST_TRIED = 100
SYSTEMS = (Kind.PROBE, Kind.ACT)
ASKING = ("ask_again", NONE_FIT)


class Walking:
    """The stations `walk` and, after it, `settle`: what a move means for the conversation."""

    def __init__(self, ear: Ear) -> None:
        self._ear = ear

    def __call__(self, state: TurnState) -> dict[str, Any]:
        task = state.plan.walk
        if isinstance(task, Restate):
            return self._restate(state, task)
        return stepped(state)

    def _restate(self, state: TurnState, task: Restate) -> dict[str, Any]:
        conversation, voice = state.conversation, state.voice
        if conversation.pending is not None:
            question = self._ear.pending_question(conversation.pending, state.library, voice.language)
            if task.how == "wait":
                return {"choices": _buttons(question, voice), "status": Status.WAITING}
            clarifies = conversation.pending.kind is PendingKind.CLARIFY
            again = (
                which(conversation.pending.options, state.library, voice)
                if clarifies
                else voice.fill(question.text)
            )
            words = Part("question", again)
            return {"choices": _buttons(question, voice), "parts": (*state.parts, words)}
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


def stepped(state: TurnState, why: tuple[Evidence, ...] = ()) -> dict[str, Any]:
    """What taking the planned answer changes; what an earlier move of this turn wanted to say is kept."""
    move = following(state.move, _moved(state))
    kept = replace(remember(state, move), tried=_all_tried(state, move))
    return {"conversation": kept, "move": move, "why": state.why + why + _evidence(move, state)}


def following(before: Move | None, move: Move) -> Move:
    """`move` as the next one of the same turn: nothing that the one before had to tell is lost."""
    if before is None:
        return move
    return move._replace(say=(*before.say, *move.say), skipped=(*before.skipped, *move.skipped))


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
        plan = replace(state.plan, hand_over=_hand_over(state, move))
        return {"plan": plan, "parts": (*_still_true(state, move), *_told(state))}
    if (
        isinstance(state.plan.walk, Advance)
        and isinstance(state.plan.walk.answer, Unclear)
        and _stayed(state, move)
    ):
        return _asked_again(state, move)
    state = replace(state, parts=_still_true(state, move))
    if move.step is not None and is_begun_afar(state):
        return _waited_for(state, move)
    speech = speak(move, state.library, state.voice)
    due = state.message.at + timedelta(seconds=move.wait_seconds) if move.wait_seconds else None
    return {
        "conversation": replace(state.conversation, due_at=due),
        "parts": (
            *state.parts,
            *_opening(state, move),
            *_told(state),
            *passed_over(state, move),
            *speech.parts,
        ),
        "choices": speech.choices,
        "kind": speech.kind,
        "wait_until": due,
        "status": Status.WAITING if due else Status.OPEN,
    }


def _waited_for(state: TurnState, move: Move) -> dict[str, Any]:
    """A guide begun by who is not at home: what was understood; its first step waits for them."""
    words = Part("away", state.voice.say("away_begin"))
    return {
        "parts": (*state.parts, *_opening(state, move), *_told(state), *passed_over(state, move), words),
        "choices": speak(move, state.library, state.voice).choices,
        "kind": ReplyKind.WAIT,
        "status": Status.WAITING,
    }


def _moved(state: TurnState) -> Move:
    task, library = state.plan.walk, state.library
    facts = given(state.conversation)
    if isinstance(task, Begin):
        return begin(library, task.scenario, facts)
    progress = state.conversation.progress
    assert progress is not None  # noqa: S101  (the first station plans these only while a scenario is walked)
    if isinstance(task, Rewind):
        return rewind(library, progress, f"{task.scenario}/{task.step}", task.answer, facts)
    assert isinstance(task, Advance)  # noqa: S101  (the last kind there is)
    return advance(library, progress, task.answer, facts)


def given(conversation: Conversation) -> Mapping[str, object]:
    """What was known from elsewhere than this walk; the walk keeps its own findings."""
    return {name: fact.value for name, fact in conversation.facts.items() if fact.source != WALK}


def remember(state: TurnState, move: Move) -> Conversation:
    """The conversation after the move: progress and facts. A new question has not been asked or explained before."""
    before, task = state.conversation, state.plan.walk
    before = without(before, task.scenario) if isinstance(task, Begin) else before
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
    same = _same_question(before, move)
    return replace(
        before,
        progress=move.progress,
        facts={**given, **found, **earlier},
        asked_again=before.asked_again if same else 0,
        helped=before.helped if same else 0,
    )


def _same_question(before: Conversation, move: Move) -> bool:
    then, now = before.progress, move.progress
    return then is not None and (then.scenario, then.step_id, then.phase) == (
        now.scenario,
        now.step_id,
        now.phase,
    )


def _all_tried(state: TurnState, move: Move) -> tuple[Tried, ...]:
    """What was tried, in the customer's own words. A corrected answer takes the place of the wrong one."""
    before, new = state.conversation, _tried(state, move, state.conversation.turns + 1)
    kept = before.tried
    if isinstance(state.plan.walk, Rewind):
        places = {(tried.scenario, tried.step) for tried in new}
        kept = tuple(tried for tried in kept if (tried.scenario, tried.step) not in places)
    return (*kept, *new)[-MOST_TRIED:]


def _tried(state: TurnState, move: Move, turn: int) -> tuple[Tried, ...]:
    progress, task = state.conversation.progress, state.plan.walk
    if progress is None or not isinstance(task, Advance | Rewind):
        return ()
    place = task.scenario if isinstance(task, Rewind) else progress.scenario
    scenario = state.library.get(place)
    ref = task.step if isinstance(task, Rewind) else progress.step_id
    step = scenario.step(ref) if scenario else None
    title = state.voice.text(step.title) if step else state.voice.say("closing")
    result = task.answer.outcome_id if isinstance(task.answer, Chosen) else type(task.answer).__name__
    outcome = step.outcome(result) if step else None
    shown = state.voice.text(outcome.label) if outcome else result
    said = state.message.masked or shown
    return (Tried(place, ref or "closing", title, said, shown, turn),)


def _evidence(move: Move, state: TurnState) -> tuple[Evidence, ...]:
    return tuple(Evidence(reason.source, _says(reason, state)) for reason in move.reasons)


def _says(reason: Reason, state: TurnState) -> str:
    return reason.get(state.voice.language)


def _opening(state: TurnState, move: Move) -> tuple[Part, ...]:
    """At the start of a guide: what was understood, in the author's words or by its title."""
    if not isinstance(state.plan.walk, Begin):
        return ()
    scenario = state.library[move.progress.scenario]
    title = state.voice.text(scenario.title)
    authored = state.voice.text(scenario.opening)
    return (Part("begin", authored or state.voice.say("begin", title=inside(title))),)


def _told(state: TurnState) -> tuple[Part, ...]:
    """What the complaint answered already, said aloud so that it can be set right."""
    if not state.told:
        return ()
    first, *more = (inside(label) for label in state.told)
    phrase = "told_two" if more else "told"
    return (Part("told", state.voice.say(phrase, label=first, other="".join(more))),)


def _stayed(state: TurnState, move: Move) -> bool:
    progress = state.conversation.progress
    return (
        progress is not None and move.kind in (Kind.ASK, Kind.CLOSING, Kind.CONFIRMING) and move.attempt > 1
    )


def _still_true(state: TurnState, move: Move) -> tuple[Part, ...]:
    """What was to be said before the move was known: nobody picks an answer when the question is left behind, but
    everybody hears that it is; and a step that only a person can replace is not "left out"."""
    left = move.kind is not Kind.CONSENT and isinstance(state.plan.walk, Advance)
    parts = [_left_behind(state, move) if left and part.kind in ASKING else part for part in state.parts]
    if move.kind is Kind.CONSENT:  # asks for a colleague after all
        parts = [part for part in parts if part.kind != NO_PERSON]
    if move.kind is Kind.ESCALATE:
        words = Part("no_other_way", state.voice.say("no_other_way"))
        parts = [words if part.kind == "cannot_do" else part for part in parts]
    return tuple(parts)


def _left_behind(state: TurnState, move: Move) -> Part:
    """What becomes of a question that was put often enough: the guide goes on, or a person is needed."""
    phrase = "unclear_person" if move.kind is Kind.ESCALATE else "unclear_go_on"
    return Part(phrase, state.voice.say(phrase))


def _asked_again(state: TurnState, move: Move) -> dict[str, Any]:
    speech = speak(move, state.library, state.voice)
    refused = any(part.kind == NONE_FIT for part in state.parts)  # the list was turned down a moment ago
    among = state.plan.walk.among if isinstance(state.plan.walk, Advance) else ()
    likely = tuple(choice for choice in speech.choices if choice.id in among)
    asked = _options(likely, state, "choose_between") if likely else _options(speech.choices, state)
    return {
        "parts": (*state.parts, *(() if refused else asked)),
        "choices": speech.choices,
        "kind": ReplyKind.CLARIFY,
    }


def _options(choices: tuple[Choice, ...], state: TurnState, phrase: str = "choose_from") -> tuple[Part, ...]:
    if not choices:
        return ()
    return (Part("options", state.voice.say(phrase, options=state.voice.listed(choices))),)


def _said_again(
    how: str, move: Move, state: TurnState, parts: tuple[Part, ...]
) -> tuple[tuple[Part, ...], int]:
    """The open question in the manner asked for, and how often help was given."""
    helped = state.conversation.helped
    if how == "wait":
        return (), helped
    at_goal = move.kind in GOAL_PHASES
    if how == "help" and move.step is not None and not at_goal:
        return (Part("help", help_for(move.step, helped, state.voice)),), helped + 1
    if how == "after_wait":
        return _options(step_choices(move, state.library, state.voice), state) or parts, helped
    if how == "back":
        return (Part("back", state.voice.say("back_to_step")), *parts), helped
    if how in ("welcome", "recap") and move.step is not None:
        phrase = "welcome_back" if how == "welcome" else "stopped_at"
        title = state.voice.text(move.step.title)
        return (Part(how, state.voice.say(phrase, step=title)), *parts), 0
    return parts, helped


def _resolved(state: TurnState, move: Move) -> dict[str, Any]:
    words = Part("resolved", state.voice.text(move.success) or state.voice.say("resolved"))
    conversation = replace(state.conversation, due_at=None)
    asked = tuple(part for part in state.parts if part.kind == OTHER_THING)  # comes after the end
    state = replace(state, parts=tuple(part for part in state.parts if part not in asked))
    told: tuple[Part, ...] = (words, *asked)
    base: dict[str, Any] = {"kind": ReplyKind.RESOLVED, "status": Status.RESOLVED}
    if conversation.ticket is not None:  # mended while a call was awaited: the person is told
        conversation = replace(conversation, requests={})
        told = (
            words,
            *asked,
            Part("noted", state.voice.say("works_added", ticket=conversation.ticket), fixed=True),
        )
        base["note"] = state.message.masked
    return {**base, **next_problem(state, conversation, told)}


def _ended_open(state: TurnState, move: Move) -> dict[str, Any]:
    """A procedure on its own came to its end: nothing was solved or handed over."""
    said = tuple(Part("say", state.voice.text(text)) for text in move.say)
    parts = (*state.parts, *said, Part("open", state.voice.say("offer_person_refused")))
    return {"parts": parts, "kind": ReplyKind.INFORMED, "status": Status.OPEN}


def next_problem(state: TurnState, conversation: Conversation, parts: tuple[Part, ...]) -> dict[str, Any]:
    """After an end: what was set aside or also mentioned is offered, as a question."""
    offered, offer, choices = offer_next(conversation, state.library, state.voice)
    return {"conversation": offered, "parts": (*state.parts, *parts, *offer), "choices": choices}


def _buttons(question: Question, voice: Voice) -> tuple[Choice, ...]:
    """The answers of a question of the agent itself; an open one has none."""
    if [option.id for option in question.options] == [NONE_OF_THESE]:
        return ()
    return tuple(
        Choice(option.id, option.labels.get(voice.language) or next(iter(option.labels.values())))
        for option in question.options
    )


def _hand_over(state: TurnState, move: Move) -> HandOver:
    reasons = {name: state.voice.speaking(name).fill(move.reason.get(name)) for name in state.voice.phrases}
    said = move.reasons[-1].says if move.reasons else ""
    return HandOver(
        "authored",
        reasons[state.voice.language] or said,
        move.priority or "normal",
        move.ticket_type or "support_callback",
        state.voice.text(move.message),
        {name: text or said for name, text in reasons.items()},
    )
