"""Damage that is told: asked about once whether it is dangerous, it leads to the guide that asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

import agent.bootstrap
from agent.agent import Agent
from agent.bootstrap import Parts, build
from agent.conversation import PendingKind, Reply, Status
from agent.dialogue.told_damage import tells_of_damage
from agent.dialogue.topics import Topics
from agent.settings import Settings
from agent.store import open_store
from agent.understanding.learned import UNCLEAR, Chances
from benchmarks.cases import OTHERS
from tests.dialogue.talking import INTERNET

DARK = "router_no_power"
HELLO = {"lt": "labas", "en": "hello"}
LEAD = {"lt": "triušis nugraužė laidą nuo maitinimo", "en": "the power lead got severed by a chair"}
FIBRE = {
    "lt": "kastuvu perkirtau kabelį sode, interneto nebėra",
    "en": "I cut the cable in the garden with a spade, no internet",
}
LINE = {
    "lt": "kažką su šakėm sode perkirtau, kabelį turbūt",
    "en": "my spade cut something, some cable",
}
HARMED = (
    "gnaw",
    "chew",
    "sever",
    "cut",
    "spade",
    "nugrauž",
    "perkir",
    "perkąst",
    "perkast",
    "perkand",
    "pragrauž",
)


class Wary:
    """Stands for an encoder that hears danger in all that is said of a bitten or cut lead, and nothing else."""

    def chances(self, question: str, labels: Sequence[str], reply: str) -> Chances:
        danger = 0.9 if any(each in reply.casefold() for each in HARMED) else 0.0
        others = dict.fromkeys(OTHERS, 0.0) | {"danger": danger, UNCLEAR: 1.0 - danger}
        return Chances((0.0,) * len(labels), others)


@pytest.fixture(scope="module")
def wary(shipped: Settings) -> Iterator[Agent]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(agent.bootstrap, "encoder_of", lambda embedder: Wary())
        made = build(shipped, Parts(store=open_store("sqlite://"), observe=lambda turn: None))
    yield made
    made.close_rooms()


def said(wary: Agent, language: str, *messages: str) -> Reply:
    """The last reply of a talk that begins with a greeting."""
    begun = wary.start(text=HELLO[language], language=language).conversation_id
    return [wary.reply(begun, text=each) for each in messages][-1]


def is_asked(wary: Agent, reply: Reply) -> bool:
    """Whether it is asked about danger, and nobody was alarmed."""
    pending = wary.get(reply.conversation_id).pending
    return pending is not None and pending.kind is PendingKind.DANGER and reply.ticket is None


@pytest.mark.parametrize("language", ["lt", "en"])
def test_a_gnawed_lead_is_asked_about(wary: Agent, language: str) -> None:
    assert is_asked(wary, said(wary, language, LEAD[language]))


@pytest.mark.parametrize(
    ("language", "denial"),
    [
        ("en", "no"),
        ("en", "no, nothing like that, only the black lead is gnawed in two"),
        ("en", "no danger, but the internet is down"),
        ("en", "no, but it's chewed right through"),
        ("lt", "ne"),
        ("lt", "ne, nieko tokio, tik juodas laidas pergraužtas"),
        ("lt", "ne nieko tokio"),
        ("lt", "kvapo nėra ir dūmų nėra"),
        ("lt", "ne, bet laidas perkąstas perpus"),
        ("lt", "NE"),
    ],
)
def test_after_a_no_the_damaged_lead_is_passed_on(wary: Agent, language: str, denial: str) -> None:
    reply = said(wary, language, LEAD[language], denial)
    assert (reply.scenario, reply.status) == (DARK, Status.ESCALATED)
    assert reply.ticket and wary.get(reply.conversation_id).urgent is None


@pytest.mark.parametrize(
    ("language", "denial"),
    [
        ("en", "no danger, just no internet and a cut wire in the garden"),
        ("en", "nope, none"),
        ("lt", "ne, nėra"),
        ("lt", "pavojaus jokio, tik internetas dingo"),
    ],
)
def test_after_a_no_the_cut_fibre_is_a_visit(wary: Agent, language: str, denial: str) -> None:
    reply = said(wary, language, FIBRE[language], denial)
    pending = wary.get(reply.conversation_id).pending
    assert reply.scenario == INTERNET
    assert pending is not None and pending.kind is PendingKind.CONSENT


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "no smoke but it sparks"),
        ("en", "not hot, it's burning"),
        ("en", "no, but it smells of burning"),
        ("en", "no, nothing like that, but the chewed lead got hot"),
        ("en", "no, but the chewed lead is smoking"),
        ("lt", "dūmų nėra, bet kibirkščiuoja"),
        ("lt", "ne karšta, o dega"),
        ("lt", "ne, bet smirda degėsiais"),
        ("lt", "nieko tokio, tik rūksta"),
        ("lt", "ne, bet pragraužtas laidas karštas"),
    ],
)
def test_danger_beside_a_no_is_an_alarm(wary: Agent, language: str, answer: str) -> None:
    reply = said(wary, language, LEAD[language], answer)
    assert reply.ticket and wary.get(reply.conversation_id).urgent == reply.ticket


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "no, but something is odd there"),
        ("en", "no, but there are bare wires"),
        ("en", "no, but the gnawed lead crackles"),
        ("en", "no, but I daren't touch it"),
        ("lt", "ne, bet kažkas ten keista"),
        ("lt", "ne, bet matosi plikas varis"),
        ("lt", "ne, bet perkąstas laidas traška"),
    ],
)
def test_what_may_be_harm_beside_a_no_is_no_no(wary: Agent, language: str, answer: str) -> None:
    reply = said(wary, language, LEAD[language], answer)
    assert is_asked(wary, reply) or wary.get(reply.conversation_id).urgent


@pytest.mark.parametrize(
    ("language", "again"),
    [
        ("en", "it's the chewed lead, can you send me one?"),
        ("en", "the lead is cut, I said"),
        ("lt", "tas laidas perkąstas, gal galit atsiųsti?"),
        ("lt", "perkąstas laidas, sakau"),
    ],
)
def test_the_same_damage_is_not_asked_about_twice(wary: Agent, language: str, again: str) -> None:
    no = {"lt": "ne", "en": "no"}[language]
    reply = said(wary, language, LINE[language], no, again)
    assert not is_asked(wary, reply)
    assert wary.get(reply.conversation_id).urgent is None


@pytest.mark.parametrize(
    ("language", "again"),
    [
        ("en", "the cut line is warm, you know"),
        ("en", "the cut cable crackles"),
        ("lt", "perkirstas kabelis šiltas"),
        ("lt", "perkirstas kabelis traška"),
    ],
)
def test_what_is_new_beside_it_is_asked_about(wary: Agent, language: str, again: str) -> None:
    no = {"lt": "ne", "en": "no"}[language]
    reply = said(wary, language, LINE[language], no, again)
    assert is_asked(wary, reply) or wary.get(reply.conversation_id).urgent


@pytest.mark.parametrize(
    ("language", "message", "guide"),
    [
        ("en", "no internet, the gardener cut through the fibre", INTERNET),
        ("en", "router is dead, the chair severed its power lead", DARK),
        ("en", "someone cut the cable in the garden", INTERNET),
        ("lt", "interneto nėra, šviesolaidis prie modulio nutrūkęs", INTERNET),
        ("lt", "routeris neįsijungia, adapterio laidas nutrūkęs", DARK),
    ],
)
def test_told_damage_needs_no_test(shipped_agent: Agent, language: str, message: str, guide: str) -> None:
    reply = shipped_agent.start(text=message, language=language)
    assert (reply.scenario, reply.step) == (guide, None)


@pytest.mark.parametrize(
    ("language", "message", "warned"),
    [
        (
            "en",
            "no internet, LOS is red, the dog bit through the fibre cable, I can see the glass end",
            "don't look into",
        ),
        (
            "lt",
            "nėra interneto, LOS raudona, šuo perkando šviesolaidžio kabelį, matau stiklinį galą",
            "nežiūrėkite",
        ),
    ],
)
def test_a_broken_fibre_is_not_to_be_looked_into(
    shipped_agent: Agent, language: str, message: str, warned: str
) -> None:
    assert warned in shipped_agent.start(text=message, language=language).text


@pytest.mark.parametrize(
    ("language", "message", "step"),
    [
        ("en", "no internet, the fibre isn't cut, I looked", "router_lights"),
        ("en", "router won't turn on, the adapter isn't chewed", "mains_home"),
        ("lt", "nėra interneto, kabelis sode nenukirstas", "router_lights"),
        ("lt", "routeris neįsijungia, adapteris nėra perkąstas", "mains_home"),
    ],
)
def test_what_is_whole_is_tested(shipped_agent: Agent, language: str, message: str, step: str) -> None:
    assert shipped_agent.start(text=message, language=language).step == step


ALARM = {"lt": "apdegęs routerio kištukas", "en": "there is a burning smell from the plug"}


@pytest.mark.parametrize(
    ("language", "report"),
    [
        ("en", "we're all outside, no fire, +370 612 34567"),
        ("en", "no smoke, it's unplugged now. +370 612 34567"),
        ("lt", "visi jau lauke, gaisro nėra, 8 612 34567"),
        ("lt", "dumu nera, istraukiau is rozetes, 861234567"),
    ],
)
def test_a_report_beside_a_number_leaves_the_alarm_and_asks_nothing(
    shipped_agent: Agent, language: str, report: str
) -> None:
    alarm = shipped_agent.start(text=ALARM[language], language=language)
    after = shipped_agent.reply(alarm.conversation_id, text=report)
    talk = shipped_agent.get(after.conversation_id)
    assert talk.pending is None and talk.urgent == alarm.ticket
    assert talk.contact.phone


@pytest.mark.parametrize(
    ("language", "question", "hears"),
    [
        ("en", "no smoke at all, do I get a new one for free?", "new equipment"),
        ("en", "will the internet be back today?", "can't see from here"),
        ("lt", "nieko nedega, ar gausiu naują nemokamai?", "naujos įrangos"),
        ("lt", "ar internetas šiandien bus?", "iš čia nematau"),
    ],
)
def test_what_is_asked_after_an_alarm_is_answered(
    shipped_agent: Agent, language: str, question: str, hears: str
) -> None:
    alarm = shipped_agent.start(text=ALARM[language], language=language)
    after = shipped_agent.reply(alarm.conversation_id, text=question)
    talk = shipped_agent.get(after.conversation_id)
    assert hears in after.text
    assert talk.pending is None and talk.urgent == alarm.ticket


@pytest.mark.parametrize(
    ("text", "damaged"),
    [
        ("the lead is cut", True),
        ("the cable in the garden is broken", True),
        ("chewed through", True),
        ("the call is cut", False),
        ("the app is broken", False),
        ("my order arrived damaged", False),
    ],
)
def test_only_a_lead_or_cable_is_told_to_be_damaged(shipped_agent: Agent, text: str, damaged: bool) -> None:
    assert tells_of_damage(text, Topics(shipped_agent.content.phrases)) is damaged
