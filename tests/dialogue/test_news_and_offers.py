"""News at an offer or at a step, a second problem beside "no thanks", and a yes that is meant for later."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Reply, Status

GUIDE = "internet_no_connection"
VISIT, COLLEAGUE = ("los_red", "fibre_damaged"), ("los_red", "fibre_damaged", "no")


def told(agent: Agent, language: str, text: str, *choices: str, guide: str = GUIDE) -> Reply:
    begun = agent.start(language=language, scenario=guide).conversation_id
    for choice in choices:
        agent.reply(begun, choice=choice)
    return agent.reply(begun, text=text)


# ---- at the offer of a visit, or of a colleague


@pytest.mark.parametrize("offered", [VISIT, COLLEAGUE])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "o, viskas susitvarkė"),
        ("lt", "oi, jau veikia"),
        ("lt", "palaukit, pats atsirado"),
        ("lt", "palikim, atsirado internetas"),
        ("lt", "nereikia, internetas grįžo"),
        ("en", "oh, it sorted itself out"),
        ("en", "oh it's back now"),
        ("en", "never mind, it fixed itself"),
        ("en", "hold on, the internet just came back"),
        ("en", "it's all working again, thanks"),
    ],
)
def test_who_needs_nobody_any_more_is_not_handed_over(
    shipped_agent: Agent, language: str, text: str, offered: tuple[str, ...]
) -> None:
    reply = told(shipped_agent, language, text, *offered)
    assert (reply.status, reply.ticket) == (Status.RESOLVED, None)


@pytest.mark.parametrize(
    ("language", "text", "status"),
    [
        ("lt", "ne, pats susitvarkysiu", Status.OPEN),
        ("lt", "ne, ačiū", Status.OPEN),
        ("lt", "gerai", Status.WITH_PERSON),
        ("lt", "gerai, perduokit", Status.WITH_PERSON),
        ("lt", "taip, viskas sugedo", Status.WITH_PERSON),
        ("en", "no, I'll fix it myself", Status.OPEN),
        ("en", "yes please, nothing works", Status.WITH_PERSON),
        ("en", "good", Status.WITH_PERSON),
        ("en", "ok", Status.WITH_PERSON),
        ("en", "I'm back now", Status.OPEN),
        ("en", "it works but slowly", Status.OPEN),
    ],
)
def test_what_is_no_news_is_none(shipped_agent: Agent, language: str, text: str, status: Status) -> None:
    assert told(shipped_agent, language, text, *COLLEAGUE).status is status


@pytest.mark.parametrize(
    ("language", "text", "guide"),
    [
        ("lt", "ne, nereikia, bet dar televizorius nerodo", "tv_no_signal"),
        ("lt", "nereikia kolegos, geriau pasakykit, kodėl paštas neveikia", "email_not_working"),
        ("lt", "ne, ačiū. o dar laidinis telefonas tyli", "phone_no_dial_tone"),
        ("en", "no, but the landline is dead too", "phone_no_dial_tone"),
        ("en", "no thank you. my email isn't working though", "email_not_working"),
        ("en", "nope, but also my mail doesn't open", "email_not_working"),
    ],
)
def test_a_new_problem_beside_no_thanks_is_served(
    shipped_agent: Agent, language: str, text: str, guide: str
) -> None:
    assert told(shipped_agent, language, text, *COLLEAGUE).scenario == guide


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "ne, vis tiek neveikia"),
        ("lt", "ne, internetas vis tiek neveikia"),
        ("lt", "ne, televizorius veikia"),
        ("en", "no, nothing works anyway"),
        ("en", "no, the internet is dead anyway"),
        ("en", "no, the tv is fine"),
        ("en", "no, I'm fed up"),
    ],
)
def test_what_stands_beside_a_no_may_be_no_new_problem(
    shipped_agent: Agent, language: str, text: str
) -> None:
    reply = told(shipped_agent, language, text, *COLLEAGUE)
    assert (reply.status, reply.step) == (Status.OPEN, None)


@pytest.mark.parametrize(
    ("language", "text", "named"),
    [
        ("lt", "ne, nereikia, bet dar televizorius nerodo", "Televizorius nerodo"),
        ("en", "no, but the landline is dead too", "Landline dead"),
    ],
)
def test_a_new_problem_beside_no_visit_comes_after_the_offer(
    shipped_agent: Agent, language: str, text: str, named: str
) -> None:
    begun = shipped_agent.start(language=language, scenario=GUIDE).conversation_id
    for choice in VISIT:
        shipped_agent.reply(begun, choice=choice)
    offered = shipped_agent.reply(begun, text=text)
    assert named in offered.text
    after = shipped_agent.reply(begun, choice="no")
    assert named in after.text
    assert shipped_agent.reply(begun, choice="yes").scenario in ("tv_no_signal", "phone_no_dial_tone")


# ---- at a step


@pytest.mark.parametrize(
    ("guide", "choices"),
    [
        (GUIDE, ()),
        (GUIDE, ("los_red",)),
        ("phone_no_dial_tone", ()),
        ("tv_no_signal", ()),
        ("wifi_weak", ()),
    ],
)
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "nė vienas… oi, pats susitvarkė"),
        ("lt", "o, jau pats atsitaisė"),
        ("lt", "nieko nebereikia, savaime susitvarkė"),
        ("en", "oh never mind, it fixed itself"),
        ("en", "none of… oh, it just fixed itself"),
        ("en", "it resolved itself, thanks"),
    ],
)
def test_what_healed_by_itself_is_no_answer(
    shipped_agent: Agent, language: str, text: str, guide: str, choices: tuple[str, ...]
) -> None:
    assert told(shipped_agent, language, text, *choices, guide=guide).step == "closing"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "ar pats susitvarkys?"),
        ("lt", "gal pats susitvarkys"),
        ("lt", "pats nesusitvarkė"),
        ("lt", "susitvarkysiu pats"),
        ("en", "will it fix itself?"),
        ("en", "it hasn't fixed itself"),
        ("en", "maybe it will sort itself out"),
        ("en", "it fixed itself but the light is red again"),
    ],
)
def test_what_did_not_heal_closes_nothing(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text)
    assert (reply.status, reply.step) != (Status.RESOLVED, None)
    assert reply.step != "closing"


# ---- "may we begin?"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "taip, bet tik rytoj po pietų"),
        ("lt", "galim, tik po darbo"),
        ("lt", "taip, po pusvalandžio"),
        ("lt", "taip, bet ne dabar"),
        ("lt", "jo, tik savaitgalį"),
        ("en", "yes, but only tomorrow afternoon"),
        ("en", "ok, but only this evening"),
        ("en", "sure, after work"),
        ("en", "yes, in half an hour"),
        ("en", "yes but not now"),
    ],
)
def test_a_yes_for_later_begins_nothing_yet(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text, "los_red", "fibre_fine")
    assert (reply.status, reply.step) == (Status.WAITING, "restart_ready")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "taip, rytoj jau bus per vėlu, pradedam"),
        ("lt", "taip, pradedam dabar"),
        ("lt", "taip, vakare jau bandžiau, bet galim"),
        ("lt", "taip, tik greitai, po pietų išeinu"),
        ("en", "yes, I tried yesterday evening but let's do it"),
        ("en", "yes, let's go"),
    ],
)
def test_a_yes_beside_a_time_may_be_for_now(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, "los_red", "fibre_fine").step == "restart_unplug"


def test_what_must_be_done_before_then_is_not_put_off(shipped_agent: Agent) -> None:
    reply = told(shipped_agent, "en", "yes, do it before tomorrow", "los_red", "fibre_fine")
    assert reply.status is not Status.WAITING


@pytest.mark.parametrize(("language", "text"), [("lt", "raudona, vakare"), ("en", "red, in the evening")])
def test_a_time_beside_another_answer_waits_for_nothing(
    shipped_agent: Agent, language: str, text: str
) -> None:
    assert told(shipped_agent, language, text).status is not Status.WAITING
