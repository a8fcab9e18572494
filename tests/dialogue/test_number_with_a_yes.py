"""A number in the breath of the yes or of the wish, and a time that suits beside the promise of a call."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Reply, ReplyKind
from tests.dialogue.talking import COLLEAGUE, INTERNET, VISIT, pressed

ASKS = {"lt": "Kokiu numeriu", "en": "What number"}
HOURS = {"lt": "per 2 valandas", "en": "within 2 hours"}


def _replies(agent: Agent, language: str, place: tuple[str, ...], *texts: str) -> list[Reply]:
    talk = pressed(agent, language, *place, guide=INTERNET)
    return [agent.reply(talk, text=text) for text in texts]


@pytest.mark.parametrize(
    ("language", "place", "text", "ends"),
    [
        ("en", COLLEAGUE, "yes pass it on, 8 644 22110", "110"),
        ("lt", COLLEAGUE, "taip perduokit. 861234321, Jonas", "321"),
        ("en", COLLEAGUE, "yes, 612 34567 but not in the morning", "567"),
        ("en", (), "get me a person, 8 644 22110", "110"),
        ("lt", (), "žmogaus! 861234321", "321"),
        ("en", COLLEAGUE, "yes, call my daughter on 861234567", "567"),
        ("en", COLLEAGUE, "yes 861234567, call after five", "567"),
        ("lt", COLLEAGUE, "taip, 861234321 po pietų", "321"),
        ("lt", VISIT, "taip, rytoj po 16 val. 861234321", "321"),
    ],
)
def test_the_number_is_taken_and_not_asked_for(
    shipped_agent: Agent, language: str, place: tuple[str, ...], text: str, ends: str
) -> None:
    (reply,) = _replies(shipped_agent, language, place, text)
    assert reply.ticket is not None
    assert ASKS[language] not in reply.text
    assert ends in reply.text


@pytest.mark.parametrize(
    ("language", "place", "text"),
    [
        ("en", COLLEAGUE, "yes please, order number 861234567"),
        ("en", COLLEAGUE, "yes, my daughter 8 612 34567 had the same"),
        ("lt", COLLEAGUE, "taip, dukra 861234567 turėjo tą patį"),
        ("en", (), "I want a person, this 861234567 keeps calling me"),
        ("en", (), "I want a person, 861234567 calls me all day"),
        ("lt", (), "noriu žmogaus, tas 861234567 man vis skambina"),
        ("lt", COLLEAGUE, "taip, kaimyno nr 861234321"),
        ("lt", (), "sujunkit su kolega, užsakymo nr 861234567"),
        ("en", (), "I want a human, client number 861234567"),
        ("en", (), "neighbour rang from 861234321, I want a person"),
    ],
)
def test_a_number_of_something_else_is_none_to_call(
    shipped_agent: Agent, language: str, place: tuple[str, ...], text: str
) -> None:
    (reply,) = _replies(shipped_agent, language, place, text)
    assert ASKS[language] in reply.text


@pytest.mark.parametrize(
    ("language", "place", "texts"),
    [
        ("en", COLLEAGUE, ("yes, tomorrow after 4", "61234567", "when will they call?")),
        ("lt", COLLEAGUE, ("taip, rytoj po 16 val.", "861234567", "kada paskambins?")),
        ("en", COLLEAGUE, ("yes please. not tomorrow",)),
        ("en", (), ("person please 612 34567 but not in the morning",)),
        ("en", VISIT, ("yes, 8 644 22110, tomorrow after 4",)),
        ("en", COLLEAGUE, ("yes, next week",)),
        ("en", COLLEAGUE, ("yes, friday afternoon",)),
        ("en", COLLEAGUE, ("yes, I'm home all day today",)),
        ("lt", COLLEAGUE, ("taip, kitą savaitę",)),
        ("lt", COLLEAGUE, ("taip, būsiu namie šiandien",)),
    ],
)
def test_no_hours_are_promised_beside_a_time_that_was_named(
    shipped_agent: Agent, language: str, place: tuple[str, ...], texts: tuple[str, ...]
) -> None:
    replies = _replies(shipped_agent, language, place, *texts)
    assert not [reply.text for reply in replies if HOURS[language] in reply.text]


@pytest.mark.parametrize(
    ("language", "place", "text"),
    [
        ("lt", COLLEAGUE, "taip, ryte viskas veikė"),
        ("lt", COLLEAGUE, "taip, jau antra savaitė kankinuosi"),
        ("lt", COLLEAGUE, "taip, jau trečias mėnuo"),
        ("lt", COLLEAGUE, "taip, šiandien skambinau jums"),
        ("en", COLLEAGUE, "yes, third week of this"),
        ("en", COLLEAGUE, "yes, I was on hold all day today"),
        ("en", COLLEAGUE, "yes, I tried calling today"),
        ("en", COLLEAGUE, "yes, we've been without it for weeks"),
        ("lt", COLLEAGUE, "taip"),
        ("en", COLLEAGUE, "yes, it dies every evening"),
        ("lt", COLLEAGUE, "taip, kas vakarą dingsta"),
        ("en", (), "I want a person. this morning it worked"),
        ("lt", (), "noriu žmogaus, ryte viskas veikė"),
    ],
)
def test_a_time_of_the_trouble_is_no_time_for_a_call(
    shipped_agent: Agent, language: str, place: tuple[str, ...], text: str
) -> None:
    (reply,) = _replies(shipped_agent, language, place, text)
    assert HOURS[language] in reply.text


@pytest.mark.parametrize(
    ("language", "texts"),
    [("lt", ("taip", "rytoj po 16")), ("en", ("yes", "tomorrow after 4"))],
)
def test_a_time_told_after_the_visit_is_noted(
    shipped_agent: Agent, language: str, texts: tuple[str, ...]
) -> None:
    *_, reply = _replies(shipped_agent, language, VISIT, *texts)
    assert reply.kind is ReplyKind.INFORMED
    assert reply.ticket is not None
    assert {"lt": f"pridėjau prie užklausos {reply.ticket}", "en": "added"}[language] in reply.text
    assert texts[-1] in shipped_agent.get(reply.conversation_id).suits
