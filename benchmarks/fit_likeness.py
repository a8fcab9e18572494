"""Fits the coefficients of `agent/understanding/likeness.py` and says how they do on data they did not see.

    python benchmarks/fit_likeness.py [--write]

Fitted on: the tuning author's replies (labels alone), every listed answer's own examples (each left out in turn) and
half of the talk lines, each also with the examples withheld. Reported on: the validation author's replies and the
other half of the talk lines. The test author's data is not touched.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml
from scipy.optimize import minimize

from agent.material import read_material
from agent.rehearsal import Talk, load_talks
from agent.scenarios import Library, Step
from agent.settings import load_settings
from agent.understanding import Option, Question
from agent.understanding.ear import ear
from agent.understanding.likeness import COEFFICIENTS, OF_NONE, OF_OPTION, features
from agent.understanding.options import asked
from agent.understanding.scoring import scores

ROOT = Path(__file__).parent.parent
TUNE, VALIDATION = "ausra", "benas"
WEIGHTS = {TUNE: 3.0, "example": 0.5, "talk": 1.0}
PENALTY = 0.002
ENOUGH = 0.6


@dataclass(frozen=True)
class Case:
    """One reply: features of every option and of none, the place of what was meant (-1 = none), what rules give."""

    source: str
    rows: np.ndarray
    none: np.ndarray
    meant: int
    undecided: bool


def case(source: str, question: Question, reply: str, language: str, meant: str | None) -> Case:
    """A reply as the model sees it."""
    ranked = scores(asked(question, ear(language).language), question, reply, language)
    rows, none = features(question.options, reply, {score.id: score.total for score in ranked})
    place = [option.id for option in question.options].index(meant) if meant else -1
    return Case(source, np.array(rows), np.array(none), place, any(score.undecided for score in ranked))


def replies(author: str) -> Iterator[Case]:
    """An author's replies: options with labels alone."""
    table = yaml.safe_load((ROOT / f"tests/data/replies_{author}.yaml").read_text(encoding="utf-8"))
    for question in table["questions"]:
        options = tuple(Option(option["id"], option["label"]) for option in question["options"])
        for reply in question["replies"]:
            text = question["question"][reply["language"]]
            yield case(
                author, Question(text, options), reply["text"], reply["language"], reply.get("outcome")
            )


def question_of(step: Step, language: str, *, bare: bool) -> Question:
    """A step as a question; `bare` withholds the examples."""
    options = tuple(
        Option(o.id, dict(o.label.items()), {} if bare else o.examples, o.pattern) for o in step.outcomes
    )
    return Question(step.instruction.get(language), options)


def examples(library: Library) -> Iterator[Case]:
    """Listed answers' own examples, each judged without itself."""
    for scenario in library.values():
        for step in scenario.steps:
            for outcome in step.outcomes:
                for language, said in outcome.examples.items():
                    for text in said[:2]:
                        for bare in (False, True):
                            yield case(
                                "example", question_of(step, language, bare=bare), text, language, outcome.id
                            )


def lines(library: Library, talks: tuple[Talk, ...], half: int) -> Iterator[Case]:
    """Talk lines that answer a step: every second talk."""
    for talk in talks[half::2]:
        here = (talk.scenario, library[talk.scenario].steps[0].ref) if talk.direct else None
        for line in talk.turns:
            step = library[here[0]].step(here[1]) if here and here[0] in library else None
            if step and line.expect.outcome and step.outcome(line.expect.outcome):
                for bare in (False, True):
                    question = question_of(step, talk.language, bare=bare)
                    yield case("talk", question, line.customer, talk.language, line.expect.outcome)
            if line.expect.step:
                here = (line.expect.scenario or (here[0] if here else talk.scenario), line.expect.step)


def fit(cases: list[Case]) -> np.ndarray:
    """The weights of least penalised loss."""
    size = len(OF_OPTION)

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        total, slope = 0.0, np.zeros_like(weights)
        for each in cases:
            share = softmax(each, weights)
            worth = WEIGHTS[each.source]
            total -= worth * np.log(share[each.meant] + 1e-12)
            share[each.meant] -= 1
            slope[:size] += worth * (each.rows.T @ share[:-1])
            slope[size:] += worth * share[-1] * each.none
        count = len(cases)
        return total / count + PENALTY * weights @ weights, slope / count + 2 * PENALTY * weights

    start = np.zeros(size + len(OF_NONE))
    return minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200}).x


def softmax(each: Case, weights: np.ndarray) -> np.ndarray:
    """The probabilities of the options and, last, of none (so that place -1 is none)."""
    size = len(OF_OPTION)
    logits = np.append(each.rows @ weights[:size], each.none @ weights[size:])
    raised = np.exp(logits - logits.max())
    return raised / raised.sum()


def told(name: str, cases: list[Case], weights: np.ndarray) -> None:
    """How it does where it is used alone."""
    found: Counter[str] = Counter()
    for each in cases:
        share = softmax(each, weights)
        best = int(share[:-1].argmax())
        sure = share[best] >= ENOUGH and not each.undecided
        kind = "meant" if each.meant >= 0 else "none"
        found[kind] += 1
        found[f"{kind}: answered"] += sure
        found[f"{kind}: right"] += sure and best == each.meant
    print(name, dict(found))


def main() -> None:
    """Fit, report, and write on request."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write agent/understanding/likeness.json")
    options = parser.parse_args()
    library = read_material(load_settings({})).library
    talks = load_talks(ROOT / "scenarios")
    fitted = [*replies(TUNE), *examples(library), *lines(library, talks, 0)]
    weights = fit(fitted)
    size = len(OF_OPTION)
    told("tuning", [each for each in fitted if each.source == TUNE], weights)
    told("validation", list(replies(VALIDATION)), weights)
    told("talk lines not fitted", list(lines(library, talks, 1)), weights)
    named = {
        "option": dict(zip(OF_OPTION, np.round(weights[:size], 3).tolist(), strict=True)),
        "none": dict(zip(OF_NONE, np.round(weights[size:], 3).tolist(), strict=True)),
        "enough": ENOUGH,
    }
    print(json.dumps(named, indent=2))
    if options.write:
        COEFFICIENTS.write_text(json.dumps(named, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
