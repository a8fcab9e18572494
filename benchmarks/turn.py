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
from collections.abc import Callable, Iterable
from pathlib import Path

from agent.agent import Agent
from agent.bootstrap import Parts, build, build_index_of
from agent.settings import load_settings, pin_threads

WORDS = (
    "nesuprantu, ką jūs čia klausiate",
    "kur tai yra?",
    "palaukit",
    "pakartokite",
    "wait a moment please",
)
QUESTIONS = (
    "kiek kainuoja techniko vizitas nr {}?",
    "how long is the contract, question {}?",
    "kas yra WAN {}?",
)


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


def open_agent(folder: Path) -> Agent:
    """An Agent over the shipped content with a store of its own, that records nothing to the log."""
    settings = load_settings({}, database_url=f"sqlite:///{folder}/bench.db", index_dir=folder / "index")
    build_index_of(settings)
    return build(settings, Parts(observe=lambda _: None))


def words_alone(agent: Agent, turns: int) -> list[float]:
    """Turns of an open step that need no embedding."""
    reply = agent.start(scenario=next(iter(agent.scenarios)), language="lt")
    said = (WORDS[n % len(WORDS)] for n in range(turns))
    return timed(lambda s=s: agent.reply(reply.conversation_id, text=s) for s in said)


def with_embedding(agent: Agent, turns: int) -> list[float]:
    """Turns that each ask something new of the knowledge base."""
    reply = agent.start(language="lt")
    said = (QUESTIONS[n % len(QUESTIONS)].format(n) for n in range(turns))
    return timed(lambda s=s: agent.reply(reply.conversation_id, text=s) for s in said)


def embedding_alone(agent: Agent, turns: int) -> list[float]:
    """The embedding of texts as long as those, each new."""
    said = (QUESTIONS[n % len(QUESTIONS)].format(n + 100_000) for n in range(turns))
    return timed(lambda s=s: agent.content.retriever.embed(s) for s in said)


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
        agent = open_agent(folder)
        words_alone(agent, 30)
        plain, asked, embedded = (
            words_alone(agent, turns),
            with_embedding(agent, turns),
            embedding_alone(agent, turns),
        )
        figures: dict[str, object] = {
            "turn_without_embedding": spread(plain),
            "turn_with_embedding": spread(asked),
            "embedding_alone": spread(embedded),
            "by_length": by_length(agent),
            "among_many": among_many(agent),
            "cold_start_s": cold_start(folder),
            "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
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
