"""Danger that no word says and only the readers hear: "wall socket", "the light by the socket is off".

They hear it in much that is said of plugs and sockets, and an alarm ends the guide. So it is asked about first, however sure they
are, unless the message names what burns, smells, is wet or hurts, or a talk begins with it and the router hears it, too. Whoever
says it in words that rules know is not asked. Who is in the hands of a person is asked where they are very sure. The question
stands until it is answered, in other words the second time; only an answer to the guide's step, or a wish for a person, with no
danger in it passes on, and what stays unanswered is warned of.
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Owner, Part, Pending, PendingKind, ReplyKind
from agent.dialogue.cases import yes_or_no
from agent.dialogue.ear import EVER, NO, YES, Ear, by_likeness
from agent.dialogue.heard_alone import heard_alone
from agent.dialogue.let_go import NONE_SAID, LetGo
from agent.dialogue.listening import Understanding
from agent.dialogue.promised import awaited, stand
from agent.dialogue.safety import Safety, in_danger, opens_with_it, stands
from agent.dialogue.scene import Decision, Scene, say, walking
from agent.dialogue.stated import stated
from agent.dialogue.taken_up import only_takes_up
from agent.dialogue.told_damage import DAMAGED, SPENT, asked_before, only_a_fault, tells_of_damage
from agent.dialogue.topics import Topics
from agent.language import tokens
from agent.understanding import Reading
from agent.understanding.acts import DANGER
from agent.understanding.harm import only_heard
from agent.understanding.harmless import carries_current, is_of_a_data_lead
from agent.understanding.settling import LIKENESSES

SURE = 0.95  # of what is heard while a call is awaited, whose colleague reads all that is said
SAYING = frozenset({"answer", "example"})
MOST_ASKED, ASKED = 3, "asked"
SUPPOSING = "supposing"
AND_THEN = " – "
STRUCK, SPILT, CHECKED, WORRYING, ILL = "struck", "spilt", "checked", "worrying", "ill"
WARM = "only_warm"
_WAIT, _PERSON = "wait", "person"


def danger_asked(scene: Scene, go: LetGo) -> Decision | None:
    """The question whether there is danger, or what an answer to it does; `go`: where the talk goes on without one."""
    ear, decided = go.ear, go.decided
    pending = scene.conversation.pending
    if pending is None or pending.kind is not PendingKind.DANGER or EVER in pending.details:
        return ask_of_danger(scene) if _is_doubtful(scene, go) or _is_struck(scene, go) else None
    settled = replace(scene, conversation=replace(scene.conversation, pending=None))
    said = _said(scene, ear, go.topics)
    if said == YES:
        return in_danger(replace(settled, message=replace(scene.message, masked=_told(scene))))
    if said == NO:
        return _waits_on(settled) if _is_with_a_person(scene) else _none(settled, pending.about, go)
    if _is_with_a_person(scene):
        return decided(_heard_anew(settled, ear))
    if scene.hearing.reading is not None and scene.hearing.reading.act == _WAIT:
        return say(scene, "wait_ok", kind=ReplyKind.WAIT)
    anew = _heard_anew(settled, ear)
    return decided(anew) if _passes_on(anew) else ask_of_danger(scene)


def suspected(scene: Scene, safety: Safety, go: LetGo) -> Decision:
    """What is done where only the whole of a message sounds like danger: without a word of harm it is asked about first, once."""
    if stands(scene):
        return safety.said(scene)
    if go.ear.understanding.names_harm(scene.message.text):
        return in_danger(scene)
    return go.asks(scene) if asked_before(scene, go.topics) else ask_of_danger(scene)


def _said(scene: Scene, ear: Ear, topics: Topics) -> str | None:
    """Yes, no or neither, by a button or in words. Who feels unwell while it is asked has said yes ("my head spins")."""
    if scene.message.choice in (YES, NO):
        return scene.message.choice
    text, language = scene.message.text, scene.conversation.language
    unwell = any(not ear.understanding.denies(cue, text, language) for cue in topics.cues(ILL, text))
    return YES if unwell else told_of_danger(scene, ear, topics)


def _none(settled: Scene, told: str, go: LetGo) -> Decision:
    """There is none: the talk goes on with what stands beside the no, or with what was told when it was asked."""
    free, fault = settled.conversation, ""
    if not walking(free) and not free.complaint:
        fault = go.topics.without(
            SPILT, go.topics.without(STRUCK, told.split(AND_THEN)[0])
        )  # whatever brought it
    if tells_of_damage(told, go.topics):
        settled = replace(settled, conversation=replace(free, safe=(*free.safe, SPENT)))
    decision = go(settled, fault)
    words = Part("danger_none", settled.voice.say("danger_none"))
    return replace(decision, parts=(words, *decision.parts))


def _waits_on(settled: Scene) -> Decision:
    """There is none, and the call that is promised stands."""
    decision = stand(settled)
    words = Part("danger_none", settled.voice.say("danger_none"))
    return replace(decision, parts=(words, *decision.parts))


def ask_of_danger(scene: Scene) -> Decision:
    """Asks, or warns where it was asked often enough."""
    pending, told = scene.conversation.pending, _told(scene)
    asked = int(pending.details.get(ASKED, 0)) if pending is not None else 0
    if asked >= MOST_ASKED:
        settled = replace(scene, conversation=replace(scene.conversation, pending=None))
        return in_danger(replace(settled, message=replace(scene.message, masked=told)), supposed=True)
    question = Pending(PendingKind.DANGER, about=told, details={ASKED: asked + 1})
    words = Part("danger_check", scene.voice.say_nth("danger_check", asked), fixed=True)
    choices = yes_or_no("danger_check", scene.voice)
    safe = tuple(dict.fromkeys((*scene.conversation.safe, CHECKED)))
    standing = replace(scene.conversation, pending=question, safe=safe)
    return Decision(standing, parts=(words,), kind=ReplyKind.CLARIFY, choices=choices)


def _told(scene: Scene) -> str:
    """What sounded like danger, and all that was said to the question since."""
    return AND_THEN.join(text for text in (_about(scene), scene.message.masked) if text)


def worries(
    text: str, language: str, understanding: Understanding, topics: Topics, *, sounds: bool = True
) -> bool:
    """Whether something that may be harm stands beside a no, or turns against it: "no, but it is too hot to hold"; `sounds`: what
    is only heard is such a thing."""
    behind = understanding.clauses(text, language)[1:]
    turned = any(
        understanding.contrasts(each, language) and not only_a_fault(each, language, understanding, topics)
        for each in behind
    )
    named = [cue for cue in topics.cues(WORRYING, text) if sounds or not only_heard(cue.finds, tokens(text))]
    return turned or any(not understanding.denies(cue, text, language) for cue in named)


def told_of_danger(scene: Scene, ear: Ear, topics: Topics) -> str | None:
    """Yes, no or neither. A sign of harm that nobody denies is a yes, whatever stands before it ("no, only a smell"); a no beside
    which something worries is neither."""
    text, language, listening = scene.message.text, scene.conversation.language, ear.understanding
    if only_takes_up(text, language, listening, topics):
        return None
    if is_of_a_data_lead(text) and not carries_current(_about(scene)):
        return NO  # no current runs there
    text = _without_mere_warmth(scene, text, topics)
    denied = denies_all(text, topics)  # "false alarm, the buzzing is just the fan"
    named = listening.signs_of_harm(text, language, sounds=not denied)
    if _is_told(scene) or any(named):
        return YES
    worried = worries(text, language, listening, topics, sounds=not denied)
    if denied and not worried:
        return NO
    if named or listening.says_no(text, language):
        return None if worried else NO
    if listening.only_acknowledges(text, language):
        return None
    meant = _meant(scene.hearing.reading)
    gainsaid = listening.says_it_works(text, language) or listening.lacks(text, language)
    denied = any(denies for _, denies in listening.denials(text, language))
    denied = denied and listening.without_protest(text, language) is None
    if meant == NO and (worried or (denied and listening.speaks_of_working(text, language))):
        return None  # "no it isn't all good"
    return None if meant == YES and gainsaid else meant  # "yes, all good"; "ok, I won't touch it"


def _about(scene: Scene) -> str:
    """What was told when danger was asked about."""
    pending = scene.conversation.pending
    return pending.about if pending is not None else ""


def _without_mere_warmth(scene: Scene, text: str, topics: Topics) -> str:
    """A reply without "only warm", which a box that works is: not where a lead, a plug or damage was told of."""
    both = AND_THEN.join((_about(scene), text))
    risky = carries_current(both) or DAMAGED in topics.of(both)
    return text if risky else topics.without(WARM, text)


def denies_all(text: str, topics: Topics) -> bool:
    """Whether a statement says that there is no danger: no hope, doubt or question ("is it not dangerous?") does."""
    spoken = topics.of(stated(text))
    return NONE_SAID in spoken and SUPPOSING not in topics.of(text)


def _meant(reading: Reading | None) -> str | None:
    """Yes or no, where the reply says so: "all normal" has been taken for a yes."""
    if reading is None or by_likeness(reading):
        return None
    said = {each.source for each in reading.evidence}
    return reading.outcome if said & SAYING else None


def _heard_anew(settled: Scene, ear: Ear) -> Scene:
    """The message as a reply to the guide's question."""
    return heard_alone(settled.message.text, settled, ear)


def _passes_on(anew: Scene) -> bool:
    """Whether a message is an answer to the guide beyond doubt, or a wish for a person, and no second sign of danger."""
    reading = anew.hearing.reading
    answers = reading is not None and reading.kind == "outcome" and not by_likeness(reading)
    return not anew.hearing.has(DANGER) and (answers or anew.hearing.sure(_PERSON))


def _is_doubtful(scene: Scene, go: LetGo) -> bool:
    """Whether danger is heard by likeness alone, in a message that names no harm, nor what was asked about before."""
    heard = [act.evidence for act in scene.hearing.acts if act.name == DANGER]
    if not heard or _is_told(scene) or stands(scene) or scene.conversation.owner is Owner.PERSON:
        return False
    if opens_with_it(scene) or asked_before(scene, go.topics):
        return False
    sure = not awaited(scene.conversation) or any((each.weight or 0.0) >= SURE for each in heard)
    return sure and not go.ear.understanding.names_harm(scene.message.text)


def _is_struck(scene: Scene, go: LetGo) -> bool:
    """Whether lightning struck, or a vase fell over, which leaves equipment that looks whole and is not: asked once."""
    if scene.hearing.has(DANGER) or stands(scene) or _is_with_a_person(scene):
        return False
    text, language = scene.message.text, scene.conversation.language
    cues = (*go.topics.cues(STRUCK, text), *go.topics.cues(SPILT, text))
    told = any(not go.ear.understanding.denies(cue, text, language) for cue in cues)
    return told and CHECKED not in scene.conversation.safe and not scene.hearing.has("question")


def _is_with_a_person(scene: Scene) -> bool:
    return scene.conversation.owner is Owner.PERSON or awaited(scene.conversation)


def _is_told(scene: Scene) -> bool:
    """Whether danger is told in words that rules know."""
    heard = [act.evidence for act in scene.hearing.acts if act.name == DANGER]
    return any(each.source not in LIKENESSES for each in heard)
