"""What can be answered to the pending question: a step's outcomes, or those of the goal test and of a consent."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from agent.scenarios.answers import Answer, Consent, NotWorking, Partly, Works
from agent.scenarios.model import Library, Outcome
from agent.scenarios.progress import Kind, Move, Progress

WORKS, NOT_WORKING, PARTLY = "works", "not_working", "partly"
GOAL_ANSWERS: Mapping[str, Answer] = {WORKS: Works(), NOT_WORKING: NotWorking(), PARTLY: Partly()}
CONSENTS: Mapping[str, Answer] = {"yes": Consent(True), "no": Consent(False)}


def asked_outcomes(
    asked: Move | Progress, library: Library, pseudo: Mapping[str, Outcome] | None = None
) -> tuple[Outcome, ...]:
    """What can be answered now: a step's outcomes, `works`/`not_working`/`partly`, or `yes`/`no`.

    `pseudo` gives the latter their labels and patterns; without it they are bare ids.
    """
    progress = asked.progress if isinstance(asked, Move) else asked
    if progress.phase is Kind.ASK:
        step = library[progress.scenario].step(progress.step_id)
        return step.for_customer if step else ()
    names: Collection[str] = ()
    if progress.phase in (Kind.CLOSING, Kind.CONFIRMING):
        names = GOAL_ANSWERS
    elif progress.phase is Kind.CONSENT:
        names = CONSENTS
    return tuple((pseudo or {}).get(name) or Outcome(name) for name in names)
