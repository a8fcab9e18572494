"""What holds for any sequence of answers: it ends, it survives storage, and a correction leaves no trace."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.errors import ConversationError
from agent.scenarios import (
    AlreadyDone,
    Answer,
    CannotDo,
    Chosen,
    Consent,
    Elapsed,
    Kind,
    Library,
    Move,
    NotWorking,
    Partly,
    Progress,
    Result,
    Unclear,
    Works,
    advance,
    asked_outcomes,
    begin,
    load,
    replay,
    rewind,
)

HERE = Path(__file__).parent
LIBRARY = load(HERE / "library", constants=())
SAMPLE = load(HERE)
BOUND = 200

ODD: list[Callable[[], Answer]] = [
    Unclear,
    CannotDo,
    AlreadyDone,
    Works,
    NotWorking,
    Partly,
    Elapsed,
    lambda: Consent(True),
    lambda: Consent(False),
    lambda: Result("port_state", "noisy"),
    lambda: Result("port_state", {"loss": [1, 2]}),
]
FACTS = st.fixed_dictionaries(
    {},
    optional={
        "lights": st.sampled_from(["green", "dark", "orange"]),
        "scope": st.sampled_from(["single_device", "all_devices"]),
        "cables": st.sampled_from(["tight", "loose"]),
        "already_tried": st.just(["restart"]),
    },
)
ANY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def answer_of(library: Library, move: Move, number: int) -> Answer:
    """Answer number `number` to what is asked: a listed one or, every third time, an odd one."""
    listed = asked_outcomes(move, library)
    if listed and number % 3:
        return Chosen(listed[number // 3 % len(listed)].id)
    return ODD[number // 3 % len(ODD)]()


@ANY
@given(
    st.sampled_from([("guide", LIBRARY), ("fix", LIBRARY), ("sample_no_link", SAMPLE)]),
    FACTS,
    st.lists(st.integers(0, 99), max_size=12),
    st.integers(0, 99),
)
def test_any_answers_end_within_the_bound(
    where: tuple[str, Library], facts: dict[str, object], numbers: list[int], last: int
) -> None:
    start, library = where
    move = begin(library, start, facts)
    for turn in range(BOUND):
        if move.progress.over:
            break
        number = numbers[turn] if turn < len(numbers) else last
        move = advance(library, move.progress, answer_of(library, move, number), facts)
    assert move.progress.over
    assert move.kind in (Kind.RESOLVED, Kind.ESCALATE, Kind.RETURNED)
    assert move.kind is not Kind.RESOLVED or move.progress.trail[-1].outcome == "works"
    assert move.kind is not Kind.ESCALATE or move.reason


@ANY
@given(FACTS, st.lists(st.integers(0, 99), min_size=1, max_size=20))
def test_progress_survives_json(facts: dict[str, object], numbers: list[int]) -> None:
    move = begin(LIBRARY, "guide", facts)
    for number in numbers:
        stored = Progress.from_json(json.loads(json.dumps(move.progress.to_json())))
        assert stored == move.progress
        if move.progress.over:
            break
        answer = answer_of(LIBRARY, move, number)
        following = advance(LIBRARY, move.progress, answer, facts)
        assert advance(LIBRARY, stored, answer, facts) == following
        move = following


@ANY
@given(FACTS, st.lists(st.integers(0, 99), max_size=15), st.booleans())
def test_the_same_answers_give_the_same_walk(
    facts: dict[str, object], numbers: list[int], merged: bool
) -> None:
    """`replay` takes back nothing when nothing was wrong, whether or not the caller merged what was learned."""
    move = begin(LIBRARY, "guide", facts)
    for number in numbers:
        if move.progress.over:
            break
        answer = answer_of(LIBRARY, move, number)
        move = advance(LIBRARY, move.progress, Unclear() if isinstance(answer, Elapsed) else answer, facts)
    known = {**facts, **move.progress.learned} if merged else facts
    again = replay(LIBRARY, move.progress, known)
    assert again.progress == move.progress
    assert again.forgotten == ()


Question = tuple[str, str, str]


def question_of(move: Move) -> Question:
    kind = "closing" if move.kind in (Kind.CLOSING, Kind.CONFIRMING) else move.kind.value
    return move.scenario_id, move.step.ref if move.step else "", kind


class Customer:
    """Answers every question by itself alone: the same question the same way, whatever was asked between."""

    def __init__(self, numbers: list[int], lie: tuple[int, int] | None) -> None:
        self.numbers = numbers
        self.lie = lie
        self.asked: dict[Question, int] = {}
        self.lied_at: str | None = None

    def truth(self, move: Move) -> Answer:
        question = question_of(move)
        seed = sum(map(ord, "".join(question))) + 7 * self.asked.get(question, 0)
        answer = answer_of(LIBRARY, move, self.numbers[seed % len(self.numbers)])
        return Unclear() if isinstance(answer, Elapsed) else answer

    def answers(self, move: Move, turn: int) -> Answer:
        answer = self.truth(move)
        question = question_of(move)
        listed = asked_outcomes(move, LIBRARY)
        if (
            self.lie
            and not self.lied_at
            and turn >= self.lie[0]
            and move.kind is Kind.ASK
            and isinstance(answer, Chosen)
        ):
            other = Chosen(listed[self.lie[1] % len(listed)].id)
            if other != answer:
                self.lied_at, self.right, self.wrong = question[1], answer, other
                self.asked[question] = self.asked.get(question, 0) + 1
                return other
        self.asked[question] = self.asked.get(question, 0) + 1
        return answer


@ANY
@given(
    FACTS,
    st.lists(st.integers(0, 99), min_size=3, max_size=9),
    st.integers(0, 6),
    st.integers(0, 9),
    st.integers(0, 4),
)
def test_a_correction_equals_the_right_answer_first(
    facts: dict[str, object], numbers: list[int], turn: int, other: int, later: int
) -> None:
    """A customer lies once, goes on for a while, corrects it: in the end all is as if they had not lied."""
    honest = Customer(numbers, None)
    straight = begin(LIBRARY, "guide", facts)
    for count in range(BOUND):
        if straight.progress.over:
            break
        straight = advance(LIBRARY, straight.progress, honest.answers(straight, count), facts)

    liar = Customer(numbers, (turn, other))
    move = begin(LIBRARY, "guide", facts)
    told = None
    for count in range(BOUND):
        if told is not None and (count > told + later or move.progress.over):
            break
        if move.progress.over:
            return
        move = advance(LIBRARY, move.progress, liar.answers(move, count), facts)
        if told is None and liar.lied_at:
            told = count
    assert liar.lied_at is not None
    if sum(1 for visit in move.progress.trail if visit.ref == liar.lied_at) > 1:
        return  # asked again meanwhile: the last answer is what a correction means
    move = rewind(LIBRARY, move.progress, liar.lied_at, liar.right, facts)
    # From here on the customer answers what is still asked; answers are counted as in the straight walk.
    liar.lie = None
    liar.asked = {}
    for visit in move.progress.trail:
        if visit.answer is not None:
            question = (visit.scenario, visit.step_id, "closing" if visit.ref == "closing" else visit.phase)
            liar.asked[question] = liar.asked.get(question, 0) + 1
    for count in range(BOUND):
        if move.progress.over:
            break
        move = advance(LIBRARY, move.progress, liar.answers(move, count), facts)
    assert move.progress == straight.progress


def test_a_correction_takes_back_what_depended_on_it() -> None:
    facts: dict[str, object] = {}
    move = begin(LIBRARY, "guide", facts)
    for answer in ("dark", "still", "stuck"):
        move = advance(LIBRARY, move.progress, Chosen(answer), facts)
        facts = {**facts, **move.learned}
    assert facts == {"lights": "dark", "fault": "power", "power": "still", "pull": "stuck"}
    move = rewind(LIBRARY, move.progress, "lights", Chosen("green"), facts)
    assert move.step and move.step.ref == "cables"
    assert move.learned == {"lights": "green"}
    assert set(move.forgotten) == {"fault", "power", "pull"}
    move = advance(LIBRARY, move.progress, Chosen("tight"), move.learned)
    assert move.step and move.step.ref == "power"


def test_a_resolved_case_can_be_taken_back() -> None:
    move = begin(LIBRARY, "guide", {})
    for answer in ("green", "loose", "works"):
        move = advance(LIBRARY, move.progress, Chosen(answer), {})
    assert move.kind is Kind.RESOLVED
    move = rewind(LIBRARY, move.progress, "closing", NotWorking(), move.progress.learned)
    assert move.step and move.step.ref == "power"
    assert move.progress.failed_steps == 1


def test_a_step_passed_over_can_be_corrected() -> None:
    move = begin(LIBRARY, "guide", {"lights": "dark"})
    move = rewind(LIBRARY, move.progress, "lights", Chosen("green"), {"lights": "dark"})
    assert move.step and move.step.ref == "cables"
    assert move.learned == {"lights": "green"}


def test_only_what_was_asked_can_be_corrected() -> None:
    with pytest.raises(ConversationError) as caught:
        rewind(LIBRARY, begin(LIBRARY, "guide", {}).progress, "cables", Unclear(), {})
    assert caught.value.code == "step_not_asked"


def test_a_fact_corrected_in_words_walks_again() -> None:
    move = advance(LIBRARY, begin(LIBRARY, "guide", {}).progress, Chosen("green"), {})
    move = replay(LIBRARY, move.progress, {"scope": "single_device"})
    assert move.step and move.step.ref == "cables"
    assert [visit.skipped for visit in move.progress.trail] == [True]
