"""A protest over the page that was just shown: it is not shown again, and what was asked is looked up anew with the rest of
the protest.

"sockets? I asked about the box"         the question before, of the box, and another page
"I didn't ask about offers. all full"    sorry; the answer counts
"and my question about the money?"       what was asked before, once more
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Part, ReplyKind
from agent.dialogue.asked_for_person import PERSON
from agent.dialogue.ear import Ear
from agent.dialogue.heard_alone import heard_alone
from agent.dialogue.plainly_asked import asked_plainly
from agent.dialogue.scene import Decision, Scene, stay, walking
from agent.dialogue.state import LookUp
from agent.dialogue.the_rest import rest_served
from agent.dialogue.topics import Topics
from agent.privacy import without_contact

NOT_ASKED, ASKED_OF, WHAT, MINE = "not_asked", "asked_of", "what_page", "my_question"
MOST_CLAUSES = 6
LEAST = 2  # telling words of a rest that may be asked by itself


def not_asked(
    scene: Scene, ear: Ear, topics: Topics, decided: Callable[[Scene], Decision]
) -> Decision | None:
    """Another page, or none; None where no page was shown or nobody protests."""
    text, language = scene.message.text, scene.conversation.language
    clauses = ear.understanding.clauses(text, language)
    spoken = topics.of(text)
    if scene.message.choice or len(clauses) > MOST_CLAUSES or not scene.conversation.asked:
        return None
    if scene.hearing.sure(PERSON):
        return None  # "not what I asked. I want a person to call me"
    protested = scene.conversation.quoted is not None and (NOT_ASKED in spoken or {ASKED_OF, WHAT} <= spoken)
    if not protested and MINE not in spoken:
        return None
    protests = [each for each in clauses if _protests(each, topics)]
    rest = [each for each in clauses if each not in protests]
    asked = asked_plainly(", ".join(rest), language, ear.understanding, topics)
    asked = tuple(each for each in rest if each in asked or ASKED_OF in topics.of(each))
    wordings = _wordings(scene, asked or tuple(rest), ear, topics)
    sorry = (Part("misread", scene.voice.say("misread")),) if protested else ()
    if protested and not asked and ear.understanding.complaints(". ".join(rest), language):
        return rest_served(scene, sorry, ". ".join(rest), ear, decided)
    if walking(scene.conversation) and (told := [each for each in rest if each not in asked]):
        alone = heard_alone(". ".join(told), scene, ear)
        decision = decided(alone)
        if decision.outcome:
            look_up = LookUp(wordings[0], offer=False, anew=wordings) if asked else None
            return replace(
                decision, parts=(*sorry, *decision.parts), plan=replace(decision.plan, look_up=look_up)
            )
    if not wordings:
        return None
    once_more = LookUp(wordings[0], anew=wordings) if protested else _reminded(scene, ear, topics)
    plan = replace(stay(scene, "back"), look_up=once_more)
    return Decision(scene.conversation, plan, sorry, ReplyKind.ANSWER, scene.conversation.status)


def _reminded(scene: Scene, ear: Ear, topics: Topics) -> LookUp:
    """The question before, where no more is said of it, or it is of the same matter; else what is said now."""
    before, language = scene.conversation.asked, scene.conversation.language
    said = without_contact(topics.without(MINE, scene.message.text)).strip(" ,.?")
    about = ear.understanding.telling_stems(said, language)
    same = about & ear.understanding.telling_stems(before, language) or topics.of(said) & topics.of(before)
    offer = scene.conversation.ticket is None
    return LookUp(before if same or not about else said, offer=offer)


def _protests(clause: str, topics: Topics) -> bool:
    """Whether a clause only says what was not meant."""
    spoken = topics.of(clause)
    return bool(spoken & {NOT_ASKED, WHAT}) and ASKED_OF not in spoken


def _wordings(scene: Scene, rest: tuple[str, ...], ear: Ear, topics: Topics) -> tuple[str, ...]:
    """What is looked up, one after the other: the rest by itself, the question before with it, that question."""
    language, before = scene.conversation.language, scene.conversation.asked
    said = without_contact(topics.without(MINE, topics.without(ASKED_OF, ", ".join(rest)))).strip(" ,.")
    telling = len(ear.understanding.telling_words(said, language))
    alone = (said,) if telling >= LEAST else ()
    both = (f"{before} {said}",) if before and telling else ()
    return tuple(dict.fromkeys((*alone, *both, *((before,) if before else ()))))
