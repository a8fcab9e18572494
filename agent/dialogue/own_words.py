"""Whether a reply names a listed answer in the author's own words; likeness alone may be mistaken."""

from __future__ import annotations

from agent.dialogue.ear import Ear
from agent.dialogue.scene import Scene
from agent.scenarios import Outcome, Scenario, Step
from agent.understanding import Reading

SURE_ANSWER = 0.8
WRITTEN = 2.0  # an example of so much weight was said word for word
_LISTED = frozenset({"pattern", "button"})


def in_own_words(reading: Reading | None) -> bool:
    """Whether the author listed what was said: a pattern, or an example word for word."""
    if reading is None or reading.kind != "outcome":
        return False
    listed = any(each.source in _LISTED and (each.weight or 0) > 0 for each in reading.evidence)
    written = any(each.source == "example" and (each.weight or 0) >= WRITTEN for each in reading.evidence)
    return listed or written


def is_an_answer(reading: Reading) -> bool:
    """Whether a part of a message is surely an answer by itself."""
    return in_own_words(reading) or (reading.kind == "outcome" and reading.confidence >= SURE_ANSWER)


def surely_answers(scene: Scene) -> bool:
    """Whether a listed answer is read with so much certainty that words around it do not count against it."""
    reading = scene.hearing.reading
    return reading is not None and reading.kind == "outcome" and reading.confidence >= SURE_ANSWER


def guide_of(scene: Scene) -> Scenario | None:
    """The guide being walked."""
    progress = scene.conversation.progress
    return scene.library.get(progress.scenario) if progress else None


def step_of(scene: Scene) -> Step | None:
    """The step being asked."""
    guide, progress = guide_of(scene), scene.conversation.progress
    return guide.step(progress.step_id) if guide and progress else None


def meant(scene: Scene) -> Outcome | None:
    """The listed answer the reply was read as."""
    step, reading = step_of(scene), scene.hearing.reading
    named = reading is not None and reading.kind == "outcome" and reading.outcome
    return step.outcome(str(named)) if step and named else None


def says(ear: Ear, outcome: Outcome, *acts: str) -> bool:
    """Whether a listed answer itself, by its label or an example, does one of these: "none of them", "nobody is there"."""
    texts = [
        *outcome.label.items(),
        *((code, each) for code, some in outcome.examples.items() for each in some),
    ]
    return any(
        act.name in acts for language, text in texts for act in ear.understanding.acts_by_rule(text, language)
    )
