"""The first station: hears the message and decides what this turn has to do. It does none of it.

Rules are asked in a fixed order; the first one that has an answer decides. What outranks everything stands first:
a person in charge, danger, the wish for a person. Then the open question, then the routing of a free message.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from agent.conversation import (
    Conversation,
    Evidence,
    FactValue,
    Owner,
    Part,
    Pending,
    PendingKind,
    ReplyKind,
    Route,
    Status,
)
from agent.dialogue.ear import NO, NONE_OF_THESE, YES, Ear, facts_of
from agent.dialogue.scene import Decision, Scene, say, stay, walking
from agent.dialogue.several import problems_in
from agent.dialogue.state import (
    Begin,
    Clarify,
    HandOver,
    Hearing,
    LookUp,
    Plan,
    Restate,
    TurnState,
)
from agent.dialogue.step_answers import StepAnswers
from agent.routing import Router

ENOUGH_ASKING = 2
LISTS = ("already_tried",)


Rule = Callable[[Scene], Decision | None]


class Decide:
    """The station `understand`."""

    def __init__(self, ear: Ear, router: Router) -> None:
        self._ear = ear
        self._router = router
        self._steps = StepAnswers(ear)
        self._rules: tuple[Rule, ...] = (
            self._danger,
            self._person_in_charge,
            self._foreign,
            self._nothing_said,
            self._pressed,
            self._person,
            self._pending,
            self._step,
            self._after_the_end,
            self._free,
        )
        self._routes: dict[str, Callable[[Scene, Route], Decision]] = {
            "scenario": self._to_scenario,
            "article": self._to_article,
            "clarify": self._to_clarify,
            "person": self._to_person,
            "danger": self._to_danger,
            "courtesy": self._to_courtesy,
            "out_of_scope": self._to_refusal,
            "abuse": self._to_boundary,
            "unclear": self._to_unclear,
        }

    def __call__(self, state: TurnState) -> dict[str, Any]:
        if state.plan != Plan():
            return {}
        scene = self._scene(state)
        decision = next(found for rule in self._rules if (found := rule(scene)) is not None)
        heard = tuple(act.evidence for act in scene.hearing.acts)
        return {
            "conversation": decision.conversation,
            "voice": scene.voice,
            "hearing": scene.hearing,
            "route": decision.route,
            "plan": decision.plan,
            "parts": state.parts + decision.parts,
            "kind": decision.kind,
            "status": decision.status,
            "outcome": decision.outcome,
            "why": state.why + heard + decision.why,
        }

    def _scene(self, state: TurnState) -> Scene:
        before = state.conversation
        if state.message.choice and not state.message.text:
            hearing = Hearing(before.language)
        else:
            hearing = self._ear.hear(state.message.text, before, state.library)
        voice = state.voice.speaking(hearing.language)
        conversation = _with_facts(replace(before, language=hearing.language), hearing)
        return Scene(
            conversation, state.message, hearing, state.library, replace(voice, facts=facts_of(conversation))
        )

    # what outranks everything

    def _danger(self, scene: Scene) -> Decision | None:
        return self._to_danger(scene, None) if scene.hearing.has("danger") else None

    def _to_danger(self, scene: Scene, route: Route | None) -> Decision:
        hand_over = HandOver("danger", f"danger: {scene.message.masked}", "urgent", "technician_visit")
        words = Part("danger", scene.voice.say("danger"), fixed=True)
        return Decision(scene.conversation, Plan(hand_over=hand_over), (words,), ReplyKind.ESCALATED)

    def _person_in_charge(self, scene: Scene) -> Decision | None:
        if scene.conversation.owner is not Owner.PERSON:
            return None
        return say(scene, "with_person_note", kind=ReplyKind.HANDED_OVER)

    def _foreign(self, scene: Scene) -> Decision | None:
        if not scene.hearing.foreign or scene.message.choice:
            return None
        return say(scene, "foreign", kind=ReplyKind.REFUSED)

    def _nothing_said(self, scene: Scene) -> Decision | None:
        if scene.message.text or scene.message.choice:
            return None
        return say(scene, "empty", kind=ReplyKind.CLARIFY, plan=stay(scene))

    def _pressed(self, scene: Scene) -> Decision | None:
        """A button is an answer beyond doubt; one that does not belong here is treated as words."""
        choice, conversation = scene.message.choice, scene.conversation
        if choice is None:
            return None
        question = self._ear.open_question(conversation, scene.library)
        options = {option.id for option in question.options} if question else set()
        because = (Evidence("button", choice, 1.0),)
        if choice in options and conversation.pending is not None:
            return self._pending_answer(scene, choice, because)
        if choice in options and walking(conversation):
            return self._steps.chosen(scene, choice, because)
        if scene.message.text:
            return None
        again = say(scene, "ask_again", kind=ReplyKind.CLARIFY, plan=stay(scene, "repeat"))
        return replace(again, why=(Evidence("button", f"{choice} is no answer to the open question"),))

    def _person(self, scene: Scene) -> Decision | None:
        if not scene.hearing.has("person"):
            return None
        hand_over = HandOver("person", "the customer asked for a person")
        return Decision(scene.conversation, Plan(hand_over=hand_over), kind=ReplyKind.HANDED_OVER)

    # the agent's own open question

    def _pending(self, scene: Scene) -> Decision | None:
        pending, reading = scene.conversation.pending, scene.hearing.reading
        if pending is None or reading is None:
            return None
        if reading.kind == "outcome" and reading.outcome:
            return self._pending_answer(scene, reading.outcome, reading.evidence)
        if pending.kind is PendingKind.CLARIFY:
            return self._clarified(scene, pending)
        if (reading.kind == "act" and reading.act in ("question", "digression")) or scene.hearing.has(
            "problem"
        ):
            return None
        if reading.act == "stop":
            return self._pending_answer(scene, NO, reading.evidence)
        return say(scene, "ask_again", kind=ReplyKind.CLARIFY, plan=Plan(walk=Restate("pending")))

    def _pending_answer(self, scene: Scene, answer: str, because: tuple[Evidence, ...]) -> Decision:
        pending = scene.conversation.pending
        assert pending is not None  # noqa: S101  (a rule calls this only with an open question)
        settled = replace(scene, conversation=replace(scene.conversation, pending=None, asked_again=0))
        handlers: dict[PendingKind, Callable[[Scene, Pending, str], Decision]] = {
            PendingKind.CLARIFY: self._clarify_answer,
            PendingKind.CONSENT: _consent_answer,
            PendingKind.OFFER_PERSON: _offer_answer,
            PendingKind.RESUME: _resume_answer,
        }
        decision = handlers[pending.kind](settled, pending, answer)
        return replace(decision, outcome=answer, why=because + decision.why)

    def _clarify_answer(self, scene: Scene, pending: Pending, answer: str) -> Decision:
        if answer == NONE_OF_THESE:
            again = replace(scene.conversation, pending=Pending(PendingKind.CLARIFY, (), pending.about))
            return say(replace(scene, conversation=again), "clarify_open", kind=ReplyKind.CLARIFY)
        return Decision(replace(_new_round(scene), complaint=pending.about), Plan(walk=Begin(answer)))

    def _clarified(self, scene: Scene, pending: Pending) -> Decision | None:
        """A reply in own words to "which of these?": read together with the complaint."""
        free = replace(scene.conversation, pending=None)
        together = f"{pending.about}. {scene.message.text}"
        route = self._route(replace(scene, conversation=free), together)
        alone = self._route(replace(scene, conversation=free), scene.message.text)
        best = max((route, alone), key=lambda found: (found.kind == "scenario", found.confidence))
        if best.kind == "scenario":
            return self._routed(replace(scene, conversation=free), best)
        if alone.kind != "clarify" and alone.kind != "unclear":
            return self._routed(replace(scene, conversation=free), alone)
        if scene.conversation.asked_again >= ENOUGH_ASKING:
            return _offer_person(replace(scene, conversation=free))
        return Decision(scene.conversation, Plan(clarify=Clarify(pending.options)), kind=ReplyKind.CLARIFY)

    # the scenario's open question

    def _step(self, scene: Scene) -> Decision | None:
        if not walking(scene.conversation) or scene.conversation.pending is not None:
            return None
        decision = self._steps(scene)
        if decision is not None:
            return decision
        return self._other_problem(scene) or self._steps.unclear(scene)

    def _other_problem(self, scene: Scene) -> Decision | None:
        """A reply that is no answer may be a new problem: only if it clearly belongs elsewhere."""
        progress = scene.conversation.progress
        if progress is None or not scene.hearing.has("problem", "correction"):
            return None
        route = self._route(scene, scene.message.text)
        if route.kind != "scenario" or route.target in (None, progress.scenario):
            return None
        here, there = scene.library.get(progress.scenario), scene.library.get(route.target or "")
        if here is None or there is None or _kin(here.problem_type, there.problem_type, scene.hearing):
            return None
        if scene.hearing.has("correction"):
            fresh = replace(scene.conversation, progress=None, facts=_stated_only(scene), tried=())
            changed = Part("changed", scene.voice.say("changed_problem"))
            return replace(self._routed(replace(scene, conversation=fresh), route), parts=(changed,))
        aside = replace(
            scene.conversation, suspended=(*scene.conversation.suspended, progress), progress=None
        )
        title = scene.voice.text(here.title)
        part = Part("set_aside", scene.voice.say("set_aside", title=title))
        return replace(self._routed(replace(scene, conversation=aside), route), parts=(part,))

    # a free message

    def _after_the_end(self, scene: Scene) -> Decision | None:
        """Thanks and good news after the end change nothing but the mood."""
        conversation, hearing = scene.conversation, scene.hearing
        if conversation.status is Status.OPEN or conversation.pending is not None:
            return None
        if hearing.has("solved") and not hearing.has("problem"):
            return say(scene, "resolved", kind=ReplyKind.RESOLVED, status=Status.RESOLVED)
        if hearing.has("thanks", "goodbye") and not hearing.has("problem", "question"):
            phrase = "thanks" if hearing.has("thanks") else "goodbye"
            return say(scene, phrase, kind=ReplyKind.COURTESY, status=conversation.status)
        return None

    def _free(self, scene: Scene) -> Decision:
        free = replace(scene, conversation=replace(scene.conversation, pending=None))
        return self._several(free) or self._routed(free, self._route(free, scene.message.text))

    def _several(self, scene: Scene) -> Decision | None:
        """Two faults in one message: the first is served, the others queue, and the customer hears the order."""
        understanding = self._ear.understanding
        parts = problems_in(scene.message.text, scene.conversation.language, understanding)
        routes = [self._route(scene, part) for part in parts]
        found = {route.target: route for route in routes if route.kind == "scenario" and route.target}
        if len(found) < 2:
            return None
        (_, route), *rest = found.items()
        titles = [scene.voice.text(scene.library[name].title) for name in found]
        words = Part("queued", scene.voice.say("queued", first=titles[0], second="“, „".join(titles[1:])))
        decision = self._routed(scene, route)
        queued = replace(decision.conversation, queue=tuple(name for name, _ in rest))
        return replace(decision, conversation=queued, parts=(words, *decision.parts))

    def _route(self, scene: Scene, text: str) -> Route:
        return self._router.route(
            text,
            language=scene.conversation.language,
            facts=scene.hearing.facts,
            acts=scene.hearing.acts,
        )

    def _routed(self, scene: Scene, route: Route) -> Decision:
        decision = self._routes[str(route.kind)](scene, route)
        return replace(decision, route=route, why=decision.why + route.evidence)

    def _to_scenario(self, scene: Scene, route: Route) -> Decision:
        begun = replace(_new_round(scene), complaint=scene.message.masked, asked_again=0)
        return Decision(begun, Plan(walk=Begin(route.target or "")))

    def _to_article(self, scene: Scene, route: Route) -> Decision:
        return Decision(scene.conversation, Plan(look_up=LookUp(scene.message.text)), kind=ReplyKind.ANSWER)

    def _to_clarify(self, scene: Scene, route: Route) -> Decision:
        options = tuple(alternative.target for alternative in route.alternatives)
        begun = replace(_new_round(scene), complaint=scene.message.masked)
        return Decision(begun, Plan(clarify=Clarify(options)), kind=ReplyKind.CLARIFY)

    def _to_person(self, scene: Scene, route: Route) -> Decision:
        hand_over = HandOver("person", "the customer asked for a person")
        return Decision(scene.conversation, Plan(hand_over=hand_over), kind=ReplyKind.HANDED_OVER)

    def _to_courtesy(self, scene: Scene, route: Route) -> Decision:
        for act, phrase in (("thanks", "thanks"), ("goodbye", "goodbye"), ("greeting", "greeting_back")):
            if scene.hearing.has(act):
                return say(scene, phrase, kind=ReplyKind.COURTESY)
        return say(scene, "small_talk", kind=ReplyKind.COURTESY)

    def _to_refusal(self, scene: Scene, route: Route) -> Decision:
        return say(scene, "out_of_scope", kind=ReplyKind.REFUSED)

    def _to_boundary(self, scene: Scene, route: Route) -> Decision:
        phrase = "out_of_scope" if scene.hearing.has("injection") else "abuse"
        return say(scene, phrase, kind=ReplyKind.REFUSED)

    def _to_unclear(self, scene: Scene, route: Route) -> Decision:
        if scene.conversation.asked_again >= ENOUGH_ASKING:
            return _offer_person(scene)
        asked = scene.conversation.asked_again
        words = Part("unclear", scene.voice.say_nth("unclear", asked))
        return Decision(
            replace(scene.conversation, asked_again=asked + 1), parts=(words,), kind=ReplyKind.CLARIFY
        )


def _with_facts(conversation: Conversation, hearing: Hearing) -> Conversation:
    """What was stated becomes known; a list grows, anything else is replaced by the later word."""
    if hearing.has("question", "injection") and not hearing.has("problem", "correction"):
        return conversation
    turn = conversation.turns + 1
    known = dict(conversation.facts)
    for stated in hearing.stated:
        value = stated.value
        if stated.name in LISTS and stated.name in known:
            value = list(dict.fromkeys([*known[stated.name].value, *value]))
        known[stated.name] = FactValue(value, "customer", turn)
    return replace(conversation, facts=known)


def _stated_only(scene: Scene) -> dict[str, FactValue]:
    turn = scene.conversation.turns + 1
    return {name: FactValue(value, "customer", turn) for name, value in scene.hearing.facts.items()}


def _new_round(scene: Scene) -> Conversation:
    """A new problem begins with what this message states and what the caller gave, not with the last one's answers."""
    before = scene.conversation
    given = {name: fact for name, fact in before.facts.items() if fact.source not in ("customer", "walk")}
    return replace(
        before,
        facts={**given, **_stated_only(scene)},
        tried=(),
        ticket=None,
        due_at=None,
        helped=0,
    )


def _kin(here: str, there: str, hearing: Hearing) -> bool:
    """Whether a reply speaks of the same service, so that it is rather an unclear answer than a new problem."""
    return here == there and not hearing.has("correction")


def _offer_person(scene: Scene) -> Decision:
    offered = replace(scene.conversation, pending=Pending(PendingKind.OFFER_PERSON), asked_again=0)
    return Decision(offered, parts=(Part("offer", scene.voice.say("offer_person")),), kind=ReplyKind.CLARIFY)


def _consent_answer(scene: Scene, pending: Pending, answer: str) -> Decision:
    details = dict(pending.details)
    if answer == YES:
        hand_over = HandOver(
            "agreed",
            details["reason"],
            details["priority"],
            details["ticket_type"],
            details.get("message", ""),
        )
        return Decision(scene.conversation, Plan(hand_over=hand_over), kind=ReplyKind.ESCALATED)
    refused = replace(scene.conversation, pending=Pending(PendingKind.OFFER_PERSON, about=details["reason"]))
    words = Part("consent_refused", scene.voice.say("consent_refused"))
    return Decision(refused, parts=(words,), kind=ReplyKind.CLARIFY)


def _offer_answer(scene: Scene, pending: Pending, answer: str) -> Decision:
    if answer == YES:
        hand_over = HandOver("person", pending.about or "the customer accepted the offer of a person")
        return Decision(scene.conversation, Plan(hand_over=hand_over), kind=ReplyKind.HANDED_OVER)
    return say(scene, "offer_person_refused", kind=ReplyKind.COURTESY)


def _resume_answer(scene: Scene, pending: Pending, answer: str) -> Decision:
    *rest, last = scene.conversation.suspended or (None,)
    queued = str(pending.details.get("scenario", ""))
    if answer == YES and last is None and queued in scene.library:
        return Decision(_new_round(scene), Plan(walk=Begin(queued)))
    if answer == YES and last is not None:
        resumed = replace(scene.conversation, progress=last, suspended=tuple(rest), status=Status.OPEN)
        return Decision(resumed, Plan(walk=Restate("welcome")))
    dropped = replace(scene, conversation=replace(scene.conversation, suspended=()))
    return say(dropped, "resume_dropped", kind=ReplyKind.COURTESY)
