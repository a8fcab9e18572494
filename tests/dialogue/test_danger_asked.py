"""Danger that only the readers hear in a reply is asked about; danger told in words is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

import agent.bootstrap
from agent.agent import Agent
from agent.bootstrap import Parts, build
from agent.conversation import PendingKind, Reply, ReplyKind, Status
from agent.phrases import load_phrases
from agent.settings import Settings
from agent.store import open_store
from agent.understanding.learned import UNCLEAR, Chances
from benchmarks.cases import OTHERS

COMPLAINT = {"lt": "neveikia internetas", "en": "no internet"}
SIGNS = {
    "lt": ("karščio", "dūmų", "kibirkščių", "vandens", "degėsių kvapo"),
    "en": ("heat", "smoke", "sparks", "water", "a smell of burning"),
}
PHRASES = load_phrases()
SOCKET = {"lt": "įskilusi sieninė rozetė", "en": "cracked wall socket"}


class Wary:
    """Stands for an encoder that hears danger wherever sockets are named, and nothing else."""

    def chances(self, question: str, labels: Sequence[str], reply: str) -> Chances:
        danger = 0.9 if "socket" in reply or "rozet" in reply else 0.0
        others = dict.fromkeys(OTHERS, 0.0) | {"danger": danger, UNCLEAR: 1.0 - danger}
        return Chances((0.0,) * len(labels), others)


@pytest.fixture(scope="module")
def wary(shipped: Settings) -> Iterator[Agent]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(agent.bootstrap, "encoder_of", lambda embedder: Wary())
        made = build(shipped, Parts(store=open_store("sqlite://"), observe=lambda turn: None))
    yield made
    made.close_rooms()


def asked(wary: Agent, language: str) -> Reply:
    """The reply to a mention of the socket, asked about the lights."""
    begun = wary.start(text=COMPLAINT[language], language=language)
    return wary.reply(begun.conversation_id, text=SOCKET[language])


@pytest.mark.parametrize("language", ["lt", "en"])
def test_what_merely_sounds_like_danger_is_asked_about(wary: Agent, language: str) -> None:
    reply = asked(wary, language)
    pending = wary.get(reply.conversation_id).pending
    assert (reply.kind, reply.status, reply.ticket) == (ReplyKind.CLARIFY, Status.OPEN, None)
    assert pending is not None
    assert (pending.kind, pending.about) == (PendingKind.DANGER, SOCKET[language])
    assert [choice.id for choice in reply.choices] == ["yes", "no"]
    assert any("danger" in each.says for each in reply.why)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "taip"),
        ("lt", "karšta"),
        ("lt", "taip, svyla"),
        ("lt", "ne, bet dega laidas"),
        ("en", "yes"),
        ("en", "yes it smells burnt"),
        ("en", "very hot"),
        ("en", "there is smoke"),
        ("lt", "ne, tik truputį kvepia"),
        ("lt", "dūmų nėra, bet labai karšta"),
        ("en", "no, only a smell"),
        ("en", "no sparks, the cable is wet though"),
        ("en", "all good but it smells"),
    ],
)
def test_a_yes_is_an_alarm(wary: Agent, language: str, text: str) -> None:
    reply = wary.reply(asked(wary, language).conversation_id, text=text)
    assert (reply.kind, reply.status) == (ReplyKind.ESCALATED, Status.ESCALATED)
    assert reply.ticket


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "ne"),
        ("lt", "nieko tokio nėra"),
        ("lt", "viskas normalu"),
        ("lt", "ne, viskas gerai"),
        ("en", "no"),
        ("en", "nope, all good"),
        ("en", "nothing like that"),
        ("en", "no heat, no smoke, no sparks"),
        ("lt", "nei dūmų, nei kvapo"),
        ("lt", "nieko karšto"),
    ],
)
def test_after_a_no_the_guide_goes_on(wary: Agent, language: str, text: str) -> None:
    reply = wary.reply(asked(wary, language).conversation_id, text=text)
    assert (reply.step, reply.status, reply.ticket) == ("router_lights", Status.OPEN, None)
    assert wary.get(reply.conversation_id).pending is None


@pytest.mark.parametrize(("choice", "status"), [("yes", Status.ESCALATED), ("no", Status.OPEN)])
def test_a_button_answers_it(wary: Agent, choice: str, status: Status) -> None:
    reply = wary.reply(asked(wary, "en").conversation_id, choice=choice)
    assert reply.status is status


@pytest.mark.parametrize(("language", "text"), [("lt", "visos lemputės žalios"), ("en", "as usual")])
def test_an_answer_to_the_step_is_taken_instead(wary: Agent, language: str, text: str) -> None:
    reply = wary.reply(asked(wary, language).conversation_id, text=text)
    assert (reply.step, reply.status) == ("page_shows", Status.OPEN)


@pytest.mark.parametrize(
    ("language", "sign"), [(language, sign) for language in COMPLAINT for sign in SIGNS[language]]
)
def test_each_sign_that_is_named_is_an_answer(wary: Agent, language: str, sign: str) -> None:
    assert sign in PHRASES[language].say("danger_check")
    reply = wary.reply(asked(wary, language).conversation_id, text=sign)
    assert reply.status is Status.ESCALATED


def test_what_stays_unanswered_is_warned_of(wary: Agent) -> None:
    begun = asked(wary, "en").conversation_id
    said = [wary.reply(begun, text=text) for text in ("not sure", "I just told you what it does", "no idea")]
    assert [bool(reply.ticket) for reply in said] == [False, False, True]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "obviously"),
        ("en", "it is a lot of it, a bucket full"),
        ("en", "I just told you what it does"),
        ("en", "it goes on and on like that all the time"),
        ("lt", "juk sakiau, ką ji daro"),
        ("lt", "jo ten labai daug, pilnas kibiras, nežinau ką daryti"),
    ],
)
def test_what_goes_on_about_it_is_no_no(wary: Agent, language: str, text: str) -> None:
    begun = asked(wary, language).conversation_id
    reply, held = wary.reply(begun, text=text), wary.get(begun)
    assert reply.ticket or held.pending is not None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I feel dizzy"),
        ("en", "my son is coughing"),
        ("en", "can't breathe in here"),
        ("en", "no but mum nearly fainted"),
        ("lt", "man baisu, galva svaigsta ir vaikas kosti"),
        ("lt", "labai dusina"),
        ("lt", "man bloga"),
    ],
)
def test_who_feels_unwell_says_yes(wary: Agent, language: str, text: str) -> None:
    assert wary.reply(asked(wary, language).conversation_id, text=text).ticket


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "no, nobody is dizzy"), ("lt", "ne, niekas nekosti"), ("en", "no, it's stuck")],
)
def test_who_feels_well_says_no_yes(wary: Agent, language: str, text: str) -> None:
    assert not wary.reply(asked(wary, language).conversation_id, text=text).ticket


@pytest.mark.parametrize(
    ("language", "text", "warning"),
    [
        ("en", "is that dangerous?", "don't touch anything there"),
        ("lt", "ar čia pavojinga?", "nieko ten nelieskite"),
    ],
)
def test_who_asks_whether_it_is_dangerous_is_warned(
    wary: Agent, language: str, text: str, warning: str
) -> None:
    reply = wary.reply(asked(wary, language).conversation_id, text=text)
    assert warning in reply.text
    assert wary.get(reply.conversation_id).pending is not None


@pytest.mark.parametrize(("language", "text"), [("lt", "sieninėje rozetėje"), ("en", "wall socket")])
def test_where_a_guide_asked_only_what_may_be_harm_is_asked_about(
    wary: Agent, language: str, text: str
) -> None:
    begun = wary.start(text=COMPLAINT[language], language=language).conversation_id
    pending = (wary.reply(begun, text=text), wary.get(begun).pending)[1]
    assert pending is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "No danger. As usual"),
        ("en", "As usual. No danger at all"),
        ("en", "nothing is burning! all lights green"),
        ("en", "false alarm, the buzzing is only the fan. As usual"),
        ("lt", "nėra jokio pavojaus, visos lemputės žalios"),
        ("lt", "visos lemputės žalios. pavojaus nėra"),
    ],
)
def test_a_denial_anywhere_ends_the_question_and_the_step_is_answered(
    wary: Agent, language: str, text: str
) -> None:
    reply = wary.reply(asked(wary, language).conversation_id, text=text)
    assert (reply.step, reply.ticket) == ("page_shows", None)


def test_a_button_outweighs_words(wary: Agent) -> None:
    reply = wary.reply(asked(wary, "en").conversation_id, text="ok", choice="yes")
    assert reply.status is Status.ESCALATED


def test_who_is_with_a_person_is_asked_nothing(wary: Agent) -> None:
    begun = wary.start(text=COMPLAINT["en"], language="en").conversation_id
    wary.take_over(begun, "Rasa")
    wary.reply(begun, text=SOCKET["en"])
    pending = wary.get(begun).pending
    assert pending is None or pending.kind is not PendingKind.DANGER


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "gerai"),
        ("lt", "ką?"),
        ("lt", "nežinau"),
        ("lt", "gerai, neliesiu"),
        ("en", "ok"),
        ("en", "what do you mean?"),
        ("en", "maybe"),
        ("en", "ok I won't touch it"),
        ("en", "bye"),
    ],
)
def test_what_is_no_answer_leaves_the_question(wary: Agent, language: str, text: str) -> None:
    """ "Don't touch anything there" – "ok"."""
    reply = wary.reply(asked(wary, language).conversation_id, text=text)
    assert (reply.kind, reply.ticket) == (ReplyKind.CLARIFY, None)
    assert wary.get(reply.conversation_id).pending is not None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "kibirkščiuoja rozetė"),
        ("en", "the wall socket is on fire"),
        ("en", "smoke from the socket"),
        ("en", "there is smoke coming from the box… oh wait, I also have no tv"),
        ("en", "my son got an electric shock, I mean a strong one"),
        ("en", "burning smell from the router. actually also the tv is off"),
        ("lt", "dvokia degėsiais nuo routerio, tiksliau nuo adapterio"),
        ("lt", "kibirkščiuoja rozetė, bet pavojaus nėra"),
    ],
)
def test_danger_in_words_is_not_asked_about(wary: Agent, language: str, text: str) -> None:
    begun = wary.start(text=COMPLAINT[language], language=language)
    assert wary.reply(begun.conversation_id, text=text).status is Status.ESCALATED


def test_who_waits_is_asked_still(wary: Agent) -> None:
    begun = asked(wary, "en").conversation_id
    assert wary.reply(begun, text="hang on, let me look").kind is ReplyKind.WAIT
    assert wary.reply(begun, text="yes").status is Status.ESCALATED
