"""How to reach the customer: noted where the agent speaks, and only the customer's own way to be called."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Owner
from agent.phrases import load_phrases
from tests.dialogue.talking import VISIT, said, told

CONFIRMED = {name: phrases.say("number_known", digits="567") for name, phrases in load_phrases().items()}
PERSON = {"lt": "noriu žmogaus", "en": "I want a person"}


@pytest.mark.parametrize(
    ("language", "gives"),
    [
        ("en", "my number is 861234567, the lights are still red"),
        ("lt", "mano numeris 861234567, lemputės vis dar raudonos"),
    ],
)
def test_a_number_given_to_the_person_is_kept_and_the_agent_stays_silent(
    agent: Agent, language: str, gives: str
) -> None:
    (promised,) = said(agent, language, PERSON[language])
    agent.take_over(promised.conversation_id)
    agent.reply(promised.conversation_id, text="hm")
    silent = agent.reply(promised.conversation_id, text=gives)
    conversation = agent.get(promised.conversation_id)
    assert conversation.owner is Owner.PERSON
    assert silent.text == ""
    assert conversation.contact.phone == "+370 612 34567"


@pytest.mark.parametrize(
    ("language", "asks", "noted"),
    [
        ("en", "did you get my number? its 8 612 34567", True),
        ("en", "have you got my number? 861234567", True),
        ("lt", "ar gavot mano numerį? 8 612 34567", True),
        ("lt", "ar uzsirasete mano numeri? tai 861234567", True),
        ("en", "can i keep my number 861234567 when i move?", False),
        ("lt", "ar galiu pasilikti mano numerį 861234567?", False),
    ],
)
def test_whoever_asks_whether_the_number_came_hears_that_it_did(
    agent: Agent, language: str, asks: str, noted: bool
) -> None:
    promised, _, asked = said(
        agent, language, PERSON[language], {"lt": "ačiū", "en": "thanks"}[language], asks
    )
    assert (asked.text == CONFIRMED[language]) is noted
    assert agent.get(promised.conversation_id).contact.phone == "+370 612 34567"


@pytest.mark.parametrize(
    ("language", "asks"), [("en", "did you get my number?"), ("lt", "ar gavote mano numerį?")]
)
def test_a_number_given_before_is_confirmed(agent: Agent, language: str, asks: str) -> None:
    *_, asked = said(agent, language, PERSON[language], "861234567", asks)
    assert asked.text == CONFIRMED[language]


@pytest.mark.parametrize(
    ("language", "gives", "asks"),
    [
        ("en", "555 0123 4567, call after 5 please", "did you get my number right?"),
        ("lt", "0770 0900 877, skambinkit po penkių", "ar gavot mano numerį?"),
    ],
)
def test_a_number_that_cannot_be_read_is_asked_for_again(
    agent: Agent, language: str, gives: str, asks: str
) -> None:
    unread = load_phrases()[language].say("number_unread")
    *_, read, asked, given = said(agent, language, PERSON[language], gives, asks, "8 612 34567")
    taken = load_phrases()[language].say("time_taken")
    assert (read.text, asked.text) == (f"{taken}\n\n{unread}", unread)
    assert "567" in given.text


@pytest.mark.parametrize(
    ("language", "gives"),
    [("en", "8 612 34567, after 5 pm please"), ("lt", "8 612 34567, skambinkit po 17 val.")],
)
def test_a_time_beside_the_number_is_noted_and_no_other_time_is_promised(
    agent: Agent, language: str, gives: str
) -> None:
    *_, noted = said(agent, language, PERSON[language], gives)
    phrases = load_phrases()[language]
    assert "567" in noted.text and phrases.say("time_noted") in noted.text
    assert {"lt": "2 valand", "en": "2 hours"}[language] not in noted.text


@pytest.mark.parametrize(
    ("language", "text", "phone"),
    [
        ("lt", "861234567, tik po penkių, dirbu", "+370 612 34567"),
        ("en", "yes, 861234567, but only after five, I work", "+370 612 34567"),
        ("lt", "taip, skambinkit po penkių, 861234567", "+370 612 34567"),
        ("lt", "taip, bet kaimyno numeris 861234567 ne mano", ""),
    ],
)
def test_a_number_told_where_a_visit_is_offered_is_the_customers(
    shipped_agent: Agent, language: str, text: str, phone: str
) -> None:
    reply = told(shipped_agent, language, text, *VISIT)
    assert (shipped_agent.get(reply.conversation_id).contact.phone or "") == phone


@pytest.mark.parametrize(
    ("language", "text", "booked"),
    [
        ("lt", "o jei katė mokama? :) gerai, registruokit", True),
        ("en", "is that paid for by you? all right, book it", True),
        ("lt", "kiek kainuos? gerai", False),
        ("en", "no, not that one, book it yourself?", False),
        ("lt", "gal ryt atsakysiu, taip", False),
        ("lt", "dar pasitarsiu su vyru, gerai", False),
        ("en", "maybe yes", False),
        ("en", "yes, but only after five", True),
    ],
)
def test_a_yes_that_is_the_last_word_books_the_visit(
    shipped_agent: Agent, language: str, text: str, booked: bool
) -> None:
    assert (told(shipped_agent, language, text, *VISIT).ticket is not None) == booked


@pytest.mark.parametrize(
    ("language", "messages", "phone"),
    [
        ("lt", ["8 37 456 123. Bet jis gi neveikia! Skambinkit dukrai 8 699 11223"], "+370 699 11223"),
        ("lt", ["nuomoju butą, savininko numeris 869900011, bet skambinkit man 869900022"], "+370 699 00022"),
        ("en", ["8 612 34567", "sorry, that one is dead. ring my wife on 8 699 11223"], "+370 699 11223"),
        ("en", ["8 612 34567", "my neighbour's number is 8 699 11223"], "+370 612 34567"),
    ],
)
def test_the_number_to_be_called_is_the_one_that_is_asked_for(
    agent: Agent, language: str, messages: list[str], phone: str
) -> None:
    *_, last = said(agent, language, PERSON[language], *messages)
    assert agent.get(last.conversation_id).contact.phone == phone


@pytest.mark.parametrize(
    ("language", "text", "when"),
    [
        ("lt", "mano nr 8 612 34567, skambinkit po pietų, ir dar dėl kompensacijos už tas tris dienas", True),
        ("en", "it's 8 612 34567, call after five please, and about the money for those three days", True),
        ("en", "it's 8 612 34567, and about the money for those three days", False),
    ],
)
def test_a_time_beside_a_number_and_more_is_noted(agent: Agent, language: str, text: str, when: bool) -> None:
    noted = load_phrases()[language].say("time_noted")
    *_, last = said(agent, language, PERSON[language], text)
    assert (noted in last.text) == when


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the scammer's number was 868887777"),
        ("en", "I got a text, the number was 868887777"),
        ("en", "don't use 868887777"),
        ("en", "what is 868887777 on my bill?"),
        ("en", "my neighbour's phone works, 868887777"),
        ("lt", "buvusio vyro numeris 868887777"),
    ],
)
def test_another_number_named_after_ones_own_replaces_nothing(agent: Agent, language: str, text: str) -> None:
    *_, last = said(agent, language, PERSON[language], "861234567", text)
    assert agent.get(last.conversation_id).contact.phone == "+370 612 34567"


@pytest.mark.parametrize(
    "text",
    [
        "the spam comes from bad@evil.com",
        "somebody hacked ceo@firm.lt too",
        "letters to shop@store.lt never arrive",
    ],
)
def test_another_address_replaces_nothing(agent: Agent, text: str) -> None:
    *_, last = said(agent, "en", PERSON["en"], "my email is me@home.lt", text)
    assert agent.get(last.conversation_id).contact.email == "me@home.lt"
