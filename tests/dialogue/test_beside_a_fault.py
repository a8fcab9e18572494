"""A fault and something else in one message, first or on the way: neither is dropped. Read it aloud."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import ReplyKind
from tests.dialogue.talking import INTERNET, told

TV, SLOW = "tv_no_signal", "internet_slow"
BREAKING = "tv_picture_breaking"
BILLS, MOVING = ["bills-and-payment"], ["moving-home"]


@pytest.mark.parametrize(
    ("language", "text", "guide", "pages"),
    [
        ("lt", "televizorius rodo nėra signalo ir dar sąskaita šį mėnesį kažkokia didesnė", TV, BILLS),
        ("lt", "neveikia internetas, o kada reikia apmokėti sąskaitą?", INTERNET, BILLS),
        ("en", "when is the bill due? and the internet is down", INTERNET, BILLS),
        ("en", "internet is slow, btw how do I change my plan?", SLOW, ["plans-and-changes"]),
        ("en", "the tv is dead and I want to know about moving house", TV, ["moving-home"]),
        ("en", "I want to move house next month and also the tv picture keeps breaking up", BREAKING, MOVING),
        ("lt", "noriu kitą mėnesį persikraustyti, be to stringa televizoriaus vaizdas", BREAKING, MOVING),
    ],
)
def test_the_guide_begins_and_the_page_is_shown(
    shipped_agent: Agent, language: str, text: str, guide: str, pages: list[str]
) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert (reply.scenario, [source.id for source in reply.sources]) == (guide, pages)


@pytest.mark.parametrize(
    ("language", "text", "guide"),
    [
        ("lt", "o koks rytoj oras bus Vilniuje? juokauju. internetas dingo vos ne kas valandą", INTERNET),
        ("lt", "neveikia internetas, ką daryti?", INTERNET),
        ("en", "tell me a joke. also my tv shows no signal", TV),
        ("en", "internet doesn't work, what should I do?", INTERNET),
    ],
)
def test_small_talk_beside_a_fault_is_passed_over(
    shipped_agent: Agent, language: str, text: str, guide: str
) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert (reply.scenario, reply.sources) == (guide, ())


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("en", "my kettle doesn't boil", ReplyKind.REFUSED),
        ("lt", "koks rytoj oras Vilniuje?", ReplyKind.REFUSED),
        ("en", "how do I restart the router?", ReplyKind.ANSWER),
        ("lt", "kaip perkrauti maršrutizatorių?", ReplyKind.ANSWER),
    ],
)
def test_what_is_one_thing_stays_one(shipped_agent: Agent, language: str, text: str, kind: ReplyKind) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert (reply.scenario, reply.kind) == (None, kind)


@pytest.mark.parametrize(
    ("language", "text", "step", "queue"),
    [
        ("lt", "vaizdo nėra, juodas ekranas ir internetas lėtas", "input_source", (SLOW,)),
        ("lt", "juodas ekranas. o vaikui dabar dar ir internetas lėtas", "input_source", (SLOW,)),
        ("en", "black screen and the internet is slow as well", "input_source", (SLOW,)),
        ("en", "black screen. oh and the landline is dead", "input_source", ("phone_no_dial_tone",)),
        ("en", "black screen, and my neighbour's internet is slow", "input_source", ()),
        ("en", "black screen, but the internet is fine", "input_source", ()),
    ],
)
def test_another_fault_beside_an_answer_comes_next(
    shipped_agent: Agent, language: str, text: str, step: str, queue: tuple[str, ...]
) -> None:
    reply = told(shipped_agent, language, text, guide=TV)
    talk = shipped_agent.get(reply.conversation_id)
    assert (reply.step, talk.queue) == (step, queue)
    assert all(talk.language and title in reply.text for title in _titles(shipped_agent, language, queue))


def _titles(agent: Agent, language: str, guides: tuple[str, ...]) -> list[str]:
    return [agent.content.library[name].title.get(language) for name in guides]


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("lt", "kam to reikia?", "router_lights"),
        ("lt", "kodėl to klausiate?", "router_lights"),
        ("lt", "o kam to reikia, viskas dega normaliai", "page_shows"),
        ("en", "why do you ask?", "router_lights"),
        ("en", "what's the point of that?", "router_lights"),
        ("en", "all lights normal, why do you ask?", "page_shows"),
        ("en", "how long will we take here", "router_lights"),
        ("lt", "ar ilgai mes čia užtruksim?", "router_lights"),
    ],
)
def test_a_question_about_the_talk_has_no_page(
    shipped_agent: Agent, language: str, text: str, step: str
) -> None:
    reply = told(shipped_agent, language, text)
    assert (reply.step, reply.sources) == (step, ())


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "internetas neveikia, noriu kad veiktų"),
        ("lt", "televizorius nerodo, noriu žiūrėti krepšinį"),
        ("en", "no internet, I want it back"),
        ("en", "the tv shows no signal and I want to watch the match"),
    ],
)
def test_a_wish_that_is_part_of_the_fault_shows_no_page(
    shipped_agent: Agent, language: str, text: str
) -> None:
    assert shipped_agent.start(text=text, language=language).sources == ()
