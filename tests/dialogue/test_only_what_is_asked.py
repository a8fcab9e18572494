"""A page is shown only to who asks; one that was protested against is not shown again; every question gets its own."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import ReplyKind, Status
from tests.dialogue.talking import told


def last(agent: Agent, language: str, *messages: str) -> tuple[str, ...]:
    """The texts of the replies to these messages, the first of which begins a talk."""
    first = agent.start(language=language, text=messages[0])
    rest = [agent.reply(first.conversation_id, text=each) for each in messages[1:]]
    return tuple(each.text for each in (first, *rest))


@pytest.mark.parametrize(
    ("language", "begins", "tells"),
    [
        ("lt", "televizija stringa", "tik sporto kanalai 2, kiti gerai"),
        ("lt", "internetas lėtas", "viskas lėta, mano planas 300, o čia 12 rodo"),
        ("en", "my tv keeps freezing", "only the kids channels, other packages fine"),
        ("en", "internet is slow", "everything is slow, I pay for 500 and get 30"),
    ],
)
def test_what_is_told_beside_an_answer_draws_no_page(
    shipped_agent: Agent, language: str, begins: str, tells: str
) -> None:
    first = shipped_agent.start(language=language, text=begins)
    assert not shipped_agent.reply(first.conversation_id, text=tells).sources


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "wifi very slow in the bedroom, im a student and have exam online tomorrow"),
        ("lt", "internetas lėtas, vaikas mokinys, rytoj kontrolinis"),
    ],
)
def test_a_complaint_in_which_nothing_is_asked_draws_no_page(
    shipped_agent: Agent, language: str, text: str
) -> None:
    assert not shipped_agent.start(language=language, text=text).sources


@pytest.mark.parametrize(
    ("language", "begins", "asks", "page"),
    [
        ("en", "my internet is slow", "everything. how much is the 600 plan?", "€21.99"),
        ("lt", "internetas lėtas", "viskas lėta. kiek kainuoja 600 planas?", "21,99 €"),
    ],
)
def test_what_is_asked_beside_an_answer_has_its_page(
    shipped_agent: Agent, language: str, begins: str, asks: str, page: str
) -> None:
    assert page in last(shipped_agent, language, begins, asks)[-1]


@pytest.mark.parametrize(
    ("language", "asks", "protests"),
    [
        ("lt", "kiek kainuoja pakeisti planą į 600", "aš ne apie kainą, kada įsijungs"),
        (
            "en",
            "how do I move my service to a new flat",
            "I didn't ask about that, do I take the router along?",
        ),
    ],
)
def test_a_page_protested_against_is_not_shown_again(
    shipped_agent: Agent, language: str, asks: str, protests: str
) -> None:
    shown, another = last(shipped_agent, language, asks, protests)
    assert shown.split("\n\n")[0] not in another


@pytest.mark.parametrize(
    ("language", "offered", "yes"),
    [
        ("lt", "pas kaimynus irgi nėra interneto, visas namas", "taip praneskit. bet ar zinot kada bus"),
        ("lt", "pas kaimynus irgi nėra interneto, visas namas", "taip, praneškit, o kada sutvarkys?"),
        ("en", "no internet in the whole building", "yes please. also do we get money back for this"),
        ("en", "no internet in the whole building", "yes do, any idea when it will be back?"),
    ],
)
def test_an_offer_is_kept_whatever_is_asked_beside(
    shipped_agent: Agent, language: str, offered: str, yes: str
) -> None:
    first = shipped_agent.start(language=language, text=offered)
    reply = shipped_agent.reply(first.conversation_id, text=yes)
    assert reply.status is Status.WITH_PERSON and reply.ticket and reply.sources


def test_who_goes_on_to_something_else_has_taken_no_offer(shipped_agent: Agent) -> None:
    first = shipped_agent.start(language="en", text="no internet in the whole building")
    reply = shipped_agent.reply(first.conversation_id, text="ok and how do I pay my bill?")
    assert reply.ticket is None


@pytest.mark.parametrize(
    ("language", "asks", "pages"),
    [
        ("lt", "koks greičiausias planas ir ar reik sutarties 2 metams?", ("26,99 €", "24")),
        ("en", "what does the cheapest plan cost, and how long is the contract?", ("€14.99", "24 months")),
    ],
)
def test_each_question_has_its_page(
    shipped_agent: Agent, language: str, asks: str, pages: tuple[str, ...]
) -> None:
    text = shipped_agent.start(language=language, text=asks).text
    assert all(each in text for each in pages)


@pytest.mark.parametrize(
    ("language", "person", "asks", "answer"),
    [
        ("lt", "noriu žmogaus", "o kiek tas vizitas kainuos jei laidą zuikis nukando?", "29 €"),
        ("lt", "noriu žmogaus", "o tai nemokamai ar kaip?", "29 €"),
        ("lt", "noriu žmogaus", "dar klausimas, ar galima sąskaita gaut popierine paštu", "1 €"),
        ("lt", "noriu žmogaus", "tai pasakykit bent kiek kainuoja tv paketas", "6,99 €"),
        ("en", "a person please", "and how much is the visit if my cat chewed the lead", "€29"),
        ("en", "a person please", "one more thing, can I get a paper bill", "€1"),
    ],
)
def test_after_a_handover_questions_are_answered_as_before_it(
    shipped_agent: Agent, language: str, person: str, asks: str, answer: str
) -> None:
    *_, reply = last(shipped_agent, language, person, "+370 612 34567", asks)
    assert answer in reply


@pytest.mark.parametrize(
    ("language", "asks"),
    [
        ("en", "how much does it cost if my dog did it? and no I can't be home till Friday"),
        ("lt", "o kiek kainuos jei aš pats duris daryčiau užspaudžiau tą laidą?"),
    ],
)
def test_what_the_visit_costs_is_told_where_it_is_offered(
    shipped_agent: Agent, language: str, asks: str
) -> None:
    reply = told(shipped_agent, language, asks, "los_red", "fibre_damaged")
    assert reply.kind is ReplyKind.ANSWER and "29" in reply.text and reply.ticket is None


@pytest.mark.parametrize(
    ("language", "asked", "text", "guide"),
    [
        ("lt", "kokius planus turite?", "ko man apie planus, internetas neveikia!", "internet_no_connection"),
        ("en", "how do I pay the bill?", "nothing to do with the bill, my TV is dead", "tv_no_signal"),
    ],
)
def test_a_fault_beside_a_protest_over_the_page_begins_its_guide(
    shipped_agent: Agent, language: str, asked: str, text: str, guide: str
) -> None:
    begun = shipped_agent.start(text=asked, language=language).conversation_id
    assert shipped_agent.reply(begun, text=text).scenario == guide


@pytest.mark.parametrize(
    ("language", "asked", "text"),
    [
        ("en", "how do I pay the bill?", "it's not about me, it's for my mother"),
        ("en", "how do I pay the bill?", "I never asked for paper bills"),
        ("lt", "kaip sumokėti sąskaitą?", "tai ne apie mane, o mamai"),
    ],
)
def test_what_was_not_meant_for_oneself_is_no_protest(
    shipped_agent: Agent, language: str, asked: str, text: str
) -> None:
    begun = shipped_agent.start(text=asked, language=language).conversation_id
    reply = shipped_agent.reply(begun, text=text)
    assert {"en": "took that the wrong way", "lt": "ne taip supratau"}[language] not in reply.text
