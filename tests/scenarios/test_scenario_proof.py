"""The proof: what it finds with the shortest way there, that its states stand for all walks, and its certificate."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.scenarios import (
    AlreadyDone,
    CannotDo,
    Chosen,
    Consent,
    Elapsed,
    Library,
    NotWorking,
    Partly,
    Unclear,
    Works,
    advance,
    begin,
    declared_facts,
    inspect,
    prove,
    prove_all,
    rewind,
)
from agent.scenarios.asked import asked_outcomes
from agent.scenarios.exploring import Exploration, State
from agent.scenarios.journey import Journey
from agent.scenarios.leg import Leg
from agent.scenarios.progress import Kind, Move
from agent.scenarios.proof import MOST_STATES, _Prover
from tests.scenarios.written import CALL, DONE, NEXT, codes, library, only, proof_of, step

HERE = Path(__file__).parent
GUIDES, _ = inspect(HERE / "library")
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_a_sound_guide_is_proven() -> None:
    proof = proof_of(library(step(1, NEXT, CALL), step(2, DONE, CALL)))
    assert proof.holds
    assert not proof.findings
    assert proof.complete
    assert proof.ends.keys() == {"resolved", "escalate"}


def test_a_fault_at_depth_twelve_is_found_by_the_shortest_way() -> None:
    """Thirteen steps; only in the twelfth, after eleven answers, stands a return that nobody waits for."""
    steps = [step(number, NEXT, CALL) for number in range(1, 12)]
    proof = proof_of(library(*steps, step(12, NEXT, "c: action: return"), step(13, DONE, CALL)))
    found = only(proof, "proof_wrong_end")
    assert not proof.holds
    assert found.conversation[-1] == "Klausimas 12 – Lc"
    assert [line.split(" – ")[0] for line in found.conversation] == [f"Klausimas {n}" for n in range(1, 13)]
    assert "shortest way" in found.problem.message
    assert found.problem.line > 0


BROKEN: Mapping[str, tuple[Library, str]] = {
    "jumped over": (
        library(step(1, NEXT, "j: action: goto_step, target: s3"), step(2, NEXT), step(3, NEXT)),
        "proof_untried",
    ),
    "returns to nobody": (library(step(1, "a: action: return")), "proof_wrong_end"),
    "no such guide": (library(step(1, "a: action: goto_scenario, target: nowhere")), "proof_wrong_end"),
    "always skipped": (library(step(1, NEXT), step(2, DONE, more='skip_if: ["true"], ')), "proof_never"),
    "impossible answer": (
        library(step(1, NEXT, "b: action: resolve, when: 'failed_steps > 90'")),
        "proof_never",
    ),
    "round and round": (
        library(step(1, NEXT), step(2, NEXT), step(3, "a: action: goto_step, target: s1", DONE.replace("a:", "d:"))),
        "proof_round",
    ),
    "asked again without a word": (library(step(1, DONE, "r: action: goto_step, target: s1")), "proof_round"),
    "binding order turned round": (
        library(
            step(1, NEXT, "j: action: goto_step, target: s3"),
            step(2, NEXT, more="order: binding, required: true, "),
            step(3, "g: action: goto_step, target: s2", DONE.replace("a:", "d:")),
            step(4, DONE, CALL),
        ),
        "proof_order",
    ),
    "nobody can answer": (
        library(step(1, NEXT).replace("label: La, label_en: Ea, pattern: pa, ", "when: 'failed_steps > 9', ")),
        "proof_dead_end",
    ),
    "unwarned act": (
        library(step(1, DONE, more="act: reboot, safety: Atsargiai, safety_en: Careful, ")),
        "proof_safety",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_each_broken_promise_is_found(name: str) -> None:
    guides, code = BROKEN[name]
    assert code in codes(proof_of(guides))


MENDED: Mapping[str, Library] = {
    "required last step": library(
        step(1, NEXT, "j: action: goto_step, target: s3"),
        step(2, NEXT),
        step(3, NEXT, more="required: true, "),
    ),
    "skipped with a reason": library(
        step(1, NEXT, "j: action: goto_step, target: s3"),
        step(2, NEXT, more='skip_if: [\'"s1" in problem_context && problem_context.s1 == "j"\'], '),
        step(3, NEXT),
    ),
    "asked again on purpose": library(
        step(1, DONE, "r: action: goto_step, target: s1, say: Dar, say_en: Again")
    ),
}


def test_binding_order_turned_round_is_told_with_the_conversation() -> None:
    found = only(proof_of(BROKEN["binding order turned round"][0]), "proof_order")
    assert found.conversation == ("Klausimas 1 – Lj", "Klausimas 3 – Lg")
    assert 'step "s2"' in found.problem.message
    assert '"s3"' in found.problem.message


def test_a_circle_is_told_until_it_closes() -> None:
    """The walk cannot go in circles, its counters grow; so one is planted among the moves that were found."""
    guides = library(step(1, NEXT, CALL), step(2, NEXT, CALL), step(3, NEXT, CALL), step(4, DONE, CALL))
    prover = _Prover(guides, guides["guide"], declared_facts(guides.values()))
    assert prover._explore(MOST_STATES)
    walks = prover._walks
    first = {
        state.move.step.ref: key
        for key, state in reversed(walks.states.items())
        if state.move.kind is Kind.ASK and state.progress.attempts == 1 and state.move.step
    }
    walks.after[first["s3"]][first["s2"]] = Leg(first["s3"], Chosen("a"))
    assert prover._longest() == (0, {})
    (found,) = prover._told()
    assert found.problem.code == "proof_endless"
    assert 'back to step "s2"' in found.problem.message
    assert found.conversation == ("Klausimas 1 – La", "Klausimas 2 – La", "Klausimas 3 – La")


BINDING = "order: binding, "
KEPT_ORDER: Mapping[str, Library] = {
    "passed for good": library(
        step(1, NEXT, "j: action: goto_step, target: s3"), step(2, NEXT, more=BINDING), step(3, DONE, CALL)
    ),
    "asked again": library(
        step(1, NEXT), step(2, NEXT, more=BINDING),
        step(3, "g: action: goto_step, target: s2, say: Dar, say_en: Again", DONE.replace("a:", "d:")),
    ),
    "a partial success": library(
        step(1, NEXT, "j: action: goto_step, target: s3"), step(2, NEXT, more=BINDING), step(3, DONE, CALL),
        more="  closing: {partly: {action: goto_step, target: s2}}\n",
    ),
    "advisory": library(
        step(1, NEXT, "j: action: goto_step, target: s3"), step(2, DONE),
        step(3, "g: action: goto_step, target: s2", CALL),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", KEPT_ORDER)
def test_order_that_is_kept_is_not_told(name: str) -> None:
    assert "proof_order" not in codes(proof_of(KEPT_ORDER[name]))


@pytest.mark.parametrize("name", MENDED)
def test_what_the_mend_says_helps(name: str) -> None:
    found = codes(proof_of(MENDED[name]))
    assert name == "skipped with a reason" or not found
    assert "proof_round" not in found


KIT = library(
    step(
        1,
        NEXT,
        "b: action: goto_step, target: s3",
        more='skip_if: [\'"scope" in problem_context && problem_context.scope == "one_room"\'], ',
    ),
    step(
        2, "a: action: retry_connection", "b: action: next_step, sets: {fault: cable}", more="wait_time: 60, "
    ),
    step(3, NEXT, "n: action: goto_step, target: s4, when: 'probes.port == \"noisy\"'", more="probe: port, "),
    step(4, "r: action: goto_step, target: s4", DONE, more="max_attempts: 2, required: true, "),
    more="""  escalation:
    conditions: [{when: 'failed_steps >= 2', reason: R, reason_en: R}]
    message: M
    message_en: M
  closing: {partly: {action: goto_step, target: s2}}
""",
)


def test_calls_are_followed_and_other_guides_are_not() -> None:
    guides = Library([GUIDES["fix"], replace(KIT["guide"], id="other"), CALLER["guide"]])
    proofs = {proof.scenario: proof for proof in prove_all(guides, declared_facts(guides.values()))}
    assert proofs["guide"].complete
    assert proofs["guide"].onward.keys() == {"other"}
    assert proofs["guide"].bound_onward > proofs["other"].bound
    assert proofs["guide"].states > proofs["fix"].states


CALLER = library(
    step(1, "c: action: call_scenario, target: fix", "o: action: goto_scenario, target: other"),
    step(2, DONE, CALL),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.integers(0, 999), min_size=1, max_size=25), st.booleans())
def test_every_walk_stays_within_the_states(numbers: list[int], stated: bool) -> None:
    """What was proven are all states: a walk taken at random, with real facts, never leaves them."""
    walks = EXPLORED()
    known: dict[str, object] = {"scope": "one_room"} if stated else {}
    state = walks.state_of(begin(walks.library, "guide", known), known)
    for number in numbers:
        if state.progress.over:
            break
        answers = list(walks.answers(state))
        move = advance(walks.library, state.progress, answers[number % len(answers)], known)
        state = walks.state_of(move, known)
        open_key = walks.key_of(state._replace(known={}))
        assert walks.key_of(state) in walks.states or open_key in walks.states


_KEPT: list[Exploration] = []


def EXPLORED() -> Exploration:
    if not _KEPT:
        walks = Exploration(KIT, "guide", declared_facts(KIT.values()))
        assert walks.run(lambda state: None, 100_000)
        _KEPT.append(walks)
    return _KEPT[0]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.integers(0, 999), min_size=1, max_size=25))
def test_no_walk_is_longer_than_the_bound(numbers: list[int]) -> None:
    """Customers who answer at random, and the one who says "it works" and then nothing clear, all end in time."""
    bound = prove(KIT, "guide", declared_facts(KIT.values())).bound
    move, asked = begin(KIT, "guide", {}), 0
    while not move.progress.over:
        number = numbers[asked % len(numbers)]
        move = advance(
            KIT, move.progress, (Works(), Unclear(), Unclear(), NotWorking(), Partly())[number % 5], {}
        )
        asked += 1
    assert asked <= bound


def test_the_bound_is_reached() -> None:
    """One step, asked three times, each time "it works" and then three replies nobody can read: twelve questions."""
    assert proof_of(library(step(1, DONE, CALL))).bound == 12


def test_a_consent_is_proven_with_it_works_taken_back() -> None:
    """Three times asked for, each time "it works" and then nothing clear, then a yes on the third: the act, its goal test."""
    guides = library(
        step(1, DONE, more="act: reboot, consent: Galima?, consent_en: May we?, ").replace(
            " instruction: Kas?, instruction_en: What?,", ""
        ),
        step(2, DONE, CALL),
    )
    proof = proof_of(guides)
    assert proof.holds
    assert not proof.findings
    assert proof.bound == 3 + 2 * 3 + 1 + 3 + proof_of(library(step(2, DONE, CALL))).bound


def test_states_with_one_key_go_on_alike() -> None:
    """Two different walks that share a key get moves that share keys, whatever is answered."""
    walks = EXPLORED()
    by_key: dict[object, State] = dict(walks.states)
    compared = 0
    for state in list(walks.states.values())[:400]:
        for answer in list(walks.answers(state))[:6]:
            if state.progress.over or not isinstance(answer, Chosen):
                continue
            move = advance(walks.library, state.progress, answer, state.known)
            twin = by_key.get(walks.key_of(walks.state_of(move, state.known)))
            if twin is None or twin.progress.over:
                continue
            mine = walks.state_of(move, state.known)
            for following in list(walks.answers(twin))[:6]:
                one, two = (
                    walks.key_of(
                        walks.state_of(
                            advance(walks.library, each.progress, following, each.known), each.known
                        )
                    )
                    for each in (mine, twin)
                )
                compared += 1
                assert one == two
    assert compared > 100


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.integers(0, 999), min_size=2, max_size=25), st.integers(0, 999))
def test_every_correction_is_a_straight_walk(numbers: list[int], which: int) -> None:
    """Whatever was answered, a correction of any of it leads to a state that was proven."""
    walks, move = EXPLORED(), begin(KIT, "guide", {})
    for number in numbers:
        answers = list(walks.answers(walks.state_of(move, {})))
        after = advance(KIT, move.progress, answers[number % len(answers)], {})
        if after.progress.over:
            break
        move = after
    told = [each for each in move.progress.trail if isinstance(each.answer, Chosen)]
    if told:
        visit = told[which % len(told)]
        asked = KIT["guide"].step(visit.step_id)
        assert asked is not None
        for each in asked.for_customer:
            corrected = rewind(KIT, move.progress, visit.step_id, Chosen(each.id), {})
            assert walks.key_of(walks.state_of(corrected, {})) in walks.states


def test_an_answer_that_does_not_fit_counts_as_unclear() -> None:
    """So the proof takes one unclear answer for all of them."""
    walks = EXPLORED()
    for state in list(walks.states.values())[:600]:
        goal = state.move.kind in (Kind.CLOSING, Kind.CONFIRMING)
        if not (goal or state.move.kind is Kind.ASK):
            continue
        unfit = (
            (CannotDo(), AlreadyDone(), Elapsed(), Consent(True))
            if goal
            else (NotWorking(), Partly(), Consent(True))
        )
        keys = {
            walks.key_of(walks.state_of(advance(walks.library, state.progress, each, {}), {}))
            for each in (Unclear(), *unfit)
        }
        assert len(keys) == 1


def leading_round(*more: str) -> Library:
    """Two guides that lead into each other, with all that is carried from one to the other."""
    here = library(
        step(1, NEXT, "b: action: goto_step, target: s3", more="skip_if: ['\"s11\" in problem_context'], "),
        step(
            2,
            "a: action: retry_connection",
            "b: action: next_step",
            more="skip_if: ['failed_steps >= 2'], ",
        ),
        step(
            3,
            NEXT,
            "o: action: goto_scenario, target: other",
            "r: action: goto_step, target: s2, say: Dar, say_en: Again",
            *more,
        ),
        step(4, DONE, CALL, more="required: true, skip_if: ['failed_steps == 1'], "),
        more="""  escalation: {conditions: [{when: 'failed_steps >= 3', reason: R, reason_en: R}], message: M, message_en: M}
  closing: {partly: {action: goto_step, target: s2}}
""",
    )
    there = library(
        step(11, NEXT, "g: action: goto_scenario, target: guide"),
        step(12, "a: action: retry_connection", CALL),
    )
    return Library([here["guide"], replace(there["guide"], id="other")])


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.integers(0, 999), min_size=10, max_size=40))
def test_every_later_visit_stays_within_the_states(numbers: list[int]) -> None:
    """However often a conversation comes back to a guide, each of its questions there is one that was proven."""
    walks, arrived, since = EXPLORED_LATER(), set[str](), 0

    def entering(journey: Journey, place: int) -> None:
        if place < len(journey.scenario.steps):
            arrived.add(journey.ref(journey.scenario.steps[place]))

    move = begin(ROUND, "other", {})
    for number in numbers:
        if move.progress.over:
            break
        answers = [
            *(Chosen(each.id) for each in asked_outcomes(move, ROUND)),
            Unclear(),
            Works(),
            NotWorking(),
            Partly(),
        ]
        before = move
        move = advance(ROUND, move.progress, answers[number % len(answers)], {}, entering=entering)
        if move.scenario_id != before.scenario_id:
            since = len(before.progress.trail) + 1  # behind the answer that led here
            arrived = (
                {ref for ref in arrived if ref.startswith("guide/")} if move.scenario_id == "guide" else set()
            )
        if move.scenario_id == "guide" and not move.progress.over:
            assert within(walks, move, arrived, since)


def within(walks: Exploration, move: Move, arrived: set[str], since: int) -> bool:
    """Whether the state is among those explored: what was not come to yet is open there, and so may any fact be."""
    progress = move.progress
    visits = {ref: count for ref, count in progress.visits.items() if ref in arrived or ref.endswith("/")}
    facts = dict(progress.learned)
    trail = tuple(
        each._replace(attempt=3) for each in progress.trail[since:]
    )  # as if asked for the last time
    last = walks.at_last(move._replace(progress=progress._replace(visits=visits, trail=trail, learned={})))
    keys = (
        walks.key_of(walks.state_of(last, dict(some)))
        for size in range(len(facts) + 1)
        for some in itertools.combinations(facts.items(), size)
    )
    return any(key in walks.states for key in keys)


ROUND = leading_round()


def EXPLORED_LATER() -> Exploration:
    if not _LATER:
        walks = Exploration(ROUND, "guide", declared_facts(ROUND.values()), later=True)
        assert walks.run(lambda state: None, 100_000)
        _LATER.append(walks)
    return _LATER[0]


_LATER: list[Exploration] = []


def test_a_fault_of_the_second_visit_is_found() -> None:
    """A return for who failed three times elsewhere: no walk that begins here takes it."""
    fault = "x: action: return, when: 'failed_steps > 6'"
    alone = library(step(1, NEXT, fault), step(2, DONE, CALL))
    there = library(step(11, "g: action: goto_scenario, target: guide"))
    both = Library([alone["guide"], replace(there["guide"], id="other")])
    assert "proof_wrong_end" not in codes(proof_of(alone))
    found = only(proof_of(both), "proof_wrong_end")
    assert "failed_steps before = " in found.conversation[0]


def test_a_condition_that_cannot_be_decided_does_not_hold_in_the_proof_either() -> None:
    """Nobody failed yet, and six divided by nothing is no reason to skip."""
    guides = library(step(1, NEXT, CALL), step(2, DONE, CALL, more="skip_if: ['6 / failed_steps > 2'], "))
    assert not codes(proof_of(guides))


def test_only_guides_that_others_lead_to_are_entered_later() -> None:
    proofs = {proof.scenario: proof for proof in prove_all(ROUND, declared_facts(ROUND.values()))}
    assert proofs["guide"].later > 0
    assert proof_of(KIT).later == 0


def test_too_large_is_said_not_waited_for() -> None:
    proof = prove(KIT, "guide", declared_facts(KIT.values()), most=20)
    assert not proof.holds
    assert codes(proof) == ["proof_too_large"]
