"""The walk: from an answer to the next move. Pure: no clock, no network, nothing remembered but `Progress`.

Every walk ends. A step is entered at most `VISIT_LIMIT` times and asked at most `max_attempts` times each, a goal
test is asked at most three times after each fix, and calls nest at most `MAX_CALLS` deep; whatever is answered,
one of these counters grows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from agent.errors import ConversationError
from agent.scenarios import reasons
from agent.scenarios.answers import (
    AlreadyDone,
    Answer,
    CannotDo,
    Chosen,
    Consent,
    Elapsed,
    NotWorking,
    Partly,
    Result,
    Works,
)
from agent.scenarios.asked import CONSENTS, GOAL_ANSWERS, NOT_WORKING, PARTLY, WORKS
from agent.scenarios.journey import Journey
from agent.scenarios.model import DEFAULT_ATTEMPTS, Action, Library, Outcome, Step
from agent.scenarios.progress import Kind, Move, Progress, plain
from agent.scenarios.reasons import Reason
from agent.scenarios.roads import MAX_CALLS
from agent.scenarios.text import Text

VISIT_LIMIT = 3
# An outcome with this id, where an author writes one, is what follows when the customer cannot do the step,
# did it before, or does not agree to an act.
CANNOT_DO, ALREADY_DONE, REFUSED = "cannot_do", "already_done", "refused"
# Where to go on: a finished move, or the place of a step in the journey's scenario.
_Next = Move | int
Entering = Callable[[Journey, int], None]


def begin(
    library: Library,
    scenario_id: str,
    facts: Mapping[str, object],
    *,
    customer: Mapping[str, object] | None = None,
    entering: Entering | None = None,
) -> Move:
    """The first move of a scenario, `facts` being what is known already. Raises ConversationError if it is unknown.

    `entering` is told of every step the walk comes to, before it is decided whether that step is asked.
    """
    if scenario_id not in library:
        raise ConversationError(f'There is no scenario "{scenario_id}".', code="scenario_unknown", status=404)
    scenario = library[scenario_id]
    begun_with = {name: plain(value) for name, value in facts.items()}
    progress = Progress(
        scenario.id, scenario.digest, learned={}, probes={}, origin=scenario.id, begun_with=begun_with
    )
    return _run(Journey(library, progress, facts, customer), 0, entering)


def advance(
    library: Library,
    progress: Progress,
    answer: Answer,
    facts: Mapping[str, object],
    *,
    customer: Mapping[str, object] | None = None,
    entering: Entering | None = None,
) -> Move:
    """The move that follows `answer` to the pending question. `entering`: as for `begin`.

    An answer of a kind that does not fit the question counts as unclear. Raises ConversationError for an answer
    id that is not offered, a walk that is over, or a step that the library no longer holds.
    """
    if progress.over:
        raise ConversationError("This walk has ended.", code="walk_over", status=409)
    scenario = library.get(progress.scenario)
    if scenario is None or scenario.step(progress.step_id) is None:
        raise ConversationError(
            f'"{progress.scenario}" has no step "{progress.step_id}" any more.',
            code="scenario_changed",
            status=409,
            mend="Go on with the version this walk began on.",
        )
    journey = Journey(library, progress, facts, customer)
    return _run(journey, _HANDLERS[progress.phase](journey, journey.step, answer), entering)


def go_on(journey: Journey, place: int, entering: Entering) -> Move:
    """The move that follows where a journey has come to the step at `place` and was halted, `entering` being told."""
    return _run(journey, _enter(journey, place), entering)


def _run(journey: Journey, there: _Next, entering: Entering | None) -> Move:
    while not isinstance(there, Move):
        if entering is not None:
            entering(journey, there)
        there = _enter(journey, there)
    return there


# ---- entering a step


def _enter(journey: Journey, place: int) -> _Next:
    """Asks the step at `place`, or passes over it with a reason, or ends the list."""
    if place >= len(journey.scenario.steps):
        return (
            _return(journey) if journey.stack else _escalate(journey, reasons.all_tried(journey.scenario.id))
        )
    if stop := _rule_that_holds(journey):
        return stop
    step = journey.scenario.steps[place]
    ref = journey.ref(step)
    visits = journey.visits.get(ref, 0)
    if visits >= VISIT_LIMIT:
        reason = reasons.too_often(ref)
        journey.pass_over(step, reason)
        return _escalate(journey, reason) if step.required else place + 1
    for condition in step.skip_if:
        if condition.holds(journey.situation()):
            journey.pass_over(step, reasons.skipped(condition.source, ref))
            return place + 1
    if visits == 0 and (outcome := _known_outcome(journey, step)):
        return _pass_by_known(journey, step, outcome)
    journey.enter(step)
    return _question(journey, step)


def _question(journey: Journey, step: Step) -> Move:
    """The first question of a step: to a system, for consent, or to the customer."""
    if step.probe:
        return journey.move(Kind.PROBE, step, arguments=_filled(step, journey))
    if step.act and step.consent:
        return journey.move(Kind.CONSENT, step)
    if step.act:
        return journey.move(Kind.ACT, step, arguments=_filled(step, journey))
    return journey.move(Kind.ASK, step, wait_seconds=step.wait_time)


def _filled(step: Step, journey: Journey) -> dict[str, object]:
    """`with`, a value that is wholly one `{fact}` replaced by the fact itself; an unknown fact is "unknown"."""
    facts = journey.facts()

    def fill(value: object) -> object:
        if isinstance(value, str) and value.startswith("{") and value.endswith("}"):
            return facts.get(value[1:-1], "unknown")
        return value

    return {name: fill(value) for name, value in step.arguments.items()}


def _known_outcome(journey: Journey, step: Step) -> Outcome | None:
    """The outcome a fact known beforehand stands for. Lists and unlisted values stand for none."""
    value = journey.fact(step.fact)
    if value is None or isinstance(value, list | tuple | dict):
        return None
    for outcome in step.outcomes:
        if value == outcome.sets.get(step.fact, outcome.id) and _possible(journey, outcome):
            return outcome
    return None


def _pass_by_known(journey: Journey, step: Step, outcome: Outcome) -> _Next:
    ref = journey.ref(step)
    journey.visits[ref] = 1
    learned = {name: value for name, value in outcome.sets.items() if name != step.fact}
    journey.learn(learned)
    journey.pass_over(step, reasons.known(step.fact, journey.fact(step.fact), ref), outcome.id, learned)
    return _follow(journey, step, outcome)


def _rule_that_holds(journey: Journey) -> Move | None:
    """The escalation a condition asks for, of this scenario or of one that called it."""
    situation = journey.situation()
    for scenario in (journey.scenario, *journey.callers()):
        for rule in scenario.escalation.rules:
            if rule.when and rule.when.holds(situation):
                reason = reasons.holds(rule.when.source, scenario.id)
                return _escalate(journey, reason, rule.reason, rule.priority)
    return None


# ---- what an outcome leads to


def _follow(journey: Journey, step: Step, outcome: Outcome, tested: bool = False) -> _Next:
    """Where `outcome` of `step` leads. After a goal test (`tested`) its partial success is not tested again."""
    if outcome.say:
        journey.say += (outcome.say,)
    if tested and (
        outcome.action in (Action.RESOLVE, Action.RETRY_CONNECTION) or _led_before(journey, outcome)
    ):
        return journey.place(step) + 1
    return _ACTIONS[outcome.action](journey, step, outcome)


def _led_before(journey: Journey, outcome: Outcome) -> bool:
    """Whether the step a partial success leads to was visited; else it counts as visited from now on.

    So nobody who says "partly" again and again is led round through the same questions.
    """
    target = journey.scenario.step(outcome.target) if outcome.action is Action.GOTO_STEP else None
    if target is None or journey.visits.get(journey.ref(target)):
        return target is not None
    journey.visits[journey.ref(target)] = 1
    return False


def _next_step(journey: Journey, step: Step, outcome: Outcome) -> _Next:
    return journey.place(step) + 1


def _goto_step(journey: Journey, step: Step, outcome: Outcome) -> _Next:
    place = journey.scenario.place(outcome.target)
    return place if place >= 0 else journey.place(step) + 1


def _resolve(journey: Journey, step: Step, outcome: Outcome) -> _Next:
    return _goal_question(journey, Kind.CONFIRMING, step)


def _retry(journey: Journey, step: Step, outcome: Outcome) -> _Next:
    return _goal_question(journey, Kind.CLOSING, step)


def _escalate_by(journey: Journey, step: Step, outcome: Outcome) -> _Next:
    return _escalate(journey, reasons.answered(outcome.id, journey.ref(step)), outcome.reason)


def _goto_scenario(journey: Journey, step: Step, outcome: Outcome) -> _Next:
    ref = f"{outcome.target}/"
    journey.reasons += (reasons.gone_on(outcome.target, journey.ref(step)),)
    if outcome.target not in journey.library:
        return journey.move(Kind.ELSEWHERE, step, target=outcome.target)
    if journey.visits.get(ref, 0) >= VISIT_LIMIT or journey.jumps() >= MAX_CALLS:
        return _escalate(journey, reasons.too_deep(journey.ref(step)))
    journey.visits[ref] = journey.visits.get(ref, 0) + 1
    journey.stack = ()
    journey.scenario = journey.library[outcome.target]
    return 0


def _call_scenario(journey: Journey, step: Step, outcome: Outcome) -> _Next:
    if outcome.target not in journey.library:
        return journey.place(step) + 1
    if len(journey.stack) >= MAX_CALLS:
        return _escalate(journey, reasons.too_deep(journey.ref(step)))
    journey.reasons += (reasons.gone_on(outcome.target, journey.ref(step)),)
    journey.call(step, journey.library[outcome.target])
    return 0


def _return_by(journey: Journey, step: Step, outcome: Outcome) -> _Next:
    return _return(journey) if journey.stack else journey.move(Kind.RETURNED, step)


_ACTIONS: Mapping[Action, Callable[[Journey, Step, Outcome], _Next]] = {
    Action.NEXT_STEP: _next_step,
    Action.GOTO_STEP: _goto_step,
    Action.RESOLVE: _resolve,
    Action.RETRY_CONNECTION: _retry,
    Action.ESCALATE: _escalate_by,
    Action.GOTO_SCENARIO: _goto_scenario,
    Action.CALL_SCENARIO: _call_scenario,
    Action.RETURN: _return_by,
}


def _return(journey: Journey) -> _Next:
    """Goes on behind the call. A caller that is gone ends the case with a person."""
    *callers, frame = journey.stack
    journey.stack = tuple(callers)
    caller = journey.library.get(frame.scenario)
    if caller is None or caller.place(frame.step_id) < 0:
        return _escalate(journey, reasons.all_tried(journey.scenario.id))
    journey.scenario = caller
    return caller.place(frame.step_id) + 1


def _escalate(journey: Journey, why: Reason, authored: Text | None = None, priority: str = "") -> Move:
    escalation = journey.escalation()
    if authored:
        journey.reasons += (reasons.authored(authored, why.ref),)
    journey.reasons += (why,)
    return journey.move(
        Kind.ESCALATE,
        journey.step_or_none,
        reason=authored or why.text,
        priority=priority or escalation.priority,
        ticket_type=escalation.ticket_type,
        message=escalation.message,
    )


# ---- answers to a step


def _at_step(journey: Journey, step: Step, answer: Answer) -> _Next:
    ref = journey.ref(step)
    if isinstance(answer, Chosen):
        return _chosen(journey, step, answer)
    if isinstance(answer, Works):
        return _volunteered(journey, step, answer)
    if isinstance(answer, CannotDo):
        return _excused(journey, step, answer, CANNOT_DO, reasons.cannot(answer.reason, ref))
    if isinstance(answer, AlreadyDone):
        return _excused(journey, step, answer, ALREADY_DONE, reasons.done_before(ref))
    if isinstance(answer, Elapsed) and step.wait_time and not journey.waited:
        journey.waited = True
        journey.reasons += (reasons.time_over(ref),)
        return journey.move(Kind.ASK, step)
    return _unclear(journey, step, answer)


def _chosen(journey: Journey, step: Step, answer: Chosen) -> _Next:
    outcome = step.outcome(answer.outcome_id)
    if outcome is None:
        raise _not_offered(answer.outcome_id, [each.id for each in step.outcomes])
    if not _possible(journey, outcome):
        return _unclear(journey, step, answer)
    return _take(journey, step, outcome, answer, reasons.answered(outcome.id, journey.ref(step)))


def _take(journey: Journey, step: Step, outcome: Outcome, answer: Answer, why: Reason) -> _Next:
    """Records `outcome`, learns what it says, and follows it."""
    learned = {step.fact: outcome.id, **outcome.sets}
    journey.learn(learned)
    journey.record(step, answer, outcome.id, learned, (why,))
    return _follow(journey, step, outcome)


def _excused(journey: Journey, step: Step, answer: Answer, alternative: str, why: Reason) -> _Next:
    """The step's own alternative, else the next step; a required step that cannot be done needs a person."""
    outcome = step.outcome(alternative)
    if outcome is not None:
        return _take(journey, step, outcome, answer, why)
    journey.record(step, answer, reasons=(why,))
    if step.required and alternative == CANNOT_DO:
        return _escalate(journey, why)
    return journey.place(step) + 1


def _unclear(journey: Journey, step: Step, answer: Answer) -> _Next:
    """Asks again while attempts last."""
    journey.record(step, answer)
    return _again(journey, step)


def _again(journey: Journey, step: Step) -> _Next:
    if journey.attempts < step.max_attempts:
        journey.attempts += 1
        journey.changed()
        kind = Kind.CONSENT if step.act and step.consent else Kind.ASK
        return _rule_that_holds(journey) or journey.move(kind, step)
    why = reasons.unclear(journey.attempts, journey.ref(step))
    if step.required:
        return _escalate(journey, why)
    journey.reasons += (why,)
    return journey.place(step) + 1


def _volunteered(journey: Journey, step: Step, answer: Answer) -> _Next:
    """The customer says, unasked, that it works: confirm once."""
    journey.record(step, answer, reasons=(reasons.works(journey.ref(step)),))
    journey.volunteered = True
    return _goal_question(journey, Kind.CONFIRMING, step)


def _possible(journey: Journey, outcome: Outcome) -> bool:
    return outcome.when is None or outcome.when.holds(journey.situation())


def _not_offered(outcome_id: str, offered: Collection[str]) -> ConversationError:
    return ConversationError(
        f'"{outcome_id}" is no answer to the pending question.',
        code="answer_unknown",
        status=422,
        mend=f"Choose one of {', '.join(offered)}.",
    )


# ---- the goal test


def _goal_question(journey: Journey, kind: Kind, step: Step) -> Move:
    journey.attempts = 1
    journey.changed()
    return journey.move(kind, step, question=journey.closing_text("question"))


def _at_goal(journey: Journey, step: Step, answer: Answer) -> _Next:
    """Closing and confirming: only a clear "works" resolves."""
    if isinstance(answer, Chosen):
        if answer.outcome_id not in GOAL_ANSWERS:
            raise _not_offered(answer.outcome_id, GOAL_ANSWERS)
        answer = GOAL_ANSWERS[answer.outcome_id]
    ref = journey.ref(step)
    if isinstance(answer, Works):
        journey.record(step, answer, WORKS, reasons=(reasons.works(ref),))
        return journey.move(Kind.RESOLVED, step, success=journey.closing_text("success"))
    if isinstance(answer, Partly):
        return _works_partly(journey, step, answer)
    if isinstance(answer, NotWorking):
        journey.record(step, answer, NOT_WORKING, reasons=(reasons.not_working(ref),))
        return _failed(journey, step)
    journey.record(step, answer)
    if journey.attempts < DEFAULT_ATTEMPTS:
        journey.attempts += 1
        journey.changed()
        return journey.move(journey.phase, step, question=journey.closing_text("question"))
    journey.reasons += (reasons.unclear(journey.attempts, ref),)
    return _failed(journey, step)


def _works_partly(journey: Journey, step: Step, answer: Answer) -> _Next:
    journey.record(step, answer, PARTLY, reasons=(reasons.partly(journey.ref(step)),))
    outcome = journey.closing_partly()
    if outcome is None:
        return _failed(journey, step)
    journey.learn(outcome.sets)
    journey.volunteered = False
    return _follow(journey, step, outcome, tested=True)


def _failed(journey: Journey, step: Step) -> _Next:
    """A goal test failed: the next step. A volunteered "it works" taken back only asks the step again."""
    if journey.volunteered:
        journey.volunteered = False
        journey.attempts = journey.asked_before(step)
        return _again(journey, step)
    journey.failed_steps += 1
    journey.changed()
    return journey.place(step) + 1


# ---- systems


def _at_probe(journey: Journey, step: Step, answer: Answer) -> _Next:
    """A system's answer; anything but a Result means unknown. Unknown with an instruction: the customer is asked."""
    result = answer if isinstance(answer, Result) else Result(step.probe or step.act)
    journey.probed(result.name, plain(result.value))
    why = reasons.probed(result.name, result.value, journey.ref(step))
    learned = {} if result.value == "unknown" else {step.fact: plain(result.value)}
    journey.learn(learned)
    outcome = _outcome_of_result(journey, step, result)
    if outcome is not None:
        learned |= outcome.sets
        journey.learn(outcome.sets)
    journey.record(step, result, outcome.id if outcome else "", learned, (why,))
    if outcome is not None:
        return _follow(journey, step, outcome)
    if step.instruction and step.probe:
        journey.attempts = 1
        return journey.move(Kind.ASK, step, wait_seconds=step.wait_time)
    return journey.place(step) + 1


def _outcome_of_result(journey: Journey, step: Step, result: Result) -> Outcome | None:
    """The first outcome whose `when` holds, else the one named like the value."""
    for outcome in step.outcomes:
        if outcome.when is not None and outcome.when.holds(journey.situation()):
            return outcome
    return step.outcome(str(result.value)) if isinstance(result.value, str) else None


def _at_consent(journey: Journey, step: Step, answer: Answer) -> _Next:
    if isinstance(answer, Chosen):
        if answer.outcome_id not in CONSENTS:
            raise _not_offered(answer.outcome_id, CONSENTS)
        answer = CONSENTS[answer.outcome_id]
    if isinstance(answer, Works):
        return _volunteered(journey, step, answer)
    if isinstance(answer, Consent) and answer.yes:
        journey.record(step, answer, "yes")
        return journey.move(Kind.ACT, step, arguments=_filled(step, journey))
    journey.record(step, answer, "" if not isinstance(answer, Consent) else "no")
    if not isinstance(answer, Consent) and journey.attempts < step.max_attempts:
        journey.attempts += 1
        return journey.move(Kind.CONSENT, step)
    journey.reasons += (reasons.refused(journey.ref(step)),)
    outcome = step.outcome(REFUSED)
    return _follow(journey, step, outcome) if outcome else journey.place(step) + 1


_HANDLERS: Mapping[Kind, Callable[[Journey, Step, Answer], _Next]] = {
    Kind.ASK: _at_step,
    Kind.WAIT: _at_step,
    Kind.CLOSING: _at_goal,
    Kind.CONFIRMING: _at_goal,
    Kind.PROBE: _at_probe,
    Kind.ACT: _at_probe,
    Kind.CONSENT: _at_consent,
}
