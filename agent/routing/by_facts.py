"""What known facts say of guides, whatever the message sounds like as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent.conversation import Evidence
from agent.routing.samples import SCENARIO
from agent.routing.values import Case, Thresholds
from agent.scenarios import Scenario


def weighed(
    guides: Mapping[str, Scenario],
    scores: Mapping[str, float],
    known: Mapping[str, Any],
    problem_type: str | None,
    at: Thresholds,
) -> tuple[dict[str, float], list[Evidence]]:
    """The guides' probabilities (0 to 1) after what known facts say against them, and what does."""
    found, doubts = {}, []
    for name, guide in guides.items():
        probability = scores.get(f"{SCENARIO}{name}", 0.0)
        against = guide.contradicted_by(known)
        factor = at.contradicted ** len(against)
        if problem_type and guide.problem_type != problem_type:
            factor *= at.other_type_given
        if against and probability >= at.near:
            doubts.append(Evidence("facts", f"{', '.join(against)} speaks against {name}", factor))
        found[name] = probability * factor
    return found, doubts


def told_in_facts(case: Case, guides: Mapping[str, Scenario]) -> list[str]:
    """The guides of the service that is named one of whose conditions is stated, and none denied: "the card reader is down, we
    have no internet" tells of the internet being gone, though card readers are nobody's business here."""
    kind, stated = case.stated.get("problem_type"), case.stated.items()
    own = {name: each for name, each in guides.items() if each.problem_type == kind}
    told = [name for name, each in own.items() if any(each.fulfils(*fact) for fact in stated)]
    return [name for name in told if not own[name].contradicted_by(case.known)]
