"""Questions that lean on what was said before, that stand beside an answer, or come two at a time; and what is not ours."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Reply
from tests.dialogue.talking import RESTART, VISIT, pressed, told

NO_ANSWER = (
    "deja, nežinau",
    "don't know that one",
    "klausimą atsakymo neturiu",
    "not sure about your question",
)
AFTER = {"lt": "kiek kainuoja techniko vizitas?", "en": "how much is a technician visit?"}


def pages(reply: Reply) -> list[str]:
    return [source.id for source in reply.sources]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "o kada jis atvažiuotų?"),
        ("lt", "o per kiek laiko?"),
        ("en", "and what time?"),
        ("en", "which day will they come?"),
    ],
)
def test_a_bare_question_is_about_the_page_just_shown(shipped_agent: Agent, language: str, text: str) -> None:
    begun = shipped_agent.start(text=AFTER[language], language=language)
    assert pages(begun) == ["technician-visit"]
    assert pages(shipped_agent.reply(begun.conversation_id, text=text)) == ["technician-visit"]


def test_what_was_just_answered_is_said_in_short(shipped_agent: Agent) -> None:
    begun = shipped_agent.start(text=AFTER["lt"], language="lt")
    again = shipped_agent.reply(begun.conversation_id, text="o kiek kainuoja techniko vizitas?")
    assert again.text.startswith("Trumpai: Techniko iškvietimas nekainuoja, jei")
    assert len(again.text) < len(begun.text) * 2


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "o kiek dabar laipsnių lauke?"),
        ("lt", "o kas laimėjo rungtynes?"),
        ("en", "and who won the match?"),
        ("en", "how far is the moon?"),
    ],
)
def test_a_question_about_anything_else_is_not_answered_from_it(
    shipped_agent: Agent, language: str, text: str
) -> None:
    begun = shipped_agent.start(text=AFTER[language], language=language)
    assert not shipped_agent.reply(begun.conversation_id, text=text).sources


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "o ar ilgai užtruks?"),
        ("lt", "kiek tai užtruks? vakare turiu svečių"),
        ("en", "will this take long?"),
        ("en", "how long is this going to take? I must leave at noon"),
    ],
)
def test_how_long_it_takes_is_told(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text)
    assert not any(words in reply.text for words in NO_ANSWER)
    assert {"lt": "poros minučių", "en": "couple of minutes"}[language] in reply.text
    assert reply.step == "router_lights"


@pytest.mark.parametrize(
    ("language", "text", "page"),
    [
        ("lt", "raudona LOS. o kompensaciją gausiu?", "outages-and-compensation"),
        ("en", "red LOS. and will I get compensation?", "outages-and-compensation"),
    ],
)
def test_an_answer_and_a_question_are_both_served(
    shipped_agent: Agent, language: str, text: str, page: str
) -> None:
    reply = told(shipped_agent, language, text)
    assert pages(reply) == [page]
    assert reply.step == "fibre_cable"


@pytest.mark.parametrize(
    ("language", "text"), [("lt", "raudona LOS. o dainuoti mokat?"), ("en", "red LOS. can you sing?")]
)
def test_what_has_no_answer_is_owned_up_to_last(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text)
    assert not reply.text.startswith(NO_ANSWER)
    assert reply.step == "fibre_cable"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "taip, bet kada jis atvažiuos?"),
        ("lt", "TAIP. O KADA TAS MEISTRAS ATVAŽIUOS"),
        ("en", "yes please. but when will they come?"),
        ("en", "yes, and do I have to pay?"),
    ],
)
def test_a_yes_to_the_visit_counts_beside_a_question(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text, *VISIT)
    assert reply.ticket is not None
    assert pages(reply) == ["technician-visit"]


@pytest.mark.parametrize(
    ("language", "text", "promised"),
    [
        (
            "lt",
            "kada atvyks technikas? ir ar grąžinsite pinigus?",
            "suderins per tą pokalbį",
        ),
        (
            "en",
            "when will the technician come? and will you give money back?",
            "agreed with you on that call",
        ),
    ],
)
def test_two_questions_get_two_answers(shipped_agent: Agent, language: str, text: str, promised: str) -> None:
    begun = pressed(shipped_agent, language, *VISIT, "yes")
    reply = shipped_agent.reply(begun, text=text)
    assert promised in reply.text
    assert pages(reply) == ["outages-and-compensation"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "nešiojamas kompiuteris visai neužsikuria"),
        ("lt", "planšetė nebeįsijungia, nors internetas yra"),
        ("en", "my notebook won't turn on any more"),
        ("en", "the printer is dead, it doesn't switch on"),
    ],
)
def test_a_device_of_their_own_is_not_ours(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert reply.scenario is None
    assert pages(reply) == ["own-devices"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "ne, internetas veikia, kompas neužsikuria"),
        ("lt", "ne maršrutizatorius, o spausdintuvas neįsijungia"),
        ("en", "it's not the router, it's my laptop that's dead"),
        ("en", "the internet is fine, it's my PC that won't switch on"),
    ],
)
def test_nor_is_it_in_the_middle_of_a_guide(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text)
    assert reply.scenario is None
    assert pages(reply) == ["own-devices"]


@pytest.mark.parametrize(
    ("language", "text", "guide"),
    [
        ("lt", "maršrutizatorius neįsijungia", "router_no_power"),
        ("lt", "televizijos priedėlis neįsijungia", "tv_box_not_starting"),
        ("lt", "neveikia internetas ir kompiuteris neprisijungia", "internet_single_device"),
        ("en", "the router won't turn on", "router_no_power"),
        ("en", "our tv box doesn't switch on", "tv_box_not_starting"),
        ("en", "my laptop won't connect to the wifi", "internet_single_device"),
    ],
)
def test_our_own_equipment_is_ours(shipped_agent: Agent, language: str, text: str, guide: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert "own-devices" not in pages(reply)
    assert reply.scenario in (guide, "internet_no_connection")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "niekas. bet bėda ne greitis, o kad wifi vis atsijungia"),
        ("lt", "ne lėtas jis, tiesiog wifi vis numeta"),
        ("en", "nothing is, but it's not the speed, the wifi keeps dropping"),
        ("en", "it isn't just slow, we get kicked off the wifi"),
    ],
)
def test_it_is_not_the_speed_it_drops(shipped_agent: Agent, language: str, text: str) -> None:
    assert (
        told(shipped_agent, language, text, "evenings", guide="internet_slow").scenario
        == "internet_intermittent"
    )


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "niekas nesisiunčia, lėta visur"),
        ("lt", "niekas nesisiunčia, bet greitis vis krenta"),
        ("en", "nothing is downloading, it's slow on everything"),
        ("en", "nothing is downloading, the speed drops in the evening"),
    ],
)
def test_slow_stays_slow(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, guide="internet_slow").scenario == "internet_slow"


def test_a_restart_may_begin_though_it_is_asked_how_long_it_takes(shipped_agent: Agent) -> None:
    reply = told(shipped_agent, "en", "how long does a restart take?", *RESTART)
    assert pages(reply) == ["router-restart"]
