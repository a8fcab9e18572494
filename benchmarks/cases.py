"""What the readers are fitted on: replies with what they mean.

The tuning authors' replies, the examples of every listed answer of the shipped guides, every second talk, and first messages
(the examples of guides, the background's sentences) as replies to the question before them. What outranks every guide may be
said at any step: those sentences are also replies to questions of the guides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from agent.evaluation.data import replies
from agent.evaluation.splits import chosen
from agent.rehearsal import load_talks
from agent.routing.background import Background
from agent.routing.samples import routable
from agent.scenarios import Library, Step
from agent.understanding import Option, Question
from agent.understanding.learned import UNCLEAR
from agent.understanding.opening import FAULT, OTHER, WISH, opening_question

ROOT = Path(__file__).parent.parent
OTHERS = (
    "abuse", "already_done", "cannot_do", "correction", "danger", "digression", "person", "question", "repeat",
    "solved", "stop", "wait", UNCLEAR, "injection",
)  # fmt: skip
OPENING = "opening"  # the source of first messages
ROUTED = "routed"  # …with guides listed
MEANT = {"article": WISH, "vague": FAULT, "out_of_scope": OTHER, "courtesy": OTHER}
OUTRANKING = ("danger", "person", "abuse", "injection")
ASKED_TOGETHER, GUIDES = 8, 7  # first messages of one listing; guides listed there
ROUNDS = 2  # listings of each first message
STEPS = 2  # questions of guides that a sentence which outranks them answers
SEED = 5


@dataclass(frozen=True)
class Case:
    """One reply with what it means: `meant` is an option's id, or an act or "unclear" (`other`)."""

    source: str
    question: Question
    reply: str
    language: str
    meant: str
    other: bool


def tuning() -> Iterator[Case]:
    """The tuning authors' replies."""
    for file in chosen("replies_*.yaml", (), folder=ROOT / "tests/data", split="tune"):
        author = file.path.stem.rpartition("_")[2]  # of several files, too
        for one in replies(file.path):
            meant = one.outcome or one.act or UNCLEAR
            yield Case(author, one.question, one.text, one.language, meant, one.outcome is None)


def question_of(step: Step, language: str, *, bare: bool) -> Question:
    """A step as a question; `bare` withholds the examples."""
    options = tuple(
        Option(o.id, dict(o.label.items()), {} if bare else o.examples, o.pattern) for o in step.outcomes
    )
    return Question(step.instruction.get(language), options)


def examples(library: Library) -> Iterator[Case]:
    """Listed answers' own examples, as replies to a question that withholds them."""
    for scenario in library.values():
        for step in scenario.steps:
            for outcome in step.outcomes:
                for language, said in outcome.examples.items():
                    question = question_of(step, language, bare=True)
                    yield from (Case("example", question, text, language, outcome.id, False) for text in said)


def lines(library: Library) -> Iterator[Case]:
    """Lines of every second talk that answer a step."""
    for talk in load_talks(ROOT / "scenarios")[::2]:
        here = (talk.scenario, library[talk.scenario].steps[0].ref) if talk.direct else None
        for line in talk.turns:
            step = library[here[0]].step(here[1]) if here and here[0] in library else None
            if step and line.expect.outcome and step.outcome(line.expect.outcome):
                question = question_of(step, talk.language, bare=False)
                yield Case("talk", question, line.customer, talk.language, line.expect.outcome, False)
            if line.expect.step:
                here = (line.expect.scenario or (here[0] if here else talk.scenario), line.expect.step)


def openings(library: Library, backgrounds: Sequence[Background]) -> Iterator[Case]:
    """Every example and every sentence as a first message, and what outranks guides also as a reply to some of their steps."""
    draw = Random(SEED)
    for scenario in library.values():
        if routable(scenario):
            for language, said in scenario.examples.items():
                yield from (_first(text, language, FAULT) for text in said)
    for background in backgrounds:
        for kind, sentences in background.sentences.items():
            for text in sentences:
                yield from _background(text, kind, background.language, library, draw)


def routed(library: Library, backgrounds: Sequence[Background]) -> Iterator[Case]:
    """First messages again, as replies to the same question with guides listed: the meant ones among others. Some are asked
    together, so that what is listed is worked out once for all of them."""
    draw = Random(SEED)
    told = list(_told(library, backgrounds))
    for language in ("lt", "en") * ROUNDS:
        mine = [each for each in told if each[1] == language]
        draw.shuffle(mine)
        for start in range(0, len(mine), ASKED_TOGETHER):
            yield from _listing(mine[start : start + ASKED_TOGETHER], language, library, draw)


def _told(library: Library, backgrounds: Sequence[Background]) -> Iterator[tuple[str, str, str]]:
    """Text, language, and the guide or kind it belongs to."""
    for scenario in library.values():
        if routable(scenario):
            for language, said in scenario.examples.items():
                yield from ((text, language, scenario.id) for text in said)
    for background in backgrounds:
        for kind, sentences in background.sentences.items():
            yield from ((text, background.language, kind) for text in sentences)


def _listing(
    some: Sequence[tuple[str, str, str]], language: str, library: Library, draw: Random
) -> Iterator[Case]:
    guides = [name for name, scenario in library.items() if routable(scenario)]
    meant = sorted({label for *_, label in some if label in guides})
    spare = draw.sample([name for name in guides if name not in meant], len(guides) - len(meant))
    listed = [*meant, *spare][:GUIDES]
    draw.shuffle(listed)
    asked = opening_question(language)
    titles = tuple(Option(name, dict(library[name].title.items())) for name in listed)
    question = Question(asked.text, (*titles, *(each for each in asked.options if each.id != FAULT)))
    for text, _, label in some:
        kind = label if label in listed else {**MEANT, "vague": UNCLEAR}.get(label, label)
        other = kind not in {*listed, WISH, OTHER}
        yield Case(ROUTED, question, text, language, kind if not other or kind in OTHERS else UNCLEAR, other)


def _background(text: str, kind: str, language: str, library: Library, draw: Random) -> Iterator[Case]:
    if kind in MEANT:
        yield _first(text, language, MEANT[kind])
        return
    meant = kind if kind in OUTRANKING else UNCLEAR
    yield Case(OPENING, opening_question(language), text, language, meant, other=True)
    if kind not in OUTRANKING:
        return
    steps = [step for scenario in library.values() for step in scenario.steps if step.outcomes]
    for step in draw.sample(steps, STEPS):
        yield Case(OPENING, question_of(step, language, bare=True), text, language, meant, other=True)


def _first(text: str, language: str, meant: str) -> Case:
    return Case(OPENING, opening_question(language), text, language, meant, other=False)
