"""Questions that used to be refused: each has its page, and what has none is told who knows; nothing is asked for twice."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Reply

PHONE = "0 700 00 555"


def pages(reply: Reply) -> list[str]:
    return [source.id for source in reply.sources]


@pytest.mark.parametrize(
    ("language", "text", "page"),
    [
        ("lt", "užsisakiau internetą, o kada ateis meistras jo jungti?", "orders"),
        ("lt", "ar dar galima atšaukti televizijos užsakymą?", "orders"),
        ("lt", "ar reikia sutartį pasirašyti, jei dar nesu klientas?", "orders"),
        ("lt", "ar dirbsit per Kūčias?", "contact-and-hours"),
        ("lt", "kiek man kainuos šis pokalbis?", "contact-and-hours"),
        ("lt", "buvęs draugas išsinešė routerį, kaip gauti kitą?", "returning-equipment"),
        ("lt", "ar kartu su televizija internetas pigesnis?", "plans-and-changes"),
        ("en", "I ordered broadband, when is somebody coming to fit it?", "orders"),
        ("en", "can I still call off the TV order?", "orders"),
        ("en", "must I sign anything to become a customer?", "orders"),
        ("en", "will you be open on Boxing Day and other holidays?", "contact-and-hours"),
        ("en", "my flatmate took the router away, how do I get another?", "returning-equipment"),
        ("en", "is broadband cheaper with TV?", "plans-and-changes"),
    ],
)
def test_what_was_refused_has_its_page(shipped_agent: Agent, language: str, text: str, page: str) -> None:
    assert pages(shipped_agent.start(text=text, language=language)) == [page]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "kokiu numeriu jums paskambinti?"),
        ("lt", "nieko nekvieskit, duokit numerį, pats paskambinsiu"),
        ("en", "what number can I call to get a human?"),
        ("en", "just give me the number, I'll ring myself"),
    ],
)
def test_who_asks_for_our_number_is_told_it(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert PHONE in reply.text
    assert reply.ticket is None


@pytest.mark.parametrize(
    ("language", "text"), [("lt", "noriu kalbėti su žmogumi"), ("en", "call me on my number please")]
)
def test_who_wants_a_person_gets_one(shipped_agent: Agent, language: str, text: str) -> None:
    assert shipped_agent.start(text=text, language=language).ticket is not None


@pytest.mark.parametrize(
    ("language", "wish", "page"),
    [
        ("lt", "sujunkit su konsultantu. ir kiek kainuoja interneto perkėlimas?", "moving-home"),
        ("en", "put me through to a person. and how much is it to move my internet?", "moving-home"),
    ],
)
def test_a_question_beside_the_wish_for_a_person_is_answered(
    shipped_agent: Agent, language: str, wish: str, page: str
) -> None:
    reply = shipped_agent.start(text=wish, language=language)
    assert reply.ticket is not None
    assert pages(reply) == [page]


@pytest.mark.parametrize(
    ("language", "text"),
    [("lt", "ar parduodate telefonus?"), ("en", "can I get a connection in my garage?")],
)
def test_what_is_not_known_says_who_knows(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert PHONE in reply.text or reply.sources


@pytest.mark.parametrize(
    ("language", "asked", "again"),
    [
        ("lt", "kiek kainuoja perkelti internetą?", "tai kiek kainuoja perkelti internetą?"),
        ("en", "how much is it to move my internet?", "so how much is it to move my internet?"),
    ],
)
def test_the_same_question_again_is_told_in_short_and_who_knows_more(
    shipped_agent: Agent, language: str, asked: str, again: str
) -> None:
    begun = shipped_agent.start(text=asked, language=language)
    reply = shipped_agent.reply(begun.conversation_id, text=again)
    assert "19" in reply.text
    assert PHONE in reply.text
    assert reply.text != begun.text


@pytest.mark.parametrize(
    ("language", "asked", "follow", "page"),
    [
        ("en", "how do I upgrade my plan?", "does it cost anything?", "plans-and-changes"),
    ],
)
def test_what_leans_back_is_asked_of_the_page_shown(
    shipped_agent: Agent, language: str, asked: str, follow: str, page: str
) -> None:
    begun = shipped_agent.start(text=asked, language=language)
    assert page in pages(shipped_agent.reply(begun.conversation_id, text=follow))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "skauda nugarą ką daryti"),
        ("lt", "kiek baltymų turi varškė"),
        ("en", "is the zoo open on Christmas"),
    ],
)
def test_what_is_nobodys_business_here_is_not_answered_from_the_page_shown(
    shipped_agent: Agent, language: str, text: str
) -> None:
    asked = {"lt": "kiek kainuoja perkelti internetą?", "en": "how much is it to move my internet?"}[language]
    begun = shipped_agent.start(text=asked, language=language)
    assert not shipped_agent.reply(begun.conversation_id, text=text).sources


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "kada galiu jums paskambinti? o kada uždarote saloną?"),
        ("en", "when can I call you? and when does the office close?"),
    ],
)
def test_a_page_quoted_twice_is_named_once(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    source = {"lt": "Šaltinis:", "en": "Source:"}[language]
    assert reply.text.count(source) == len(set(pages(reply)))
