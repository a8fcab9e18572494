"""The author's commands: check, index, rehearse."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from agent.cli import proving
from agent.cli.proving import Sorted, Unproven, sort_out
from agent.cli.shared import note, opened, prepared, print_json
from agent.errors import ContentError, Problem, SettingsError, Severity
from agent.scenarios import Library, Proof, scenario_files, spoken
from agent.settings import Settings

if TYPE_CHECKING:
    from agent.knowledge import Embedder
    from agent.material import Material

# A stage of work by its name → what to tell about it: how much of how much is done.
Bar = Callable[[str], Callable[[int, int], None]]


def check(
    names: Sequence[str],
    strict: bool,
    as_json: bool,
    prove: bool,
    together: bool = False,
    jobs: int | None = None,
) -> None:
    """Print every problem, sorted by place; exit 1 on errors.

    `names`: a folder, or with `prove` scenarios to prove. `together`: look at how guides share customers too.
    `jobs`: how many processes prove at a time; one for each core, at most four, if None.
    """
    folder = next((Path(name) for name in names if not prove or Path(name).is_dir()), None)
    settings = prepared(scenarios_dir=folder)
    material, problems, counted = _inspected(settings)
    library = material.library if material is not None else Library(())
    proofs: tuple[Proof, ...] = ()
    unproven: tuple[Unproven, ...] = ()
    if prove:
        wanted = [name for name in names if not Path(name).is_dir()]
        sorted_out = sort_out(settings.scenarios_dir, library, problems, wanted)
        unproven = sorted_out.unproven
        with _bar(hidden=as_json) as bar:
            proofs, found = _proven(settings, library, sorted_out, folder is None, jobs, bar)
        problems = tuple(sorted((*problems, *found)))
    if together and material is not None and not material.errors:
        from agent.cli.company import company  # noqa: PLC0415  (loads the learner)

        problems = tuple(sorted((*problems, *company(settings, material))))
    errors = sum(problem.severity is Severity.ERROR for problem in problems)
    warnings = len(problems) - errors
    if as_json:
        shown = {"proofs": [_seen(proof, library) for proof in proofs], "unproven": unproven} if prove else {}
        print_json({"errors": errors, "warnings": warnings, "problems": problems, **shown})
    else:
        for problem in problems:
            print(problem)
        _tell(proofs, unproven, library)
        note(f"{counted}: {_count(errors, 'error')}, {_count(warnings, 'warning')}.")
    if errors or (strict and warnings):
        sys.exit(1)


def _proven(
    settings: Settings, library: Library, wanted: Sorted, kept: bool, jobs: int | None, bar: Bar
) -> tuple[tuple[Proof, ...], tuple[Problem, ...]]:
    """The proofs of what can be proven and what they found; kept beside the index if it is the content that is served."""
    if not wanted.provable:
        return (), ()
    proofs = proving.prove(library, wanted.provable, bar("Proving guides"), jobs)
    found = proving.problems_of(proofs)
    if (
        kept and not wanted.broken
    ):  # a seal rests on all that a guide meets, and nothing is served beside a broken one
        found += proving.lost_since(settings, library, proofs)
        proving.keep(settings, library, proofs)
    return proofs, found


def _seen(proof: Proof, library: Library) -> dict[str, object]:
    languages = spoken(library, proof.scenario) if proof.holds else ()
    return {**{each.name: getattr(proof, each.name) for each in fields(proof)}, "languages": languages}


def _tell(proofs: Sequence[Proof], unproven: Sequence[Unproven], library: Library) -> None:
    for proof in proofs:
        note(proving.told(proof, library))
    for each in unproven:
        note(str(each))
    if len(proofs) + len(unproven) > 1:
        held = sum(proof.holds for proof in proofs)
        all_of = len(proofs) + len(unproven)
        note(f"{held} of {all_of} scenarios proven; {sum(proof.states for proof in proofs)} states.")


def _inspected(settings: Settings) -> tuple[Material | None, tuple[Problem, ...], str]:
    """The content, all its problems in order of place, and what was looked at."""
    from agent.material import read_material  # noqa: PLC0415  (reads scenarios and articles, nothing heavier)

    _require_folder(settings.scenarios_dir, "TAISA_SCENARIOS_DIR")
    _require_folder(settings.knowledge_dir, "TAISA_KNOWLEDGE_DIR")
    try:
        material = read_material(settings)
    except ContentError as broken:
        return None, broken.problems, "operator.yaml cannot be read"
    talks, faults = _talks(settings.scenarios_dir)
    looked_at = f"{_readable(settings, material)}, {len(material.articles)} articles, {talks} talks"
    return material, tuple(sorted((*material.problems, *faults))), looked_at


def _readable(settings: Settings, material: Material) -> str:
    """How many guides there are, and of how many only some could be read."""
    files, read = len(scenario_files(settings.scenarios_dir)), len(material.library)
    return f"{read} of {files} scenarios readable" if read < files else f"{read} scenarios"


def _talks(folder: Path) -> tuple[int, tuple[Problem, ...]]:
    from agent.rehearsal import load_talks  # noqa: PLC0415  (reads the talks, nothing heavier)

    try:
        return len(load_talks(folder)), ()
    except ContentError as broken:
        return 0, broken.problems


def _require_folder(folder: Path, variable: str) -> None:
    if not folder.is_dir():
        raise SettingsError(
            f"There is no folder {folder}.",
            mend=f"Run from the folder above it, or set {variable}.",
            code="folder_missing",
        )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


@contextmanager
def _bar(hidden: bool) -> Iterator[Bar]:
    """A progress bar on stderr that goes when the work is done: asked for a stage, it tells how far that is."""
    from rich.console import Console  # noqa: PLC0415  (with the commands that draw)
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=hidden) as bar:
        task = bar.add_task("", total=None)

        def show(stage: str) -> Callable[[int, int], None]:
            bar.update(task, description=stage)
            return lambda done, total: bar.update(task, description=stage, completed=done, total=total)

        yield show


def index(as_json: bool) -> None:
    """Build what is missing and publish it, with a progress bar; exit 1 where a changed guide is not proven: it is on trial then."""
    from agent.bootstrap import build_index_of, embedder_of, publish  # noqa: PLC0415  (loads the embedder)
    from agent.material import sound_material  # noqa: PLC0415  (reads the content)

    settings = prepared()
    embedder = embedder_of(settings)
    with _bar(hidden=as_json) as show:
        # Read once: what is saved meanwhile must neither be proven nor published as what was learnt.
        material = sound_material(settings)
        built = build_index_of(
            settings, show("Learning texts"), embedder, show("Teaching the router"), material
        )
        proofs = proving.prove_changed(settings, material.library, show("Proving guides"))
        publish(settings, material, built.generation)
    if built.changed:
        _tell_of_unread(material, embedder)
    for problem in proving.problems_of(proofs):
        note(str(problem))
    if proofs:
        note(f"{sum(proof.holds for proof in proofs)} of {len(proofs)} changed scenarios proven.")
    if as_json:
        print_json(built)
    elif not built.changed:
        print(f"The index in {settings.index_dir} is up to date: {built.entries} texts.")
    else:
        print(
            f"Learned {built.entries} texts ({built.embedded} new) in {built.seconds:.1f} s; "
            f"the index is in {settings.index_dir}."
        )
    if not all(proof.holds for proof in proofs):
        sys.exit(1)


def _tell_of_unread(material: Material, embedder: Embedder) -> None:
    """Passages whose end the model never sees are found by words alone: nobody would notice."""
    from agent.knowledge.embedding import unread  # noqa: PLC0415  (with the embedder)
    from agent.material import entries  # noqa: PLC0415  (with the content)

    found = unread(embedder, [entry.text for entry in entries(material)])
    if found:
        note(
            f"{found.texts} texts are longer than the {found.window} tokens that the model reads; their ends are"
        )
        note(f"found by words alone. Set TAISA_PASSAGE_LENGTH={found.fitting} and run `agent index` again.")


def rehearse(
    names: Sequence[str], language: str | None, uncovered: bool, transcript: bool, as_json: bool
) -> None:
    """Play talks, tell what went wrong and what was visited; exit 1 when a talk fails."""
    from agent.rehearsal import coverage, load_talks, play  # noqa: PLC0415  (loads the agent)

    settings = prepared()
    talks = [
        talk
        for talk in load_talks(settings.scenarios_dir)
        if (not names or talk.scenario in names) and language in (None, talk.language)
    ]
    untold = sorted(set(names) - {talk.scenario for talk in talks})
    if untold or not talks:
        raise SettingsError(
            f"No talks were found{' of ' + ', '.join(untold) if untold else ''}.",
            mend="See the talks beside the scenarios.",
            code="talks_missing",
        )
    with opened(settings, throwaway=True) as agent:
        verdicts = []
        for talk in talks:
            verdict = play(agent, talk)
            verdicts.append(verdict)
            if verdict.fault and not as_json:
                print(verdict)
                for speaker, said in verdict.transcript if transcript else ():
                    print(f"    {speaker}: {said}")
        covered = {
            each: coverage(agent.scenarios, verdicts, each, names)
            for each in ([language] if language else _claimed(agent.scenarios, names))
        }
    failed = [verdict for verdict in verdicts if verdict.fault]
    if as_json:
        faults = [
            {"talk": verdict.talk.name, "place": str(verdict), "fault": verdict.fault} for verdict in failed
        ]
        print_json({"talks": len(verdicts), "failed": faults, "coverage": covered})
    else:
        for each, found in covered.items():
            for place in found.missing if uncovered else ():
                print(f"{place} [{each}] is visited by no talk")
            note(f"{each}: {found.visited} of {found.total} steps and answers visited ({found.share:.0%}).")
        note(f"{_count(len(verdicts), 'talk')}, {len(failed)} went wrong.")
    if failed:
        sys.exit(1)


def _claimed(library: Library, names: Sequence[str]) -> list[str]:
    """The languages that the guides claim to speak, whether talks are held in them or not."""
    guides = [library[name] for name in names if name in library] if names else library.values()
    return sorted({language for guide in guides for language in guide.languages})
