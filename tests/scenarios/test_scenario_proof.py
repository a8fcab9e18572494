"""The proof: what it finds with the shortest way there, that its states stand for all walks, and its certificate."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.errors import Severity
from agent.scenarios import (
    AlreadyDone,
    CannotDo,
    Certificate,
    Chosen,
    Consent,
    Elapsed,
    Finding,
    Library,
    NotWorking,
    Partly,
    Proof,
    Unclear,
    Works,
    advance,
    begin,
    declared_facts,
    inspect,
    prove,
    prove_all,
    read_certificate,
    read_text,
    rewind,
    write_certificate,
)
from agent.scenarios.asked import asked_outcomes
from agent.scenarios.certificate import content_of
from agent.scenarios.exploring import Exploration, State
from agent.scenarios.journey import Journey
from agent.scenarios.leg import Leg
from agent.scenarios.progress import Kind, Move
from agent.scenarios.proof import MOST_STATES, _Prover

HERE = Path(__file__).parent
GUIDES, _ = inspect(HERE / "library")
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

ANSWER = "{{id: {id}, label: L{id}, label_en: E{id}, pattern: p{id}, {then}}}"


def step(number: int, *answers: str, more: str = "") -> str:
    """One step in both languages; an answer is "id: what follows"."""
    lines = [
        f"    - {{step_id: {number}, id: s{number}, title: Klausimas {number}, title_en: Question {number},"
        f" instruction: Kas?, instruction_en: What?, {more}expected_outcomes: ["
    ]
    for answer in answers:
        name, _, then = answer.partition(":")
        lines.append("      " + ANSWER.format(id=name, then=then.strip()) + ",")
    return "\n".join([*lines, "      ]}"])


def library(*steps: str, more: str = "") -> Library:
    """A library of one guide, `guide`."""
    head = "scenario:\n  id: guide\n  title: T\n  title_en: T\n  problem_type: internet\n  description: D\n  description_en: D\n"
    scenario, problems = read_text(f"{head}{more}  steps:\n" + "\n".join(steps), "guide.yaml")
    assert scenario is not None
    assert not [problem for problem in problems if problem.severity is Severity.ERROR], problems
    return Library([scenario])


def proof_of(guides: Library, name: str = "guide") -> Proof:
    return prove(guides, name, declared_facts(guides.values()))


def codes(proof: Proof) -> list[str]:
    return [finding.problem.code for finding in proof.findings]


def only(proof: Proof, code: str) -> Finding:
    (found,) = (finding for finding in proof.findings if finding.problem.code == code)
    return found


NEXT = "a: action: next_step"
DONE = "a: action: resolve"
CALL = "b: action: escalate, reason: R, reason_en: R"


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


def with_other(guides: Library, *steps: str, more: str = "") -> Library:
    """`guides` and a second one, `other`."""
    return Library([*guides.values(), replace(library(*steps, more=more)["guide"], id="other")])


LEADS_ON = step(14, "g: action: goto_scenario, target: guide", CALL)
JUMP = step(1, "j: action: goto_step, target: s3", NEXT)


@pytest.mark.parametrize("second", ["failed_steps >= 2", "failed_steps == 2"])
def test_what_failed_elsewhere_is_told_apart_within_one_move(second: str) -> None:
    """Whoever failed twice before passes over both last steps at once, and step 2 was never tried."""
    guides = library(
        JUMP,
        step(2, NEXT, CALL),
        step(3, DONE, CALL, more="required: true, skip_if: ['failed_steps >= 2'], "),
        step(4, DONE, CALL, more=f"required: true, skip_if: ['{second}'], "),
    )
    assert not codes(proof_of(guides))
    assert codes(proof_of(with_other(guides, LEADS_ON))) == ["proof_untried"]


@pytest.mark.parametrize("values", ["ab", "ba"])
def test_a_jumped_step_is_excused_by_some_facts_alone_in_whatever_order_they_are_declared(
    values: str,
) -> None:
    """Step 2 is excused with f = a; with f = b it was never tried."""
    guides = library(
        step(1, "j: action: goto_step, target: s3", NEXT, more="skip_if: ['!(\"f\" in problem_context)'], "),
        step(2, NEXT, CALL, more='skip_if: [\'"f" in problem_context && problem_context.f == "a"\'], '),
        step(3, NEXT, CALL),
        step(4, NEXT, CALL),
    )
    asks = step(11, *(f"{value}: action: next_step" for value in values), more="learns: f, ")
    found = only(proof_of(with_other(guides, asks)), "proof_untried")
    assert "f = b" in found.conversation[0]


def test_a_jumped_step_is_not_excused_by_what_may_be_known_after_all() -> None:
    """Nobody has read f when step 2 is jumped over: it may well be known, and then step 2 was never tried."""
    guides = library(
        JUMP, step(2, NEXT, CALL, more="skip_if: ['!(\"f\" in problem_context)'], "), step(3, NEXT, CALL)
    )
    asks = step(11, "a: action: next_step", more="learns: f, ")
    assert "proof_untried" in codes(proof_of(with_other(guides, asks)))


def partly(then: str) -> str:
    return f"  closing: {{partly: {{{then}}}}}\n"


def test_a_partial_success_that_goes_to_a_guide_enters_it() -> None:
    """Two goal tests failed in the other guide, the third is partly passed: step 2 of this one is jumped over."""
    guides = library(
        JUMP,
        step(2, NEXT, CALL),
        step(3, DONE, CALL, more="required: true, skip_if: ['failed_steps >= 2'], "),
    )
    tests = [step(number, "a: action: retry_connection", CALL) for number in (11, 12, 13)]
    both = with_other(guides, *tests, more=partly("action: goto_scenario, target: guide"))
    proof = proof_of(both)
    assert proof.later > 0
    assert codes(proof) == ["proof_untried"]


def test_a_bound_counts_what_lies_behind_a_partial_success() -> None:
    both = with_other(
        library(step(1, NEXT, CALL), step(2, DONE, CALL)),
        step(11, "a: action: retry_connection", CALL),
        more=partly("action: goto_scenario, target: guide"),
    )
    proofs = {each.scenario: each for each in prove_all(both, declared_facts(both.values()))}
    assert proofs["other"].bound_onward == proofs["other"].onward["guide"] + proofs["guide"].bound_later


def test_a_guide_called_on_a_partial_success_is_followed() -> None:
    """The called guide leads nowhere that exists."""
    both = with_other(
        library(step(1, DONE, CALL), more=partly("action: call_scenario, target: other")),
        step(11, "g: action: goto_scenario, target: nowhere", CALL),
    )
    assert codes(proof_of(both)) == ["proof_wrong_end"]


def test_where_a_partial_success_leads_belongs_to_the_seal() -> None:
    """A proof that saw the guide missing does not hold once it is written, nor the other way round."""
    alone = library(step(1, DONE, CALL), more=partly("action: goto_scenario, target: other"))
    both = with_other(alone, step(11, DONE, CALL))
    declared = declared_facts(both.values())
    assert content_of(alone, "guide", declared) != content_of(both, "guide", declared)


def test_a_seal_is_outdated_by_what_other_guides_may_bring_along() -> None:
    """Another guide asks a system from now on, and here a condition reads its answer."""
    said = '"line" in probes && probes.line == "ok"'
    guides = library(
        JUMP, step(2, NEXT, CALL), step(3, DONE, CALL, more=f"required: true, skip_if: ['{said}'], ")
    )
    before = with_other(guides, LEADS_ON)
    after = with_other(guides, step(11, "ok: action: next_step", more="probe: line, "), LEADS_ON)
    assert proof_of(before).holds
    assert codes(proof_of(after)) == ["proof_untried"]
    assert sealed(before).seal(after, "guide", declared_facts(after.values())) is None


def test_a_guide_that_returns_is_called_not_gone_to() -> None:
    """What only others call may return, but not where another guide goes to it and waits for nothing."""
    sub = library(step(1, "r: action: return", CALL), more="  routable: false\n")
    goes, calls = (
        step(11, f"g: action: {how}, target: guide", CALL) for how in ("goto_scenario", "call_scenario")
    )
    assert not codes(proof_of(with_other(sub, calls)))
    assert codes(proof_of(with_other(sub, goes))) == ["proof_wrong_end"]


def test_a_step_that_only_a_later_visit_asks_is_asked() -> None:
    guides = library(
        step(1, NEXT, CALL), step(2, NEXT, CALL, more="skip_if: ['failed_steps < 2'], "), step(3, DONE, CALL)
    )
    assert codes(proof_of(guides)) == ["proof_never"]
    assert not codes(proof_of(with_other(guides, LEADS_ON)))


def test_a_fault_of_later_visits_is_told_beside_one_of_the_same_kind() -> None:
    """The return of step 2 is there for whoever failed often elsewhere, that of step 1 for everybody."""
    guides = library(
        step(1, NEXT, "x: action: goto_scenario, target: nowhere"),
        step(2, DONE, "y: action: return, when: 'failed_steps > 6'"),
    )
    told = [each.problem.line for each in proof_of(with_other(guides, LEADS_ON)).findings]
    assert len(told) == 2
    assert len(set(told)) == 2


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


def sealed(guides: Library, change: Callable[[Library], Library] = lambda guides: guides) -> Certificate:
    declared = declared_facts(guides.values())
    proofs = prove_all(guides, declared)
    return Certificate().with_proofs(guides, declared, proofs, NOW, "1.0")


def test_the_certificate_says_what_was_proven_and_comes_back_whole(tmp_path: Path) -> None:
    guides = library(step(1, NEXT, CALL), step(2, DONE, CALL))
    certificate = sealed(guides)
    write_certificate(tmp_path, certificate)
    assert read_certificate(tmp_path) == certificate
    seal = certificate.seals["guide"]
    assert (seal.proven_at, certificate.product) == ("2026-01-02T03:04:05+00:00", "1.0")
    assert seal.states > 10


def test_a_changed_guide_loses_its_seal() -> None:
    before = library(step(1, NEXT, CALL), step(2, DONE, CALL))
    after = library(step(1, NEXT, CALL), step(2, NEXT, CALL))
    certificate = sealed(before)
    assert certificate.seal(before, "guide", declared_facts(before.values()))
    assert certificate.seal(after, "guide", declared_facts(after.values())) is None


def test_a_broken_guide_gets_no_seal() -> None:
    assert not sealed(library(step(1, "a: action: return"))).seals


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"format": 0}', '{"format": 1, "product": "x", "seals": {"a": 3}}']
)
def test_a_foreign_certificate_counts_for_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "proof.json").write_text(text, encoding="utf-8")
    assert read_certificate(tmp_path) == Certificate()
