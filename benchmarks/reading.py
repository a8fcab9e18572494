"""How well replies are read: accuracy and the errors by what they cost, per language and trait.

    python benchmarks/reading.py [FILE ...] [--errors] [--fold] [--json]

Without files: the tune split, then the validation split. The test split must be named to be opened.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from agent.language import fold
from agent.understanding import Option, Question, Reading, read_answer

DATA = Path(__file__).parents[1] / "tests" / "data"
SPLITS = ("ausra", "benas")
OUTRANKING = {"danger", "person", "stop", "abuse"}


@dataclass(frozen=True, slots=True)
class Row:
    """One reply with what it should be read as."""

    id: str
    question: Question
    language: str
    text: str
    gold: str
    traits: tuple[str, ...]
    works: frozenset[str]


@dataclass(frozen=True, slots=True)
class Read:
    """One row, read."""

    row: Row
    reading: Reading
    said: str
    milliseconds: float

    @property
    def verdict(self) -> str:
        """right, unclear, wrong_option, wrong_works, wrong_act or missed_act."""
        if self.said == self.row.gold:
            return "right"
        if self.said == "unclear":
            return "unclear"
        if self.said.startswith("outcome:"):
            return "wrong_works" if self.said[8:] in self.row.works else "wrong_option"
        return "wrong_act"


def rows(file: Path) -> Iterator[Row]:
    """The labelled replies of `file`."""
    for entry in yaml.safe_load(file.read_text(encoding="utf-8"))["questions"]:
        options = tuple(Option(str(option["id"]), option["label"]) for option in entry["options"])
        works = frozenset(o.id for o in options if o.id in ("works", "ok", "solved", "resolved", "fixed"))
        for reply in entry["replies"]:
            language = reply["language"]
            yield Row(
                reply["id"],
                Question(entry["question"][language], options),
                language,
                reply["text"],
                f"outcome:{reply['outcome']}"
                if "outcome" in reply
                else f"act:{reply['act']}"
                if "act" in reply
                else "unclear",
                tuple(reply.get("traits", ())),
                works,
            )


def read(row: Row) -> Read:
    """`row`, read and timed."""
    begin = time.perf_counter()
    reading = read_answer(row.question, row.text, row.language)
    took = (time.perf_counter() - begin) * 1000
    said = {"outcome": f"outcome:{reading.outcome}", "act": f"act:{reading.act}"}.get(reading.kind, "unclear")
    return Read(row, reading, said, took)


def report(title: str, done: Sequence[Read]) -> dict[str, Any]:
    """Print the table of one file and give it back."""
    groups: dict[str, list[Read]] = defaultdict(list)
    for one in done:
        groups["all"].append(one)
        groups[one.row.language].append(one)
        groups["outcomes" if one.row.gold.startswith("outcome") else one.row.gold.split(":")[0] + "s"].append(
            one
        )
        for trait in one.row.traits:
            groups["~" + trait].append(one)
    print(f"\n{title}: {len(done)} replies")
    print(f"{'group':18}{'n':>5}{'right':>8}{'unclear':>9}{'w.option':>9}{'w.works':>9}{'w.act':>7}")
    table = {}
    for name, members in groups.items():
        counts = Counter(one.verdict for one in members)
        share = {
            key: counts[key] / len(members)
            for key in ("right", "unclear", "wrong_option", "wrong_works", "wrong_act")
        }
        table[name] = share
        print(f"{name:18}{len(members):5}" + "".join(f"{value:8.1%} " for value in share.values()))
    times = sorted(one.milliseconds for one in done)
    print(f"p50 {statistics.median(times):.2f} ms  p95 {times[int(len(times) * 0.95)]:.2f} ms")
    return table


def errors(done: Sequence[Read]) -> None:
    """Print each error with its evidence."""
    for one in done:
        if one.verdict != "right":
            why = "; ".join(f"{e.says} {e.weight}" for e in one.reading.evidence[:4])
            print(
                f"[{one.verdict}] {one.row.gold} <- {one.said} | {one.row.text} | {one.row.question.text[:60]} | {why}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("--fold", action="store_true", help="drop diacritics and capitals first")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    files = given.files or [file for split in SPLITS if (file := DATA / f"replies_{split}.yaml").exists()]
    tables = {}
    for file in files:
        found = list(rows(file))
        if given.fold:
            found = [
                Row(r.id, r.question, r.language, fold(r.text), r.gold, r.traits, r.works) for r in found
            ]
        for row in {row.question.text: row for row in found}.values():
            read(row)  # a question is understood once, then remembered
        done = [read(row) for row in found]
        tables[file.stem] = report(file.stem, done)
        if given.errors:
            errors(done)
    if given.json:
        print(json.dumps(tables))


if __name__ == "__main__":
    main()
