"""The station `look_up`: answers a question from the knowledge base, with its source, or says that it cannot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

from agent.conversation import Evidence, Part, Pending, PendingKind, ReplyKind, Source
from agent.dialogue.cases import yes_or_no
from agent.dialogue.state import Restate, TurnState
from agent.knowledge import Answer

MOST_CITED = 10


class Knowing(Protocol):
    """Answers a question in a language, or None."""

    def ask(self, query: str, language: str, /) -> Answer | None: ...


class LookingUp:
    """Looks a question up; the pending step is put again afterwards by the walk station."""

    def __init__(self, knowledge: Knowing) -> None:
        self._knowledge = knowledge

    def __call__(self, state: TurnState) -> dict[str, Any]:
        task = state.plan.look_up
        assert task is not None  # noqa: S101  (the floor plan comes here only with a question)
        language = state.conversation.language
        found = [self._knowledge.ask(question, language) for question in (task.question, *task.also)]
        answers = {answer.text: answer for answer in found if answer is not None}
        if not answers:
            return self._nothing(state, task.offer)
        if state.plan.walk is None and all(text in state.conversation.last_text for text in answers):
            return _said_before(state)
        return _answered(state, tuple(answers.values()))

    def _nothing(self, state: TurnState, offer: bool) -> dict[str, Any]:
        nothing = Evidence("knowledge", "nothing above the threshold")
        if not offer and state.plan.walk is None and state.conversation.ticket:
            words = Part(
                "not_found",
                state.voice.say("not_found_noted", ticket=state.note_for or state.conversation.ticket),
            )
            return {
                "parts": (*state.parts, words),
                "why": (*state.why, nothing),
                "note": state.message.masked,
            }
        if not offer:
            return {"why": (*state.why, nothing)}
        if state.plan.walk is not None:
            words = Part("not_found", state.voice.say("not_found_step"))
            return {"parts": (*state.parts, words), "why": (*state.why, nothing)}
        about = {
            name: state.voice.speaking(name).say("reason_unanswered", said=state.message.masked)
            for name in state.voice.phrases
        }
        pending = Pending(PendingKind.OFFER_PERSON, details={"reasons": about})
        return {
            "conversation": replace(state.conversation, pending=pending),
            "parts": (*state.parts, Part("not_found", state.voice.say("not_found"))),
            "choices": yes_or_no("offer_person", state.voice),
            "kind": ReplyKind.CLARIFY,
            "why": (*state.why, nothing),
        }


def _said_before(state: TurnState) -> dict[str, Any]:
    """The same answer twice in a row helps nobody: a person is offered."""
    return {
        "conversation": replace(state.conversation, pending=Pending(PendingKind.OFFER_PERSON)),
        "parts": (*state.parts, Part("offer", state.voice.say("offer_person"))),
        "choices": yes_or_no("offer_person", state.voice),
        "kind": ReplyKind.CLARIFY,
        "why": (*state.why, Evidence("knowledge", "the same answer was given just now")),
    }


def _answered(state: TurnState, answers: tuple[Answer, ...]) -> dict[str, Any]:
    sources: tuple[Source, ...] = ()
    parts: list[Part] = []
    for answer in answers:
        quoted = _sources(answer)
        sources = (*sources, *quoted)
        parts.append(Part("answer", answer.text))
        if quoted:
            source = state.voice.say("answer_source", title=quoted[0].title)
            parts.append(Part("source", source, fixed=True))
    told: dict[str, Any] = {
        "conversation": replace(state.conversation, cited=_cited(state.conversation.cited, sources)),
        "parts": (*state.parts, *parts),
        "sources": sources,
        "kind": ReplyKind.ANSWER,
        "why": (*state.why, *(Evidence("knowledge", s.place, s.score) for s in sources)),
    }
    walk = state.plan.walk
    if isinstance(walk, Restate) and walk.how == "help":
        return {**told, "plan": replace(state.plan, walk=Restate("back"))}
    return told


def _sources(answer: Answer) -> tuple[Source, ...]:
    return tuple(
        Source(entry.target, entry.title, entry.source, round(answer.confidence, 3))
        for entry in answer.sources
    )


def _cited(before: tuple[Source, ...], now: tuple[Source, ...]) -> tuple[Source, ...]:
    """The latest sources quoted, each once: a bounded list, for the ticket."""
    latest = {source.id: source for source in (*before, *now)}
    return tuple(latest.values())[-MOST_CITED:]
