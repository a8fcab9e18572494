"""How to reach the customer: what they say of it is kept, and asked for once when a ticket has nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from agent.conversation import Contact, Conversation, Owner, Part, PendingKind, ReplyKind, Status
from agent.dialogue.another_number import another_number
from agent.dialogue.ear import APPOINTMENT, NO, NO_PERSON, Ear, by_likeness
from agent.dialogue.listening import Understanding
from agent.dialogue.scene import Decision, Scene, stay, walking
from agent.dialogue.state import Plan
from agent.dialogue.suiting import told_when
from agent.dialogue.topics import Topics
from agent.privacy import given_in, seems_a_number, without_contact

PERSON = "person"
CALLED = (Status.WITH_PERSON, Status.ESCALATED)  # "call me on …" adds to what is promised already
FEW_WORDS = 5  # so few words beside a number are about the number
MOST_OTHER = 3
MOST_REFUSING = 6
MOST_ASKING = 8
MOST_RATHER = 14  # …about which of two numbers is to be called
OTHERS = "others_number"  # "my daughter's number": which of them we have is not known
GOT = "got_number"  # "did you get my number?"
NO_NUMBER = "no_number"  # "I won't give you my number"
CONTACT = "contact"  # the part that tells of it
_DIAL = tuple("+0123456789(")
SHOWN = 3  # digits at the end of a number: enough to tell one's own numbers apart
_ASKING = ("question", "digression")
_MORE = ("problem", "question", "digression", "solved", "correction", "restart", "stop", NO_PERSON)


def with_contact(
    conversation: Conversation, text: str, understanding: Understanding, topics: Topics
) -> Conversation:
    """The conversation with what `text` says of how to reach the customer."""
    rather = another_number(text, conversation.language, understanding, topics)
    asked = _expects(conversation, text) or GOT in topics.of(text)
    asked = asked or (rather and _call_promised(conversation))
    given, contact = given_in(text, asked=asked, last=rather), conversation.contact
    if not (given.phone or contact.phone) and _visit_offered(conversation):
        given = replace(given, phone=given_in(text, asked=True).phone)
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
    opens = text.lstrip()[:1] in _DIAL
    return awaits_number(conversation) or (opens and _unreached(conversation))


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
        if self._only_asks_for_it(scene):
            return self._told_of_it(scene)
        if given.phone or given.email:
            return self._given(scene)
        if not just_asked(scene.conversation) or _busy(scene):
            return None
        if seems_a_number(text):
            return _asked_again(scene)
        refusing = MOST_ASKING + 2 if NO_NUMBER in self._topics.of(text) else MOST_REFUSING
        if scene.hearing.stated or len(text.split()) > refusing:
            return None
        return _said(scene, scene.voice.say("number_refused")) if self._refuses(scene) else None

    def _another(self, scene: Scene) -> bool:
        """Whether another number than the one we have is to be called."""
        language, understanding = scene.conversation.language, self._ear.understanding
        return another_number(scene.message.text, language, understanding, self._topics)

    def _refuses(self, scene: Scene) -> bool:
        """Whether no number is to be had: "no" itself, or words for it; not what only resembles it ("nothing works")."""
        text, language = scene.message.text, scene.conversation.language
        if NO_NUMBER in self._topics.of(text):
            return True
        if scene.conversation.urgent is not None:  # "no! I can't get out" refuses no number
            return self._ear.understanding.says_only_no(text, language)
        if self._ear.understanding.answers_no(text, language):
            return True
        reading = self._ear.yes_or_no(text, scene.conversation)
        return reading.outcome == NO and not by_likeness(reading)

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
            again = replace(scene.conversation, number_asked=scene.conversation.turns + 1)
            return _said(replace(scene, conversation=again), scene.voice.say("ask_number"))
        return _asked_again(scene)

    def noted(self, before: Conversation, scene: Scene, decision: Decision) -> tuple[Part, ...]:
        """That a number given beside other things came to a request that is open already; to a person's own talk, nothing."""
        if before.owner is Owner.PERSON:
            return ()
        said = any(part.kind == CONTACT for part in decision.parts)
        if before.contact == scene.conversation.contact or not before.tickets or said:
            return ()
        noted = Part(CONTACT, receipt(scene))
        return (noted, Part("noted", scene.voice.say("time_noted"))) if self._tells_when(scene) else (noted,)

    def _given(self, scene: Scene) -> Decision | None:
        """The number alone; with an answer, a question or a problem beside it, those are served too."""
        reading, words = scene.hearing.reading, without_contact(scene.message.text).split()
        answers = reading is not None and reading.kind == "outcome" and len(words) > 0
        wanted = scene.hearing.has(PERSON) and scene.conversation.status not in CALLED
        line = self._only_of_a_line(scene, words)
        told = scene.hearing.has(*_MORE) or len(words) > FEW_WORDS
        if answers or (wanted and not just_asked(scene.conversation)) or (told and not line):
            return None
        return self._when_it_suits(scene) or _said(scene, receipt(scene))

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
    called = called and not scene.hearing.has(APPOINTMENT)  # whoever says when is not told another time
    phrase = "number_called" if called and conversation.ticket != conversation.urgent else "number_noted"
    return voice.say(known or phrase, digits=digits)


def _said(scene: Scene, words: str) -> Decision:
    part = Part(CONTACT, words)
    decision = Decision(scene.conversation, Plan(), (part,), ReplyKind.COURTESY, scene.conversation.status)
    asking = walking(scene.conversation) and scene.conversation.status is not Status.WITH_PERSON
    if asking or scene.conversation.pending:
        return replace(decision, plan=stay(scene, "back"))
    return decision


def _asked_again(scene: Scene) -> Decision:
    again = replace(scene.conversation, number_asked=scene.conversation.turns + 1)
    return _said(replace(scene, conversation=again), scene.voice.say("number_unread"))


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
