"""Corrections that a proof takes, to see that they land where straight walks come.

A correction is a straight walk, by the way it is made (see `rewind`): begun again, with the answers given. So all walks
being explored, it lands among them from every state and every way there. Taken are each listed answer replaced by each
other where it was just given, and every answer of a long walk at each of its later questions.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from agent.scenarios.answers import Chosen, NotWorking, Result
from agent.scenarios.exploring import Exploration, State
from agent.scenarios.model import Outcome
from agent.scenarios.progress import Kind, Move
from agent.scenarios.rewind import rewind
from agent.scenarios.walk import advance, begin


@dataclass(frozen=True, slots=True)
class Correction:
    """At `state` the answer to the step `ref` turns out to be `right`; `wrong` was given just now, None: earlier."""

    state: State
    ref: str
    right: Outcome
    wrong: Outcome | None = None


def corrections(walks: Exploration) -> Iterator[Correction]:
    """The corrections to take in what was explored; no long walk where walks break off."""
    for state in _first_askings(walks):
        outcomes = state.move.step.for_customer if state.move.step else ()
        for wrong, right in itertools.permutations(outcomes, 2):
            yield Correction(state, f"{state.move.scenario_id}/{state.progress.step_id}", right, wrong)
    for state in () if walks.crashes else _long_walk(walks):
        yield from _answered_otherwise(walks, state)


def landing(walks: Exploration, correction: Correction) -> Move | None:
    """Where the correction leads if that is no explored state, else None. Raises AgentError where it breaks off."""
    state, known = correction.state, dict(correction.state.known)
    progress = state.progress
    if correction.wrong is not None:
        progress = advance(walks.library, progress, Chosen(correction.wrong.id), known).progress
    move = rewind(walks.library, progress, correction.ref, Chosen(correction.right.id), known)
    keys = (walks.key_of(walks.state_of(move, some)) for some in _less(known))
    return None if any(key in walks.states for key in keys) else move


def _first_askings(walks: Exploration) -> Iterable[State]:
    """Each question to the customer, as it was met first."""
    asked: dict[tuple[str, str], State] = {}
    for state in walks.states.values():
        if state.move.kind is Kind.ASK and state.move.step is not None:
            asked.setdefault((state.move.scenario_id, state.move.step.ref), state)
    return asked.values()


def _long_walk(walks: Exploration) -> Iterator[State]:
    """The questions of a walk that knows nothing beforehand and is led on from each, as far as it goes."""
    move: Move | None = begin(walks.library, walks.root, {})
    while move is not None and not move.progress.over:
        state = walks.state_of(move, {})
        yield state
        told = (each for each in walks.answers(state) if isinstance(each, Chosen | NotWorking | Result))
        after = (advance(walks.library, state.progress, each, {}) for each in told)
        move = next((each for each in after if not each.progress.over), None)


def _answered_otherwise(walks: Exploration, state: State) -> Iterator[Correction]:
    """Every other listed answer to every step answered on the way to `state`."""
    for visit in state.progress.trail:
        scenario = walks.library.get(visit.scenario)
        step = scenario.step(visit.step_id) if scenario else None
        if isinstance(visit.answer, Chosen) and step is not None:
            for each in step.for_customer:
                if each.id != visit.outcome:
                    yield Correction(state, f"{visit.scenario}/{visit.step_id}", each)


def _less(known: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """`known` and what is left of it when some facts are open: a straight walk need not have read them yet."""
    yield known
    yield {}
    for name in known:
        yield {other: value for other, value in known.items() if other != name}
        yield {name: known[name]}
