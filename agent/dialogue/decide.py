"""The first station: hears the message and decides what this turn has to do. It does none of it.

Rules are asked in a fixed order; the first one that has an answer decides. What outranks everything stands first:
a person in charge, danger, the wish for a person. Then the open question, then the routing of a free message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from agent.conversation import Evidence, Pending, PendingKind, ReplyKind, Route, RouteKind, Status
from agent.dialogue.after_the_end import after_the_end
from agent.dialogue.agreed_and_asked import agreed_and_asked
from agent.dialogue.agreed_and_told import agreed_and_told
from agent.dialogue.agreements import answered, names_guide, offer_person
from agent.dialogue.and_more import AndMore
from agent.dialogue.another_guide import other_problem, queued_behind
from agent.dialogue.as_heard import as_heard
from agent.dialogue.asked_after import asked_after, told_anew
from agent.dialogue.asked_beside import courteous, not_followed, with_asked_beside
from agent.dialogue.asked_for_person import asks_rather, own_number, to_person
from agent.dialogue.asked_instead import asked_instead
from agent.dialogue.asked_language import asked_language
from agent.dialogue.astray import ENOUGH_ASKING, Astray
from agent.dialogue.beginnings import to_guide, to_likely
from agent.dialogue.believed import believed
from agent.dialogue.beside import Beside
from agent.dialogue.beside_a_no import with_next, works_by_now
from agent.dialogue.by_cable import works_by_cable
from agent.dialogue.by_text import of_contact
from agent.dialogue.cases import with_rest
from agent.dialogue.changed_first import behind_the_change
from agent.dialogue.chosen_first import chosen_first
from agent.dialogue.clarified import names_none, not_the_one, to_the_one, to_what_was_told, with_other
from agent.dialogue.danger_asked import danger_asked, suspected
from agent.dialogue.displeasure import complained_of_service, only_displeased
from agent.dialogue.drops import not_the_speed
from agent.dialogue.ear import NO, NO_PERSON, NONE_OF_THESE, YES, Ear, facts_of
from agent.dialogue.earlier import earlier
from agent.dialogue.explained import explained
from agent.dialogue.farewell import farewell
from agent.dialogue.gone_again import gone_again
from agent.dialogue.good_news import good_news
from agent.dialogue.how_long import how_long
from agent.dialogue.kept_or_not import kept_or_not
from agent.dialogue.led_by_facts import led_by_facts
from agent.dialogue.let_go import LetGo
from agent.dialogue.named_instead import named_instead
from agent.dialogue.no_fault import to_boundary, to_courtesy, to_refusal, to_unclear
from agent.dialogue.no_person import only_refuses, without_person
from agent.dialogue.none_fits import none_fits, none_of_the_guides
from agent.dialogue.not_asked import not_asked
from agent.dialogue.not_called import calls_themselves, not_called
from agent.dialogue.not_home import not_home
from agent.dialogue.not_ours import not_ours
from agent.dialogue.not_yet_told import not_yet_told
from agent.dialogue.of_this_talk import of_this_talk
from agent.dialogue.offer_taken import offer_taken
from agent.dialogue.on_the_way import with_another_fault
from agent.dialogue.other_symptom import other_symptom
from agent.dialogue.outage import Outage, of_no_service
from agent.dialogue.own_page import own_page_at, to_own_page
from agent.dialogue.page_shown import of_page_shown
from agent.dialogue.person_wished import PersonWished
from agent.dialogue.plainly_asked import only_if_asked
from agent.dialogue.postponed import postponed, taken_up_again
from agent.dialogue.promised import Promised, noted_of, person_in_charge
from agent.dialogue.reachable import PERSON, Reaching, with_contact
from agent.dialogue.regret import regretting
from agent.dialogue.relapse import relapsed_of
from agent.dialogue.request_asked import request_asked
from agent.dialogue.rounds import known_beforehand, new_round, with_facts
from agent.dialogue.safety import Safety, stands, unsafe_guide
from agent.dialogue.scene import Decision, Scene, ask_once_more, away, say, stay, walking, welcomed
from agent.dialogue.several import served_in_order
from agent.dialogue.state import Begin, Clarify, Hearing, Plan, Restate, TurnState
from agent.dialogue.step_answers import StepAnswers, cancelled
from agent.dialogue.stopped_short import stopped_short
from agent.dialogue.suiting import with_time
from agent.dialogue.sum_asked import sum_asked
from agent.dialogue.taken_back import TakenBack
from agent.dialogue.taking_leave import wants_nothing_more
from agent.dialogue.thought_over import thought_over
from agent.dialogue.through_others import heard_through, through_others
from agent.dialogue.ticketed import Ticketed
from agent.dialogue.to_page import to_page
from agent.dialogue.topics import Topics
from agent.dialogue.turned_down import turned_down
from agent.dialogue.visit_agreed import (
    agreed_in_words,
    asked_of_visit,
    no_yes_yet,
    refuses_to_pay,
    with_asked,
)
from agent.dialogue.which_password import which_password
from agent.dialogue.why_asked import why_asked
from agent.dialogue.works_already import works_already
from agent.routing import Router
from agent.understanding.acts import DANGER, NONE_FIT

SURE_TITLE = 0.9  # so sure of a guide in other words than its title
Rule = Callable[[Scene], Decision | None]
Way = Callable[[Scene, Route], Decision]


class Decide:
    """The station `understand`."""

    def __init__(self, ear: Ear, router: Router, topics: Topics) -> None:
        self._ear, self._router, self._topics = ear, router, topics
        self._steps = StepAnswers(ear)
        self._safety = Safety(topics, self._route, ear.understanding)
        self._reaching = Reaching(ear, topics)
        let_go = LetGo(ear, topics, self._route, self._routed, self._decided)
        self._promised = Promised(topics, ear.understanding, self._route, self._routed, self._steps)
        self._ticketed = Ticketed(topics, ear.understanding)
        self._and_more = AndMore(ear, self._route, topics)
        self._astray = Astray(ear, topics, self._route, self._steps.unclear)
        self._person = PersonWished(ear, topics, self._route, self._pending_answer)
        self._outage = Outage(ear, topics, self._route, self._routed)
        self._beside = Beside(ear, self._route, self._routed)
        self._rules = self._in_order(let_go)
        self._ways = self._by_kind(let_go)

    def _in_order(self, let_go: LetGo) -> tuple[Rule, ...]:
        """The rules, what outranks everything first."""
        ear, topics = self._ear, self._topics
        return (
            lambda scene: danger_asked(scene, let_go),
            self._safety.danger,
            person_in_charge,
            self._nothing_said,
            TakenBack(ear, topics, self._safety, let_go, self._reaching),
            self._pressed,
            lambda scene: not_called(scene, ear, topics),
            lambda scene: kept_or_not(scene, ear, topics),
            lambda scene: request_asked(scene, ear, topics),
            lambda scene: earlier(scene, ear, topics, self._decided),
            lambda scene: not_asked(scene, ear, topics, self._decided),
            lambda scene: of_this_talk(scene, ear, topics, self._decided),
            self._reaching,
            self._safety,
            lambda scene: offer_taken(scene, ear, topics, self._pending_answer),
            self._person,
            lambda scene: farewell(scene, ear, topics),
            lambda scene: asked_after(scene, ear, topics),
            self._promised,
            lambda scene: asked_language(scene, ear, self._decided),
            self._foreign,
            self._restart,
            lambda scene: how_long(scene, ear, topics, self._decided),
            lambda scene: why_asked(scene, ear, topics, self._decided),
            lambda scene: not_yet_told(scene, ear, topics),
            self._agreed,
            lambda scene: thought_over(scene, ear, topics),
            lambda scene: postponed(scene, ear, topics),
            self._pending,
            self._step,
            lambda scene: after_the_end(scene, ear),
            self._free,
        )

    def _by_kind(self, let_go: LetGo) -> Mapping[str, Way]:
        """What each kind of route comes to."""
        ear, topics = self._ear, self._topics
        return {
            "scenario": lambda scene, route: which_password(scene, route, topics) or to_guide(scene, route),
            "article": lambda scene, route: to_page(scene, ear, topics, self._route),
            "clarify": lambda scene, route: which_password(scene, route, topics) or to_likely(scene, route),
            "person": lambda scene, route: (
                asks_rather(scene, ear, topics, self._route) or to_person(scene, ear.understanding)
            ),
            "danger": lambda scene, route: suspected(scene, self._safety, let_go),
            "courtesy": lambda scene, route: courteous(to_courtesy(scene), scene, ear.understanding, topics),
            "out_of_scope": lambda scene, route: to_refusal(scene, ear.understanding, topics),
            "abuse": lambda scene, route: to_boundary(scene),
            "unclear": lambda scene, route: to_unclear(scene),
        }

    def __call__(self, state: TurnState) -> dict[str, Any]:
        scene = self._scene(as_heard(state, self._ear.understanding, self._topics))
        decision = self._planned(scene, state.plan) if state.plan != Plan() else self._decided(scene)
        decision = through_others(scene, regretting(scene, decision, self._topics), self._topics)
        decision = of_contact(scene, state.conversation, decision, self._topics)
        heard = (*(act.evidence for act in scene.hearing.acts), *scene.hearing.doubts)
        return {
            "conversation": decision.conversation,
            "voice": scene.voice,
            "hearing": scene.hearing,
            "route": decision.route,
            "plan": decision.plan,
            "parts": state.parts + self._reaching.noted(state.conversation, scene, decision) + decision.parts,
            "kind": decision.kind,
            "status": decision.status,
            "outcome": decision.outcome,
            "choices": decision.choices,
            "note": noted_of(scene, state.conversation, decision),
            "note_for": decision.note_for,
            "why": state.why + heard + decision.why,
        }

    def _scene(self, state: TurnState) -> Scene:
        before = state.conversation
        if not state.message.text:
            hearing = Hearing(before.language)
        else:
            heard = heard_through(state.message.text, before, state.library, self._ear, self._topics)
            asked = before.pending is not None and before.pending.kind is PendingKind.CLARIFY
            hearing = believed(heard, state.message.text, self._router, clarifying=asked)
        voice = state.voice.speaking(hearing.language)
        conversation = with_facts(replace(before, language=hearing.language), hearing)
        understanding = self._ear.understanding
        wishes = hearing.sure(PERSON) or hearing.has(DANGER)
        conversation = with_contact(
            conversation, state.message.text, understanding, self._topics, wishes=wishes
        )
        conversation = with_time(conversation, state.message.text, hearing, understanding, self._topics)
        conversation = self._safety.relieved(conversation, hearing, state.message.text)
        return Scene(
            conversation, state.message, hearing, state.library, replace(voice, facts=facts_of(conversation))
        )

    def _decided(self, scene: Scene) -> Decision:
        """What the first rule with an answer decides, and what waits is offered where nothing else is open.

        While a danger stands nobody is led on to other things, unless they have said all they had to.
        """
        decision = next(found for rule in self._rules if (found := rule(scene)) is not None)
        quiet = scene.hearing.has(DANGER) or (stands(scene) and decision.kind is not ReplyKind.COURTESY)
        return decision if quiet else with_rest(scene, decision)

    def _planned(self, scene: Scene, plan: Plan) -> Decision:
        """The caller says what to do; words that come with it are heard all the same, danger first of all."""
        outranking = self._safety.danger(scene) or self._person(scene)
        if outranking is not None or not scene.message.text:
            return outranking or Decision(scene.conversation, plan)
        said = scene.message.masked
        if isinstance(plan.walk, Begin):
            plan = replace(plan, walk=replace(plan.walk, told=said))
        return Decision(replace(scene.conversation, complaint=said), plan)

    # what outranks everything

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
        options = self._ear.buttons(conversation, scene.library)
        because = (Evidence("button", choice, 1.0),)
        if choice in options and conversation.pending is not None:
            return self._pending_answer(scene, choice, because)
        if choice in options and walking(conversation):
            return self._steps.chosen(scene, choice, because)
        if scene.message.text:
            return None
        why = (Evidence("button", f"{choice} is no answer to the open question"),)
        if walking(conversation) or conversation.pending is not None:
            return replace(ask_once_more(scene, stay(scene, "repeat")), why=why)
        return replace(say(scene, "closed", kind=ReplyKind.CLARIFY), why=why)

    def _restart(self, scene: Scene) -> Decision | None:
        """From the beginning, whatever is open; what the caller gave stays."""
        conversation, hearing = scene.conversation, scene.hearing
        if not hearing.has("restart") or hearing.has("problem"):
            return None
        if hearing.reading is not None and hearing.reading.kind == "outcome" and conversation.pending is None:
            return None
        again = replace(
            new_round(scene),
            progress=None,
            suspended=(),
            queue=(),
            pending=None,
            complaint="",
            asked_again=0,
        )
        restarted = replace(scene, conversation=again)
        return say(restarted, "restarted", kind=ReplyKind.COURTESY, status=Status.OPEN)

    # the agent's own open question

    def _agreed(self, scene: Scene) -> Decision | None:
        """A yes with more behind it that takes nothing of it back: what is told is noted."""
        more = agreed_and_told(scene, self._ear, self._topics)
        if more is None:
            return None
        return replace(self._pending_answer(more, YES, ()), note=scene.message.masked)

    def _pending(self, scene: Scene) -> Decision | None:
        pending, reading = scene.conversation.pending, scene.hearing.reading
        if pending is None or reading is None or told_anew(scene, self._ear):
            return None
        told = self._outage.clarified(scene, pending) or own_page_at(scene, pending, self._ear, self._route)
        if (told := told or not_the_one(scene, pending, self._ear, self._route)) is not None:
            return told
        if (one := to_the_one(scene, pending, self._ear, self._route)) is not None:
            taken = self._pending_answer(scene, one, reading.evidence)
            return with_other(scene, one, taken, self._ear, self._route)
        if (news := works_by_now(scene, self._ear)) is not None:
            return news
        if (led_on := turned_down(scene, self._ear, self._route, self._decided)) is not None:
            return led_on
        refuses = pending.kind in (PendingKind.CONSENT, PendingKind.OFFER_PERSON) and only_refuses(scene)
        if refuses or calls_themselves(scene, self._topics):
            return self._pending_answer(scene, NO, tuple(act.evidence for act in scene.hearing.acts))
        unpaid = pending.kind is PendingKind.CONSENT and refuses_to_pay(scene, self._topics)
        if unpaid and not only_refuses(scene):
            return unpaid
        if reading.kind == "outcome" and reading.outcome:
            vague = scene.hearing.has(NONE_FIT) or not (pending.options and names_guide(reading))
            if pending.kind is PendingKind.CLARIFY and (vague or names_none(scene, self._ear)):
                return self._clarified(scene, pending)
            if reading.outcome == YES and no_yes_yet(scene, pending, self._ear, self._topics):
                return ask_once_more(scene, Plan(walk=Restate("pending")))
            return self._pending_answer(scene, reading.outcome, reading.evidence)
        act = reading.act if reading.kind == "act" else None
        if act in ("repeat", "wait", "abuse"):
            return self._steps.held(scene, act)
        if act == "stop":
            clarifying = pending.kind is PendingKind.CLARIFY
            return cancelled(scene) if clarifying else self._pending_answer(scene, NO, reading.evidence)
        if pending.kind is PendingKind.CLARIFY:
            return self._clarified(scene, pending)
        if pending.kind is PendingKind.CONSENT:
            return self._consent_pending(scene, act)
        if act in ("question", "digression") or scene.hearing.has("problem"):
            return None
        if (
            pending.kind is PendingKind.OFFER_PERSON
            and self._route(scene, scene.message.text).kind == "scenario"
        ):
            return None
        again = ask_once_more(scene, Plan(walk=Restate("pending")))
        return not_followed(again, scene, self._ear.understanding, self._topics)

    def _consent_pending(self, scene: Scene, act: str | None) -> Decision:
        """Anything but an answer leaves the consent open: a fault that only a visit mends must not get lost."""
        if act == "cannot_do":
            return self._pending_answer(scene, NO, ())
        if scene.hearing.has("problem"):
            behind = queued_behind(scene, self._route(scene, scene.message.text))
            return behind or ask_once_more(scene, Plan(walk=Restate("pending")))
        if (agreed := agreed_in_words(scene, self._ear, self._topics)) is not None:
            return self._pending_answer(agreed, YES, ())
        meanwhile = asked_of_visit(scene, self._steps, self._topics, act)
        return meanwhile or ask_once_more(scene, Plan(walk=Restate("pending")))

    def _pending_answer(self, scene: Scene, answer: str, because: tuple[Evidence, ...]) -> Decision:
        pending = scene.conversation.pending
        assert pending is not None  # noqa: S101  (a rule calls this only with an open question)
        settled = replace(scene, conversation=replace(scene.conversation, pending=None, asked_again=0))
        decision = answered(settled, pending, answer)
        if answer == YES and pending.kind is PendingKind.CONSENT and scene.message.text:
            decision = with_asked(scene, decision, self._ear, self._topics)
        if answer == NO and scene.message.text:
            decision = with_next(settled, pending.kind, decision, self._ear, self._route)
        return replace(decision, outcome=answer, why=because + decision.why)

    def _clarified(self, scene: Scene, pending: Pending) -> Decision | None:
        """A reply in own words to "which of these?": read together with the complaint."""
        free = replace(scene, conversation=replace(scene.conversation, pending=None))
        if scene.hearing.has("thanks", "goodbye", "solved") and not scene.hearing.has("problem"):
            return say(free, "thanks", kind=ReplyKind.COURTESY)
        told = none_of_the_guides(scene, pending, self._ear, self._route)
        told = told or to_what_was_told(scene, pending, self._ear, self._route)
        if told is not None:
            return told
        reading = scene.hearing.reading
        if (
            reading is not None
            and reading.outcome in pending.options
            and reading.confidence >= SURE_TITLE
            and not names_none(scene, self._ear)
        ):
            return self._pending_answer(scene, reading.outcome, reading.evidence)
        alone = self._route(free, scene.message.text)
        if alone.kind in ("person", "danger"):
            return self._routed(free, alone)
        if alone.kind not in ("clarify", "unclear"):
            decision = self._routed(scene, alone)
            return replace(decision, plan=replace(decision.plan, walk=Restate("pending")))
        if scene.hearing.has("question") and not scene.hearing.has("problem"):
            return self._steps.digression(scene)
        nothing = not pending.options and reading is not None and reading.outcome == NONE_OF_THESE
        if nothing or scene.conversation.asked_again >= ENOUGH_ASKING:
            return offer_person(free)
        return Decision(scene.conversation, Plan(clarify=Clarify(pending.options)), kind=ReplyKind.CLARIFY)

    # the scenario's open question

    def _step(self, scene: Scene) -> Decision | None:
        if not walking(scene.conversation) or scene.conversation.pending is not None:
            return None
        decision = (
            taken_up_again(scene, self._ear, self._topics, self._decided)
            or chosen_first(scene, self._ear.understanding, self._topics)
            or self._outage.unlisted(scene)
            or self._outage.neighbours(scene)
            or not_ours(scene, self._ear, self._topics)
            or not_the_speed(scene, self._topics)
            or complained_of_service(scene, self._ear, self._topics)
            or other_symptom(scene, self._ear, self._route)
            or works_by_cable(scene, self._route, self._steps.unclear)
            or self._and_more(scene)
            or stopped_short(scene, self._ear, self._topics, self._step)
            or gone_again(scene, self._ear, self._topics, self._steps, self._step)
            or good_news(scene, self._ear, self._topics)
            or wants_nothing_more(scene, self._ear)
            or asked_instead(scene, self._ear, self._topics, self._route)
            or named_instead(scene, self._ear, self._topics, self._route)
            or self._steps.protested(scene)
            or none_fits(scene, self._ear, self._route)
            or self._astray.told_again(scene)
            or with_another_fault(scene, self._ear, self._topics, self._route, self._step)
            or not_home(scene, self._ear)
            or agreed_and_asked(scene, self._ear, self._topics, self._steps)
            or explained(scene, self._ear, self._topics)
            or to_own_page(scene, self._ear, self._route)
            or self._astray(scene)
            or self._steps(scene)
        )
        if scene.hearing.has(NO_PERSON):
            decision = without_person(scene, decision)
        if (decision := decision or self._other_problem(scene)) is None:
            unclear = self._steps.unclear(scene)
            decision = not_followed(unclear, scene, self._ear.understanding, self._topics)
        elif decision.outcome:
            understanding, topics = self._ear.understanding, self._topics
            decision = only_if_asked(decision, scene, understanding, topics)
            decision = with_asked_beside(decision, scene, understanding, topics)
        return welcomed(scene, decision) if away(scene) else decision

    def _other_problem(self, scene: Scene) -> Decision | None:
        progress = scene.conversation.progress
        told = scene.hearing.has("problem", "correction")
        if progress is None or not (told or not progress.trail):
            return None
        route = self._route(scene, scene.message.text)
        if route.kind == RouteKind.DANGER and stands(scene):  # of equipment that waits for a colleague
            return replace(self._safety.said(scene), plan=stay(scene, "back"))
        return other_problem(scene, route)

    def _free(self, scene: Scene) -> Decision:
        scene = behind_the_change(scene, self._ear)
        free = replace(scene, conversation=replace(scene.conversation, pending=None))
        ours = None if scene.hearing.troubled else own_number(free, self._topics)
        if (theirs := not_ours(free, self._ear, self._topics) or ours) is not None:
            return theirs
        if (regretted := only_displeased(free, self._ear, self._topics)) is not None:
            return regretted
        if (glad := works_already(free, self._ear, self._topics)) is not None:
            return glad
        understanding = self._ear.understanding
        several = served_in_order(free, understanding, self._topics, self._route, self._routed)
        if several is not None:
            return self._outage.beside(free, self._beside(free, several))
        route = led_by_facts(free, self._route(free, scene.message.text), self._topics)
        neighbours = self._outage.neighbours(free) if of_no_service(free, route) else None
        decision = (
            neighbours
            or sum_asked(free, self._topics)
            or of_page_shown(free, self._ear, self._route, self._topics)
            or self._promised.added_after(free, route)
            or self._ticketed(free, route)
            or relapsed_of(free, route, self._ear, self._topics)
            or self._beside(free, self._routed(free, route))
        )
        return self._outage.beside(free, decision)

    def _route(self, scene: Scene, text: str) -> Route:
        """Where `text` belongs; what would lead to equipment that was dangerous belongs with safety."""
        facts = {**known_beforehand(scene.conversation), **scene.hearing.facts}
        language, acts = scene.conversation.language, scene.hearing.acts
        found = scene.routed.once(
            text,
            facts,
            [act.name for act in acts],
            lambda: self._router.route(text, language=language, facts=facts, acts=acts),
        )
        guide = scene.library.get(found.target or "")
        unsafe = found.kind == "scenario" and stands(scene) and unsafe_guide(scene.conversation, guide)
        return replace(found, kind=RouteKind.DANGER) if unsafe else found

    def _routed(self, scene: Scene, route: Route) -> Decision:
        decision = self._ways[str(route.kind)](scene, route)
        return replace(decision, route=route, why=decision.why + route.evidence)
