"""What `agent check --prove` and `agent index` share: prove scenarios, tell it, and keep the certificate."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version

from agent.cli.shared import note
from agent.errors import Problem, SettingsError
from agent.scenarios import (
    Certificate,
    Library,
    Proof,
    Status,
    declared_facts,
    lost,
    most_jobs,
    prove_all,
    read_certificate,
    write_certificate,
)
from agent.settings import Settings

Progress = Callable[[int, int], None]


def prove(
    library: Library, names: Sequence[str] = (), progress: Progress | None = None, jobs: int | None = None
) -> tuple[Proof, ...]:
    """The proofs of `names`, or of every scenario that is not retired. Raises SettingsError for an unknown name.

    `jobs`: how many processes prove at a time; one for each core, at most four, if None.
    """
    for name in names:
        if name not in library:
            raise SettingsError(
                f'There is no scenario "{name}".',
                mend=f"The scenarios are {', '.join(sorted(library))}.",
                code="scenario_unknown",
            )
    wanted = tuple(names) or tuple(name for name in library if library[name].status is not Status.RETIRED)
    try:
        with _uncollected():
            return prove_all(library, declared_facts(library.values()), wanted, progress, jobs or most_jobs())
    except KeyboardInterrupt:
        note("Stopped: no proof was kept, and the certificate is as it was.")
        raise


@contextmanager
def _uncollected() -> Iterator[None]:
    """States hold no cycles, and the collector would walk through all of them again and again: a sixth of the time."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def keep(settings: Settings, library: Library, proofs: Sequence[Proof]) -> Certificate:
    """Writes the seals of `proofs` beside the index, with the older ones that still count."""
    declared = declared_facts(library.values())
    certificate = read_certificate(settings.index_dir).with_proofs(
        library, declared, proofs, datetime.now(UTC), version("taisa")
    )
    write_certificate(settings.index_dir, certificate)
    return certificate


def lost_since(settings: Settings, library: Library, proofs: Sequence[Proof]) -> tuple[Problem, ...]:
    """What the scenarios promised when they were proven last, and do not any more."""
    return tuple(lost(read_certificate(settings.index_dir), library, (proof.scenario for proof in proofs)))


def prove_changed(
    settings: Settings, library: Library, progress: Progress | None = None
) -> tuple[Proof, ...]:
    """Proves the scenarios whose seal is missing or outdated, and keeps the result."""
    declared = declared_facts(library.values())
    certificate = read_certificate(settings.index_dir)
    changed = [
        name
        for name, scenario in library.items()
        if scenario.status is Status.STABLE and certificate.seal(library, name, declared) is None
    ]
    if not changed:
        return ()
    proofs = prove(library, changed, progress)
    keep(settings, library, proofs)
    return proofs


def problems_of(proofs: Sequence[Proof]) -> tuple[Problem, ...]:
    """Everything the proofs found, in order of place."""
    return tuple(sorted(finding.problem for proof in proofs for finding in proof.findings))


def told(proof: Proof) -> str:
    """One line on one scenario."""
    if not proof.complete:
        return f"{proof.scenario}: not proven, too many states."
    word = "proven" if proof.holds else "NOT proven"
    later = f" and {proof.later} more where another guide leads there" if proof.later else ""
    return (
        f"{proof.scenario}: {word}; visited {proof.states} states{later}, all that can be reached, by {proof.moves} moves and "
        f"{proof.corrections} corrections; at most {proof.bound} questions, {proof.bound_onward} with the guides behind it."
    )
