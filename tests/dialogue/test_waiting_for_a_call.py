"""Who waits for a call that does not come, would rather ring, or gives no number is not told that it was "added"."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import ReplyKind, Status
from tests.dialogue.talking import COLLEAGUE, LAMP, VISIT, pressed, said, told
from tests.dialogue.test_after_a_handover import PERSON, notes

PHONE = "0 700 00 000"  # of the small content
NUMBER = "+370 612 34567"


@pytest.mark.parametrize(
    ("language", "complains"),
    [
        ("en", "hi again, it's next day, nobody called me"),
        ("en", "still waiting for the call, two hours gone"),
        ("en", "you promised to call and never rang"),
        ("lt", "niekas nepaskambino, antra diena"),
        ("lt", "dar kartą parašysiu: niekas neskambino"),
        ("lt", "zadejot paskambinti ir nepaskambinot"),
    ],
)
def test_a_call_that_has_not_come_is_regretted(agent: Agent, language: str, complains: str) -> None:
    promised, _, sorry = said(agent, language, PERSON[language], NUMBER, complains)
    assert PHONE in sorry.text
    assert promised.ticket and promised.ticket in sorry.text
    assert sorry.status is Status.WITH_PERSON
    assert notes(agent, promised.ticket) == [complains]


def test_a_second_complaint_is_not_met_with_the_same_words(agent: Agent) -> None:
    *_, first, second = said(
        agent, "en", PERSON["en"], NUMBER, "nobody has called", "nobody has called, I said"
    )
    assert first.text != second.text


def test_who_refused_a_number_is_not_asked_again_and_may_give_one(agent: Agent) -> None:
    *_, sorry, thanks = said(agent, "en", PERSON["en"], "no", "nobody called", NUMBER)
    assert "What number can we reach you on?" not in sorry.text
    assert "567" in thanks.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "yesterday 861288888 rang me and said he is from you"),
        ("lt", "vakar man skambino iš 861288888, sakė, kad nuo jūsų"),
    ],
)
def test_a_number_told_of_somebody_else_is_not_promised_a_call(
    agent: Agent, language: str, text: str
) -> None:
    *_, reply = said(agent, language, PERSON[language], "ok", text)
    assert "888" not in reply.text
    assert not agent.get(reply.conversation_id).contact.phone


@pytest.mark.parametrize(
    "text",
    ["nobody called me and now the tv is dead too", "I'll call you myself, but the TV shows no signal"],
)
def test_a_fault_beside_it_is_not_lost(agent: Agent, text: str) -> None:
    *_, reply = said(agent, "en", PERSON["en"], NUMBER, text)
    assert reply.scenario == "screen_black"


def test_who_says_twice_that_they_will_not_pay_declines(shipped_agent: Agent) -> None:
    begun = pressed(shipped_agent, "en", *VISIT)
    first, second = (
        shipped_agent.reply(begun, text=text) for text in ("I'm not paying", "no, I won't pay, don't come")
    )
    assert "29" in first.text and shipped_agent.get(begun).ticket is None
    assert second.text != first.text and "29" not in second.text


def test_what_waits_is_declined_without_the_visit(shipped_agent: Agent) -> None:
    begun = shipped_agent.start(text="no internet and no tv", language="en").conversation_id
    for choice in VISIT:
        shipped_agent.reply(begun, choice=choice)
    booked = shipped_agent.reply(begun, choice="yes")
    shipped_agent.reply(begun, text=NUMBER)
    left = shipped_agent.reply(begun, text="no, cancel it")
    assert booked.ticket and booked.ticket not in left.text


@pytest.mark.parametrize(
    ("language", "text", "guide"),
    [
        ("en", "nobody called my landline since Monday, it is silent", LAMP),
        ("lt", "niekas neskambino į namų telefoną, jis tyli", LAMP),
    ],
)
def test_without_a_promise_it_is_about_the_phone(agent: Agent, language: str, text: str, guide: str) -> None:
    assert told(agent, language, text, guide=guide).kind is not ReplyKind.INFORMED


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I don't want you to, I'll call myself"),
        ("en", "let me ring you, what's the number"),
        ("lt", "nenoriu kad skambintumėt, pasakykit numerį, pats paskambinsiu"),
        ("lt", "geriau pati paskambinsiu"),
    ],
)
def test_who_would_rather_ring_hears_the_number(agent: Agent, language: str, text: str) -> None:
    promised, reply = said(agent, language, PERSON[language], text)
    assert PHONE in reply.text and promised.ticket and promised.ticket in reply.text
    assert notes(agent, promised.ticket) == [text]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "i don't want to give my number to a bot"),
        ("lt", "numerio neduosiu"),
        ("lt", "nenoriu duoti savo numerio"),
    ],
)
def test_who_gives_no_number_hears_where_to_ring(agent: Agent, language: str, text: str) -> None:
    _, reply = said(agent, language, PERSON[language], text)
    assert reply.kind is ReplyKind.COURTESY and PHONE in reply.text


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "862345678, but no visit please, just send the adapter"), ("lt", "862345678, po 18 būsiu namie")],
)
def test_a_number_written_later_is_taken(agent: Agent, language: str, text: str) -> None:
    promised, _, reply = said(agent, language, PERSON[language], "no" if language == "en" else "ne", text)
    assert "678" in reply.text
    assert notes(agent, promised.ticket)[-1].startswith("[")


@pytest.mark.parametrize(("language", "wish"), [("en", "person!!"), ("lt", "žmogus!")])
def test_a_person_wished_for_twice_is_no_second_promise(agent: Agent, language: str, wish: str) -> None:
    promised, again = said(agent, language, PERSON[language], wish)
    assert PHONE in again.text and promised.ticket and promised.ticket in again.text
    assert again.ticket == promised.ticket


@pytest.mark.parametrize(
    ("language", "text"), [("en", "will you call today or not"), ("lt", "tai kada skambins")]
)
def test_when_it_comes_may_be_asked_without_a_mark(agent: Agent, language: str, text: str) -> None:
    _, reply = said(agent, language, PERSON[language], text)
    assert ("2 hours" if language == "en" else "2 valandas") in reply.text


@pytest.mark.parametrize(
    ("language", "last"), [("en", "I give up. person"), ("lt", "viskas, nebegaliu. žmogus")]
)
def test_the_word_for_a_person_may_come_last(agent: Agent, language: str, last: str) -> None:
    assert said(agent, language, last)[-1].kind is ReplyKind.HANDED_OVER


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "book it, but I'm not paying for your box"),
        ("lt", "nu registruokit, bet mokėt 29 eurų nenoriu"),
        ("lt", "registruokit, tik už jūsų laidą nemokėsiu"),
    ],
)
def test_who_will_not_pay_hears_who_pays_before_anything_is_booked(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = told(shipped_agent, language, text, *VISIT)
    assert "29" in reply.text
    assert reply.ticket is None and shipped_agent.get(reply.conversation_id).pending is not None


def test_one_question_at_a_time_after_a_handover(shipped_agent: Agent) -> None:
    begun = shipped_agent.start(text="no internet and no tv", language="en").conversation_id
    for choice in (*COLLEAGUE, "yes"):
        asked = shipped_agent.reply(begun, choice=choice)
    assert asked.text.endswith("What number can we reach you on?")
    assert "Shall we look at it now?" in shipped_agent.reply(begun, text=NUMBER).text


@pytest.mark.parametrize(
    ("language", "both", "text"),
    [
        ("en", "no internet and no tv", "it all works again, no need to call"),
        ("lt", "nėra interneto ir televizijos", "vakare perkroviau, jau veikia, atšaukit skambutį"),
    ],
)
def test_a_call_called_off_takes_nothing_up_that_waits(
    shipped_agent: Agent, language: str, both: str, text: str
) -> None:
    begun = shipped_agent.start(text=both, language=language).conversation_id
    for choice in (*COLLEAGUE, "yes"):
        shipped_agent.reply(begun, choice=choice)
    shipped_agent.reply(begun, text=NUMBER)
    over = shipped_agent.reply(begun, text=text)
    assert over.status is Status.RESOLVED
    assert shipped_agent.get(begun).queue == ()


def test_a_promise_is_asked_after_in_a_guide_taken_up_again(agent: Agent) -> None:
    begun = pressed(agent, "en", guide=LAMP)
    for text in (PERSON["en"], NUMBER, "can we try something meanwhile?"):
        agent.reply(begun, text=text)
    assert PHONE in agent.reply(begun, text="nobody called me").text
