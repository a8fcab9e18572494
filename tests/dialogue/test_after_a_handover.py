"""A call is promised and nobody has taken over: the agent stays at hand, and what is said reaches the person."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Owner, Reply, ReplyKind, Status
from tests.dialogue.talking import said
from tests.dialogue.test_dialogue_odd_turns import GUIDE

PERSON = {"lt": "noriu žmogaus", "en": "I want a person"}


def notes(agent: Agent, number: str | None) -> list[str]:
    return [note["said"] for note in agent.ticket(number or "").payload["notes"]]


@pytest.mark.parametrize(
    ("language", "adds"), [("lt", "hm, dar buvo audra vakar"), ("en", "hmm, there was a storm yesterday")]
)
def test_the_request_stands_and_what_is_added_reaches_it(agent: Agent, language: str, adds: str) -> None:
    promised, first, second = said(agent, language, PERSON[language], adds, adds + "!")
    assert (promised.status, first.status) == (Status.WITH_PERSON, Status.WITH_PERSON)
    assert agent.get(promised.conversation_id).owner is Owner.AGENT
    assert promised.ticket and promised.ticket in first.text
    assert second.text and second.text != first.text
    assert notes(agent, promised.ticket) == [adds, adds + "!"]


@pytest.mark.parametrize(
    ("language", "wish"), [("lt", "tai gal padėsit kol kas?"), ("en", "can we try something meanwhile?")]
)
def test_the_guide_goes_on_meanwhile(agent: Agent, language: str, wish: str) -> None:
    promised, on = said(agent, language, PERSON[language], wish)
    assert (on.status, on.step, on.kind) == (Status.OPEN, "lights", ReplyKind.ASK)
    assert promised.ticket and promised.ticket in on.text


def test_an_answer_to_the_guide_that_rests_goes_on_and_is_noted(agent: Agent) -> None:
    promised, on = said(agent, "en", PERSON["en"], "green")
    assert on.step == "restart"
    assert notes(agent, promised.ticket) == ["green"]


@pytest.mark.parametrize(
    ("language", "news"),
    [
        ("lt", "internetas grįžo, nebereikia skambint"),
        ("en", "cancel that ticket, it works"),
        ("en", "it works now"),
    ],
)
def test_good_news_is_told_to_the_person(agent: Agent, language: str, news: str) -> None:
    promised, glad = said(agent, language, PERSON[language], news)
    assert glad.status is Status.RESOLVED
    assert promised.ticket and promised.ticket in glad.text
    assert notes(agent, promised.ticket) == [news]


@pytest.mark.parametrize(("language", "word"), [("lt", "gerai"), ("en", "ok"), ("en", "great")])
def test_a_yes_to_the_call_is_no_good_news(agent: Agent, language: str, word: str) -> None:
    assert said(agent, language, PERSON[language], word)[-1].status is Status.WITH_PERSON


def test_no_call_needed_does_not_say_that_it_works(agent: Agent) -> None:
    promised, withdrawn = said(agent, "en", PERSON["en"], "no need to call me")
    assert withdrawn.status is Status.ESCALATED
    assert notes(agent, promised.ticket) == ["no need to call me"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("lt", "laukiu trečią valandą, kodėl man niekas neskambina?"),
        ("lt", "žmonos telefonas irgi neskambina"),
        ("lt", "neskambinkite iki 17 valandos"),
        ("en", "please don't call before 5pm, I'm at work"),
        ("en", "I do not want you to cancel it"),
        ("en", "I can't cancel it myself"),
        ("en", "don't call me names"),
        ("lt", "negaliu atšaukti užklausos pats"),
        ("en", "I no longer need the TV but the internet must work today"),
    ],
)
def test_who_waits_for_the_call_has_not_withdrawn_it(agent: Agent, language: str, words: str) -> None:
    promised, waits = said(agent, language, PERSON[language], words)
    assert waits.status is Status.WITH_PERSON
    assert agent.get(promised.conversation_id).ticket == promised.ticket
    assert "no longer need the call" not in waits.text and "skambučio nebereikia" not in waits.text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("lt", "neskambinkit, nebereikia"),
        ("lt", "atšaukite užklausą"),
        ("en", "you don't need to call, cancel the request"),
    ],
)
def test_a_call_that_is_not_needed_is_withdrawn(agent: Agent, language: str, words: str) -> None:
    assert said(agent, language, PERSON[language], words)[-1].status is Status.ESCALATED


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "it works for a minute and then dies"),
        ("en", "the tv works, it is only the internet"),
        ("en", "the dog works as an alarm, sorry, he barks"),
        ("lt", "veikia minutę ir vėl dingsta"),
        ("lt", "televizorius veikia, tik internetas ne"),
        ("lt", "vyras veikia iki penkių, jis Jus įleis"),
    ],
)
def test_that_something_works_is_not_that_it_is_solved(agent: Agent, language: str, words: str) -> None:
    *_, heard = said(agent, language, PERSON[language], words)
    assert heard.status is not Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "news"),
    [("lt", "viskas veikia"), ("lt", "internetas veikia, ačiū"), ("en", "the internet works")],
)
def test_plain_good_news_is_good_news(agent: Agent, language: str, news: str) -> None:
    assert said(agent, language, PERSON[language], news)[-1].status is Status.RESOLVED


def test_the_agent_is_silent_only_once_a_person_has_taken_over(agent: Agent) -> None:
    (promised,) = said(agent, "en", PERSON["en"])
    agent.take_over(promised.conversation_id)
    assert agent.reply(promised.conversation_id, text="hello?").text == ""
    assert agent.hand_back(promised.conversation_id).status is Status.OPEN


def test_when_not_to_call_is_in_the_ticket(agent: Agent) -> None:
    promised, _ = said(agent, "lt", PERSON["lt"], "neskambinkite iki 17 valandos")
    assert notes(agent, promised.ticket) == ["neskambinkite iki 17 valandos"]


def test_a_person_who_writes_has_taken_over(agent: Agent) -> None:
    (promised,) = said(agent, "en", PERSON["en"])
    agent.person_message(promised.conversation_id, "Hello, this is Ona.")
    assert agent.get(promised.conversation_id).owner is Owner.PERSON


@pytest.mark.parametrize("words", [("hmm",), ("can we try something meanwhile?",), ("green",)])
def test_a_person_who_writes_has_taken_over_from_the_guide_too(agent: Agent, words: tuple[str, ...]) -> None:
    promised, *_ = said(agent, "en", PERSON["en"], *words)
    agent.person_message(promised.conversation_id, "Hello, this is Rasa. Which light is on?")
    assert agent.reply(promised.conversation_id, text="the green one").kind is ReplyKind.HANDED_OVER
    assert agent.get(promised.conversation_id).owner is Owner.PERSON


def test_a_person_who_writes_after_danger_has_taken_over(agent: Agent) -> None:
    (danger,) = said(agent, "en", "my router is smoking")
    agent.person_message(danger.conversation_id, "Hello, this is Rasa.")
    assert agent.get(danger.conversation_id).owner is Owner.PERSON


def test_a_danger_is_handed_back_though_nobody_had_taken_over(agent: Agent) -> None:
    (danger,) = said(agent, "en", "my router is smoking")
    agent.hand_back(danger.conversation_id)
    now = agent.get(danger.conversation_id)
    assert (now.urgent, now.urgent_at, now.unsafe, now.ticket) == (None, None, "", None)


def test_after_a_handback_the_next_wish_for_a_person_is_a_new_request(agent: Agent) -> None:
    (promised,) = said(agent, "en", PERSON["en"])
    agent.take_over(promised.conversation_id)
    agent.hand_back(promised.conversation_id)
    again = agent.reply(promised.conversation_id, text=PERSON["en"])
    assert again.ticket and again.ticket != promised.ticket
    assert agent.ticket(again.ticket).number == again.ticket


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "the code of the door is 1234"),
        ("lt", "durų kodas 1234, trečias aukštas"),
        ("en", "the ladder is needed, module is on the ceiling"),
    ],
)
def test_a_word_for_the_colleague_is_no_answer(agent: Agent, language: str, words: str) -> None:
    promised, noted = said(agent, language, PERSON[language], words)
    assert (noted.status, noted.step) == (Status.WITH_PERSON, "lights")
    assert notes(agent, promised.ticket) == [words]


@pytest.mark.parametrize("on", ["can we try something meanwhile?", "green"])
def test_good_news_reaches_the_person_though_the_guide_went_on(agent: Agent, on: str) -> None:
    promised, _, glad = said(agent, "en", PERSON["en"], on, "it works now thanks")
    assert glad.status is Status.RESOLVED
    assert notes(agent, promised.ticket)[-1] == "it works now thanks"


# ---- how to reach the customer


@pytest.mark.parametrize(
    ("language", "gives"),
    [
        ("lt", "mano numeris 861234567"),
        ("en", "my number is 0612 34567"),
        ("en", "call me on +370 612 34567"),
        ("en", "61234567"),
    ],
)
def test_a_number_given_afterwards_is_in_the_ticket(agent: Agent, language: str, gives: str) -> None:
    promised, thanks = said(agent, language, PERSON[language], gives)
    assert ("Kokiu numeriu" if language == "lt" else "What number") in promised.text
    ticket = agent.ticket(promised.ticket or "").payload
    assert ticket["contact"]["phone"] == "+370 612 34567"
    assert ticket["contact"]["stated"] == ["phone"]
    assert "contact" not in ticket["empty"]
    assert "+370 612 34567" in ticket["summaries"][language]
    assert "61234567" not in thanks.text.replace(" ", "")


def test_a_number_given_before_is_in_the_ticket_and_not_asked_for(agent: Agent) -> None:
    *_, promised = said(agent, "en", "my number is 0612 34567", PERSON["en"])
    assert "What number" not in promised.text
    assert agent.ticket(promised.ticket or "").payload["contact"]["phone"] == "+370 612 34567"


@pytest.mark.parametrize(
    ("language", "no"),
    [
        ("lt", "ne, nenoriu"),
        ("lt", "nenoriu"),
        ("lt", "ne"),
        ("en", "no, I'd rather not"),
        ("en", "no I would rather not"),
        ("en", "nope"),
    ],
)
def test_a_refused_number_is_not_asked_for_again(agent: Agent, language: str, no: str) -> None:
    promised, refused, again = said(agent, language, PERSON[language], no, PERSON[language])
    assert promised.ticket == again.ticket
    assert "Kokiu numeriu" not in again.text and "What number" not in again.text
    assert "be numerio" in refused.text or "without a number" in refused.text


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "nothing works"), ("en", "no wifi"), ("lt", "nieko neveikia")],
)
def test_trouble_told_instead_of_a_number_refuses_none(agent: Agent, language: str, words: str) -> None:
    *_, heard = said(agent, language, PERSON[language], words)
    assert "be numerio" not in heard.text and "without a number" not in heard.text


def test_a_number_that_cannot_be_read_is_asked_for_in_full(agent: Agent) -> None:
    _, unread, read = said(agent, "en", PERSON["en"], "86123", "861234567")
    assert "+370 612 34567" in unread.text
    assert agent.get(read.conversation_id).contact.phone == "+370 612 34567"


def test_what_the_caller_handed_in_stays(agent: Agent) -> None:
    begun = agent.start(
        language="en", scenario=GUIDE, customer={"phone": "+370 600 00001", "verified": "sms"}
    )
    agent.reply(begun.conversation_id, text="my number is 0612 34567")
    contact = agent.get(begun.conversation_id).contact
    assert (contact.phone, contact.other, contact.stated) == ("+370 600 00001", ("+370 612 34567",), ())


def test_the_update_goes_out_with_a_ticket_that_still_waits(agent: Agent) -> None:
    promised, _ = said(agent, "en", PERSON["en"], "my number is 0612 34567")
    at = agent.get(promised.conversation_id).updated_at
    due = [each for each in agent.store.due_effects(at, limit=500) if each.key == promised.ticket]
    assert [each.payload["contact"]["phone"] for each in due] == ["+370 612 34567"]


# ---- the same problem again


@pytest.mark.parametrize(
    ("language", "again"), [("lt", "neveikia internetas"), ("en", "my internet does not work")]
)
def test_the_same_problem_told_again_opens_no_second_request(agent: Agent, language: str, again: str) -> None:
    first = agent.start(language=language, scenario=GUIDE)
    escalated = agent.reply(first.conversation_id, choice="red")
    told = agent.reply(first.conversation_id, text=again)
    assert escalated.ticket and escalated.ticket in told.text
    assert told.step is None
    assert agent.get(first.conversation_id).tickets == (escalated.ticket,)
    assert again in notes(agent, escalated.ticket)


@pytest.mark.parametrize(
    ("language", "again", "wish"),
    [
        ("lt", "neveikia internetas", "bandykime dar kartą"),
        ("lt", "neveikia internetas", "„bandykime dar kartą“"),
        ("en", "my internet does not work", "try again"),
        ("en", "my internet does not work", "ok let's try again"),
    ],
)
def test_the_steps_are_gone_through_again_as_offered(
    agent: Agent, language: str, again: str, wish: str
) -> None:
    first = agent.start(language=language, scenario=GUIDE)
    escalated = agent.reply(first.conversation_id, choice="red")
    agent.reply(first.conversation_id, text=again)
    begun = agent.reply(first.conversation_id, text=wish)
    assert (begun.status, begun.step) == (Status.OPEN, "lights")
    passed_on = agent.reply(first.conversation_id, choice="red")
    assert passed_on.ticket == escalated.ticket
    assert agent.get(first.conversation_id).tickets == (escalated.ticket,)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("lt", "nepamirškit, kad klaida 550 rodoma"),
        ("en", "don't forget that the dog is loose in the yard"),
    ],
)
def test_words_after_a_fault_was_passed_on_reach_its_ticket(agent: Agent, language: str, words: str) -> None:
    first = agent.start(language=language, scenario=GUIDE)
    escalated = agent.reply(first.conversation_id, choice="red")
    told = agent.reply(first.conversation_id, text=words)
    assert told.status is Status.ESCALATED and escalated.ticket and escalated.ticket in told.text
    assert notes(agent, escalated.ticket) == [words]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "so you can't tell me when?"),
        ("en", "612 34567. Will they come on Thursday?"),
        ("en", "is it really necessary?"),
        ("en", "I pay for a service that doesn't work"),
        ("en", "my dog bites so tell him to ring first"),
        ("lt", "o kada atvažiuos?"),
        ("lt", "869955555, bet ten ne pas ją, pas visus taip su 8 numeriu"),
        ("lt", "kas čia per nesąmonė"),
    ],
)
def test_after_a_visit_was_agreed_a_word_belongs_to_its_request(
    shipped_agent: Agent, language: str, words: str
) -> None:
    agreed = visit_agreed(shipped_agent, language)
    told = shipped_agent.reply(agreed.conversation_id, text=words)
    assert (told.status, told.ticket) == (Status.ESCALATED, agreed.ticket)
    assert len(notes(shipped_agent, agreed.ticket)) == 1


def visit_agreed(agent: Agent, language: str) -> Reply:
    begun = agent.start(language=language, scenario="internet_no_connection").conversation_id
    for choice in ("los_red", "fibre_damaged", "yes"):
        last = agent.reply(begun, choice=choice)
    assert last.status is Status.ESCALATED
    return last


def test_when_they_come_is_told_by_whom_it_is_agreed(shipped_agent: Agent) -> None:
    agreed = visit_agreed(shipped_agent, "en")
    told = shipped_agent.reply(agreed.conversation_id, text="so you can't tell me when?")
    assert "more exact time" in told.text


@pytest.mark.parametrize(
    ("language", "words", "page"),
    [
        ("en", "how much does the visit cost?", "technician-visit"),
        ("lt", "ar meistras kainuos?", "technician-visit"),
    ],
)
def test_a_question_after_a_visit_was_agreed_is_answered(
    shipped_agent: Agent, language: str, words: str, page: str
) -> None:
    agreed = visit_agreed(shipped_agent, language)
    told = shipped_agent.reply(agreed.conversation_id, text=words)
    assert [source.id for source in told.sources] == [page]
    assert (told.status, told.ticket) == (Status.ESCALATED, agreed.ticket)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "the tv has no picture"), ("lt", "o dar tv neberodo")]
)
def test_another_problem_after_a_visit_was_agreed_is_taken_up(
    shipped_agent: Agent, language: str, words: str
) -> None:
    agreed = visit_agreed(shipped_agent, language)
    told = shipped_agent.reply(agreed.conversation_id, text=words)
    assert told.choices and told.status is Status.OPEN
