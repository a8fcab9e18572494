"""Authors change guides while people are in the middle of them: nobody is lost, nothing crashes, no answer is misfiled."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.agent import Agent
from agent.conversation import Case, Conversation
from agent.errors import ConversationError
from agent.pinning import Going, Settled, settle, versions
from agent.scenarios import (
    CannotDo,
    Chosen,
    Consent,
    Kind,
    Library,
    Progress,
    Scenario,
    Unclear,
    Works,
    advance,
    rewind,
)
from tests.living.edits import (
    EDITS,
    answer_added,
    answer_gone,
    asked,
    edited,
    labels_swapped,
    places,
    reworded,
    safety_added,
    sealed,
    skip_added,
    tidied,
)
from tests.shipped import shipped_library

LIBRARY = shipped_library()
OPEN = places(LIBRARY)
AT = datetime(2026, 1, 5, 9, tzinfo=UTC)


class Shelf:
    """Every version of every guide that ever served, as the store keeps them."""

    def __init__(self, *libraries: Library) -> None:
        self.versions = {(each.id, each.digest): each for library in libraries for each in library.values()}

    def add(self, library: Library) -> None:
        self.versions |= {(each.id, each.digest): each for each in library.values()}

    def __call__(self, scenario: str, digest: str) -> Scenario | None:
        return self.versions.get((scenario, digest))


def standing(progress: Progress, library: Library) -> Conversation:
    """An open conversation with that walk, as a turn on `library` would have left it."""
    begun = Conversation("c", "lt", AT, AT, progress=progress)
    return replace(begun, versions=versions(begun, library))


def test_there_is_a_conversation_at_every_step_and_every_goal_test() -> None:
    steps = {(each.scenario, each.step_id) for each in OPEN if each.phase is Kind.ASK}
    wanted = {
        (guide.id, step.ref)
        for guide in LIBRARY.values()
        for step in guide.steps
        if not (step.probe or step.act)
    }
    assert steps == wanted
    assert {each.phase for each in OPEN} >= {Kind.ASK, Kind.CLOSING, Kind.CONFIRMING}
    assert any(each.stack for each in OPEN)


def holds(before: Progress, on: Library, settled: Settled) -> Progress:
    """What must be true of a conversation after an edit: it stands where it stood, and the question means the same."""
    now = settled.conversation.progress
    assert now is not None, "lost"
    assert (now.scenario, now.step_id, now.phase) == (before.scenario, before.step_id, before.phase)
    was, is_ = asked(on, before), asked(settled.library, now)
    assert was.said == is_.said, "another question stands where the customer stood"
    assert was.answers <= is_.answers, "an answer they saw is gone or means something else"
    assert settled.library[now.scenario].digest == now.digest
    for frame in now.stack:
        assert settled.library[frame.scenario].step(frame.step_id) is not None, "no way back from a call"
    return now


def goes_on(now: Progress, library: Library) -> int:
    """Whatever the customer says next, and whichever earlier answer they correct: a move, never a crash. How many moves."""
    step = library[now.scenario].step(now.step_id)
    assert step is not None
    answers = [Unclear(), Works(), CannotDo(), Consent(True)]
    if now.phase is Kind.ASK:
        answers += [Chosen(each.id) for each in step.for_customer]
    for answer in answers:
        assert advance(library, now, answer, {}).kind is not None
    corrected = 0
    for visit in now.trail:
        guide = library.get(visit.scenario)
        there = guide.step(visit.step_id) if guide else None
        if visit.answer is None or there is None:
            continue
        assert rewind(library, now, f"{visit.scenario}/{visit.ref}", visit.answer, {}).kind is not None
        corrected += 1
    return len(answers) + corrected


def answers_mean_the_same(now: Progress, before: Library, after: Library) -> None:
    """An answer on record is read again by a correction: where its step is still there, it means what it meant."""
    for visit in now.trail:
        if not isinstance(visit.answer, Chosen) or visit.phase != Kind.ASK:
            continue
        old, new = before[visit.scenario].step(visit.step_id), after.get(visit.scenario)
        there = new.step(visit.step_id) if new else None
        if old is None or there is None:
            continue
        was, is_ = old.outcome(visit.answer.outcome_id), there.outcome(visit.answer.outcome_id)
        assert was is not None
        assert is_ is not None
        assert was.label == is_.label
        assert old.fact == there.fact


def within_reach(now: Progress, library: Library) -> frozenset[str]:
    """The digests of all guides that this walk is in, was in or can come to."""
    waiting = {now.scenario, *(f.scenario for f in now.stack), *(v.scenario for v in now.trail)}
    found: dict[str, str] = {}
    while waiting:
        guide = library.get(waiting.pop())
        if guide and guide.id not in found:
            found[guide.id] = guide.digest
            waiting |= {outcome.target or "" for step in guide.steps for outcome in step.outcomes}
    return frozenset(found.values())


def test_every_open_conversation_goes_on_where_nothing_was_edited() -> None:
    moves = [goes_on(progress, LIBRARY) for progress in OPEN]
    assert min(moves) >= 4
    assert max(moves) > 10, "somebody has answers to correct"


def after_edits(seed: int, conversations: list[Progress], rounds: int = 2) -> None:
    rng, today, shelf = Random(seed), LIBRARY, Shelf(LIBRARY)
    standing_on = dict.fromkeys(range(len(conversations)), LIBRARY)
    people = {index: standing(progress, LIBRARY) for index, progress in enumerate(conversations)}
    # From here, with these guides, it went on before: not walked again. Unedited: the test above.
    walked = {(i, within_reach(progress, LIBRARY)): progress for i, progress in enumerate(conversations)}
    for _ in range(rounds):
        today = edited(today, rng)
        shelf.add(today)
        for index, conversation in people.items():
            before = conversation.progress
            assert before is not None
            settled = settle(conversation, today, shelf)
            now = holds(before, standing_on[index], settled)
            answers_mean_the_same(now, standing_on[index], settled.library)
            place = (index, within_reach(now, settled.library))
            if walked.get(place) != now:
                goes_on(now, settled.library)
                walked[place] = now
            kept = replace(settled.conversation, versions=versions(settled.conversation, settled.library))
            people[index], standing_on[index] = kept, settled.library


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**9), some=st.sets(st.integers(0, len(OPEN) - 1), min_size=12, max_size=12))
def test_edits_lose_nobody_crash_nothing_and_misfile_no_answer(seed: int, some: set[int]) -> None:
    after_edits(seed, [OPEN[index] for index in sorted(some)])


@pytest.mark.slow
@pytest.mark.timeout(3600)
@settings(max_examples=1000, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**9))
def test_a_thousand_edits_with_a_conversation_at_every_step(seed: int) -> None:
    after_edits(seed, list(OPEN))


# ---- which version, one edit at a time


def only(edit_of_step: object, ref: str) -> Library:
    """The library with one step of the guide edited that it belongs to."""
    guide = next(each for each in LIBRARY.values() if each.step(ref) and each.id == GUIDE)
    steps = tuple(edit_of_step(step, Random(1)) if step.ref == ref else step for step in guide.steps)  # type: ignore[operator]
    changed = sealed(replace(guide, steps=steps))
    return Library([changed if each.id == guide.id else each for each in LIBRARY.values()], LIBRARY.defaults)


PLACE = next(each for each in OPEN if each.phase is Kind.ASK and len(each.trail) >= 2 and not each.stack)
GUIDE, HERE, ANSWERED = PLACE.scenario, PLACE.step_id or "", PLACE.trail[0].step_id


@pytest.mark.parametrize(
    ("change", "ref", "going"),
    [
        pytest.param(lambda step, rng: replace(step, instruction=tidied(step.instruction, rng)), HERE, Going.NEW, id="a comma"),
        pytest.param(lambda step, rng: replace(step, help_text=reworded(step.help_text, rng)), HERE, Going.NEW, id="its help"),
        pytest.param(answer_added, HERE, Going.NEW, id="a further answer"),
        pytest.param(safety_added, HERE, Going.NEW, id="a warning"),
        pytest.param(lambda step, rng: replace(step, wait_time=step.wait_time + 60), HERE, Going.NEW, id="its wait"),
        pytest.param(skip_added, HERE, Going.NEW, id="when it is skipped"),
        pytest.param(lambda step, rng: replace(step, instruction=reworded(step.instruction, rng)), HERE, Going.OLD, id="what is asked"),
        pytest.param(labels_swapped, HERE, Going.OLD, id="what answers mean"),
        pytest.param(answer_gone, HERE, Going.OLD, id="an answer gone"),
        pytest.param(lambda step, rng: replace(step, ref="other"), HERE, Going.OLD, id="its name"),
        pytest.param(labels_swapped, ANSWERED, Going.OLD, id="what an answer given before means"),
        pytest.param(lambda step, rng: replace(step, ref="other"), ANSWERED, Going.NEW, id="a step passed is gone"),
    ],
)  # fmt: skip
def test_which_version_a_conversation_goes_on_with(change: object, ref: str, going: Going) -> None:
    settled = settle(standing(PLACE, LIBRARY), only(change, ref), Shelf(LIBRARY))
    fates = {fate.scenario: fate for fate in settled.fates}
    assert fates[GUIDE].going is going, fates[GUIDE].why
    assert (going is Going.NEW) == (not fates[GUIDE].why)


def test_a_warning_the_open_step_gains_is_still_to_be_heard() -> None:
    warned = only(safety_added, HERE)
    step = warned[GUIDE].step(HERE)
    assert step is not None
    settled = settle(standing(PLACE, LIBRARY), warned, Shelf(LIBRARY))
    assert settled.unheard == step.safety
    again = replace(settled.conversation, versions=versions(settled.conversation, settled.library))
    assert not settle(again, warned, Shelf(LIBRARY, warned)).unheard, "once"
    spaced = only(lambda step, rng: replace(step, safety=tidied(step.safety, rng)), HERE)
    for there, before in ((spaced, warned), (LIBRARY, warned), (only(safety_added, ANSWERED), LIBRARY)):
        on = replace(standing(PLACE._replace(digest=before[GUIDE].digest), before))
        assert not settle(on, there, Shelf(before)).unheard


def test_where_nobody_knows_what_was_heard_the_warning_is_said() -> None:
    warned = only(safety_added, HERE)
    assert settle(standing(PLACE, LIBRARY), warned, Shelf()).unheard


def test_behind_the_goal_test_the_step_is_done_and_needs_no_warning() -> None:
    asked_goal = PLACE._replace(phase=Kind.CLOSING)
    assert not settle(standing(asked_goal, LIBRARY), only(safety_added, HERE), Shelf(LIBRARY)).unheard


def test_a_guide_that_was_not_touched_changes_nothing() -> None:
    conversation = standing(PLACE, LIBRARY)
    settled = settle(conversation, LIBRARY, Shelf())
    assert settled.conversation is conversation
    assert settled.library is LIBRARY
    assert {fate.going for fate in settled.fates} == {Going.SAME}


def test_a_removed_guide_is_finished_on_the_version_the_store_keeps() -> None:
    rest = Library([each for each in LIBRARY.values() if each.id != GUIDE])
    settled = settle(standing(PLACE, LIBRARY), rest, Shelf(LIBRARY))
    assert settled.conversation.progress is not None
    assert GUIDE in settled.library


def test_a_walk_is_dropped_only_when_guide_and_kept_version_are_both_gone() -> None:
    rest = Library([each for each in LIBRARY.values() if each.id != GUIDE])
    settled = settle(standing(PLACE, LIBRARY), rest, Shelf())
    assert settled.conversation.progress is None
    assert [fate.going for fate in settled.fates if fate.scenario == GUIDE] == [Going.LOST]


def test_a_problem_set_aside_keeps_its_version_too() -> None:
    aside = replace(standing(PLACE, LIBRARY), progress=None, suspended=(Case(PLACE),))
    aside = replace(aside, versions=versions(aside, LIBRARY))
    changed = only(lambda step, rng: replace(step, instruction=reworded(step.instruction, rng)), HERE)
    settled = settle(aside, changed, Shelf(LIBRARY))
    assert settled.conversation.suspended == aside.suspended
    assert settled.library[GUIDE].digest == LIBRARY[GUIDE].digest


def test_what_has_ended_pins_nothing() -> None:
    ended = advance(
        LIBRARY, next(each for each in OPEN if each.phase is Kind.CONFIRMING), Works(), {}
    ).progress
    assert ended.over
    settled = settle(standing(ended, LIBRARY), edited(LIBRARY, Random(4)), Shelf())
    assert settled.fates == ()


def test_an_answer_that_is_no_longer_offered_is_refused_by_the_walk_not_misread() -> None:
    """The oracle of these tests can fail: without pinning, the same edits do misfile answers."""
    changed = only(labels_swapped, HERE)
    assert not asked(LIBRARY, PLACE).answers <= asked(changed, PLACE).answers
    gone = only(answer_gone, HERE)
    first = LIBRARY[GUIDE].step(HERE)
    assert first is not None
    with pytest.raises(ConversationError):
        advance(gone, PLACE, Chosen(first.outcomes[0].id), {})


def test_every_kind_of_edit_changes_a_digest() -> None:
    for edit in EDITS:
        tries = [sealed(edit(guide, Random(seed))) for guide in LIBRARY.values() for seed in range(3)]
        assert any(each.digest != sealed(LIBRARY[each.id]).digest for each in tries)


def test_a_second_reload_is_refused_instead_of_waiting(shipped_agent: Agent) -> None:
    """Waiting reloads would take the places of customers' turns."""
    serving = shipped_agent.content.digest
    with shipped_agent._renewing, pytest.raises(ConversationError) as told:
        shipped_agent.reload()
    assert (told.value.code, told.value.status) == ("reload_busy", 409)
    assert shipped_agent.content.digest == serving
