"""Corrections: the case as it would stand had the right answer come first.

Nothing is undone. The walk is taken again from its beginning with the answers given so far, the corrected one in
the place of the wrong one. An answer is used again whenever its own question comes up again; what is never asked
on the new road is left out, and the first question without an answer is the next move.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from agent.errors import ConversationError
from agent.scenarios.answers import Answer
from agent.scenarios.model import Library
from agent.scenarios.progress import CLOSING_REF, Kind, Move, Progress, Visit, plain
from agent.scenarios.walk import advance, begin

# (scenario, step, kind of question): which question an answer belongs to. A goal test belongs to its step.
_Question = tuple[str, str, str]


def rewind(
    library: Library,
    progress: Progress,
    step_ref: str,
    answer: Answer,
    facts: Mapping[str, object],
    *,
    customer: Mapping[str, object] | None = None,
) -> Move:
    """The move after the last answer to `step_ref` ("closing": the last goal test) is replaced by `answer`.

    `Move.forgotten` names facts that no longer stand: the caller must drop them. Raises ConversationError when
    that step was never reached.
    """
    place = _last(progress.trail, step_ref)
    if place is None:
        raise ConversationError(
            f'"{step_ref}" was not asked in this walk.',
            code="step_not_asked",
            status=422,
            mend="Name a step of the trail.",
        )
    visit = progress.trail[place]
    kept = [
        each._replace(answer=answer) if index == place else each
        for index, each in enumerate(progress.trail)
        if index == place or not _led_up_to(each, index, progress, place)
    ]
    base = _known_before(progress, facts)
    if visit.skipped:
        base.pop(_fact_of(library, visit), None)
    return _taken_again(library, progress, kept, base, facts, customer)


def replay(
    library: Library,
    progress: Progress,
    facts: Mapping[str, object],
    *,
    customer: Mapping[str, object] | None = None,
) -> Move:
    """The walk taken again with other `facts` from outside (a fact in words was corrected) and the same answers."""
    return _taken_again(
        library, progress, list(progress.trail), _known_before(progress, facts), facts, customer
    )


def _last(trail: tuple[Visit, ...], step_ref: str) -> int | None:
    """The last visit of that name which settled something, else the last of any kind."""
    named = [
        index
        for index, visit in enumerate(trail)
        if visit.ref == step_ref or f"{visit.scenario}/{visit.ref}" == step_ref
    ]
    settled = [index for index in named if trail[index].outcome or trail[index].skipped]
    found = settled or named
    return found[-1] if found else None


def _led_up_to(visit: Visit, index: int, progress: Progress, place: int) -> bool:
    """Whether `visit` is an unclear answer to the very question that is corrected: the right answer came first."""
    wrong = progress.trail[place]
    same = _question(visit) == _question(wrong) and index < place and not visit.outcome
    return same and all(_question(each) == _question(wrong) for each in progress.trail[index:place])


def _known_before(progress: Progress, facts: Mapping[str, object]) -> dict[str, object]:
    """`facts` without what this walk itself added to them; what it learned anew is as it was at the beginning."""
    base: dict[str, object] = {}
    for name, value in facts.items():
        if name not in progress.learned or progress.learned[name] != plain(value):
            base[name] = value
        elif name in progress.begun_with:
            base[name] = progress.begun_with[name]
    return base


def _fact_of(library: Library, visit: Visit) -> str:
    scenario = library.get(visit.scenario)
    step = scenario.step(visit.step_id) if scenario else None
    return step.fact if step else ""


def _question(visit: Visit) -> _Question:
    phase = CLOSING_REF if visit.phase in (Kind.CLOSING, Kind.CONFIRMING) else visit.phase
    return visit.scenario, visit.step_id, phase


def _taken_again(
    library: Library,
    progress: Progress,
    trail: list[Visit],
    base: Mapping[str, object],
    facts: Mapping[str, object],
    customer: Mapping[str, object] | None,
) -> Move:
    waiting: dict[_Question, deque[Answer]] = {}
    for visit in trail:
        if visit.answer is not None:
            waiting.setdefault(_question(visit), deque()).append(visit.answer)
    move = begin(library, progress.origin or progress.scenario, base, customer=customer)
    learned = dict(move.learned)
    while not move.progress.over and (answers := waiting.get(_asked(move))):
        try:
            move = advance(library, move.progress, answers.popleft(), base, customer=customer)
        except ConversationError:  # an answer the step no longer offers
            continue
        learned |= move.learned
    forgotten = tuple(
        name
        for name in progress.learned
        if name not in move.progress.learned and facts.get(name) == progress.learned[name]
    )
    return move._replace(learned=learned, forgotten=forgotten)


def _asked(move: Move) -> _Question:
    kind = CLOSING_REF if move.kind in (Kind.CLOSING, Kind.CONFIRMING) else move.kind.value
    return move.scenario_id, move.step.ref if move.step else "", kind
