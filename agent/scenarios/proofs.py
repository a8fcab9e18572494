"""The proofs of many scenarios, one after another or in several processes at a time.

Processes are spawned, never forked: a process that has loaded models has threads, and a fork may inherit their locks
held. Whatever keeps processes from working (no room for them, no semaphores, one is killed) costs only time: what they
have not brought is proven in this one.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from dataclasses import replace

from agent.scenarios.facts import Value
from agent.scenarios.model import Library, outcomes_of
from agent.scenarios.proof import Proof, bound_onward, prove

_log = logging.getLogger(__name__)
Declared = Mapping[str, tuple[Value, ...]]


def prove_all(
    library: Library,
    declared: Declared,
    names: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
    jobs: int = 1,
) -> tuple[Proof, ...]:
    """The proofs of `names`, or of every scenario, in that order, with bounds over the scenarios they lead to.

    `jobs`: how many processes work on them; with more than one, the script that is run must be guarded by
    `if __name__ == "__main__"`. The proofs do not depend on it.
    """
    wanted = tuple(dict.fromkeys(names or library))
    proofs: dict[str, Proof] = {}
    for proof in _proofs(library, declared, wanted, min(jobs, len(wanted))):
        proofs[proof.scenario] = proof
        if progress:
            progress(len(proofs), len(wanted))
    return tuple(replace(proofs[name], bound_onward=bound_onward(proofs[name], proofs)) for name in wanted)


def most_jobs() -> int:
    """How many processes can work at a time: one for each core this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _proofs(library: Library, declared: Declared, wanted: Sequence[str], jobs: int) -> Iterator[Proof]:
    """The proofs in the order in which they are done."""
    brought = set[str]()
    if jobs > 1:
        for proof in _brought(library, declared, wanted, jobs):
            brought.add(proof.scenario)
            yield proof
    for name in wanted:
        if name not in brought:
            yield prove(library, name, declared)


def _brought(library: Library, declared: Declared, wanted: Sequence[str], jobs: int) -> Iterator[Proof]:
    """What other processes prove, the largest scenario first; it ends early where they break down."""
    largest_first = sorted(wanted, key=lambda name: -sum(1 for _ in outcomes_of(library[name])))
    try:
        with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), gc.disable) as pool:
            pending = [pool.submit(prove, library, name, declared) for name in largest_first]
            try:
                for done in as_completed(pending):
                    yield done.result()
            finally:  # whoever has seen enough, or pressed Ctrl-C, waits only for what is under way
                pool.shutdown(cancel_futures=True)
    except (OSError, BrokenExecutor) as error:
        _log.warning("Processes could not prove everything (%s); the rest is proven in one.", error)
