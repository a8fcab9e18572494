"""How long the proof of every shipped guide takes: in processor time of one core, and by the clock with all of them.

python -m benchmarks.proof [NAME ...] [--jobs N]
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Sequence
from pathlib import Path

from agent.scenarios import Library, Proof, declared_facts, inspect, most_jobs, prove, prove_all

CONTENT = Path(__file__).parents[1] / "scenarios"


def one_by_one(library: Library, names: Sequence[str]) -> list[Proof]:
    """Prints states, moves, corrections and processor seconds of each guide, and of all, in this process."""
    declared = declared_facts(library.values())
    total, proofs = 0.0, list[Proof]()
    for name in names:
        started = time.process_time()
        proof = prove(library, name, declared)
        seconds = time.process_time() - started
        total += seconds
        proofs.append(proof)
        told = "proven" if proof.holds else "NOT proven"
        print(
            f"{name:25} {told} {proof.states:6} states {proof.later:5} later {proof.moves:6} moves"
            f" {proof.corrections:5} corrections {seconds:6.2f} s"
        )
    states, later = sum(each.states for each in proofs), sum(each.later for each in proofs)
    print(f"{'all':25} {states:13} states {later:5} later {total:38.2f} s of one core")
    return proofs


def together(library: Library, names: Sequence[str], jobs: int) -> list[Proof]:
    """Prints the seconds that `jobs` processes need by the clock, their start within."""
    started = time.monotonic()
    proofs = prove_all(library, declared_facts(library.values()), names, jobs=jobs)
    print(f"{'all':25} {time.monotonic() - started:.2f} s by the clock with {jobs} jobs")
    return list(proofs)


def main() -> None:
    """Proves everything twice, and says so if the proofs differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--jobs", type=int, default=most_jobs())
    wanted = parser.parse_args()
    library, _ = inspect(CONTENT)
    names = wanted.names or tuple(library)
    gc.disable()  # as the command does while it proves
    alone = {(each.scenario, each.states, each.later, each.moves) for each in one_by_one(library, names)}
    shared = {
        (each.scenario, each.states, each.later, each.moves) for each in together(library, names, wanted.jobs)
    }
    if alone != shared:
        print("the proofs differ:", *sorted(alone ^ shared))


if __name__ == "__main__":
    main()
