"""What the learned reader sees of one reply to one question: numbers only, in an order that never changes.

Of every option: what the rules gave it, how it is spelt beside the reply, what its label means, and the pieces of its
words. Of the message: its acts, the shape of the question, and its pieces of words.
"""

from __future__ import annotations

import itertools
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from agent.language import fold
from agent.understanding.options import Asked, Meant
from agent.understanding.scoring import Score
from agent.understanding.spelling import nearest, spelt
from agent.understanding.values import Act, Option, Question, Reading

Floats = NDArray[np.float32]

OF_OPTION = (
    "rules", "rules_above", "rules_ahead", "label", "label_above", "example", "example_above", "exampled",
    "decided",
)  # fmt: skip
OF_QUESTION = ("polar", "negated", "double", "numeric", "counts", "undecided", "best_rules", "options", "words", "examples_given", "best_example", "decided_nothing")  # fmt: skip
BUCKETS = 1 << 14
_EXAMPLED = OF_OPTION.index("exampled")
_STEP = "step"
_PIECES = (3, 4, 5)
_LONGEST = 40  # letters of a word
_MOST_RULES = 1.5
_MANY_WORDS = 20
_MANY_OPTIONS = 5
_MOST_ASKED = 200  # letters
_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Heard:
    """A reply and what the rules made of it: what they gave each option, its acts, how they alone would read it; `complaint`:
    what the talk is about."""

    reply: str
    language: str
    ranked: Sequence[Score]
    acts: Sequence[Act]
    decided: Reading
    complaint: str = ""


@dataclass(frozen=True, slots=True)
class Sight:
    """`options` [n, OF_OPTION]; `meanings` [n, m]; `message` [acts heard + act decided on + OF_QUESTION]; `pieces`: the
    buckets of the reply's pieces of words; `named`: those of every label; `asked`: those of the end of the question."""

    options: Floats
    meanings: Floats
    message: Floats
    pieces: NDArray[np.int64]
    named: tuple[NDArray[np.int64], ...]
    asked: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Lens:
    """The names a fitted reader knows."""

    meanings: tuple[str, ...]
    acts: tuple[str, ...]


def meanings_of(meant: Meant) -> dict[str, float]:
    """What a label means, by name, -1..1: its words, whether it says yes, is good news, how many, which act."""
    found = {name: 0.5 * value for name, value in meant.implied.items()} | dict(meant.direct)
    found["is:worth"] = meant.worth
    found |= {"is:yes": meant.stance} if meant.stance else {}
    found |= {f"level:{meant.level}": 1.0} if meant.level else {}
    return found | ({f"act:{meant.act}": 1.0} if meant.act else {})


def look(lens: Lens, question: Question, understood: Asked, heard: Heard) -> Sight:
    """What is to be seen of the reply that was `heard`."""
    rows = _option_rows(question, heard)
    listed = np.zeros((len(question.options), len(lens.meanings)), dtype=np.float32)
    places = {name: place for place, name in enumerate(lens.meanings)}
    for row, meant in enumerate(understood.options):
        for name, value in meanings_of(meant).items():
            if name in places:
                listed[row, places[name]] = value
    sure = {act.name: act.confidence for act in heard.acts}
    message = [sure.get(name, 0.0) for name in lens.acts]
    message += [float(heard.decided.kind == "act" and heard.decided.act == name) for name in lens.acts]
    message += _of_question(understood, heard, rows)
    return Sight(
        rows,
        listed,
        np.asarray(message, dtype=np.float32),
        pieces(heard.reply),
        tuple(_pieces_of_given(label_of(option, heard.language)) for option in question.options),
        _pieces_of_given(end_of(question)),
    )


def end_of(question: Question) -> str:
    """The end of the question: what is asked stands behind what is to be done."""
    return question.text[-_MOST_ASKED:].strip()


def label_of(option: Option, language: str) -> str:
    """What an option is called in `language`, or else in another."""
    return option.labels.get(language) or next(iter(option.labels.values()), "")


def _option_rows(question: Question, heard: Heard) -> Floats:
    said, options = spelt(heard.reply), question.options
    totals = {score.id: score.total for score in heard.ranked}
    taken = heard.decided.outcome if heard.decided.kind == "outcome" else None
    rules = np.array([max(-_MOST_RULES, min(_MOST_RULES, totals.get(o.id, 0.0))) for o in options])
    labels = np.array([nearest(said, option.labels.values()) for option in options])
    given = [tuple(e for each in o.examples.values() for e in each if e != heard.reply) for o in options]
    examples = np.array([nearest(said, each) for each in given])
    # where a step gives examples the reader was fitted on answers alone, and would take whatever is said for one
    exampled = [float(bool(each) and question.kind != _STEP) for each in given]
    ahead = [
        value - max((o for m, o in enumerate(rules) if m != n), default=0.0) for n, value in enumerate(rules)
    ]
    columns = (
        rules, rules - rules.mean(), ahead, labels, labels - labels.mean(), examples, examples - examples.mean(),
        exampled, [float(option.id == taken) for option in options],
    )  # fmt: skip
    return np.asarray(columns, dtype=np.float32).T


def _of_question(understood: Asked, heard: Heard, rows: Floats) -> list[float]:
    return [
        float(understood.polar),
        float(understood.negated),
        float(understood.double),
        float(understood.numeric),
        float(understood.counts),
        float(any(score.undecided for score in heard.ranked)),
        float(rows[:, 0].max()),
        len(rows) / _MANY_OPTIONS,
        min(len(heard.reply.split()), _MANY_WORDS) / _MANY_WORDS,
        float(rows[:, _EXAMPLED].max()),
        float(rows[:, 5].max()),
        float(heard.decided.kind == "unclear"),
    ]


def pieces(text: str) -> NDArray[np.int64]:
    """The buckets of the words of `text`, their 3- to 5-letter pieces, and pairs of neighbours (feature hashing:
    Weinberger et al. 2009)."""
    words = _TOKEN.findall(fold(text))
    found = {bucket for word in words for bucket in pieces_of(word)}
    found |= {_bucket(f"{one}_{other}") for one, other in itertools.pairwise(words)}
    return np.array(sorted(found), dtype=np.int64)


@lru_cache(maxsize=4096)
def _pieces_of_given(text: str) -> NDArray[np.int64]:
    return pieces(text)


def pieces_of(word: str) -> tuple[int, ...]:
    """The buckets of one folded word and its pieces."""
    marked = f"^{word[:_LONGEST]}$"
    cut = (marked[at : at + size] for size in _PIECES for at in range(len(marked) - size + 1))
    return tuple(_bucket(piece) for piece in {marked, *cut})


def _bucket(piece: str) -> int:
    return zlib.crc32(piece.encode()) % BUCKETS
