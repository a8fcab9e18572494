"""How many faults planted in the shipped scenarios are caught, and by what: shape and words, the proof, the talks.

    python -m benchmarks.mutations --each 10 --seed 7 [--without-talks] [--json out.json]

Every operator of `mutation_operators` is applied at up to `--each` places, drawn over all scenarios by the seed. A
mutant is caught by the first of three: a problem `agent check` did not tell before, a finding of the proof, a talk
that went right before and goes wrong now. What is missed is listed singly; EQUIVALENT says which of those change
nothing a customer or a colleague could notice.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from agent.operator import load_operator
from agent.scenarios import Library, Scenario, declared_facts, inspect, promises_of, prove
from agent.scenarios.tree import parse
from benchmarks.mutation_operators import OPERATORS, Change, Tree, mutated

ROOT = Path(__file__).parent.parent
# "operator scenario change" → why nobody can notice the difference.
EQUIVALENT: Mapping[str, str] = {}


@dataclass(frozen=True)
class Mutant:
    """One planted fault and what became of it: `caught_by` is shape, proof, talks, or "" when nothing noticed.

    `lost`: what a certificate of the sound scenario would have told. `same`: the file means exactly what it meant.
    """

    operator: str
    scenario: str
    change: str
    caught_by: str
    told: str = ""
    lost: str = ""
    same: bool = False

    @property
    def name(self) -> str:
        """What it is called in lists."""
        return f"{self.operator} {self.scenario} {self.change}"

    @property
    def equivalent(self) -> str:
        """Why nobody can notice the difference, "" where somebody could."""
        return "the file means what it meant" if self.same else EQUIVALENT.get(self.name, "")


class Bench:
    """The shipped content, one file of it replaced at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._operator = load_operator(ROOT / "knowledge_base/operator.yaml").names
        self._sources: dict[str, str] = {}
        for file in sorted((ROOT / "scenarios").glob("*.yaml")):
            if not file.name.endswith(".talks.yaml"):
                self._sources[file.name] = file.read_text(encoding="utf-8")
                (folder / file.name).write_text(self._sources[file.name], encoding="utf-8")
        self.trees = {name: tree for name, tree in self._trees() if "scenario" in tree}
        self._plain = {name: self._problems_of(name, tree)[1] for name, tree in self.trees.items()}
        self._talks = _Talks()
        library, _ = inspect(folder, self._operator)
        self.sealed = {name: promises_of(scenario) for name, scenario in library.items()}

    def _trees(self) -> Iterator[tuple[str, Tree]]:
        for name, text in self._sources.items():
            node, _ = parse(text, name)
            tree = node.plain() if node else None
            if isinstance(tree, dict):
                yield name, tree

    def _problems_of(self, name: str, tree: Tree) -> tuple[Library, set[tuple[str, str]]]:
        file = self._folder / name
        file.write_text(
            yaml.safe_dump(tree, allow_unicode=True, sort_keys=False, width=10_000), encoding="utf-8"
        )
        library, problems = inspect(self._folder, self._operator)
        file.write_text(self._sources[name], encoding="utf-8")
        return library, {(problem.code, problem.message) for problem in problems}

    def judge(self, operator: str, name: str, change: Change, with_talks: bool) -> Mutant:
        """What notices this change first."""
        tree, told = mutated(self.trees[name], change)
        found = Mutant(operator, name.removesuffix(".yaml"), told, "")
        if tree == self.trees[name]:
            return replace(found, same=True)
        library, problems = self._problems_of(name, tree)
        if new := sorted(problems - self._plain[name]):
            return replace(found, caught_by="shape", told=f"{new[0][0]}: {new[0][1]}")
        scenario = library[found.scenario]
        if finding := _disproof(library, scenario):
            return replace(found, caught_by="proof", told=finding)
        was = self.sealed.get(scenario.id, ())
        if gone := sorted(set(was) - set(promises_of(scenario))):
            found = replace(found, lost=gone[0])
        if with_talks and (fault := self._talks.fault(library, scenario, told)):
            return replace(found, caught_by="talks", told=fault)
        return found


def _disproof(library: Library, scenario: Scenario) -> str:
    """What the proof of the scenario finds, or of the first one that calls it."""
    declared = declared_facts(library.values())
    callers = [
        each for each in library.values() for step in each.steps for outcome in step.outcomes
        if outcome.action == "call_scenario" and outcome.target == scenario.id
    ]  # fmt: skip
    for each in (scenario, *callers[:1]):
        for finding in prove(library, each.id, declared).findings:
            return f"{finding.problem.code}: {finding.problem.message}"
    return ""


class _Talks:
    """The written talks, played through a real Agent over a changed library."""

    def __init__(self) -> None:
        self._agent: Any = None
        self._talks: Sequence[Any] = ()

    def fault(self, library: Library, scenario: Scenario, change: str) -> str:
        """The first talk of the scenario that goes wrong, or ""; talks that name the changed step are tried first.

        What only others call is walked in all talks.
        """
        from agent.rehearsal import load_talks, play
        from agent.snapshot import Snapshot

        agent = self._opened()
        self._talks = self._talks or load_talks(ROOT / "scenarios")
        original = agent.snapshot
        content = replace(original.content, library=library, digest=library.digest)
        changed = Snapshot(content, original._turns)
        talks = [talk for talk in self._talks if talk.scenario == scenario.id or not scenario.routable]
        named = re.findall(r"[a-z_]+", change.replace(".", " "))
        talks.sort(
            key=lambda talk: (
                -sum(turn.expect.step in named or turn.expect.outcome in named for turn in talk.turns)
            )
        )
        for talk in talks:
            agent.snapshot = changed
            verdict = play(agent, talk)
            agent.snapshot = original
            if verdict.fault and not play(agent, talk).fault:
                return str(verdict)
        return ""

    def _opened(self) -> Any:
        if self._agent is None:
            from agent.bootstrap import Parts, build
            from agent.observe import configure_logging
            from agent.store import open_store
            from tests.shipped import learnt

            configure_logging("error")
            settings = learnt(Path(tempfile.gettempdir()) / "taisa-mutations")
            logging.getLogger("bm25s").setLevel(logging.ERROR)
            self._agent = build(settings, Parts(store=open_store("sqlite://"), observe=lambda turn: None))
        return self._agent


def places(bench: Bench, each: int, seed: int) -> Iterator[tuple[str, str, Change]]:
    """(operator, file, change): up to `each` places of every operator, drawn over all files."""
    draw = random.Random(seed)
    for name, operator in OPERATORS.items():
        found = [(name, file, change) for file, tree in bench.trees.items() for change in operator(tree)]
        yield from draw.sample(found, min(each, len(found)))


def table(mutants: list[Mutant]) -> Iterator[str]:
    """A Markdown table by operator, and what was missed, one a line."""
    by_operator: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        by_operator[mutant.operator].append(mutant)
    yield "| operator | planted | by shape and words | by the proof | by the talks | missed | equivalent |"
    yield "|---|---|---|---|---|---|---|"
    for name, several in by_operator.items():
        yield f"| {name} | {len(several)} | {_counts(several)} |"
    yield f"| all | {len(mutants)} | {_counts(mutants)} |"
    warned = sum(
        bool(mutant.lost) for mutant in mutants if not mutant.caught_by and mutant.name not in EQUIVALENT
    )
    real = [mutant for mutant in mutants if mutant.caught_by or not mutant.equivalent]
    caught = sum(bool(mutant.caught_by) for mutant in real)
    yield ""
    yield f"Caught: {caught} of {len(real)} that are no equivalents ({caught / max(len(real), 1):.1%})."
    yield f"Of the missed ones {warned} are told by `agent check --prove` where an earlier certificate lies beside the index."
    for mutant in mutants:
        if not mutant.caught_by:
            why = mutant.equivalent
            warned_of = f" (certificate: {mutant.lost})" if mutant.lost and not why else ""
            yield f"- {'equivalent' if why else 'missed'}: {mutant.name}{f' ({why})' if why else warned_of}"


def _counts(several: list[Mutant]) -> str:
    ways = Counter(mutant.caught_by for mutant in several)
    equal = sum(not mutant.caught_by and bool(mutant.equivalent) for mutant in several)
    return " | ".join(str(n) for n in (ways["shape"], ways["proof"], ways["talks"], ways[""] - equal, equal))


def main() -> None:
    """Plants, judges and tells."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--each", type=int, default=10, help="places for each operator")
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--without-talks", action="store_true")
    options.add_argument("--json", type=Path)
    options.add_argument("--again", type=Path, help="judge only what an earlier --json says was missed")
    chosen = options.parse_args()
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        mutants = []
        earlier = (
            [Mutant(**each) for each in json.loads(chosen.again.read_text(encoding="utf-8"))]
            if chosen.again
            else []
        )
        for number, (operator, file, change) in enumerate(places(bench, chosen.each, chosen.seed)):
            if earlier and earlier[number].caught_by:
                mutants.append(earlier[number])
                continue
            mutants.append(bench.judge(operator, file, change, not chosen.without_talks))
            print(
                len(mutants), mutants[-1].caught_by or "MISSED", mutants[-1].name, file=sys.stderr, flush=True
            )
    print("\n".join(table(mutants)))
    print(f"\n{len(mutants)} mutants, seed {chosen.seed}, {time.perf_counter() - started:.0f} s.")
    if chosen.json:
        chosen.json.write_text(
            json.dumps([asdict(each) for each in mutants], ensure_ascii=False, indent=1), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
