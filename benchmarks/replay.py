"""How fast stored turns run again through the graph, and the walk alone, on the shipped content.

    python benchmarks/replay.py [--turns 10000] [--moves 200000] [--json FILE]

Turns are stored by simulated customers in a database of their own; embedder `none`, model off, one thread. Times are those
of the processor this process used, so that neighbours on the machine do not count. The run fails when a turn comes out
otherwise, or under 200 turns or 20,000 moves a second.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from agent.bootstrap import Parts, build, build_index_of
from agent.replay import Result, replay
from agent.scenarios import (
    Answer,
    CannotDo,
    Chosen,
    Consent,
    Kind,
    Library,
    Move,
    NotWorking,
    Unclear,
    Works,
    advance,
    begin,
    load,
)
from agent.scenarios import (
    Result as Found,
)
from agent.settings import load_settings
from agent.simulation import load_words, simulate
from agent.store import open_store

LEAST_TURNS, LEAST_MOVES = 200, 20_000
ROOT = Path(__file__).parents[1]


def replayed(turns: int) -> dict[str, float | int]:
    """Stored turns run again: how many, how many came out otherwise, and how many a second."""
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(
            {},
            embedder="none",
            scenarios_dir=ROOT / "scenarios",
            knowledge_dir=ROOT / "knowledge_base",
            index_dir=Path(folder) / "index",
            database_url=f"sqlite:///{folder}/turns.db",
        )
        build_index_of(settings)
        store = open_store(settings.database_url)
        stored = fill(settings, store, turns)
        agent = build(settings, Parts(store=store, observe=lambda turn: None))
        begun = time.process_time()
        found = [replay(agent.snapshot, store.turns(each), agent.old_version) for each in stored]
        spent = time.process_time() - begun
        agent.close_rooms()
    run = sum(each.turns for each in found)
    return {
        "conversations": len(found),
        "turns": run,
        "otherwise": sum(each.result is not Result.SAME for each in found),
        "turns_per_second": round(run / spent),
    }


def fill(settings: object, store: object, turns: int) -> list[str]:
    """Simulated conversations until `turns` are stored; their ids."""
    stored, ids = 0, []
    for each in simulate(settings, load_words(ROOT / "tests/data"), turns, store=store):  # type: ignore[arg-type]
        stored += each.turns
        ids.append(each.conversation_id)
        if stored >= turns:
            return ids
    return ids


def walked(moves: int) -> dict[str, float | int]:
    """The walk alone, over random answers in every guide: moves a second."""
    library = load(ROOT / "scenarios")
    rng, made = Random(1), 0
    script = [path for name in library for path in [record(library, name, rng) for _ in range(20)]]
    begun = time.process_time()
    while made < moves:
        for name, answers in script:
            move = begin(library, name, {})
            for answer in answers:
                move = advance(library, move.progress, answer, {})
            made += 1 + len(answers)
    return {"moves": made, "moves_per_second": round(made / (time.process_time() - begun))}


def record(library: Library, name: str, rng: Random) -> tuple[str, list[Answer]]:
    """The answers of one random walk through a guide to its end."""
    answers: list[Answer] = []
    move = begin(library, name, {})
    while not move.progress.over:
        answers.append(answered(move, rng))
        move = advance(library, move.progress, answers[-1], {})
    return name, answers


def answered(move: Move, rng: Random) -> Answer:
    if move.kind in (Kind.CLOSING, Kind.CONFIRMING):
        return rng.choice([Works(), NotWorking(), NotWorking()])
    if move.kind is Kind.CONSENT:
        return Consent(rng.random() < 0.5)
    step = move.step
    assert step is not None
    if move.kind in (Kind.PROBE, Kind.ACT):
        return Found(step.probe or step.act)
    return rng.choice([*(Chosen(each.id) for each in step.for_customer), Unclear(), CannotDo()])


def main() -> None:
    """Print the figures; exit 1 when one is under its floor."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--moves", type=int, default=200_000)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    figures = {"replay": replayed(options.turns), "walk": walked(options.moves)}
    text = json.dumps(figures, indent=2)
    print(text)
    if options.json:
        options.json.write_text(text + "\n", encoding="utf-8")
    slow = (
        figures["replay"]["turns_per_second"] < LEAST_TURNS
        or figures["walk"]["moves_per_second"] < LEAST_MOVES
    )
    sys.exit(1 if slow or figures["replay"]["otherwise"] else 0)


if __name__ == "__main__":
    main()
