"""Questions while a call is promised. When it comes can be said as often as it is asked, whatever else is asked with it.

"what time do they ring? I'm out at three"      the promise again; that they are out is noted
"when do they come? and do I have to pay?"      the promise again, and the page on payment
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.conversation import Part, ReplyKind
from agent.dialogue.listening import Understanding
from agent.dialogue.own_words import guide_of
from agent.dialogue.paid_for import MONEY, cost_of_visit
from agent.dialogue.plainly_asked import asked_plainly
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import LookUp, Plan
from agent.dialogue.suiting import promise
from agent.dialogue.topics import Topics
from agent.privacy import without_contact

WHEN, RESTORED = "when", "restored"
NOT_THE_CALL = ("problem", "injection", "restart")
MOST_ASKING = 7  # words of a question that has neither a mark nor a question's order
TELLING = 2  # words beside the questions that tell the colleague something


def asked_when(scene: Scene, understanding: Understanding, topics: Topics) -> Decision | None:
    """What was promised, said again, and the answer to what else is asked; None where nobody asks for the time."""
    conversation, text, language = scene.conversation, scene.message.text, scene.conversation.language
    asked = _asked(text, language, understanding)
    times = [each for each in asked if topics.of(each) & {WHEN, RESTORED}]
    if not asked and WHEN in topics.of(text) and len(text.split()) <= MOST_ASKING:
        asked, times = (text,), [text]  # "will you call today or not"
    if not times or scene.hearing.has(*NOT_THE_CALL) or _of_another_service(scene):
        return None
    later = "restored_later" if RESTORED in topics.of(text) else "time_later"
    told = (promise(conversation),) if conversation.number_refused else (promise(conversation), later)
    said = [Part(phrase, scene.voice.say(phrase)) for phrase in told]
    others = [each for each in asked if each not in times and understanding.telling_words(each, language)]
    if not others or _tells_more(text, asked, language, understanding):
        said.append(Part("added", scene.voice.say("added_to_request", ticket=conversation.ticket)))
    of_visit = [of_the_visit(each, scene, understanding, topics) for each in others]
    plan = Plan(look_up=look_up_all(of_visit)) if others else Plan()
    decision = Decision(conversation, plan, tuple(said), ReplyKind.INFORMED, conversation.status)
    return replace(decision, note=scene.message.masked)


def all_asked(scene: Scene, understanding: Understanding, topics: Topics) -> LookUp:
    """Every question of a message; where none stands out, the message itself. What it costs is asked of the visit."""
    text, language = scene.message.text, scene.conversation.language
    plainly = asked_plainly(text, language, understanding, topics)
    asked = [
        each
        for each in dict.fromkeys((*plainly, *_asked(text, language, understanding)))
        if understanding.telling_words(each, language) or MONEY in topics.of(each)
    ]
    wanted = (
        asked if len(asked) > 1 or len(understanding.clauses(text, language)) > len(asked) > 0 else [text]
    )
    return look_up_all([cost_of_visit(each, scene, understanding, topics) or each for each in wanted])


def look_up_all(asked: Sequence[str]) -> LookUp:
    """These questions, looked up one by one."""
    return LookUp(asked[0], offer=False, also=tuple(asked[1:]))


def _asked(text: str, language: str, understanding: Understanding) -> tuple[str, ...]:
    """The questions of `text`, and their parts that ask by themselves: "when do you ring and what does it cost?"."""
    asked = understanding.questions(text, language)
    return tuple(dict.fromkeys(part for each in asked for part in _parts(each, language, understanding)))


def _parts(question: str, language: str, understanding: Understanding) -> tuple[str, ...]:
    whole, *parts = understanding.statements(question, language)
    asking = tuple(part for part in parts if understanding.questions(part, language))
    return (whole, *asking)


def of_the_visit(question: str, scene: Scene, understanding: Understanding, topics: Topics) -> str:
    """What names nothing is asked of the visit: "and do I have to pay?"."""
    if paid := cost_of_visit(question, scene, understanding, topics):
        return paid
    return question if scene.hearing.facts else f"{question} {scene.voice.say('visit')}"


def _of_another_service(scene: Scene) -> bool:
    guide, service = guide_of(scene), scene.hearing.facts.get("problem_type")
    return service is not None and guide is not None and service != guide.problem_type


def _tells_more(text: str, asked: tuple[str, ...], language: str, understanding: Understanding) -> bool:
    rest = [each for each in understanding.clauses(without_contact(text), language) if each not in asked]
    return len(understanding.telling_words(" ".join(rest), language)) >= TELLING
