"""What `agent check --prove` and `agent index` share: prove scenarios, tell it, and keep the certificate."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from agent.cli.shared import note
from agent.errors import Problem, SettingsError, Severity
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
    scenario_files,
    spoken,
    write_certificate,
)
from agent.scenarios.model import SCENARIO_TARGET, outcomes_of
from agent.scenarios.states import group
from agent.settings import Settings

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Unproven:
    """A guide that was not proven, for `errors` stand first: its own, or those of the guide `behind` that it leads to."""

    scenario: str
    errors: int
    behind: str = ""

    def __str__(self) -> str:
        count = f"{self.errors} error{'' if self.errors == 1 else 's'}"
        if self.behind:
            return (
                f"{self.scenario}: not proven: it leads to {self.behind}, where {count} must be mended first."
            )
        return f"{self.scenario}: not proven: {count} first."


@dataclass(frozen=True, slots=True)
class Sorted:
    """Guides that can be proven, and those that cannot yet. `broken`: how many errors keep each file from being read."""

    provable: tuple[str, ...]
    unproven: tuple[Unproven, ...]
    broken: dict[str, int]


def sort_out(folder: Path, library: Library, problems: Sequence[Problem], names: Sequence[str]) -> Sorted:
    """Of `names`, or of every guide that is not retired, which can be proven. Raises SettingsError for an unknown name.

    `library`: what could be read of `folder`; a guide that leads to another which could not is not proven either.
    """
    readable = {each.file for each in library.values()}
    errors = Counter(each.file for each in problems if each.severity is Severity.ERROR)
    broken = {
        file.stem: errors[str(file)] or errors.total()  # none of its own: what all are read with is broken
        for file in scenario_files(folder)
        if str(file) not in readable
    }
    refuse_unknown(names, {*library, *broken})
    living = (name for name in library if library[name].status is not Status.RETIRED)
    unproven = []
    provable = []
    for name in dict.fromkeys(names or sorted((*living, *broken))):
        behind = "" if name in broken else _unreadable_behind(library, name)
        if name in broken or behind:
            unproven.append(Unproven(name, broken.get(behind or name, 0), behind))
        else:
            provable.append(name)
    return Sorted(tuple(provable), tuple(unproven), broken)


def _unreadable_behind(library: Library, name: str) -> str:
    """A guide that this one, or one it calls, leads to and that could not be read; "" when there is none."""
    outcomes = (each for guide in group(library, name).values() for each in outcomes_of(guide))
    return next(
        (each.target for each in outcomes if each.action in SCENARIO_TARGET and each.target not in library),
        "",
    )


def refuse_unknown(names: Sequence[str], known: Collection[str]) -> None:
    """Raises SettingsError for a name that no guide has."""
    for name in names:
        if name not in known:
            raise SettingsError(
                f'There is no scenario "{name}".',
                mend=f"The scenarios are {', '.join(sorted(known))}.",
                code="scenario_unknown",
            )


def prove(
    library: Library, names: Sequence[str] = (), progress: Progress | None = None, jobs: int | None = None
) -> tuple[Proof, ...]:
    """The proofs of `names`, or of every scenario that is not retired. Raises SettingsError for an unknown name.

    `jobs`: how many processes prove at a time; one for each core, at most four, if None.
    """
    refuse_unknown(names, library)
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


def told(proof: Proof, library: Library) -> str:
    """One line on one scenario of `library`."""
    if not proof.complete:
        return f"{proof.scenario}: not proven, too many states."
    word = f"proven{_only(proof, library)}" if proof.holds else "NOT proven"
    later = f" and {proof.later} more where another guide leads there" if proof.later else ""
    return (
        f"{proof.scenario}: {word}; visited {proof.states} states{later}, all that can be reached, by {proof.moves} moves and "
        f"{proof.corrections} corrections; at most {proof.bound} questions, {proof.bound_onward} with the guides behind it."
    )


def _only(proof: Proof, library: Library) -> str:
    """In which languages, where a guide that is not stable has not all its texts in each it claims."""
    languages, claimed = spoken(library, proof.scenario), library[proof.scenario].languages
    if languages == claimed:
        return ""
    return f" in {', '.join(languages)} only" if languages else " in no language: none has all its texts"
