"""The proof of a guide beside others, that may go to it, call it and bring something along; and the seal it ends in."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.scenarios import (
    Certificate,
    Library,
    declared_facts,
    prove_all,
    read_certificate,
    write_certificate,
)
from agent.scenarios.certificate import content_of
from tests.scenarios.written import CALL, DONE, NEXT, codes, library, only, proof_of, step

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


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


def sealed(guides: Library) -> Certificate:
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
