"""A Move of the walk -> what must be said: parts in a human order, choices, the kind of reply."""

from __future__ import annotations

from dataclasses import dataclass

from agent.conversation import Choice, Part, ReplyKind
from agent.dialogue.ear import GOAL_PHASES
from agent.dialogue.voice import Voice
from agent.scenarios import Kind, Library, Move, Progress, Step, asked_outcomes

MINUTE = 60


@dataclass(frozen=True, slots=True)
class Speech:
    """What a Move says and offers."""

    parts: tuple[Part, ...]
    choices: tuple[Choice, ...] = ()
    kind: ReplyKind = ReplyKind.ASK


def speak(move: Move, library: Library, voice: Voice) -> Speech:
    """The words of `move`: what was heard before comes from the caller, this is what follows."""
    said = tuple(Part("say", voice.text(text)) for text in move.say)
    if move.kind in GOAL_PHASES:
        return Speech((*said, Part("question", goal_question(move, voice))), goal_choices(voice))
    if move.step is None or move.progress.over:
        return Speech(said)
    if move.kind is Kind.CONSENT:
        return Speech(
            (*said, Part("consent", voice.text(move.step.consent), fixed=True)), consent_choices(voice)
        )
    step = instruction(move.step, voice)
    wait = _wait(move.wait_seconds, voice)
    kind = ReplyKind.WAIT if move.wait_seconds else ReplyKind.ASK
    return Speech((*said, *step, *wait), step_choices(move, library, voice), kind)


def instruction(step: Step, voice: Voice) -> tuple[Part, ...]:
    """The safety words, never rephrased, and then the instruction."""
    safety = voice.text(step.safety)
    warned = (Part("safety", safety, fixed=True),) if safety else ()
    return (*warned, Part("instruction", voice.text(step.instruction)))


def help_for(step: Step, nth: int, voice: Voice) -> str:
    """The author's help the first time, then a way out: never the same text twice in a row."""
    helped = voice.text(step.help_text)
    return helped if helped and nth == 0 else voice.say("no_more_help")


def goal_question(move: Move, voice: Voice) -> str:
    """The goal test of the scenario, or the confirmation of what the customer said."""
    if move.kind is Kind.CONFIRMING:
        return voice.say("confirm")
    return voice.text(move.question) or voice.say("closing")


def current(library: Library, progress: Progress) -> Move:
    """The move that put the open question, to put it again."""
    scenario = library[progress.scenario]
    step = scenario.step(progress.step_id)
    return Move(progress.phase, progress, step, progress.scenario, question=scenario.closing.question)


def consent_choices(voice: Voice) -> tuple[Choice, ...]:
    """Yes and no."""
    return Choice("yes", voice.say("consent_yes")), Choice("no", voice.say("consent_no"))


def goal_choices(voice: Voice) -> tuple[Choice, ...]:
    """Works, does not, partly."""
    return tuple(Choice(name, voice.say(name)) for name in ("works", "not_working", "partly"))


def step_choices(move: Move, library: Library, voice: Voice) -> tuple[Choice, ...]:
    """The listed answers as buttons."""
    outcomes = asked_outcomes(move.progress, library)
    return tuple(
        Choice(outcome.id, voice.text(outcome.label)) for outcome in outcomes if voice.text(outcome.label)
    )


def _wait(seconds: int, voice: Voice) -> tuple[Part, ...]:
    if not seconds:
        return ()
    return (Part("wait", voice.say("wait_step", minutes=max(1, round(seconds / MINUTE)))),)
