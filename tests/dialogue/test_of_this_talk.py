"""Questions about the talk itself are answered from what is known of it; what is no such question goes its ordinary way."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from tests.dialogue.talking import said
from tests.dialogue.test_after_a_handover import PERSON, notes

NUMBER = "+370 612 34567"


@pytest.mark.parametrize(
    ("language", "asks"),
    [
        ("en", "so which number will they call?"),
        ("en", "which number will you call?"),
        ("en", "what number do you have for me?"),
        ("en", "was my phone number saved yes or no"),
        ("lt", "tai kuriuo numeriu skambinsit?"),
        ("lt", "o mano numeriuką turit užrašę?"),
        ("lt", "kokį numerį užsirašėt?"),
    ],
)
def test_the_number_that_is_called_is_told(agent: Agent, language: str, asks: str) -> None:
    *_, reply = said(agent, language, PERSON[language], NUMBER, asks)
    assert "567" in reply.text


@pytest.mark.parametrize(
    ("language", "asks"),
    [
        ("en", "and what number of request was it?"),
        ("en", "REQUEST number, the T thing"),
        ("en", "what's my reference number again"),
        ("lt", "koks mano užklausos numeris?"),
        ("lt", "primink užklausos nr"),
    ],
)
def test_the_number_of_the_request_is_told(agent: Agent, language: str, asks: str) -> None:
    promised, _, reply = said(agent, language, PERSON[language], NUMBER, asks)
    assert promised.ticket and promised.ticket in reply.text


@pytest.mark.parametrize(
    ("language", "asks"),
    [
        ("en", "what should i tell my wife, what's agreed?"),
        ("en", "what did you write to them?"),
        ("en", "can you sum up what we agreed"),
        ("lt", "o ką jūs jam perduosit? ką sutarėm?"),
        ("lt", "primink, ką mes čia sutarėm"),
    ],
)
def test_what_was_agreed_is_told(agent: Agent, language: str, asks: str) -> None:
    promised, _, reply = said(agent, language, PERSON[language], NUMBER, asks)
    assert promised.ticket and promised.ticket in reply.text
    assert "567" in reply.text


@pytest.mark.parametrize(
    ("language", "when", "asks", "noted"),
    [
        ("en", "61234567 only after 6 pm", "did you note that it's after six?", "only after 6 pm"),
        ("lt", "861234567 tik po 18 val.", "ar užrašėt kad po šešių?", "tik po 18 val"),
    ],
)
def test_a_time_that_suits_is_told_back(
    agent: Agent, language: str, when: str, asks: str, noted: str
) -> None:
    *_, reply = said(agent, language, PERSON[language], when, asks)
    assert noted in reply.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "61234567. will the technician come on saturday?"),
        ("lt", "861234567 o kada ateis, rytoj?"),
    ],
)
def test_a_day_that_is_asked_about_is_no_time_that_suits(agent: Agent, language: str, text: str) -> None:
    *_, reply = said(agent, language, PERSON[language], text)
    assert not agent.get(reply.conversation_id).suits


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the gate code is 4321"),
        ("en", "which number can I ring?"),
        ("en", "did you note my daughter's number?"),
        ("lt", "ar užsirašėt dukros numerį?"),
        ("lt", "durų kodas 4321, trečias aukštas"),
        ("lt", "kuriuo numeriu galiu paskambinti pats?"),
    ],
)
def test_what_asks_nothing_of_the_talk_is_not_answered_so(agent: Agent, language: str, text: str) -> None:
    *_, reply = said(agent, language, PERSON[language], NUMBER, text)
    assert "567" not in reply.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "can you see my ticket T-7K2MN-PQ4RS?"),
        ("lt", "ar matot mano seną užklausą T-7K2MN-PQ4RS?"),
    ],
)
def test_an_earlier_request_is_kept_for_the_colleague(agent: Agent, language: str, text: str) -> None:
    promised, reply = said(agent, language, PERSON[language], text)
    assert "T-7K2MN-PQ4RS" in reply.text
    assert agent.get(reply.conversation_id).earlier == ("T-7K2MN-PQ4RS",)
    assert promised.ticket and notes(agent, promised.ticket) == [text]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the request number on the sticker?"),
        ("lt", "užklausos numeris ant lipduko?"),
    ],
)
def test_what_is_printed_on_a_label_is_not_of_this_talk(agent: Agent, language: str, text: str) -> None:
    promised, _, reply = said(agent, language, PERSON[language], NUMBER, text)
    assert f"number is {promised.ticket}" not in reply.text
    assert f"numeris – {promised.ticket}" not in reply.text


@pytest.mark.parametrize(
    ("language", "asks"), [("en", "which number will they call?"), ("lt", "kuriuo numeriu skambinsit?")]
)
def test_no_number_is_told_where_nobody_is_to_call(agent: Agent, language: str, asks: str) -> None:
    begun = agent.start(language=language, scenario="lamp_link", customer={"phone": NUMBER})
    assert "567" not in agent.reply(begun.conversation_id, text=asks).text


@pytest.mark.parametrize("text", ["my TG-784 shows red", "it says T-78912345 on it", "T784-AB1234"])
def test_what_is_not_the_shape_of_our_numbers_is_no_earlier_request(agent: Agent, text: str) -> None:
    *_, reply = said(agent, "en", text)
    assert not agent.get(reply.conversation_id).earlier


@pytest.mark.parametrize(
    ("language", "told", "asks"),
    [
        ("en", "no internet at Vilniaus g. 5-3, Kaunas", "what did we agree?"),
        ("lt", "neveikia internetas, Vilniaus g. 5-3", "ką sutarėm?"),
    ],
)
def test_what_the_request_tells_is_masked(shipped_agent: Agent, language: str, told: str, asks: str) -> None:
    begun = shipped_agent.start(text=told, language=language).conversation_id
    shipped_agent.reply(begun, text=PERSON[language])
    reply = shipped_agent.reply(begun, text=asks)
    assert "[address]" in reply.text
    assert "Vilniaus" not in reply.text
