"""Questions to the knowledge base: what came first for each, beside the articles that answer it.

A question nothing answers is right where nothing is shown. Withholding the right article counts as asking back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from agent.evaluation.results import ASKED, RIGHT, Part, Row, part_of
from agent.evaluation.retrieval import Outcome, Question, arm, figures, load_questions, measured
from agent.evaluation.splits import Chosen, by_part
from agent.evaluation.ways import stages
from agent.knowledge import Retriever
from agent.language import fold

PATTERN = "questions_*.jsonl"
WRONG_PAGE, LEAKED = "wrong page", "answered the unanswerable"
NOTHING = "nothing"
_ANSWERABLE, _UNANSWERABLE = "answerable", "unanswerable"


def measure(
    files: Sequence[Chosen],
    retriever: Retriever,
    threshold: float,
    *,
    folded: bool = False,
    ways: bool = False,
    ablate: bool = False,
    done: Callable[[str], None] = lambda line: None,
) -> tuple[Part, ...]:
    """Every split asked and added up. `threshold`: probability below which a page is not shown. With `ways` each stage
    of the search is also measured off or otherwise, by quality and time, for a picture, with `ablate` for a table."""
    parts = []
    for name, some in by_part(files).items():
        questions = _questions(some, folded)
        part = _part(name, some, questions, retriever, threshold, done)
        found = stages(retriever, questions, done) if ways or ablate else ()
        drawn = {one.name: (one.milliseconds, one.ndcg) for one in found} if ways else {}
        parts.append(replace(part, ways=drawn, stages=found if ablate else ()))
    return tuple(parts)


def _questions(files: Sequence[Chosen], folded: bool) -> Sequence[Question]:
    questions = [question for file in files for question in load_questions(file.path)]
    if not folded:
        return questions
    return [replace(question, text=fold(question.text)) for question in questions]


def row_of(outcome: Outcome, first: str, threshold: float) -> Row:
    """One question judged by its first article (`first`) and how sure that was."""
    question = outcome.question
    shown = outcome.score >= threshold
    answerable = bool(question.accept)
    verdict = verdict_of(outcome, shown)
    gold = min(question.accept) if answerable else NOTHING
    return Row(
        question.id,
        question.language,
        _ANSWERABLE if answerable else _UNANSWERABLE,
        (question.form,),
        question.text,
        gold,
        gold if verdict == RIGHT else first if shown else NOTHING,
        verdict,
        min(1.0, max(0.0, outcome.score)),
        asked=not shown,
        clear=answerable,
        why=f"{gold} → {first} {outcome.score:.2f} (right one at rank {outcome.rank or '–'})",
        milliseconds=outcome.milliseconds,
    )


def verdict_of(outcome: Outcome, shown: bool) -> str:
    """What an answer was: right, asked (withheld), or the mistake by its name."""
    if not outcome.question.accept:
        return LEAKED if shown else RIGHT
    if not shown:
        return ASKED
    return RIGHT if outcome.rank == 1 else WRONG_PAGE


def _part(
    name: str,
    files: Sequence[Chosen],
    questions: Sequence[Question],
    retriever: Retriever,
    threshold: float,
    done: Callable[[str], None],
) -> Part:
    find = arm(name, retriever).find
    rows, outcomes = [], []
    for question in questions:
        vector = retriever.embed(question.text)
        found = find(question, vector)  # once more than timed: for the name of the first, and to be warm
        (outcome,) = measured(arm(name, retriever), (question,), lambda text, vector=vector: vector)  # type: ignore[misc]
        outcomes.append(outcome)
        rows.append(row_of(outcome, found[0][0] if found else NOTHING, threshold))
        done(question.id)
    part = part_of(name, {file.path.name: file.digest() for file in files}, rows, _rates(outcomes, rows))
    return replace(part, scores=_scores(outcomes))


def _rates(outcomes: Sequence[Outcome], rows: Sequence[Row]) -> Mapping[str, tuple[int, int]]:
    answerable = [one for one in outcomes if one.question.accept]
    strange = [row for row in rows if not row.clear]
    within = {
        f"right article among the first {k}": (sum(0 < one.rank <= k for one in answerable), len(answerable))
        for k in (1, 3, 10)
    }
    return {
        **within,
        "unanswerable and answered": (sum(row.verdict == LEAKED for row in strange), len(strange)),
    }


def _scores(outcomes: Sequence[Outcome]) -> Mapping[str, float]:
    found = figures(outcomes, sure=True)
    return {"MRR": found.mrr, "nDCG@10": found.ndcg, "AUC, answerable against not": found.auc}
