"""Replies to questions: what each was read as, beside what it means. Options are given as their labels alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from agent.evaluation.data import LabelledReply, replies
from agent.evaluation.results import ASKED, RIGHT, Part, Row, part_of
from agent.evaluation.splits import Chosen, by_part
from agent.language import fold
from agent.understanding import Question, Reading, read_answer
from agent.understanding.convinced import Adviser
from agent.understanding.learned import Chances

PATTERN = "replies_*.yaml"
WRONG_WORKS, WRONG_OPTION, WRONG_ACT = "wrong works", "wrong option", "wrong act"
MISTAKES = (WRONG_WORKS, WRONG_OPTION, WRONG_ACT)
_OPTION, _OTHER, _UNCLEAR = "option", "other option", "unclear"
_MOST_REASONS = 4

Reader = Callable[[Question, str, str], Reading]
"""Question, reply, language → reading."""


@dataclass(frozen=True, slots=True)
class Remembering:
    """An adviser that is asked the same only once: for reading the same replies again and again."""

    adviser: Adviser
    known: dict[tuple[str, tuple[str, ...], str], Chances] = field(default_factory=dict)

    def chances(self, question: str, labels: Sequence[str], reply: str) -> Chances:
        """What the adviser said, or says now."""
        key = (question, tuple(labels), reply)
        if key not in self.known:
            self.known[key] = self.adviser.chances(*key)
        return self.known[key]


def reader(without: Collection[str] = (), encoder: Adviser | None = None) -> Reader:
    """The reader as it is shipped, `without` some of its MECHANISMS; `encoder` None = without it."""
    return lambda question, reply, language: read_answer(
        question, reply, language, encoder=encoder, without=without
    )


def measure(
    files: Sequence[Chosen],
    read: Reader,
    *,
    folded: bool = False,
    done: Callable[[str], None] = lambda line: None,
) -> tuple[Part, ...]:
    """Every split, read and added up. `done` is told each reply's id. Raises ContentError for a faulty file."""
    return tuple(_part(name, some, read, folded, done) for name, some in by_part(files).items())


def load(files: Iterable[Path], folded: bool = False) -> tuple[LabelledReply, ...]:
    """The replies of several files; `folded` without diacritics and capitals."""
    found = [reply for file in files for reply in replies(file)]
    return tuple(replace(reply, text=fold(reply.text)) for reply in found) if folded else tuple(found)


def rows_of(
    labelled: Sequence[LabelledReply], read: Reader, done: Callable[[str], None] = lambda line: None
) -> tuple[Row, ...]:
    """Each reply read and judged. A question is understood once and remembered, so that is not timed."""
    for one in {(one.question.text, one.language): one for one in labelled}.values():
        read(one.question, one.text, one.language)
    rows = []
    for one in labelled:
        rows.append(_row(one, read))
        done(one.id)
    return tuple(rows)


def rates_of(rows: Sequence[Row]) -> Mapping[str, tuple[int, int]]:
    """The mistakes that cost most: how many, of how many."""
    options = [row for row in rows if row.kind == "outcome"]
    return {
        "read as “it works” although it was not said": (_count(rows, WRONG_WORKS), len(rows)),
        "wrong option, over all replies": (_count(rows, WRONG_OPTION, WRONG_WORKS), len(rows)),
        "an option taken for unclear": (sum(row.asked for row in options), len(options)),
    }


def _part(
    name: str, files: Sequence[Chosen], read: Reader, folded: bool, done: Callable[[str], None]
) -> Part:
    rows = rows_of(load((file.path for file in files), folded), read, done)
    return part_of(name, {file.path.name: file.digest() for file in files}, rows, rates_of(rows))


def _row(one: LabelledReply, read: Reader) -> Row:
    begin = time.perf_counter()
    reading = read(one.question, one.text, one.language)
    took = (time.perf_counter() - begin) * 1000
    verdict = verdict_of(one, reading)
    return Row(
        one.id,
        one.language,
        "outcome" if one.outcome else "act" if one.act else "unclear",
        one.traits,
        one.text,
        _OPTION if one.outcome else one.act or _UNCLEAR,
        _said(one, reading),
        verdict,
        reading.confidence,
        asked=reading.kind == "unclear",
        clear=one.outcome is not None or one.act is not None,
        why=_why(one, reading),
        milliseconds=took,
        about=one.question.text,
    )


def verdict_of(one: LabelledReply, reading: Reading) -> str:
    """What a reading was: right, asked, or the mistake, the costliest name that fits.

    Reading "it works" into a reply that does not say so is `wrong works`, whether as an option or as the act `solved`.
    """
    meant = ("outcome", one.outcome) if one.outcome else ("act", one.act) if one.act else ("unclear", None)
    read = (reading.kind, {"outcome": reading.outcome, "act": reading.act}.get(reading.kind))
    if read == meant:
        return RIGHT
    if reading.kind == "unclear":
        return ASKED
    well = one.outcome in one.works or one.act == "solved"
    said_well = reading.outcome in one.works if reading.kind == "outcome" else reading.act == "solved"
    if said_well and not well:
        return WRONG_WORKS
    return WRONG_OPTION if reading.kind == "outcome" else WRONG_ACT


def _said(one: LabelledReply, reading: Reading) -> str:
    if reading.kind == "outcome":
        return _OPTION if reading.outcome == one.outcome else _OTHER
    return (reading.act or _UNCLEAR) if reading.kind == "act" else _UNCLEAR


def _why(one: LabelledReply, reading: Reading) -> str:
    read = {"outcome": reading.outcome, "act": reading.act}.get(reading.kind) or _UNCLEAR
    reasons = "; ".join(f"{each.source}: {each.says}" for each in reading.evidence[:_MOST_REASONS])
    return f"{one.outcome or one.act or _UNCLEAR} → {read} ({reasons})"


def _count(rows: Sequence[Row], *verdicts: str) -> int:
    return sum(row.verdict in verdicts for row in rows)
