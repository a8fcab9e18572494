"""How long the proof of every shipped guide takes, in processor time of one core.

python -m benchmarks.proof [NAME ...]
"""

from __future__ import annotations

import gc
import sys
import time
from pathlib import Path

from agent.scenarios import declared_facts, inspect, prove

CONTENT = Path(__file__).parents[1] / "scenarios"


def main(names: list[str]) -> None:
    """Prints states, moves, corrections and seconds of each guide, and of all."""
    library, _ = inspect(CONTENT)
    declared = declared_facts(library.values())
    gc.disable()  # as the command does while it proves
    total, states, later = 0.0, 0, 0
    for name in names or library:
        started = time.process_time()
        proof = prove(library, name, declared)
        seconds = time.process_time() - started
        total, states, later = total + seconds, states + proof.states, later + proof.later
        told = "proven" if proof.holds else "NOT proven"
        print(
            f"{name:25} {told} {proof.states:6} states {proof.later:5} later {proof.moves:6} moves"
            f" {proof.corrections:5} corrections {seconds:6.2f} s"
        )
    print(f"{'all':25} {states:13} states {later:5} later {total:38.2f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
