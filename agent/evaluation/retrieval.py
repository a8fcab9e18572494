"""How well pages are found: labelled questions asked of a retriever, under any setting of its stages.

    load_questions(file) ──> Question ──┐
    Arm (a name, and how it ranks) ─────┴─> measured() ──> Figures        compared(): paired bootstrap of two arms

A question counts as found at rank r when the r-th different article is one it accepts. Questions without an article
are unanswerable: whatever is shown for them is wrong.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from agent.errors import SettingsError
from agent.evaluation.metrics import Interval, calibration, interval
from agent.knowledge import Filters, Ranking, Retriever
from agent.knowledge.embedding import Vectors

DEPTH = 10
_PASSAGES = 50  # of several passages of one article the best counts, so more are asked for
_LARGEST = 16 << 20
ARTICLES = Filters(kinds=("article",), visibility=("customer", "internal"))
Found = Sequence[tuple[str, float]]
"""Ids of articles with a score, best first, each once."""


@dataclass(frozen=True, slots=True)
class Question:
    """A labelled question; `accept` are the articles that answer it, none = nothing does."""

    id: str
    base: str
    language: str
    form: str
    text: str
    accept: frozenset[str]


@dataclass(frozen=True, slots=True)
class Arm:
    """One way to rank: `find(question, vector)` gives articles best first. `sure`: its scores are probabilities. `embed`
    is how this way embeds a question, where that is otherwise than all do; it is never timed."""

    name: str
    find: Callable[[Question, Vectors | None], Found]
    sure: bool = False
    embed: Callable[[str], Vectors | None] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one question got: the rank of the first right article (0 = not in ten), how much of the ideal order it had
    (nDCG), the first article's score, and the milliseconds without the embedding."""

    question: Question
    rank: int
    ndcg: float
    score: float
    milliseconds: float

    @property
    def reciprocal(self) -> float:
        """1 / rank, 0 when not found."""
        return 1 / self.rank if self.rank else 0.0


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one arm over some questions; the last five only for arms whose scores are probabilities.

    `auc` is the chance that an answerable question's best score is above an unanswerable one's. At the threshold .5:
    `answered` right, `wrong`, `lost` (a right first article withheld), shares of the answerable questions, and
    `leaked`, the share of unanswerable ones that got something. `ece` is the calibration error of the first article.
    """

    questions: int
    recall: Mapping[int, float]
    mrr: float
    ndcg: float
    p50: float
    p95: float
    auc: float
    answered: float = 0.0
    wrong: float = 0.0
    lost: float = 0.0
    leaked: float = 0.0
    ece: float = 0.0
    brier: float = 0.0


def load_questions(file: Path) -> tuple[Question, ...]:
    """Questions of a JSON-lines file. Raises SettingsError(labels_invalid) naming the line."""
    try:
        if file.stat().st_size > _LARGEST:
            raise ValueError(f"larger than {_LARGEST} bytes")
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as fault:
        raise _unreadable(file, 0, str(fault)) from fault
    found = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                found.append(_question(json.loads(line)))
            except (ValueError, KeyError, TypeError, AttributeError) as fault:
                raise _unreadable(file, number, f"{type(fault).__name__}: {fault}") from fault
    return tuple(found)


def _question(row: Mapping[str, object]) -> Question:
    article, accept = row["article"], row.get("accept") or []
    if not isinstance(accept, list) or not isinstance(row["text"], str):
        raise TypeError("`text` is a text, `accept` a list")
    right = {str(one) for one in (article, *accept) if one}
    base = row.get("base", row["id"])
    return Question(
        str(row["id"]), str(base), str(row["language"]), str(row["form"]), row["text"], frozenset(right)
    )


def _unreadable(file: Path, line: int, says: str) -> SettingsError:
    return SettingsError(
        f"{file}:{line}: {says}.",
        mend="A line has id, language, form, text, article (or null) and accept.",
        code="labels_invalid",
    )


def arm(name: str, retriever: Retriever, ranking: Ranking | None = None, alpha: float | None = None) -> Arm:
    """A retriever under one setting of its stages, asked for everything it has."""

    def find(question: Question, vector: Vectors | None) -> Found:
        found = retriever.search(
            question.text,
            top_k=_PASSAGES,
            threshold=0.0,
            filters=ARTICLES,
            alpha=alpha,
            language=question.language,
            ranking=ranking,
            vector=vector,
        )
        best: dict[str, float] = {}
        for hit in found.hits:
            best.setdefault(hit.entry.target, hit.score)
        return list(best.items())

    return Arm(name, find, sure=True)


def measured(
    arm: Arm,
    questions: Sequence[Question],
    embed: Callable[[str], Vectors | None],
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[Outcome, ...]:
    """Every question asked once; the embedding (`embed`, or the way's own) is not timed."""
    outcomes = []
    for question in questions:
        vector = (arm.embed or embed)(question.text)
        begun = clock()
        found = arm.find(question, vector)[:DEPTH]
        took = (clock() - begun) * 1000
        hits = [name in question.accept for name, _ in found]
        rank = hits.index(True) + 1 if any(hits) else 0
        score = found[0][1] if found else 0.0
        outcomes.append(Outcome(question, rank, _ndcg(hits, len(question.accept)), score, took))
    return tuple(outcomes)


def _ndcg(hits: Sequence[bool], relevant: int) -> float:
    """Normalised discounted cumulative gain with gain 1 (Järvelin & Kekäläinen 2002), over ten places."""
    gained = sum(1 / math.log2(place + 1) for place, hit in enumerate(hits, 1) if hit)
    ideal = sum(1 / math.log2(place + 1) for place in range(1, min(relevant, DEPTH) + 1))
    return gained / ideal if ideal else 0.0


def figures(outcomes: Sequence[Outcome], *, sure: bool, threshold: float = 0.5) -> Figures:
    """The figures over `outcomes`. Raises ValueError when none of them is answerable."""
    answerable = [one for one in outcomes if one.question.accept]
    others = [one for one in outcomes if not one.question.accept]
    if not answerable:
        raise ValueError("no question has an article that answers it")
    times = [one.milliseconds for one in outcomes]
    n = len(answerable)
    found = Figures(
        questions=len(outcomes),
        recall={k: sum(0 < one.rank <= k for one in answerable) / n for k in (1, 3, DEPTH)},
        mrr=sum(one.reciprocal for one in answerable) / n,
        ndcg=sum(one.ndcg for one in answerable) / n,
        p50=float(np.percentile(times, 50)),
        p95=float(np.percentile(times, 95)),
        auc=auc([one.score for one in answerable], [one.score for one in others]),
    )
    return _with_probabilities(found, answerable, others, threshold) if sure else found


def _with_probabilities(
    found: Figures, answerable: Sequence[Outcome], others: Sequence[Outcome], threshold: float
) -> Figures:
    n, every = len(answerable), [*answerable, *others]
    right = [float(one.rank == 1) for one in every]
    scores = [min(one.score, 1.0) for one in every]
    shown = [one for one in answerable if one.score >= threshold]
    return replace(
        found,
        answered=sum(one.rank == 1 for one in shown) / n,
        wrong=sum(one.rank != 1 for one in shown) / n,
        lost=sum(one.rank == 1 and one.score < threshold for one in answerable) / n,
        leaked=sum(one.score >= threshold for one in others) / len(others) if others else 0.0,
        ece=calibration(scores, right).error,
        brier=float(np.mean((np.array(scores) - np.array(right)) ** 2)),
    )


def auc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """The chance that a positive score is above a negative one, ties half (Mann & Whitney 1947); .5 without negatives."""
    if not len(positive) or not len(negative):
        return 0.5
    one, other = np.asarray(positive)[:, None], np.asarray(negative)[None, :]
    return float(((one > other) + 0.5 * (one == other)).mean())


def compared(
    one: Sequence[Outcome],
    other: Sequence[Outcome],
    rng: np.random.Generator,
    value: Callable[[Outcome], float] = lambda outcome: outcome.ndcg,
) -> Interval:
    """How much `one` is better than `other` on the answerable questions, with its paired 95 % bootstrap interval.

    The forms of one question are one unit: they are alike, and counting each would make the interval too narrow.
    """
    units: dict[str, list[float]] = {}
    for mine, theirs in zip(one, other, strict=True):
        if mine.question.accept:
            units.setdefault(mine.question.base, []).append(value(mine) - value(theirs))
    return interval([float(np.mean(values)) for values in units.values()], rng)


def sliced(outcomes: Sequence[Outcome]) -> Mapping[str, tuple[Outcome, ...]]:
    """All outcomes, and those of each language and each form."""
    groups: dict[str, list[Outcome]] = {"all": []}
    for outcome in outcomes:
        for name in ("all", outcome.question.language, outcome.question.form):
            groups.setdefault(name, []).append(outcome)
    return {name: tuple(found) for name, found in groups.items()}


def evaluate(retriever: Retriever, questions: Sequence[Question]) -> Mapping[str, Figures]:
    """The figures of the search as it is set: over all questions, and by language and form where any is answerable."""
    outcomes = measured(arm("as set", retriever), questions, retriever.embed)
    return {
        name: figures(part, sure=True)
        for name, part in sliced(outcomes).items()
        if any(one.question.accept for one in part)
    }


def tabled(found: Mapping[str, Figures]) -> tuple[str, ...]:
    """The lines of a Markdown table."""
    rows = (
        f"| {name} | {one.questions} | {one.recall[1]:.3f} | {one.recall[3]:.3f} | {one.recall[DEPTH]:.3f} | {one.mrr:.3f} "
        f"| {one.ndcg:.3f} | {one.auc:.3f} | {one.answered:.1%} | {one.wrong:.1%} | {one.leaked:.1%} | {one.ece:.3f} |"
        for name, one in found.items()
    )
    head = "| | questions | recall@1 | @3 | @10 | MRR | nDCG | AUC | answered right | wrong | leaked | ECE |"
    return (head, "|" + "---|" * 12, *rows)
