"""News at an offer or at a step, a second problem beside "no thanks", and a yes that is meant for later."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Pending, PendingKind, Status
from tests.dialogue.talking import COLLEAGUE, INTERNET, RESTART, VISIT, pressed, told
from tests.dialogue.test_dialogue_odd_turns import put

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
    ("language", "text", "guide"),
    [
        ("en", "no thanks. actually my internet is super slow on everything", "internet_slow"),
        ("en", "nope, but the tv has no sound", "tv_silent"),
        ("lt", "ne, ačiū. tiesa, internetas labai lėtas visur", "internet_slow"),
        ("lt", "ne, bet neveikia el. paštas, laiškai neateina", "email_not_working"),
    ],
)
def test_what_follows_no_thanks_to_a_colleague_is_a_message_of_its_own(
    shipped_agent: Agent, language: str, text: str, guide: str
) -> None:
    begun = shipped_agent.start(language=language).conversation_id
    put(shipped_agent, begun, pending=Pending(PendingKind.OFFER_PERSON))
    reply = shipped_agent.reply(begun, text=text)
    assert (reply.scenario, reply.ticket) == (guide, None)


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
        ("en", "no, but the landline is dead too", "landline has no dial tone"),
    ],
)
def test_a_new_problem_beside_no_visit_comes_after_the_offer(
    shipped_agent: Agent, language: str, text: str, named: str
) -> None:
    begun = pressed(shipped_agent, language, *VISIT)
    offered = shipped_agent.reply(begun, text=text)
    assert named in offered.text
    after = shipped_agent.reply(begun, choice="no")
    assert named in after.text
    assert shipped_agent.reply(begun, choice="yes").scenario in ("tv_no_signal", "phone_no_dial_tone")


# ---- at a step


@pytest.mark.parametrize(
    ("guide", "choices"),
    [
        (INTERNET, ()),
        (INTERNET, ("los_red",)),
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
    ("language", "text", "step"),
    [
        ("lt", "ar pats susitvarkys?", "router_lights"),
        ("lt", "gal pats susitvarkys", "router_lights"),
        ("lt", "pats nesusitvarkė", "router_lights"),
        ("lt", "susitvarkysiu pats", "router_lights"),
        ("en", "will it fix itself?", "router_lights"),
        ("en", "maybe it will sort itself out", "router_lights"),
        ("en", "it fixed itself but the internet light is red again", "router_cables"),
    ],
)
def test_what_did_not_heal_closes_nothing(shipped_agent: Agent, language: str, text: str, step: str) -> None:
    reply = told(shipped_agent, language, text)
    assert (reply.status, reply.step) == (Status.OPEN, step)


def test_what_has_not_healed_closes_nothing(shipped_agent: Agent) -> None:
    reply = told(shipped_agent, "en", "it hasn't fixed itself")
    assert reply.status is Status.OPEN
    assert reply.step not in ("closing", None)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "televizorius pats susitvarkė, internetas ne"),
        ("lt", "triukšmas pats dingo, interneto vis dar nėra"),
        ("lt", "dar jau susitvarkė ne"),
        ("en", "it never fixed itself"),
        ("en", "noise stopped by itself, internet still out"),
        ("en", "the tv fixed itself, the internet not"),
    ],
)
def test_what_healed_in_part_or_never_closes_nothing(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text).step == "router_lights"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "internetas pats susitvarkė, ir televizorius"),
        ("en", "never seen that before, it fixed itself"),
        ("en", "it fixed itself, never mind"),
    ],
)
def test_what_healed_wholly_is_asked_about(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text).step == "closing"


# ---- "may we begin?"


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("lt", "taip, nuo 8 val. nėra", "restart_unplug"),
        ("lt", "taip, ryte dingo", "restart_unplug"),
        ("lt", "taip, galiu vakare arba dabar", "restart_unplug"),
        ("en", "ready, it failed in the morning", "restart_unplug"),
        ("en", "yes, it broke in the evening", "restart_unplug"),
        ("en", "yes I can do it in the evening or now", "restart_unplug"),
    ],
)
def test_a_time_of_trouble_or_now_puts_nothing_off(
    shipped_agent: Agent, language: str, text: str, step: str
) -> None:
    reply = told(shipped_agent, language, text, *RESTART)
    assert (reply.status, reply.step) == (Status.OPEN, step)


@pytest.mark.parametrize(
    ("lt", "en"),
    [
        ("taip, bet tik rytoj po pietų", "yes, but only tomorrow afternoon"),
        ("galim, tik po darbo", "sure, after work"),
        ("taip, po pusvalandžio", "yes, in half an hour"),
        ("taip, bet ne dabar", "yes but not now"),
        ("jo, tik savaitgalį", "yeah, only at the weekend"),
        ("gerai, šįvakar", "ok, this evening"),
        ("gerai, vakare", "fine, in the evening"),
        ("nu gerai, rytoj", "well ok, tomorrow"),
        ("gerai, vėliau", "ok, later"),
        ("tinka, bet tik šįvakar", "ok, but only this evening"),
        ("taip, bet tik po 18 val.", "yes but only after 6pm"),
        ("taip, nuo 18 valandos", "yes, from 6 o'clock"),
        ("pasiruošęs po dešimties minučių", "ready in ten minutes"),
    ],
)
@pytest.mark.parametrize("language", ["lt", "en"])
def test_a_yes_for_later_begins_nothing_yet(shipped_agent: Agent, language: str, lt: str, en: str) -> None:
    reply = told(shipped_agent, language, {"lt": lt, "en": en}[language], *RESTART)
    assert (reply.status, reply.step) == (Status.WAITING, "restart_ready")


@pytest.mark.parametrize(
    ("lt", "en"),
    [
        ("taip, pradedam dabar", "yes, let's go"),
        ("taip", "yes"),
        ("gerai, pradedam", "ok, let's begin"),
        ("pasiruošęs", "ready"),
        ("taip, vakare jau bandžiau, bet galim", "yes, I tried yesterday evening but let's do it"),
        ("taip, rytoj jau bus per vėlu, pradedam", "ready before tomorrow"),
        ("taip, tik greitai, po pietų išeinu", "yes, only quickly, I leave after lunch"),
    ],
)
@pytest.mark.parametrize("language", ["lt", "en"])
def test_a_yes_beside_a_time_may_be_for_now(shipped_agent: Agent, language: str, lt: str, en: str) -> None:
    assert told(shipped_agent, language, {"lt": lt, "en": en}[language], *RESTART).step == "restart_unplug"


@pytest.mark.parametrize(
    ("language", "text"), [("lt", "taip, padarom iki rytojaus"), ("en", "yes, do it before tomorrow")]
)
def test_what_must_be_done_before_then_is_not_put_off(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text, *RESTART)
    assert reply.status is Status.OPEN
    assert reply.step in ("restart_ready", "restart_unplug")


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [("lt", "raudona los, vakare", "fibre_cable"), ("en", "red los, in the evening", "fibre_cable")],
)
def test_a_time_beside_another_answer_waits_for_nothing(
    shipped_agent: Agent, language: str, text: str, step: str
) -> None:
    reply = told(shipped_agent, language, text)
    assert (reply.status, reply.step) == (Status.OPEN, step)


# ---- a yes to an offer is none to "does it work?"


@pytest.mark.parametrize("offered", [VISIT, COLLEAGUE])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "gerai, kad būtų jau pataisyta"),
        ("lt", "taip, kad vėl veiktų"),
        ("lt", "nu gerai, kol bus sutvarkyta"),
        ("en", "yes please, get it fixed"),
        ("en", "ok, please have it fixed"),
        ("en", "yes I'd like it working again"),
        ("en", "ok, until it's working again"),
        ("en", "yes please, until it is fixed"),
    ],
)
def test_a_yes_to_an_offer_is_none_to_does_it_work(
    shipped_agent: Agent, language: str, text: str, offered: tuple[str, ...]
) -> None:
    begun = pressed(shipped_agent, language, *offered)
    reply = shipped_agent.reply(begun, text=text)
    assert (bool(reply.ticket), shipped_agent.get(begun).pending) == (True, None)
    assert reply.status in (Status.ESCALATED, Status.WITH_PERSON)


@pytest.mark.parametrize("offered", [VISIT, COLLEAGUE])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "taip, jau veikia"),
        ("lt", "grįžo sekundei"),
        ("lt", "viskas gerai, išskyrus internetą"),
        ("lt", "mobilus internetas jau veikia"),
        ("lt", "ne, dabar veikia tik telefone"),
        ("en", "well yes, it works now"),
        ("en", "its fine now book the visit"),
        ("en", "is the problem solved"),
        ("en", "has it been fixed?"),
        ("en", "the tv works again"),
        ("en", "my mobile data is working again"),
        ("en", "the lights are back to normal but internet still dead"),
        ("en", "it is working again in one room"),
        ("en", "it came back then died again"),
        ("en", "came back for a second"),
        ("en", "everything is fine except internet"),
        ("en", "when it is fixed will you call me"),
    ],
)
def test_news_of_a_part_or_in_doubt_is_asked_about(
    shipped_agent: Agent, language: str, text: str, offered: tuple[str, ...]
) -> None:
    begun = pressed(shipped_agent, language, *offered)
    open_still = shipped_agent.get(begun).pending
    reply = shipped_agent.reply(begun, text=text)
    assert (reply.status, reply.ticket) == (Status.OPEN, None)
    assert shipped_agent.get(begun).pending == open_still


@pytest.mark.parametrize("offered", [VISIT, COLLEAGUE])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "jau veikia internetas ir televizorius"),
        ("lt", "ne, jau veikia"),
        ("en", "no need, the internet works again"),
        ("en", "it is working again in all rooms"),
        ("en", "no thanks, it works now"),
    ],
)
def test_news_of_the_whole_matter_ends_it(
    shipped_agent: Agent, language: str, text: str, offered: tuple[str, ...]
) -> None:
    assert told(shipped_agent, language, text, *offered).status is Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "būtų gerai"),
        ("lt", "man tinka"),
        ("en", "that would be fine"),
        ("en", "fine by me"),
        ("en", "just get it fixed"),
        ("en", "good now, book it please"),
    ],
)
def test_a_wish_beside_it_is_still_a_yes(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, *VISIT).status is Status.ESCALATED


@pytest.mark.parametrize(("language", "text"), [("en", "no thanks, it works fine on my phone")])
def test_a_no_with_news_books_nothing(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, *VISIT).ticket is None


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "yes, book it, I want it fixed"), ("lt", "taip, tegul atvažiuoja ir sutvarko")],
)
def test_who_asks_for_the_visit_gets_it(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, *VISIT).status is Status.ESCALATED


@pytest.mark.parametrize(
    ("language", "text"),
    [("lt", "minutę veikia ir vėl dingsta")],
)
def test_news_in_doubt_asks_again(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text, *VISIT)
    assert (reply.status, reply.ticket, [each.id for each in reply.choices]) == (
        Status.OPEN,
        None,
        ["yes", "no"],
    )


# ---- what else is wrong, beside a no


@pytest.mark.parametrize(
    ("lt", "en", "first", "queue"),
    [
        (
            "ne, televizorius nerodo, ir laidinis tyli",
            "no, the tv is dead, and the landline is dead too",
            "tv_no_signal",
            ("phone_no_dial_tone",),
        ),
        ("ne, internetas ir taip lėtas", "no, the internet is slow anyway", INTERNET, ()),
        ("ne, kaimynui ir televizorius nerodo", "no, the neighbour's tv is dead too", INTERNET, ()),
        ("ne, televizorius veikia gerai", "no, the tv is fine", INTERNET, ()),
    ],
)
@pytest.mark.parametrize("language", ["lt", "en"])
def test_every_fault_beside_the_no_is_heard(
    shipped_agent: Agent, language: str, lt: str, en: str, first: str, queue: tuple[str, ...]
) -> None:
    reply = told(shipped_agent, language, {"lt": lt, "en": en}[language], *COLLEAGUE)
    assert (reply.scenario, shipped_agent.get(reply.conversation_id).queue) == (first, queue)


@pytest.mark.parametrize("language", ["lt", "en"])
def test_both_faults_beside_no_visit_come_after_the_offer(shipped_agent: Agent, language: str) -> None:
    text = {
        "lt": "ne, televizorius nerodo, ir laidinis tyli",
        "en": "no, the tv is dead, and the landline is dead too",
    }[language]
    begun = told(shipped_agent, language, text, *VISIT).conversation_id
    assert shipped_agent.get(begun).queue == ("tv_no_signal", "phone_no_dial_tone")


TWO = {"lt": "neveikia internetas ir televizija", "en": "no internet and no tv"}


def at_colleague(agent: Agent, language: str) -> str:
    """No internet and no TV, and the TV waits until the colleague is accepted or declined."""
    begun = agent.start(text=TWO[language], language=language).conversation_id
    for choice in COLLEAGUE:
        agent.reply(begun, choice=choice)
    assert agent.get(begun).queue == ("tv_no_signal",)
    return begun


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "ne, o televizorius irgi nerodo"),
        ("en", "no thanks, but the tv has no picture"),
        ("en", "no, the tv is dead too"),
    ],
)
def test_what_waits_already_is_begun_and_waits_no_longer(
    shipped_agent: Agent, language: str, text: str
) -> None:
    begun = at_colleague(shipped_agent, language)
    assert shipped_agent.reply(begun, text=text).step == "screen_message"
    assert shipped_agent.get(begun).queue == ()


@pytest.mark.parametrize(
    ("language", "text"),
    [("lt", "ne, bet ir laidinis tyli"), ("en", "no, but the landline is dead too")],
)
def test_what_is_new_comes_after_what_waits(shipped_agent: Agent, language: str, text: str) -> None:
    begun = at_colleague(shipped_agent, language)
    offered = shipped_agent.reply(begun, text=text)
    assert shipped_agent.scenarios["tv_no_signal"].title.get(language) in offered.text
    assert shipped_agent.get(begun).queue == ("tv_no_signal", "phone_no_dial_tone")


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [
        ("lt", "ne, bet laidinis irgi tyli", "+37060000000"),
        ("lt", "ne, bet laidinis irgi tyli", "gerai"),
        ("en", "no, but the landline is dead too", "+37060000000"),
        ("en", "no, but the landline is dead too", "I won't give you my number"),
    ],
)
def test_what_was_promised_next_is_offered_once_the_call_is(
    shipped_agent: Agent, language: str, text: str, number: str
) -> None:
    begun = told(shipped_agent, language, text, *VISIT).conversation_id
    handed = shipped_agent.reply(begun, choice="yes")
    assert handed.status is Status.WITH_PERSON
    offered = shipped_agent.reply(begun, text=number)
    assert (offered.status, [each.id for each in offered.choices]) == (Status.WITH_PERSON, ["yes", "no"])
    assert shipped_agent.reply(begun, choice="yes").step == "line_sound"


def test_who_may_be_called_already_is_offered_it_at_once(shipped_agent: Agent) -> None:
    begun = pressed(shipped_agent, "en", *VISIT)
    shipped_agent.reply(begun, text="my number is +37060000000")
    shipped_agent.reply(begun, text="no, but the landline is dead too")
    handed = shipped_agent.reply(begun, choice="yes")
    assert (handed.status, [each.id for each in handed.choices]) == (Status.WITH_PERSON, ["yes", "no"])
