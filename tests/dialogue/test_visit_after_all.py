"""A visit that is agreed to with a time, or wanted after all; what is asked or told beside an offer; who rings themselves."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import ReplyKind
from tests.dialogue.talking import COLLEAGUE, VISIT, after, pressed

NOTED = {"lt": "kada Jums patogu", "en": "noted when it suits you"}
UNKNOWN = "ar galėčiau sužinoti kam priklauso mano namo laiptinės spinta?"
OFFER = {"lt": "kiek kainuoja techniko atvykimas", "en": "how much is a technician's visit"}


@pytest.mark.parametrize(
    ("language", "text", "told_of_time"),
    [
        ("lt", "Taip. Tik kad būtų rytoj po 16 val., anksčiau nebūsiu namie", True),
        ("lt", "Registruok. Kada maždaug atvažiuos?", False),
        ("lt", "taip, tik po keturių rytoj", True),
        ("en", "yes. nobody home till wednesday tho", True),
        ("en", "yes but I'm only home after 4 tomorrow", True),
    ],
)
def test_a_yes_with_a_time_books(shipped_agent: Agent, language: str, text: str, told_of_time: bool) -> None:
    begun = pressed(shipped_agent, language, *VISIT)
    reply = shipped_agent.reply(begun, text=text)
    known = shipped_agent.get(begun)
    assert (reply.kind, known.visit) == (ReplyKind.ESCALATED, True)
    assert (NOTED[language] in reply.text) is told_of_time


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "Ne. Rytoj nebūsiu namie"),
        ("en", "no, nobody is home till wednesday"),
        ("en", "yes, if my landlord is home"),
    ],
)
def test_a_no_or_a_condition_books_nothing(shipped_agent: Agent, language: str, text: str) -> None:
    begun = pressed(shipped_agent, language, *VISIT)
    shipped_agent.reply(begun, text=text)
    assert not shipped_agent.get(begun).visit


@pytest.mark.parametrize(
    ("language", "text", "booked"),
    [
        ("lt", "Noriu vizito, registruokit", True),
        ("lt", "Kaip neregistruojat? Sakiau TAIP, tik po keturių rytoj", True),
        ("en", "I said yes! book it for tomorrow after 4", True),
        ("en", "why aren't you booking it?", True),
        ("lt", "ne, neregistruokit jokio vizito", False),
        ("en", "no, don't book it", False),
        ("en", "yes", False),
        ("en", "book it if it's free", False),
    ],
)
def test_a_refused_visit_can_be_had_after_all(
    shipped_agent: Agent, language: str, text: str, booked: bool
) -> None:
    begun = pressed(shipped_agent, language, *COLLEAGUE)
    shipped_agent.reply(begun, text=text)
    assert shipped_agent.get(begun).visit is booked


@pytest.mark.parametrize(
    ("language", "first", "text"),
    [
        (
            "lt",
            "internetas neveikia, kaimynai irgi be interneto",
            "Taip, praneškit. O kompensacija už tai priklauso?",
        ),
        ("en", "no internet, the neighbours have none either", "Yes, report it. And a compensation for it?"),
    ],
)
def test_a_question_behind_a_yes_to_a_report_is_answered(
    shipped_agent: Agent, language: str, first: str, text: str
) -> None:
    reply = after(shipped_agent, language, first, text)
    assert reply.kind is ReplyKind.HANDED_OVER
    assert reply.sources


@pytest.mark.parametrize(
    ("language", "text", "courtesy"),
    [
        ("lt", "Dėkui už info, tada skambinsiu", True),
        ("en", "ok thanks, I'll ring then", True),
        ("lt", "skambinsiu jums dešimtą kartą, niekas nekelia!", False),
        ("en", "I'll call you a tenth time, nobody answers", False),
    ],
)
def test_who_rings_themselves_is_not_handed_over(
    shipped_agent: Agent, language: str, text: str, courtesy: bool
) -> None:
    reply = after(shipped_agent, language, OFFER[language], text)
    assert (reply.kind is ReplyKind.COURTESY) is courtesy
    assert not courtesy or reply.ticket is None


@pytest.mark.parametrize(
    ("number", "said"), [("", "don't have a number yet"), ("+370 612 34567", "ending in 567")]
)
def test_whether_the_number_came_is_told_beside_a_fault(shipped_agent: Agent, number: str, said: str) -> None:
    begun = pressed(shipped_agent, "en", *VISIT, "yes")
    if number:
        shipped_agent.reply(begun, text=number)
    reply = shipped_agent.reply(begun, text="did you get the number? also our tv went off")
    assert said in reply.text


def test_a_decline_with_a_new_question_is_not_merely_listened_to(shipped_agent: Agent) -> None:
    plain = after(shipped_agent, "lt", UNKNOWN, "Ne, nereikia")
    asked = after(shipped_agent, "lt", UNKNOWN, "Ne, nereikia. O gal eSIM korteles darot?")
    assert plain.text != asked.text
