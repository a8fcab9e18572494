"""The proofs of many scenarios, one after another or in several processes at a time.

Processes are spawned, never forked: a process that has loaded models has threads, and a fork may inherit their locks
held. Whatever keeps processes from working (no room for them, no semaphores, one is killed, something that cannot be
sent to them) costs only time: what they have not brought is proven in this one. None outlives this one.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from pathlib import Path

from agent.scenarios.facts import Value
from agent.scenarios.model import Library, outcomes_of
from agent.scenarios.oracle import conditions_of
from agent.scenarios.proof import Proof, bound_onward, prove
from agent.scenarios.states import group

_log = logging.getLogger(__name__)
Declared = Mapping[str, tuple[Value, ...]]
# What a process was begun to prove scenarios of: sent once, for that takes a tenth of a second.
_content: ContextVar[tuple[Library, Declared]] = ContextVar("proven")
# Windows waits for no more processes at a time.
_MOST = 61
# More are not started unasked: each takes a second of the processor and the memory of a whole program.
_UNASKED = 4
_ENDING = 10.0  # seconds that a process which was just being started may take to end
_QUOTA = Path("/sys/fs/cgroup/cpu.max")


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
    for proof in _proofs(library, declared, wanted, _allowed(min(jobs, len(wanted)))):
        proofs[proof.scenario] = proof
        if progress:
            progress(len(proofs), len(wanted))
    return tuple(replace(proofs[name], bound_onward=bound_onward(proofs[name], proofs)) for name in wanted)


def most_jobs(quota: Path = _QUOTA) -> int:
    """How many processes prove unasked: one for each core this process may use, at most four.

    `quota`: the file that says how much processor time a container has.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, _UNASKED, _cores_of(quota))


def _cores_of(quota: Path) -> int:
    """How many whole cores a file such as "150000 100000" (microseconds of each period) grants, at least one.

    Without a limit, or where nothing of the kind can be read, as many as are ever wanted.
    """
    try:
        granted, period = map(int, quota.read_text(encoding="ascii").split())
        return max(1, granted // period)
    except (OSError, ValueError, ZeroDivisionError):  # no such file, "max 100000", another format
        return _MOST


def _allowed(jobs: int) -> int:
    """`jobs` as far as the system lets this process start so many: a daemonic one may start none."""
    return 1 if multiprocessing.current_process().daemon else min(jobs, _MOST)


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
    largest_first = sorted(wanted, key=lambda name: -_work(library, name))
    try:
        with _pool(jobs, (library, declared)) as pool:
            with _uninterrupted():
                pending = [pool.submit(_prove, name) for name in largest_first]
            for done in as_completed(pending):
                yield done.result()
    except Exception as error:  # whatever it is: one of the proof itself is raised again in this process
        _log.warning("Processes could not prove everything (%s); the rest is proven in one.", error)


def _work(library: Library, name: str) -> int:
    """How much there is to prove, roughly: the answers it walks through, calls included, by the facts conditions read.

    One long proof begun late is waited for alone; answers counted alone began the longest one, half of all, as the fifth.
    """
    together = group(library, name).values()
    answers = sum(1 for each in together for _ in outcomes_of(each))
    return answers * (1 + sum(len(one.facts) for each in together for one in conditions_of(each)))


def _prove(name: str) -> Proof:
    """What a process does for one scenario."""
    library, declared = _content.get()
    return prove(library, name, declared)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits: processes started meanwhile inherit that, and so do not break off while they are still loading."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _pool(jobs: int, content: tuple[Library, Declared] | None = None) -> Iterator[ProcessPoolExecutor]:
    """Processes that know `content` and that end with this one, and at once when it is left by an error, by Ctrl-C or by who has seen enough."""
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    before = set(multiprocessing.active_children())
    with theirs, ours, ProcessPoolExecutor(jobs, context, _begin, (theirs, content)) as pool:
        try:
            yield pool
        except BaseException:
            ours.close()  # which ends them, whatever they are at
            pool.shutdown(cancel_futures=True)
            for late in set(multiprocessing.active_children()) - before:
                late.join(_ENDING)  # one that was just being started is not waited for by the pool
            raise


def _begin(parent: Connection, content: tuple[Library, Declared] | None) -> None:
    """What each process does first. Ctrl-C reaches them all: it is for the parent to say what becomes of them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()
    if content is not None:
        _content.set(content)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Connection) -> None:
    """Ends this process when the parent hangs up or is gone: killed, it has no time to tell anybody."""
    process = multiprocessing.parent_process()
    wait([parent, process.sentinel] if process else [parent])
    os._exit(1)
