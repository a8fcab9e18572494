"""Who takes leave: news with a goodbye needs no second question, and "that's all" ends what was not wished for.

"it works perfectly, please just close it"      the end, as told
"thanks, I only wanted the price, that's all"   the guide that nobody needs is left
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import ReplyKind
from agent.dialogue.ear import LEAVING, NOTHING_MORE, STOP, Ear, by_likeness
from agent.dialogue.goal_test import WORKS, is_well
from agent.dialogue.own_words import guide_of, in_own_words
from agent.dialogue.scene import Decision, Scene, say
from agent.dialogue.state import Advance, Plan
from agent.dialogue.step_answers import cancelled
from agent.scenarios import Kind, Works

COURTEOUS = ("thanks", "goodbye")
COMPLAINING = ("problem", "question", "correction")


def leaves_with_news(scene: Scene, ear: Ear) -> Decision | None:
    """The end, where a message says beyond doubt and emphatically that it works, and takes leave; None where it does not do both."""
    progress, guide, reading = scene.conversation.progress, guide_of(scene), scene.hearing.reading
    if progress is None or guide is None or in_own_words(reading):
        return None
    if not scene.hearing.has(*LEAVING) or scene.hearing.has(*COMPLAINING):
        return None
    language, understanding = scene.conversation.language, ear.understanding
    text = understanding.without(STOP, scene.hearing.acts, scene.message.text, language)
    if understanding.is_opposed(text, language) or not understanding.speaks_of_working(text, language):
        return None
    if not understanding.is_emphatic(text, language):
        return None  # "it works, bye" is confirmed once
    after_all = ear.after_all(text, scene.conversation, guide.closing.question.get(language))
    if not is_well(after_all):
        return None
    asked = replace(scene.conversation, progress=progress._replace(phase=Kind.CONFIRMING), asked_again=0)
    return Decision(
        asked, Plan(walk=Advance(Works(), after_all.evidence)), outcome=WORKS, why=after_all.evidence
    )


def wants_nothing_more(scene: Scene, ear: Ear) -> Decision | None:
    """A guide is left by who thanks and says that this was all, unless that answers its question."""
    reading, hearing = scene.hearing.reading, scene.hearing
    if not hearing.sure(NOTHING_MORE) or not hearing.has(*COURTEOUS) or hearing.has("problem"):
        return None
    if _tells_more(scene, ear):
        return None
    answered = reading is not None and reading.kind == "outcome" and not by_likeness(reading)
    answered = answered and not hearing.has("digression")
    return None if answered or in_own_words(reading) else cancelled(scene)


def parting(scene: Scene, ear: Ear) -> Decision | None:
    """A courtesy for who wants nothing more when nothing is open; None where more is said."""
    hearing, status = scene.hearing, scene.conversation.status
    if not hearing.has(NOTHING_MORE) or hearing.has(*COMPLAINING, "person", "danger"):
        return None
    if _tells_more(scene, ear):
        return None
    phrase = "thanks" if hearing.has("thanks") else "goodbye"
    return say(scene, phrase, kind=ReplyKind.COURTESY, status=status)


def _tells_more(scene: Scene, ear: Ear) -> bool:
    """Whether a message says beside its courtesies how something does, and not that it works: "nothing else works"."""
    text, language, understanding = scene.message.text, scene.conversation.language, ear.understanding
    spans = [act.span for act in scene.hearing.acts if act.name in (NOTHING_MORE, *COURTEOUS)]
    rest = text
    for span in sorted(spans, key=len, reverse=True):
        rest = rest.replace(span, " ")
    behind = understanding.after_no(text, language) or text
    return understanding.tells_how_it_is(rest, language) and not understanding.says_it_works(behind, language)
