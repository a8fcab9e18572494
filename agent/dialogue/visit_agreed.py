"""What is said at "shall I book the visit?" beside yes and no: a yes with a time, a question about the visit."""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Evidence, Pending, PendingKind, ReplyKind
from agent.dialogue.ear import APPOINTMENT, YES, Ear
from agent.dialogue.goal_test import WAIT
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.state import LookUp, Plan, Restate
from agent.dialogue.step_answers import StepAnswers
from agent.dialogue.topics import Topics
from agent.dialogue.yes_and_why import opening_yes
from agent.language import tokens
from agent.privacy import without_contact
from agent.understanding import SURE_ACT, Act

BOOK_IT, FEW = "book_it", 1  # "book it please"
DAY, NOT_THEN, MONEY, WHEN, TAKES = "day", "not_then", "money", "when", "takes"
WONT_PAY, VISIT, CONDITION = "wont_pay", "visit", "condition"
ASKING = ("question", "digression")
TELLING = frozenset({"problem_type", "device", "medium"})


def agreed_in_words(scene: Scene, ear: Ear, topics: Topics) -> Scene | None:
    """The scene of a yes beside which a time is told or something asked; None where nothing is agreed to."""
    if agrees_and_asks(scene, ear, topics):
        return scene
    return timed(scene, topics) if agrees_with_time(scene, ear, topics) else None


def agrees_with_time(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether the first words agree and the rest only says when: "go on then, but not on Thursday"."""
    language = scene.conversation.language
    first, *rest = ear.understanding.clauses(scene.message.text, language) or ("",)
    question = ear.open_question(scene.conversation, scene.library)
    if question is None or not rest or sets_condition(scene.message.text, topics):
        return False
    agrees = ear.understanding.read_piece(question, first, language).outcome == YES
    return agrees and all(DAY in topics.of(each) or not without_contact(each) for each in rest)


def sets_condition(text: str, topics: Topics) -> bool:
    """Whether a yes hangs on something: "yes, if my landlord agrees" is none yet. Kind words are no condition: "if you can"."""
    return CONDITION in topics.of(text)


def puts_off(scene: Scene, ear: Ear) -> bool:
    """Whether a yes is put off or doubted: "I'll ask my husband, fine", "maybe yes"; a time that suits is no such thing."""
    if scene.message.choice or scene.hearing.has(APPOINTMENT):
        return False
    return ear.understanding.hedges(scene.message.text, scene.conversation.language) or scene.hearing.has(
        WAIT
    )


def no_yes_yet(scene: Scene, pending: Pending, ear: Ear, topics: Topics) -> bool:
    """Whether a yes to a visit is put off or doubted, or one to a visit or a colleague hangs on something."""
    if pending.kind is PendingKind.CONSENT and puts_off(scene, ear):
        return True
    said = "" if scene.message.choice else _without_questions(scene, ear, topics)
    return pending.kind in (PendingKind.CONSENT, PendingKind.OFFER_PERSON) and sets_condition(said, topics)


def _without_questions(scene: Scene, ear: Ear, topics: Topics) -> str:
    """The message without what is asked before its yes: "how long is that if today is Friday? and yes, book it". What is asked of
    money or of the booking itself stays: its "if" is the yes's own."""
    text, language = scene.message.text, scene.conversation.language
    cut, asked = ear.understanding.clauses(text, language), ear.understanding.questions(text, language)
    agrees = next((at for at, each in enumerate(cut) if opening_yes(each, language, ear)[0]), 0)
    if any(topics.of(each) & {MONEY, VISIT, BOOK_IT} for each in asked):
        return text
    return ", ".join(each for at, each in enumerate(cut) if at >= agrees or each not in asked)


def agrees_and_asks(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether a yes opens what else only asks: "yes. but when will he be here, I work". Who asks what it costs has not agreed,
    unless the yes is the last word: "is it paid for? all right, book it"."""
    if _agrees_after_all(scene, ear, topics):
        return True
    agreed, rest = ear.agreement(scene.message.text, scene.conversation.language)
    asked = ear.understanding.questions(rest, scene.conversation.language) if agreed else ()
    gainsaid = ear.understanding.lacks(rest, scene.conversation.language)
    return bool(asked) and not gainsaid and MONEY not in topics.of(rest) and not sets_condition(rest, topics)


def _agrees_after_all(scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether the last clause is nothing but a yes, more than a sign of having heard, and nothing before it denies or lacks
    anything, or is a condition; behind a question about money it must say that it be done."""
    language = scene.conversation.language
    *before, last = ear.understanding.clauses(scene.message.text, language) or ("",)
    if before and not ear.understanding.telling_words(topics.without(BOOK_IT, last), language):
        *before, last = *before[:-1], f"{before[-1]} {last}"  # "…? and yes, book it"
    agreed, rest = opening_yes(last, language, ear)
    if ear.understanding.only_acknowledges(last, language):
        return False
    more = len(tokens(topics.without(BOOK_IT, rest))) > FEW
    asked = ear.understanding.questions(scene.message.text, language)
    if any(sets_condition(each, topics) for each in before if each not in asked):
        return False
    if any(MONEY in topics.of(each) for each in before) and BOOK_IT not in topics.of(last):
        return False  # "how much will it be? well yes, of course it costs"
    denied = any(denies for _, denies in ear.understanding.denials(scene.message.text, language))
    lacking = any(ear.understanding.lacks(each, language) for each in before)
    return bool(before and agreed) and not more and not denied and not lacking


def with_asked(scene: Scene, decision: Decision, ear: Ear, topics: Topics) -> Decision:
    """The visit that was agreed to, and what is asked beside the yes looked up; the whole is noted with the request."""
    language = scene.conversation.language
    asked = ear.understanding.questions(scene.message.text, language)
    asked = tuple(each for each in asked if ear.understanding.telling_words(each, language))
    if not asked or decision.plan.hand_over is None:
        return decision
    question = f"{asked[0]} {scene.voice.say('visit')}"
    for topic, known in ((WHEN, "visit_when"), (MONEY, "visit_cost")):
        question = scene.voice.say(known) if any(topic in topics.of(each) for each in asked) else question
    look_up = LookUp(question, offer=False)
    return replace(decision, plan=replace(decision.plan, look_up=look_up), note=scene.message.masked)


def timed(scene: Scene, topics: Topics) -> Scene:
    """The scene with the time heard in it, so that it is noted with the request; a time that does not suit is none."""
    return scene if NOT_THEN in topics.of(scene.message.text) else time_heard(scene)


def time_heard(scene: Scene) -> Scene:
    """The scene in which the whole message tells when a call suits."""
    text = scene.message.text
    heard = Act(APPOINTMENT, SURE_ACT, Evidence("act", f"{APPOINTMENT}: “{text}”", SURE_ACT), text)
    return replace(scene, hearing=replace(scene.hearing, acts=(*scene.hearing.acts, heard)))


def asked_of_visit(scene: Scene, steps: StepAnswers, topics: Topics, act: str | None) -> Decision | None:
    """A question that names nothing else is about the visit: "how much will it cost?"; when they come and how long it takes can
    be asked without a mark. None where nobody asks."""
    asked = _of_time(scene, topics)
    if asked is None and act not in ASKING:
        return _paid_for(scene, topics)
    if MONEY in topics.of(scene.message.text) and (
        VISIT in topics.of(scene.message.text) or not _names(scene)
    ):
        return _told_who_pays(scene)
    if scene.hearing.facts.keys() & TELLING or scene.hearing.has(
        "thanks", "greeting", "injection", "problem"
    ):
        return steps.digression(scene)
    asked = asked or f"{scene.message.text} {scene.voice.say('visit')}"
    return Decision(scene.conversation, Plan(LookUp(asked), Restate("back")), kind=ReplyKind.ANSWER)


def _names(scene: Scene) -> bool:
    """Whether a thing or service is named that might be paid for, too."""
    return bool(scene.hearing.facts.keys() & TELLING)


def refuses_to_pay(scene: Scene, topics: Topics) -> Decision | None:
    """Who pays, for who will not or only agrees to what is free: nothing is booked or called off by that alone. None where
    nobody says so, or a button was pressed."""
    told = scene.conversation.asked_again > 0  # who says it once more declines
    if told or scene.message.choice or WONT_PAY not in topics.of(scene.message.text):
        return None
    decision = _told_who_pays(scene)
    return replace(decision, conversation=replace(scene.conversation, asked_again=1))


def _paid_for(scene: Scene, topics: Topics) -> Decision | None:
    """Who pays, where a reply that neither agrees nor refuses speaks of money: "book it, but I'm not paying"."""
    return _told_who_pays(scene) if MONEY in topics.of(scene.message.text) else None


def _told_who_pays(scene: Scene) -> Decision:
    plan = Plan(LookUp(scene.voice.say("visit_cost"), offer=False), Restate("pending"))
    return Decision(scene.conversation, plan, kind=ReplyKind.ANSWER)


def _of_time(scene: Scene, topics: Topics) -> str | None:
    """The question how long the visit takes, or when it is, in words of our own."""
    spoken = topics.of(scene.message.text)
    if TAKES in spoken:
        return scene.voice.say("visit_takes")
    return scene.voice.say("visit_when") if WHEN in spoken else None
