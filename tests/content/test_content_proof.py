"""The shipped guides are proven: no customer is stranded, whatever is answered."""

from __future__ import annotations

import time

import pytest

from agent.material import served
from agent.scenarios import Certificate, Library, Status, declared_facts, prove, prove_all
from tests.shipped import shipped_library

LIBRARY = shipped_library()
DECLARED = declared_facts(LIBRARY.values())
SMALL = ("router_restart", "router_no_power", "wifi_password", "tv_box_not_starting")


@pytest.mark.parametrize("name", SMALL)
def test_a_guide_is_proven(name: str) -> None:
    proof = prove(LIBRARY, name, DECLARED)
    assert proof.holds
    assert not proof.findings


@pytest.mark.slow
def test_every_guide_is_proven_in_time() -> None:
    started = time.process_time()
    proofs = prove_all(LIBRARY, DECLARED)
    assert [proof.scenario for proof in proofs if not proof.holds] == []
    assert [finding for proof in proofs for finding in proof.findings] == []
    assert time.process_time() - started < 60, "under twenty seconds on a core that is shared"


def test_what_is_not_proven_is_served_on_trial() -> None:
    small = Library([LIBRARY[name] for name in SMALL], {})
    library, unproven = served(small, Certificate())
    assert set(unproven) == set(SMALL)
    assert {scenario.status for scenario in library.values()} == {Status.TRIAL}
    assert library.digest == small.digest


def test_a_seal_is_served_with_its_guide() -> None:
    small = Library([LIBRARY["router_restart"]], {})
    declared = declared_facts(small.values())
    from datetime import UTC, datetime

    at = datetime(2026, 1, 2, tzinfo=UTC)
    certificate = Certificate().with_proofs(small, declared, prove_all(small, declared), at, "1.0")
    library, unproven = served(small, certificate)
    assert unproven == ()
    seal = library["router_restart"].seal
    assert seal is not None
    assert (library["router_restart"].status, seal.proven_at[:10]) == (Status.STABLE, "2026-01-02")
