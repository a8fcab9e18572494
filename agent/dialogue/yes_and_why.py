"""A yes to "does it work?" that tells what it was and thanks: "yes, it was set to another language. thank you so much".

What it was is gone by, so that its "not" and "wrong" take nothing back. Without thanks, or with anything else beside it, the reply
is weighed as any other.
"""

from __future__ import annotations

from itertools import dropwhile

from agent.conversation import Evidence
from agent.dialogue.ear import GOAL_PHASES, Ear
from agent.dialogue.goal_test import NOT_WORKING, WORKS
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import Advance, Plan
from agent.dialogue.topics import Topics
from agent.language import tokens
from agent.scenarios import Works
from agent.understanding import SURE_ACT
from agent.understanding.ear import ear as packed
from agent.understanding.small_words import behind_small_words

STILL_SO = "still_so"
WHAT_IT_WAS, THANKS = "what_it_was", "thanks"
OPENING = frozenset({"and_", "while_", "filler", "turn"})  # small words before a yes: "oh, yes", "and yes"
AGAINST = ("problem", "question", "digression", "correction", "person", "danger", "abuse", "wait", "stop")
MOST_PARTS = 4
TOLD = Evidence("act", "a yes with thanks, and what it was", SURE_ACT)


def opening_yes(text: str, language: str, ear: Ear) -> tuple[str, str]:
    """The yes that opens `text`, small words before it aside, and what follows it; two empty texts where none does."""
    pieces = tuple(dropwhile(lambda piece: not piece.text[:1].isalnum(), tokens(text)))  # ":) all right"
    said = behind_small_words(pieces, packed(language).roles(pieces), OPENING)
    return ear.agreement(said, language)


def yes_and_why(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """The end, where a reply to the goal is such a yes; None where it is not, or says outright that it does not work."""
    progress, reading = scene.conversation.progress, scene.hearing.reading
    if progress is None or progress.phase not in GOAL_PHASES or reading is None:
        return None
    if reading.outcome in (WORKS, NOT_WORKING) or scene.hearing.has(*AGAINST):
        return None
    if not scene.hearing.has(THANKS) or not _only_explains(scene, ear, topics):
        return None
    return Decision(scene.conversation, Plan(walk=Advance(Works(), (TOLD,))), outcome=WORKS, why=(TOLD,))


def _only_explains(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether behind the yes every part thanks, or tells what it was, and nothing asks, turns or is still so."""
    text, language, listening = scene.message.text, scene.conversation.language, ear.understanding
    agreed, rest = opening_yes(text, language, ear)
    parts = [each for each in listening.clauses(rest, language) if not _thanks(each, ear, language)]
    if not agreed or not 0 < len(parts) < MOST_PARTS or listening.questions(text, language):
        return False
    turned = any(
        listening.contrasts(each, language) or listening.is_qualified(each, language) for each in parts
    )
    still = STILL_SO in topics.of(rest) or listening.says_still(rest, language)
    still = still or bool(listening.complaints(rest, language))
    return not (turned or still) and all(WHAT_IT_WAS in topics.of(each) for each in parts)


def _thanks(part: str, ear: Ear, language: str) -> bool:
    acts = ear.understanding.acts_by_rule(part, language)
    return any(act.name == THANKS and act.confidence >= SURE_ACT for act in acts)
