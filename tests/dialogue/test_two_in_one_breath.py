"""Two services in one clause: the first is served, the second comes next and is said to."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import PendingKind
from agent.understanding.joined import complaints
from tests.dialogue.talking import COLLEAGUE


@pytest.mark.parametrize(
    ("language", "text", "first", "second"),
    [
        ("en", "the phone is silent and the internet gone", "internet_no_connection", "phone_no_dial_tone"),
        ("en", "no internet and no tv", "internet_no_connection", "tv_no_signal"),
        ("en", "my internet is dead and the tv has no picture", "internet_no_connection", "tv_no_signal"),
        ("lt", "telefonas tyli ir internetas dingo", "internet_no_connection", "phone_no_dial_tone"),
        ("lt", "neveikia internetas ir televizija", "internet_no_connection", "tv_no_signal"),
        ("lt", "nėra nei interneto, nei televizijos", "internet_no_connection", "tv_no_signal"),
        ("lt", "nera neto ir teliko", "internet_no_connection", "tv_no_signal"),
    ],
)
def test_the_second_service_comes_next(
    shipped_agent: Agent, language: str, text: str, first: str, second: str
) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert reply.scenario == first
    assert shipped_agent.get(reply.conversation_id).queue == (second,)
    assert shipped_agent.scenarios[second].title.get(language) in reply.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "no internet on my phone and tv"),
        ("en", "the internet and tv work, only the landline is dead"),
        ("en", "no internet and the router is dark"),
        ("en", "the tv and internet bill is too high"),
        ("en", "internet drops and comes back"),
        ("en", "wifi is weak in the kitchen and bedroom"),
        ("en", "do you sell internet and tv together?"),
        ("lt", "neveikia internetas telefone ir televizoriuje"),
        ("lt", "internetas ir televizija veikia, o laidinis tyli"),
        ("lt", "nėra interneto ir modemas nedega"),
        ("lt", "kiek kainuoja internetas ir televizija?"),
        ("lt", "wifi silpnas virtuvėje ir miegamajame"),
    ],
)
def test_what_is_one_matter_queues_nothing(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert shipped_agent.get(reply.conversation_id).queue == ()


ALL_THREE = ("internet_no_connection", "tv_no_signal", "phone_no_dial_tone")


@pytest.mark.parametrize(
    ("language", "text", "guides"),
    [
        ("en", "no internet, no tv and no phone", ALL_THREE),
        ("en", "internet, tv and phone are all dead", ALL_THREE),
        ("en", "no internet or tv", ALL_THREE[:2]),
        ("en", "no internet & no tv", ALL_THREE[:2]),
        ("en", "no internet as well as no tv", ALL_THREE[:2]),
        ("en", "both the internet and the tv are down", ALL_THREE[:2]),
        ("en", "no internet and tv since yesterday", ALL_THREE[:2]),
        ("lt", "nėra interneto, televizijos ir telefono", ALL_THREE),
        ("lt", "neveikia internetas, televizija ir telefonas", ALL_THREE),
        ("lt", "neveikia nei internetas, nei televizija, nei telefonas", ALL_THREE),
        ("lt", "neveikia internetas & televizija", ALL_THREE[:2]),
        ("lt", "neveikia internetas, taip pat televizija", ALL_THREE[:2]),
        ("lt", "vakar dingo internetas ir televizija", ALL_THREE[:2]),
    ],
)
def test_all_that_fails_is_served_in_order(
    shipped_agent: Agent, language: str, text: str, guides: tuple[str, ...]
) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert (reply.scenario, *shipped_agent.get(reply.conversation_id).queue) == guides


@pytest.mark.parametrize(
    ("language", "text", "guide"),
    [
        ("en", "no tv and the internet is fine", "tv_no_signal"),
        ("en", "no internet and the tv is ok", "internet_no_connection"),
        (
            "en",
            "my internet and tv were down yesterday, now only the phone is dead",
            "phone_no_dial_tone",
        ),
        ("en", "tv and internet are fine, my email does not work", "email_not_working"),
        ("lt", "nėra televizijos ir internetas veikia gerai", "tv_no_signal"),
        ("lt", "internetas ir televizija neveikė vakar, dabar tik telefonas tyli", "phone_no_dial_tone"),
        ("lt", "televizija ir internetas veikia, tik paštas neveikia", "email_not_working"),
    ],
)
def test_only_what_fails_now_is_served(shipped_agent: Agent, language: str, text: str, guide: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert (reply.scenario, shipped_agent.get(reply.conversation_id).queue) == (guide, ())


@pytest.mark.parametrize(
    ("language", "text", "parts"),
    [
        ("en", "no internet and no tv", ("no internet", "no tv")),
        ("en", "neither internet nor tv works", ("neither internet works", "neither tv works")),
        ("en", "no phone and no internet", ("no phone", "no internet")),
        ("en", "no internet and the tv is ok", ("no internet",)),
        ("en", "is it the internet or the tv?", ()),
        ("en", "I have no internet and email me please", ("I have no internet and email me please",)),
        ("lt", "neturiu interneto, parašykit į paštą", ("neturiu interneto",)),
        ("en", "I pay for internet and tv", ()),
        ("en", "the tv is dead next door", ()),
        ("lt", "neveikia internetas ir televizija", ("neveikia internetas", "neveikia televizija")),
        ("lt", "dingo internetas ir neveikia paštas", ("dingo internetas", "neveikia paštas")),
        ("lt", "nėra televizijos ir internetas veikia gerai", ("nėra televizijos",)),
        ("lt", "kaimynui ir televizorius nerodo", ()),
        ("lt", "internetas ir wifi neveikia", ("internetas, wifi neveikia",)),
        ("en", "the router and the modem are dark", ("the router and the modem are dark",)),
        ("en", "phone crackles and internet drops", ("phone crackles", "internet drops")),
        ("en", "phone and tv both work", ()),
        ("en", "the internet is out, so is the tv", ("the internet is out", "the tv is out")),
        ("en", "the internet works, the tv too", ()),
        ("en", "no internet, phones are ok", ("no internet",)),
        ("en", "no internet. the same phone as before", ("no internet.", "the same phone as before")),
        ("en", "the internet is down. And the tv?", ("the internet is down.",)),
        (
            "lt",
            "neveikia internetas, televizija ir telefonas tyli",
            ("neveikia internetas", "televizija tyli", "telefonas tyli"),
        ),
        ("lt", "veikia internetas, televizija irgi", ()),
        ("lt", "nera interneto, o dar tv stringa", ("nera interneto", "tv stringa")),
        ("lt", "nėra interneto, tas pats telefonas", ("nėra interneto", "tas pats telefonas")),
        ("en", "laptop wont connect to wifi, phone ok", ("laptop wont connect to wifi",)),
        ("en", "no internet and tv, phone ok", ("no internet", "no tv")),
        ("en", "internet good but phone crackles", ("phone crackles",)),
        ("en", "internet not fine, tv not fine", ("internet not fine", "tv not fine")),
        ("lt", "neveikia tv, internetas ok", ("neveikia tv",)),
        ("lt", "neveikia internetas ir tv, telefonas gerai", ("neveikia internetas", "neveikia tv")),
        ("lt", "internetas negerai ir tv stringa", ("internetas negerai", "tv stringa")),
        ("en", "internet and tv not ok", ("internet not ok", "tv not ok")),
        ("en", "internet ok, tv not ok", ("tv not ok",)),
        ("en", "internet down and tv not good", ("internet down", "tv not good")),
        ("en", "wifi not okay, tv okay", ("wifi not okay",)),
        ("lt", "internetas ne ok ir tv ne ok", ("internetas ne ok", "tv ne ok")),
        ("lt", "paštas ok gaunu bet nesiunčia", ("paštas ok gaunu, bet nesiunčia",)),
    ],
)
def test_complaints_told_apart(language: str, text: str, parts: tuple[str, ...]) -> None:
    assert tuple(each.text for each in complaints(text, language)) == parts


# ---- what waits is offered wherever the talk comes to an end

TWO = {"lt": "neveikia internetas ir televizija", "en": "no internet and no tv"}
TV = ("tv_no_signal",)


def waiting(agent: Agent, language: str, *choices: str) -> str:
    """No internet and no TV; the first was walked to where these answers lead."""
    begun = agent.start(text=TWO[language], language=language).conversation_id
    for choice in choices:
        agent.reply(begun, choice=choice)
    assert agent.get(begun).queue == TV
    return begun


def offers_tv(agent: Agent, begun: str) -> bool:
    pending = agent.get(begun).pending
    offered = pending is not None and pending.kind is PendingKind.RESUME
    return offered and agent.reply(begun, choice="yes").scenario == TV[0]


@pytest.mark.parametrize(
    ("language", "choices", "text"),
    [
        ("lt", COLLEAGUE, "o, jau veikia"),
        ("en", COLLEAGUE, "oh it works now"),
        ("lt", (*COLLEAGUE, "yes"), "ačiū"),
        ("lt", (*COLLEAGUE, "yes"), "internetas grįžo"),
        ("en", (*COLLEAGUE, "yes"), "thanks"),
        ("en", (*COLLEAGUE, "yes"), "bye"),
        ("en", (*COLLEAGUE, "yes"), "internet is back"),
        ("en", COLLEAGUE, "no thanks"),
    ],
)
def test_what_waits_is_offered_at_every_end(
    shipped_agent: Agent, language: str, choices: tuple[str, ...], text: str
) -> None:
    begun = waiting(shipped_agent, language, *choices)
    shipped_agent.reply(begun, text=text)
    assert offers_tv(shipped_agent, begun)


@pytest.mark.parametrize("choices", [(*COLLEAGUE, "yes"), (*COLLEAGUE, "no")])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "o kaip televizija?"),
        ("lt", "o televizorius?"),
        ("en", "what about the tv?"),
        ("en", "and the tv?"),
    ],
)
def test_what_waits_and_is_asked_after_begins(
    shipped_agent: Agent, language: str, choices: tuple[str, ...], text: str
) -> None:
    begun = waiting(shipped_agent, language, *choices)
    assert shipped_agent.reply(begun, text=text).scenario == TV[0]
    assert shipped_agent.get(begun).queue == ()


@pytest.mark.parametrize("choices", [(), COLLEAGUE[:-1]])
@pytest.mark.parametrize(("language", "text"), [("lt", "o kaip televizija?"), ("en", "what about the tv?")])
def test_what_is_asked_after_too_early_is_promised(
    shipped_agent: Agent, language: str, choices: tuple[str, ...], text: str
) -> None:
    begun = waiting(shipped_agent, language, *choices)
    reply = shipped_agent.reply(begun, text=text)
    assert shipped_agent.scenarios[TV[0]].title.get(language) in reply.text
    assert (reply.scenario, shipped_agent.get(begun).queue) == ("internet_no_connection", TV)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "o kiek kainuoja televizija?"),
        ("lt", "televizorius veikia"),
        ("en", "what about the price of tv?"),
        ("en", "the tv works"),
    ],
)
def test_more_than_its_name_asks_for_something_else(shipped_agent: Agent, language: str, text: str) -> None:
    begun = waiting(shipped_agent, language, *COLLEAGUE, "yes")
    assert shipped_agent.reply(begun, text=text).scenario != TV[0]


@pytest.mark.parametrize(
    ("language", "text", "queue"),
    [
        ("lt", "neveikia internetas ir televizija", TV),
        ("lt", "neveikia internetas ir laidinis telefonas", (*TV, "phone_no_dial_tone")),
        ("en", "internet and tv still do not work", TV),
        ("en", "the internet and the phone are dead", (*TV, "phone_no_dial_tone")),
    ],
)
def test_a_complaint_is_no_answer_to_shall_we_go_on(
    shipped_agent: Agent, language: str, text: str, queue: tuple[str, ...]
) -> None:
    begun = waiting(shipped_agent, language, *COLLEAGUE, "yes")
    shipped_agent.reply(begun, text="+37060000000")
    shipped_agent.reply(begun, text=text)
    assert shipped_agent.get(begun).queue == queue
    assert offers_tv(shipped_agent, begun)


@pytest.mark.parametrize(("language", "text"), [("lt", "ne, ačiū"), ("en", "no, the tv is fine")])
def test_a_no_still_drops_it(shipped_agent: Agent, language: str, text: str) -> None:
    begun = waiting(shipped_agent, language, *COLLEAGUE, "no")
    shipped_agent.reply(begun, text=text)
    assert (shipped_agent.get(begun).queue, shipped_agent.get(begun).pending) == ((), None)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the internet is down. The TV too."),
        ("en", "internet down, tv too"),
        ("en", "the internet is down, and the tv"),
        ("en", "not only the internet is down but also the tv"),
        ("en", "only the phone works, internet and tv don't"),
        ("lt", "internetas neveikia, televizija irgi"),
        ("lt", "neveikia internetas. Ir televizija."),
        ("lt", "ne tik internetas neveikia, bet ir televizija"),
        ("lt", "veikia tik telefonas, internetas ir tv ne"),
    ],
)
def test_a_service_named_with_too_shares_the_fault(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    guides = [reply.scenario or "", *shipped_agent.get(reply.conversation_id).queue]
    assert [shipped_agent.scenarios[name].problem_type for name in guides] == ["internet", "tv"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the internet is down. The TV works."),
        ("en", "the internet is down. The neighbour's tv too."),
        ("en", "the internet is down. And the tv?"),
        ("en", "no internet. the same phone as before"),
        ("lt", "internetas neveikia, televizija veikia"),
        ("lt", "neveikia internetas. O televizija?"),
        ("lt", "nėra interneto, tas pats telefonas"),
    ],
)
def test_a_service_named_otherwise_shares_nothing(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert shipped_agent.get(reply.conversation_id).queue == ()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "internet and phone both work but tv doesn't"),
        ("lt", "internetas ir telefonas abu veikia, bet televizorius ne"),
    ],
)
def test_what_both_works_is_not_served(shipped_agent: Agent, language: str, text: str) -> None:
    reply = shipped_agent.start(text=text, language=language)
    assert reply.scenario is not None
    assert shipped_agent.scenarios[reply.scenario].problem_type == "tv"
    assert shipped_agent.get(reply.conversation_id).queue == ()


@pytest.mark.parametrize(
    ("language", "text", "service"),
    [
        ("en", "no internet on my phone, nor on the tv", "internet"),
        ("en", "no picture on the tv", "tv"),
        ("en", "my phone won't connect to wifi, but the tv connects", "internet"),
        ("lt", "neveikia internetas nei telefone, nei kompiuteryje", "internet"),
        ("lt", "nėra interneto nei televizoriuje, nei telefone", "internet"),
        ("lt", "telefone nėra interneto ir televizoriuje nėra interneto", "internet"),
        ("lt", "telefonas neprisijungia prie wifi, o televizorius prisijungia", "internet"),
        ("lt", "televizoriuje nėra vaizdo", "tv"),
    ],
)
def test_where_it_fails_is_no_service(language: str, text: str, service: str) -> None:
    assert {each.service for each in complaints(text, language)} == {service}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "no picture on the tv and no internet"),
        ("lt", "televizoriuje nėra vaizdo ir nėra interneto"),
        ("lt", "neveikia internetas, o televizoriuje nėra vaizdo"),
    ],
)
def test_a_place_with_a_fault_of_its_own_is_one(language: str, text: str) -> None:
    assert {each.service for each in complaints(text, language)} == {"tv", "internet"}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "internetas neveikia, o televizoriaus vaizdas stringa"),
        ("en", "the internet is dead and the tv picture freezes"),
    ],
)
def test_one_guide_a_service_waits(shipped_agent: Agent, language: str, text: str) -> None:
    begun = waiting(shipped_agent, language, *COLLEAGUE, "no")
    shipped_agent.reply(begun, text=text)
    assert shipped_agent.get(begun).queue == TV
