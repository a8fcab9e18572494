"""What is asked of this very talk, answered from what is known of it, at any time and in both languages.

"which number will they call?"     the end of the number that was given
"what's my request number?"        the number, or that nothing was passed on yet
"so what did we agree?"            who calls, where, when it suits, and what the request tells them
"will I find this chat tonight?"   yes, and where we stopped
"can you see my ticket T-…?"       an earlier request: not from here (earlier.py)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Part, ReplyKind, Status
from agent.dialogue.ear import Ear
from agent.dialogue.earlier import MINE
from agent.dialogue.plainly_asked import asked_plainly
from agent.dialogue.promised import promised
from agent.dialogue.reachable import GOT, OTHERS, SHOWN, gives_number, to_be_asked
from agent.dialogue.scene import Decision, Scene, stay, walking
from agent.dialogue.state import Plan
from agent.dialogue.suiting import promise
from agent.dialogue.the_rest import rest_served
from agent.dialogue.topics import Topics
from agent.privacy import mask, without_contact

CALLED_ON, NUMBER, AGREED = "called_on", "request_number", "agreed_on"
SUITS, CLOSED, RETURN, OTHER = "suits_noted", "request_closed", "returns_here", "own_number"
ON_LABEL = "on_label"  # what is printed on a device is not of this talk
MOST_CLAUSES = 8  # in so many nobody asks of the talk only
MOST_BARE = 6  # words of a reply that ask without the form of a question: "request number, the T thing"
Deciding = Callable[[Scene], Decision]


def of_this_talk(scene: Scene, ear: Ear, topics: Topics, decided: Deciding) -> Decision | None:
    """The answers, with what the rest of the message does; None where nothing of the kind is asked."""
    if scene.message.choice or not scene.message.text:
        return None
    clauses = ear.understanding.clauses(scene.message.text, scene.conversation.language)
    if len(clauses) > MOST_CLAUSES:
        return None
    answers, asked = list[Part](), list[str]()
    for clause in clauses:
        told = _answered(clause, scene, ear, topics)
        asked += [clause] if told else []
        answers += [part for part in told if part not in answers]
    if not answers:
        return None
    rest = ". ".join(each for each in clauses if each not in asked)
    return _with_rest(scene, _told(scene, tuple(answers)), rest, ear, decided)


def _answered(clause: str, scene: Scene, ear: Ear, topics: Topics) -> tuple[Part, ...]:
    """The answer to one clause; () where it asks nothing of this talk."""
    spoken, known = topics.of(clause), scene.conversation
    if spoken & {OTHER, OTHERS, ON_LABEL} or not _asks(clause, scene, ear, topics):
        return ()
    if GOT in spoken and clause != scene.message.text.strip(" ?!.") and not gives_number(scene):
        return _number_got(scene)
    if CALLED_ON in spoken and GOT not in spoken:  # whether it came is told by who takes numbers
        return _number_called(scene)
    if NUMBER in spoken or (known.ticket and known.ticket in clause):
        return _request_number(scene)
    if AGREED in spoken:
        return _all_agreed(scene)
    if SUITS in spoken and known.suits and known.ticket:
        return (_part(SUITS, scene, said=known.suits),)
    if spoken & {CLOSED, MINE} and known.ticket:
        return (_part("request_open" if promised(known) else "request_over", scene),)
    return (_part(RETURN, scene),) if RETURN in spoken else ()


def _asks(clause: str, scene: Scene, ear: Ear, topics: Topics) -> bool:
    """Whether a clause asks: in form, because somebody wonders, or because the message is so short."""
    language, text = scene.conversation.language, scene.message.text
    inside = f"{clause}?" in text.replace(" ?", "?")
    asked = asked_plainly(clause, language, ear.understanding, topics)
    return bool(inside or asked) or len(without_contact(text).split()) <= MOST_BARE


def _number_got(scene: Scene) -> tuple[Part, ...]:
    """Whether the number came, where more is said beside the question; () where nobody is to call."""
    digits = "".join(letter for letter in scene.conversation.contact.phone or "" if letter.isdigit())[-SHOWN:]
    if not promised(scene.conversation):
        return ()
    if digits:
        return (_part("number_known", scene, digits=digits),)
    return (Part("ask_number", scene.voice.say("number_not_got")),)


def _number_called(scene: Scene) -> tuple[Part, ...]:
    """The end of the number, or that one is wanted; () where nobody is to call."""
    conversation = scene.conversation
    if not promised(conversation):
        return ()
    digits = "".join(letter for letter in conversation.contact.phone or "" if letter.isdigit())[-SHOWN:]
    if digits:
        return (_part("number_on_file", scene, digits=digits),)
    return (Part("ask_number", scene.voice.say("ask_number_still")),)


def _request_number(scene: Scene) -> tuple[Part, ...]:
    if scene.conversation.ticket:
        return (
            Part("ticket", scene.voice.say("ticket_number", ticket=scene.conversation.ticket), fixed=True),
        )
    return (_part("no_request", scene),)


def _all_agreed(scene: Scene) -> tuple[Part, ...]:
    """Who calls and where, when it suits, and what the request tells the colleague."""
    conversation = scene.conversation
    if not promised(conversation):
        return (_part("nothing_agreed", scene),)
    urgent = conversation.ticket == conversation.urgent
    call = "safe_request" if urgent else promise(conversation)
    visit = (_part("visit_asked", scene),) if conversation.visit else ()
    suits = (_part(SUITS, scene, said=conversation.suits),) if conversation.suits else ()
    said = mask(conversation.complaint).strip(" .")  # as the notes are
    told = _part("request_tells" if said else "request_tells_all", scene, said=said)
    return (_part(call, scene), *visit, *_number_called(scene), *suits, told)


def _part(phrase: str, scene: Scene, **values: str) -> Part:
    return Part(phrase, scene.voice.say(phrase, ticket=scene.conversation.ticket or "", **values))


def _told(scene: Scene, answers: tuple[Part, ...]) -> Decision:
    conversation = scene.conversation
    wanted = any(part.kind == "ask_number" for part in answers) and to_be_asked(conversation)
    kept = replace(conversation, number_asked=conversation.turns + 1) if wanted else conversation
    decision = Decision(kept, Plan(), answers, ReplyKind.INFORMED, conversation.status)
    open_step = walking(conversation) and conversation.status is not Status.WITH_PERSON
    return replace(decision, plan=stay(scene, "back")) if open_step or conversation.pending else decision


def _with_rest(scene: Scene, told: Decision, rest: str, ear: Ear, decided: Deciding) -> Decision:
    """What else is said is served, too; what only tells more is noted with the request."""
    if (served := rest_served(scene, told.parts, rest, ear, decided)) is not None:
        return served
    telling = rest and ear.understanding.telling_words(rest, scene.conversation.language)
    return replace(told, note=scene.message.masked) if scene.conversation.ticket and telling else told
