"""Answers to the agent's own questions: which of these, a visit, a person, a problem set aside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from agent.conversation import Part, Pending, PendingKind, ReplyKind, Status
from agent.dialogue.cases import SCENARIO, case_of, taken_up, without, yes_or_no
from agent.dialogue.ear import APPOINTMENT, NONE_OF_THESE, NOTHING_MORE, YES
from agent.dialogue.own_words import WRITTEN
from agent.dialogue.rounds import new_round
from agent.dialogue.scene import Decision, Scene, in_languages, say
from agent.dialogue.state import Begin, HandOver, Plan, Restate
from agent.understanding import Reading

REFUSED = "refused_visit"  # what the visit was to be booked with
TITLE = frozenset({"label", "pattern"})


def offer_person(scene: Scene) -> Decision:
    offered = replace(scene.conversation, pending=Pending(PendingKind.OFFER_PERSON), asked_again=0)
    words = Part("offer", scene.voice.say("offer_person"))
    choices = yes_or_no("offer_person", scene.voice)
    return Decision(offered, parts=(words,), kind=ReplyKind.CLARIFY, choices=choices)


def clarify_answer(scene: Scene, pending: Pending, answer: str) -> Decision:
    if answer != NONE_OF_THESE:
        begun = replace(scene.conversation, complaint=pending.about)
        return Decision(begun, Plan(walk=Begin(answer, pending.about)))
    if not pending.options:
        return offer_person(scene)
    again = replace(scene.conversation, pending=Pending(PendingKind.CLARIFY, (), pending.about))
    return say(replace(scene, conversation=again), "clarify_open", kind=ReplyKind.CLARIFY)


def consent_answer(scene: Scene, pending: Pending, answer: str) -> Decision:
    details = dict(pending.details)
    if answer == YES:
        reasons = _with_time(scene, details.get("reasons", {}))
        hand_over = HandOver(
            "agreed",
            reasons.get(scene.voice.language) or details["reason"],
            details["priority"],
            details["ticket_type"],
            details.get("message", ""),
            reasons,
            timed=scene.hearing.has(APPOINTMENT),
        )
        return Decision(scene.conversation, Plan(hand_over=hand_over), kind=ReplyKind.ESCALATED)
    kept = {"reasons": details.get("reasons", {}), REFUSED: details}
    offer = Pending(PendingKind.OFFER_PERSON, about=details["reason"], details=kept)
    refused = replace(scene.conversation, pending=offer)
    words = Part("consent_refused", scene.voice.say("consent_refused"))
    choices = yes_or_no("offer_person", scene.voice)
    return Decision(refused, parts=(words,), kind=ReplyKind.CLARIFY, choices=choices)


def offer_answer(scene: Scene, pending: Pending, answer: str) -> Decision:
    if answer == YES:
        reasons = pending.details.get("reasons") or in_languages(scene, "reason_agreed")
        reasons = _with_time(scene, reasons)
        timed = scene.hearing.has(APPOINTMENT)
        reason = (not timed and pending.about) or reasons.get(scene.voice.language, "")
        hand_over = HandOver("person", reason, reasons=reasons, timed=timed)
        return Decision(scene.conversation, Plan(hand_over=hand_over), kind=ReplyKind.HANDED_OVER)
    leaves = scene.hearing.has("goodbye", NOTHING_MORE)
    return say(scene, "goodbye" if leaves else "offer_person_refused", kind=ReplyKind.COURTESY)


def answered(scene: Scene, pending: Pending, answer: str) -> Decision:
    """What an answer to the agent's own question does."""
    handlers: dict[PendingKind, Callable[[Scene, Pending, str], Decision]] = {
        PendingKind.CLARIFY: clarify_answer,
        PendingKind.CONSENT: consent_answer,
        PendingKind.OFFER_PERSON: offer_answer,
        PendingKind.RESUME: resume_answer,
    }
    return handlers[pending.kind](scene, pending, answer)


def _with_time(scene: Scene, reasons: Mapping[str, str]) -> Mapping[str, str]:
    """The reasons, with the customer's words where they say when it suits."""
    if not scene.hearing.has(APPOINTMENT):
        return reasons
    noted = in_languages(scene, "reason_time", said=scene.message.masked)
    return {name: f"{reason}; {noted[name]}" for name, reason in reasons.items()}


def resume_answer(scene: Scene, pending: Pending, answer: str) -> Decision:
    name = str(pending.details.get(SCENARIO, ""))
    case = case_of(scene.conversation, name)
    left = without(scene.conversation, name)
    if answer == YES and case is not None:
        resumed = replace(taken_up(scene.conversation, case), status=Status.OPEN)
        return Decision(resumed, Plan(walk=Restate("welcome")))
    if answer == YES and name in scene.library:
        return Decision(new_round(replace(scene, conversation=left)), Plan(walk=Begin(name)))
    return say(replace(scene, conversation=left), "resume_dropped", kind=ReplyKind.COURTESY)


def names_guide(reading: Reading) -> bool:
    """Whether a reply names a guide in a word of its title, or as an author wrote it: likeness alone may be about anything."""
    named = {each.source for each in reading.evidence if (each.weight or 0) > 0}
    written = any(each.source == "example" and (each.weight or 0) >= WRITTEN for each in reading.evidence)
    return written or bool(named & TITLE) or reading.outcome == NONE_OF_THESE
