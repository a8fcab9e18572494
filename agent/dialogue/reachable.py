"""How to reach the customer: what they say of it is kept, and asked for once when a ticket has nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from agent.conversation import Contact, Conversation, Owner, Part, PendingKind, ReplyKind, Status
from agent.dialogue.another_number import another_number
from agent.dialogue.ear import APPOINTMENT, NO, NO_PERSON, Ear, by_likeness
from agent.dialogue.listening import Understanding
from agent.dialogue.number_missing import (
    CONTACT,
    NO_NUMBER,
    SAME,
    asked_once_more,
    refused,
    said_to_be_known,
    wanted,
)
from agent.dialogue.scene import Decision, Scene, stay, walking
from agent.dialogue.state import Plan
from agent.dialogue.suiting import CALLED, OFFERED, told_when
from agent.dialogue.topics import Topics
from agent.privacy import dials, given_in, names_number, seems_a_number, without_contact

PERSON = "person"
FEW_WORDS = 5  # so few words beside a number are about the number
MOST_OTHER = 3
MOST_REFUSING = 6
MOST_ASKING = 8
MOST_RATHER = 14  # …about which of two numbers is to be called
OTHERS = "others_number"  # "my daughter's number": which of them we have is not known
GOT = "got_number"  # "did you get my number?"
_DIAL = tuple("+0123456789(")
SHOWN = 3  # digits at the end of a number: enough to tell one's own numbers apart
_ASKING = ("question", "digression")
OF_NUMBER = frozenset({SAME, GOT, "call_there", "others_number"})
_MORE = ("problem", "question", "digression", "solved", "correction", "restart", "stop", NO_PERSON)


def with_contact(
    conversation: Conversation,
    text: str,
    understanding: Understanding,
    topics: Topics,
    *,
    wishes: bool = False,
) -> Conversation:
    """The conversation with what `text` says of how to reach the customer, who `wishes` for a person in the same breath."""
    rather = another_number(text, conversation.language, understanding, topics)
    asked = _expects(conversation, text) or GOT in topics.of(text)
    asked = asked or (rather and _call_promised(conversation))
    given, contact = given_in(text, asked=asked, last=rather), conversation.contact
    wishes = wishes or _opens(text)
    if not (given.phone or contact.phone) and (wishes or _offered(conversation)):
        alone = not _visit_offered(conversation)
        given = replace(given, phone=given_in(text, asked=True, alone=alone).phone)
    for name in ("phone", "email", "address"):
        said = getattr(given, name)
        contact = _with(contact, name, said) if said else contact
    return conversation if contact == conversation.contact else replace(conversation, contact=contact)


def gives_number(scene: Scene) -> bool:
    """Whether the message names a number of the customer's own."""
    return bool(given_in(scene.message.text, asked=True).phone)


def just_asked(conversation: Conversation) -> bool:
    """Whether a number was asked for in the last reply."""
    return 0 < conversation.number_asked == conversation.turns


def awaits_number(conversation: Conversation) -> bool:
    """Whether a number is the answer to our question: to the last one, or, of a danger, to one that nobody answered yet."""
    wanting = conversation.urgent is not None and not (
        conversation.contact.phone or conversation.contact.other
    )
    return just_asked(conversation) or (wanting and conversation.number_asked > 0)


def _expects(conversation: Conversation, text: str) -> bool:
    """Whether a number in `text` is meant for us: asked for, or what it opens with where somebody is going to call and knows
    none. Not "yesterday 8… rang me and said he is from you"."""
    return awaits_number(conversation) or (_opens(text) and _unreached(conversation))


def _opens(text: str) -> bool:
    """Whether a number may stand first."""
    return text.lstrip()[:1] in _DIAL


def _offered(conversation: Conversation) -> bool:
    """Whether it is asked if a visit or a colleague is wanted: a number that stands by itself there is the customer's."""
    return conversation.pending is not None and conversation.pending.kind in OFFERED


def _visit_offered(conversation: Conversation) -> bool:
    """Whether it is asked if a visit is wanted: the first number told there is the customer's, whatever else they say."""
    return conversation.pending is not None and conversation.pending.kind is PendingKind.CONSENT


def _call_promised(conversation: Conversation) -> bool:
    """Whether somebody is going to call."""
    return bool(conversation.ticket) and conversation.status in CALLED


def _unreached(conversation: Conversation) -> bool:
    """Whether somebody is going to call and knows no number: one that is written later is the customer's."""
    known = conversation.contact.phone or conversation.contact.email
    return _call_promised(conversation) and not known


def to_be_asked(conversation: Conversation) -> bool:
    """Whether nobody could call: asked once in a conversation."""
    contact = conversation.contact
    reached = contact.phone or contact.email or contact.other
    return not (reached or conversation.number_asked)


class Reaching:
    """A message that gives a number and nothing else, asks whether it came, or refuses to."""

    def __init__(self, ear: Ear, topics: Topics) -> None:
        self._ear, self._topics = ear, topics

    def __call__(self, scene: Scene) -> Decision | None:
        text = scene.message.text
        meant = self._another(scene) and _call_promised(scene.conversation)
        given = given_in(text, asked=meant or _expects(scene.conversation, text))
        if not given.phone and _opens(text) and self._only_of_call(scene):
            given = given_in(text, asked=True, alone=True)
        if said_to_be_known(scene, self._topics):
            return self._asked_again(scene, "number_not_here")
        if self._only_asks_for_it(scene) or self._names_the_known(scene):
            return self._told_of_it(scene)
        if given.phone or given.email:
            return self._given(scene)
        if NO_NUMBER in self._topics.of(text) and wanted(scene.conversation):
            return _without_number(scene)
        if seems_a_number(text) and self._only_of_number(scene):
            return self._asked_again(scene)
        if not just_asked(scene.conversation) or _busy(scene):
            return None
        if scene.hearing.stated or len(text.split()) > MOST_REFUSING:
            return None
        return _without_number(scene) if self._refuses(scene) else None

    def _only_of_number(self, scene: Scene) -> bool:
        """Whether what could not be read as a number is all that a message is about, for whoever is to be called."""
        if just_asked(scene.conversation) and not _busy(scene):
            in_danger = scene.conversation.ticket == scene.conversation.urgent
            return not in_danger or len(self._beside(scene)) < 2
        awaited = wanted(scene.conversation) and scene.conversation.ticket != scene.conversation.urgent
        return awaited and dials(scene.message.text) and len(self._beside(scene)) <= FEW_WORDS

    def _beside(self, scene: Scene) -> list[str]:
        """The words that tell neither of a number nor of when a call suits."""
        text, language, understanding = (
            scene.message.text,
            scene.conversation.language,
            self._ear.understanding,
        )
        rest: list[str] = []
        for each in understanding.clauses(text, language):
            of_number = self._topics.of(each) & OF_NUMBER or names_number(each)
            if not of_number and not told_when(each, scene.hearing, language, understanding, self._topics):
                rest += without_contact(each).split()
        return rest

    def _another(self, scene: Scene) -> bool:
        """Whether another number than the one we have is to be called."""
        language, understanding = scene.conversation.language, self._ear.understanding
        return another_number(scene.message.text, language, understanding, self._topics)

    def _refuses(self, scene: Scene) -> bool:
        """Whether no number is to be had: "no" itself, or words for it; not what only resembles it ("nothing works")."""
        text, language = scene.message.text, scene.conversation.language
        if scene.conversation.urgent is not None:  # "no! I can't get out" refuses no number
            return self._ear.understanding.says_only_no(text, language)
        if self._ear.understanding.answers_no(text, language):
            return True
        reading = self._ear.yes_or_no(text, scene.conversation)
        return reading.outcome == NO and not by_likeness(reading)

    def _names_the_known(self, scene: Scene) -> bool:
        """Whether the number that the caller handed in is said to be the one to call: "the one on my contract"."""
        short = len(scene.message.text.split()) <= MOST_ASKING and not scene.hearing.has("problem")
        known = bool(scene.conversation.contact.phone) and _call_promised(scene.conversation)
        return known and short and SAME in self._topics.of(scene.message.text)

    def _only_asks_for_it(self, scene: Scene) -> bool:
        """Whether the customer asks if we have their number, which was asked for or given, and says nothing else."""
        more = [act for act in _MORE if act not in _ASKING]
        short = len(without_contact(scene.message.text).split()) <= MOST_ASKING
        known = not to_be_asked(scene.conversation)
        spoken = self._topics.of(scene.message.text)
        return known and short and not scene.hearing.has(*more) and GOT in spoken and OTHERS not in spoken

    def _told_of_it(self, scene: Scene) -> Decision:
        """Which number we have; where what was written could not be read as one, that it is to be written again."""
        contact = scene.conversation.contact
        if contact.phone or contact.email:
            return _said(scene, receipt(scene, "number_known"))
        if scene.voice.say("number_unread") not in scene.conversation.last_text:
            again = asked_once_more(scene.conversation)
            return _said(replace(scene, conversation=again), scene.voice.say("ask_number"))
        return self._asked_again(scene)

    def _asked_again(self, scene: Scene, phrase: str = "number_unread") -> Decision:
        """Why there is no number yet, and that a time told beside it is noted all the same."""
        decision = _said(
            replace(scene, conversation=asked_once_more(scene.conversation)), scene.voice.say(phrase)
        )
        if not self._tells_when(scene):
            return decision
        noted = Part("noted", scene.voice.say("time_taken"))
        return replace(decision, parts=(noted, *decision.parts), note=scene.message.masked)

    def noted(self, before: Conversation, scene: Scene, decision: Decision) -> tuple[Part, ...]:
        """That a number given beside other things came to a request that is open already; to a person's own talk, nothing."""
        if before.owner is Owner.PERSON:
            return ()
        said = any(part.kind == CONTACT for part in decision.parts)
        awaited = before.tickets or decision.plan.hand_over is not None
        if before.contact == scene.conversation.contact or not awaited or said:
            return ()
        noted = Part(CONTACT, receipt(scene))
        return (noted, Part("noted", scene.voice.say("time_noted"))) if self._tells_when(scene) else (noted,)

    def _given(self, scene: Scene) -> Decision | None:
        """The number alone; with an answer, a question or a problem beside it, those are served too."""
        reading, words = scene.hearing.reading, without_contact(scene.message.text).split()
        alone = not words or self._only_of_call(scene)
        answers = reading is not None and reading.kind == "outcome" and not alone
        wanted = scene.hearing.has(PERSON) and scene.conversation.status not in CALLED
        line = self._only_of_a_line(scene, words)
        told = scene.hearing.has(*_MORE) or len(words) > FEW_WORDS
        told = told and not alone
        if answers or (wanted and not just_asked(scene.conversation)) or (told and not line):
            return None
        return self._when_it_suits(scene) or _said(scene, receipt(scene))

    def _only_of_call(self, scene: Scene) -> bool:
        """Whether all beside the number is about it and when to call: "my number is the one I ring from, 8…, evenings only"."""
        more = scene.hearing.has(*(act for act in _MORE if act not in _ASKING)) or "?" in scene.message.text
        meant = _call_promised(scene.conversation) or _opens(scene.message.text)
        return meant and not more and not self._beside(scene)

    def _only_of_a_line(self, scene: Scene, words: Sequence[str]) -> bool:
        """Whether no more is told beside a number to call than that another one is dead: "not 123, that phone doesn't work!"."""
        most = MOST_RATHER if self._another(scene) else MOST_ASKING
        kinds = {str(fact.value) for fact in scene.hearing.stated if fact.name == "problem_type"}
        more = scene.hearing.has(*(act for act in _MORE if act not in ("problem", "correction")))
        return _call_promised(scene.conversation) and not more and kinds <= {"phone"} and len(words) <= most

    def _when_it_suits(self, scene: Scene) -> Decision | None:
        """A time beside the number is for whoever calls, and the customer hears that it was noted, not the promise again; None
        where none is told, or nobody calls."""
        if not self._tells_when(scene):
            return None
        decision = _said(scene, receipt(scene, "number_noted"))
        words = Part("noted", scene.voice.say("time_noted"))
        return replace(decision, parts=(*decision.parts, words), note=scene.message.masked)

    def _tells_when(self, scene: Scene) -> bool:
        """Whether a time is told to who waits for a call."""
        text, language = scene.message.text, scene.conversation.language
        told = told_when(text, scene.hearing, language, self._ear.understanding, self._topics)
        return bool(told) and _call_promised(scene.conversation)


def receipt(scene: Scene, known: str = "") -> str:
    """That the contact was taken down: the end of the number, so that a wrong one is seen, and when the call comes.

    The whole number stays out of what is kept and shown of a talk. `known` is the phrase for a number that was asked about.
    """
    conversation, voice = scene.conversation, scene.voice
    given = given_in(scene.message.text, asked=True)
    other = given.email or given.address
    ours = bool(given.phone) and "phone" in conversation.contact.stated  # of two numbers the one that is kept
    number = (conversation.contact.phone if ours else given.phone) or (
        "" if other else conversation.contact.phone or ""
    )
    digits = "".join(letter for letter in number if letter.isdigit())[-SHOWN:]
    if not digits:
        return voice.say("contact_noted")
    called = conversation.ticket is not None and conversation.status in CALLED
    timed = scene.hearing.has(APPOINTMENT) or conversation.suits
    called = called and not timed  # whoever says when is not told another time
    phrase = "number_called" if called and conversation.ticket != conversation.urgent else "number_noted"
    return voice.say(known or phrase, digits=digits)


def _said(scene: Scene, words: str) -> Decision:
    part = Part(CONTACT, words)
    decision = Decision(scene.conversation, Plan(), (part,), ReplyKind.COURTESY, scene.conversation.status)
    asking = walking(scene.conversation) and scene.conversation.status is not Status.WITH_PERSON
    if asking or scene.conversation.pending:
        return replace(decision, plan=stay(scene, "back"))
    return decision


def _without_number(scene: Scene) -> Decision:
    return _said(refused(scene), scene.voice.say("number_refused"))


def _busy(scene: Scene) -> bool:
    return scene.conversation.pending is not None or scene.hearing.has(*_MORE)


def _with(contact: Contact, name: str, said: str) -> Contact:
    """What the caller handed in stays; what the customer said before is replaced."""
    before = getattr(contact, name)
    if before == said:
        return contact
    if not before or name in contact.stated:
        stated = tuple(dict.fromkeys((*contact.stated, name)))
        changed: dict[str, Any] = {name: said, "stated": stated}
        return replace(contact, **changed)
    other = tuple(dict.fromkeys((*contact.other, said)))[-MOST_OTHER:]
    return replace(contact, other=other)
