"""Whether a customer's question is about what the agent asks now, or about something of its own.

What is about the step gets the author's help. What is not, and has no page either, is told honestly that there is no
answer here: help with the step would be an answer to another question, and silence none at all.
"""

from __future__ import annotations

from agent.dialogue.ear import GOAL_PHASES
from agent.dialogue.listening import Understanding
from agent.dialogue.scene import Scene
from agent.dialogue.topics import Topics
from agent.language import tokens

TRIED = "already_tried"
NEAR = 3  # words before a cue in a clause that still ask it: "i said how long does it take"
ROOT = 4  # letters by which two forms of a verb are known for one


def about_step(said: str, scene: Scene, understanding: Understanding) -> bool:
    """Whether `said` shares a telling word with the open question or its help; without telling words it can only be
    about that ("where do I find it?")."""
    language = scene.conversation.language
    asked = understanding.telling_stems(said, language)
    return not asked or bool(asked & understanding.telling_stems(_shown(scene), language))


def asks_of_step(
    topic: str,
    clause: str,
    scene: Scene,
    understanding: Understanding,
    topics: Topics,
    *,
    anywhere: bool = False,
) -> bool:
    """Whether a clause asks this of the step: how long it takes, not how long a contract runs. The cue stands at its beginning,
    or `anywhere`."""
    if not any(anywhere or cue.start <= NEAR for cue in topics.cues(topic, clause)):
        return False
    return about_step(topics.without(topic, clause), scene, understanding)


def tells_of_another_remedy(scene: Scene, understanding: Understanding) -> bool:
    """Whether a reply that something was done names a remedy that the open question is not about: "I restarted it", asked what a
    page shows. What shares the beginning of a word with the question is about it."""
    shown, language = _shown(scene), scene.conversation.language
    tried = scene.hearing.facts.get(TRIED, ())
    about = {
        value
        for fact in understanding.find_facts(shown, language)
        if fact.name == TRIED
        for value in fact.value
    }
    return bool(tried) and not about & set(tried) and not _beginnings(scene.message.text) & _beginnings(shown)


def _beginnings(text: str) -> set[str]:
    """How the words of `text` begin: verbs of one root seldom end alike ("perkroviau", "perkraukite")."""
    return {token.folded[:ROOT] for token in tokens(text) if len(token.folded) >= ROOT}


def _shown(scene: Scene) -> str:
    """All that the customer was or may be told about the open question."""
    progress, voice = scene.conversation.progress, scene.voice
    guide = scene.library.get(progress.scenario) if progress else None
    step = guide.step(progress.step_id) if guide and progress else None
    if progress is None or guide is None or step is None or progress.phase in GOAL_PHASES:
        return voice.text(guide.closing.question) if guide else ""
    texts = (step.title, step.instruction, step.help_text, *(each.label for each in step.outcomes))
    return " ".join(map(voice.text, texts))
