"""Whether a message gives an earlier question another answer in the author's own words, and not the question that is open.

An earlier answer is changed, or said to be known, on no likeness alone: "they move, same as before" is no "it doesn't play",
and who tells what came of the open step ("moved the HDMI lead, no change") is not told that they were misread.
"""

from __future__ import annotations

from agent.dialogue.ear import Ear
from agent.dialogue.own_words import in_own_words
from agent.dialogue.scene import Scene
from agent.scenarios import Step, Visit
from agent.understanding import Question, Reading

MOST_CLAUSES = 6
WORDS, TELLING, MEANS = frozenset({"words", "label"}), 0.3, " = "  # how evidence of rules is written
ENOUGH_WORDS = 2


def is_said(scene: Scene, visit: Visit, reading: Reading, text: str, ear: Ear) -> bool:
    """Whether `text` says the answer that it was read for at an earlier question: in its own words, which nothing there denies, and
    in those of no other answer, while nothing of the open question is spoken of."""
    step = _step(scene, visit)
    outcome = step.outcome(reading.outcome or "") if step else None
    if step is None or outcome is None:
        return False
    named = [each for each in step.outcomes if each.is_said_in(text)]
    others = [each for each in named if each.id != outcome.id]
    own = outcome in named or (in_own_words(reading) and not outcome.is_denied_in(text))
    own = own or _is_told_in_a_clause(outcome.id, scene, visit, text, ear)
    return own and not others and not _is_of_the_open(scene, visit, text, ear)


def _step(scene: Scene, visit: Visit) -> Step | None:
    guide = scene.library.get(visit.scenario)
    return guide.step(visit.ref) if guide else None


def _is_told_in_a_clause(outcome: str, scene: Scene, visit: Visit, text: str, ear: Ear) -> bool:
    """Whether one clause tells it by rule, in two words that speak for it: "all the lights are green"."""
    language = scene.conversation.language
    question = ear.question_at(visit.scenario, visit.ref, scene.library, language)
    cut = ear.understanding.clauses(text, language)[:MOST_CLAUSES] if question else ()
    read = (ear.understanding.read_piece(question, each, language) for each in cut if question)
    return any(each.outcome == outcome and len(_words_for(each)) >= ENOUGH_WORDS for each in read)


def _words_for(reading: Reading) -> set[str]:
    """The words of a reply that speak for what it was read as."""
    told = (each for each in reading.evidence if each.source in WORDS and (each.weight or 0) >= TELLING)
    return {each.says.split(MEANS)[0] for each in told}


def _is_of_the_open(scene: Scene, visit: Visit, text: str, ear: Ear) -> bool:
    """Whether `text` names what the open question is about and the earlier one is not."""
    conversation, language = scene.conversation, scene.conversation.language
    here = ear.open_question(conversation, scene.library)
    then = ear.question_at(visit.scenario, visit.ref, scene.library, language)
    if here is None or then is None:
        return False
    listening = ear.understanding
    about = listening.telling_stems(_words_of(here, language), language)
    before = listening.telling_stems(_words_of(then, language), language)
    return bool(listening.telling_stems(text, language) & (about - before))


def _words_of(question: Question, language: str) -> str:
    return ". ".join([question.text, *(option.labels.get(language, "") for option in question.options)])
