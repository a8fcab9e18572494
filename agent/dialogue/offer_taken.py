"""A yes to the agent's own offer to pass something on, whatever is asked beside it: the offer is always kept.

"yes, report it. but any idea when?"   reported, and the question looked up
"yes, pass it on"                      where a call is promised already: the question goes to that request
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Evidence, Part, PendingKind, ReplyKind
from agent.dialogue.asked_of_request import WHEN, look_up_all
from agent.dialogue.ear import YES, Ear
from agent.dialogue.looking_up import ASKED
from agent.dialogue.outage import asked_to_report
from agent.dialogue.plainly_asked import asked_plainly
from agent.dialogue.promised import awaited
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import Plan
from agent.dialogue.topics import Topics
from agent.dialogue.visit_after_all import visit_after_all
from agent.dialogue.visit_agreed import agrees_with_time, sets_condition, time_heard

Taking = Callable[[Scene, str, tuple[Evidence, ...]], Decision]
PASSING = "pass_on"
MOST = 4  # words that agree and do no more


def offer_taken(scene: Scene, ear: Ear, topics: Topics, taken: Taking) -> Decision | None:
    """What was offered, with the page on what is asked beside; None where no offer is open or no yes opens the message."""
    if (visit := visit_after_all(scene, ear, topics, taken)) is not None:
        return visit
    report = asked_to_report(scene, topics)
    scene = report or scene
    pending, text, language = scene.conversation.pending, scene.message.text, scene.conversation.language
    if pending is None or pending.kind is not PendingKind.OFFER_PERSON or scene.message.choice or not text:
        return None
    agreed, rest = ear.agreement(text, language)
    asked = _asked_behind(text, rest, ear, topics, language) if agreed else ()
    if asked and ear.understanding.only_acknowledges(agreed, language):
        return None  # "ok and how do I order" goes on to something else
    when = bool(agreed and scene.conversation.suits) and agrees_with_time(scene, ear, topics)
    if (
        not agreed
        or not rest
        or sets_condition(text, topics)
        or scene.hearing.troubled
        or (rest and not asked and not _only_passes_on(rest, ear, topics, language) and not when)
    ):
        return None
    if awaited(scene.conversation):
        return _added(scene, str(pending.details.get(ASKED, "")) or scene.message.masked)
    decision = taken(time_heard(scene) if when else scene, YES, ())
    asked = tuple(each for each in asked if ear.understanding.telling_words(each, language))
    if not asked or decision.plan.look_up is not None:
        return decision
    outage = bool(report) or scene.voice.say("outage_report") in scene.conversation.last_text
    wanted = [
        scene.voice.say("outage_when") if outage and WHEN in topics.of(each) else each for each in asked
    ]
    return replace(decision, plan=replace(decision.plan, look_up=look_up_all(wanted)))


def _asked_behind(text: str, rest: str, ear: Ear, topics: Topics, language: str) -> tuple[str, ...]:
    """What is asked behind a yes: in form, or by its mark alone where all else only passes on ("yes, report it. compensation?")."""
    if plainly := asked_plainly(rest, language, ear.understanding, topics):
        return plainly
    asked = ear.understanding.questions(text, language)
    left = [each for each in ear.understanding.clauses(text, language) if each not in asked]
    behind = (ear.agreement(each, language)[1] if place == 0 else each for place, each in enumerate(left))
    passes_on = all(not each or _only_passes_on(each, ear, topics, language) for each in behind)
    return asked if left and passes_on else ()


def _only_passes_on(rest: str, ear: Ear, topics: Topics, language: str) -> bool:
    """Whether nothing is said behind the yes but that it be passed on: "yes, pass it on please"."""
    left = topics.without(PASSING, rest)
    told = ear.understanding.telling_words(left, language) or ear.understanding.says_it_works(rest, language)
    return len(rest.split()) <= MOST and PASSING in topics.of(rest) and not told


def _added(scene: Scene, question: str) -> Decision:
    """The question that a person was offered for, with the request that is open."""
    conversation = replace(scene.conversation, pending=None, asked_again=0)
    words = Part("added", scene.voice.say("added_to_request", ticket=conversation.ticket))
    return Decision(
        conversation, Plan(), (words,), ReplyKind.INFORMED, conversation.status, outcome=YES, note=question
    )
