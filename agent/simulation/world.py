"""What is really the matter at one customer's home, unknown to the service."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from agent.scenarios import (
    Action,
    Answer,
    Chosen,
    Consent,
    Kind,
    Library,
    Move,
    NotWorking,
    Outcome,
    Result,
    Step,
    Unclear,
    Works,
    advance,
    begin,
)

# Outcomes that say something was put right, or that it works.
CURING = frozenset({Action.RESOLVE, Action.RETRY_CONNECTION})
_SCENARIO_CALLS = frozenset({Action.GOTO_SCENARIO, Action.CALL_SCENARIO})
_MENDABLE = 0.65
_DRAWS = 150  # stories drawn until one is found in which the guide, followed to the letter, mends the fault
_RARE = 0.5  # an outcome that ends the walk is half as likely as another: long ways must be walked too


class World:
    """A fault of `scenario`, the one step whose fix mends it (or none), and one true answer to every question.

    About two worlds in three can be mended: the guide, answered truthfully throughout, then ends as resolved. The same
    seed gives the same world, in whatever order it is asked about.
    """

    def __init__(self, library: Library, scenario: str, seed: str) -> None:
        self._library, self._seed = library, seed
        self.scenario = scenario
        self.mended = False
        self.cure: tuple[str, str] | None = None
        places = sorted(set(_fixes(library, scenario)))
        if places and Random(f"{seed}/{scenario}/mendable").random() < _MENDABLE:  # noqa: S311  (a story, no secret)
            self._find_a_way(places, seed)

    def _find_a_way(self, places: list[tuple[str, str]], seed: str) -> None:
        for draw in range(_DRAWS):
            self._seed = f"{seed}/{draw}"
            self.cure = Random(f"{self._seed}/cure").choice(places)  # noqa: S311
            ends = self._followed()
            self.mended = False
            if ends is Kind.RESOLVED:
                return
        self.cure = None

    def _followed(self) -> Kind:
        """How the guide ends when every question is answered truthfully and no system is connected."""
        move = begin(self._library, self.scenario, {})
        while not move.progress.over:
            move = advance(self._library, move.progress, self._true_answer(move), {})
        return move.kind

    def _true_answer(self, move: Move) -> Answer:
        step = move.step
        if move.kind in (Kind.CLOSING, Kind.CONFIRMING):
            return Works() if self.mended else NotWorking()
        if move.kind is Kind.CONSENT:
            return Consent(True)
        if step is None or move.kind in (Kind.PROBE, Kind.ACT):
            return Result((step.probe or step.act) if step else "")
        outcome = self.truth(move.scenario_id, step)
        if outcome is None:
            return Unclear()
        self.done(move.scenario_id, step, outcome)
        return Chosen(outcome.id)

    @property
    def mendable(self) -> bool:
        """Whether any step of the guide helps at all."""
        return self.cure is not None

    def truth(self, scenario: str, step: Step) -> Outcome | None:
        """The answer that is true here now; None for a step that has none for a customer."""
        outcomes = step.for_customer
        works = [each for each in outcomes if each.action is Action.RESOLVE]
        rng = Random(f"{self._seed}/{scenario}/{step.ref}")  # noqa: S311
        if self.mended and works:
            return rng.choice(works)
        if (scenario, step.ref) == self.cure:
            return rng.choice(works or [each for each in outcomes if each.action in CURING])
        untrue = () if self.mended else works
        possible = [each for each in outcomes if each not in untrue]
        if not possible:
            return None
        weights = [_RARE if each.action is Action.ESCALATE else 1.0 for each in possible]
        return rng.choices(possible, weights)[0]

    def done(self, scenario: str, step: Step, outcome: Outcome) -> None:
        """The customer has done what this answer tells of: if it was the cure, the fault is gone."""
        if (scenario, step.ref) == self.cure and outcome.action in CURING:
            self.mended = True

    def works(self) -> str:
        """The true answer to "does it work now?"."""
        return "works" if self.mended else "not_working"


def _fixes(library: Library, scenario: str) -> Iterator[tuple[str, str]]:
    """Every step with a fix, of this scenario and of those it calls or leads to."""
    waiting, seen = [scenario], {scenario}
    while waiting:
        guide = library[waiting.pop()]
        for step in guide.steps:
            if any(each.action in CURING for each in step.for_customer):
                yield guide.id, step.ref
            for each in step.outcomes:
                if each.action in _SCENARIO_CALLS and each.target in library and each.target not in seen:
                    seen.add(each.target)
                    waiting.append(each.target)
