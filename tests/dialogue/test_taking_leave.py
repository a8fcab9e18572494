"""Good news in the customer's own words, news that comes with a goodbye, "that's all", and a person nobody wants after all."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import ReplyKind, Status
from tests.dialogue.talking import INTERNET, LANDLINE, PASSWORD, PLUGGED, pressed, told

TV, SILENT, SLOW, DROPS, DARK, ONE = (
    "tv_no_signal",
    "tv_silent",
    "internet_slow",
    "internet_intermittent",
    "router_no_power",
    "internet_single_device",
)
TV_GOAL = ("black", "all_empty", "standby")
SOUND_GOAL = ("mute_still", "all_silent", "other_output")
DROPS_GOAL = ("everyone", "lights_not_seen", "extension_lead")


@pytest.mark.parametrize(
    ("language", "text", "guide", "choices"),
    [
        ("en", "yup thats cracked it", TV, TV_GOAL),
        ("en", "Yes it is lovely now thank you dear", TV, TV_GOAL),
        ("en", "right as rain", TV, TV_GOAL),
        ("en", "result!", TV, TV_GOAL),
        (
            "en",
            "oh there we are, I found it on the top, I pressed it and I can see the news lady now",
            TV,
            TV_GOAL,
        ),
        ("en", "But the television is working now! I do not want to touch any leads", TV, TV_GOAL),
        ("en", "that's done the trick", SILENT, SOUND_GOAL),
        ("en", "been fine for the last couple of hours touch wood", DROPS, DROPS_GOAL),
        ("en", "all of them", INTERNET, PLUGGED),
        ("lt", "Oi kaip gražu, Panorama rodo! Ačiū tau, dukryt", TV, TV_GOAL),
        ("lt", "rodo rodo, sakau gi", TV, TV_GOAL),
        ("lt", "perjungiau i TV garsiakalbius ir jau sneka", SILENT, SOUND_GOAL),
        ("lt", "visuose", INTERNET, PLUGGED),
        ("lt", "netrūkinėja", DROPS, DROPS_GOAL),
    ],
)
def test_the_goal_told_in_own_words_is_the_end(
    shipped_agent: Agent, language: str, text: str, guide: str, choices: tuple[str, ...]
) -> None:
    assert told(shipped_agent, language, text, *choices, guide=guide).status is Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "text", "guide", "choices"),
    [
        ("en", "yeah right, works great", TV, TV_GOAL),
        ("en", "lovely, still nothing", TV, TV_GOAL),
        ("en", "I want to see the news", TV, TV_GOAL),
        ("en", "almost everywhere", INTERNET, PLUGGED),
        ("en", "fine now what", TV, TV_GOAL),
        ("lt", "rodo meniu", TV, TV_GOAL),
        ("lt", "rodo, kad nėra signalo", TV, TV_GOAL),
        ("lt", "šneka tik per ausines", SILENT, SOUND_GOAL),
        ("lt", "beveik visuose", INTERNET, PLUGGED),
    ],
)
def test_what_only_sounds_like_it_is_not(
    shipped_agent: Agent, language: str, text: str, guide: str, choices: tuple[str, ...]
) -> None:
    assert told(shipped_agent, language, text, *choices, guide=guide).status is not Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "kompe jau eina, telefone dar ne"),
        ("en", "pc is fine, my phone still isn't"),
        ("en", "works on the laptop but not on the phone yet"),
    ],
)
def test_one_device_works_and_another_does_not(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, *PLUGGED).scenario == ONE


@pytest.mark.parametrize(
    ("language", "text", "guide", "choices"),
    [
        ("en", "omg. please just close it, internet works perfectly", DROPS, ("everyone", "lights_same")),
        ("en", "everything works fine, bye", SLOW, ()),
        ("lt", "nieko netrukdo, viskas veikia gerai, viso gero", SLOW, ()),
    ],
)
def test_news_with_a_goodbye_needs_no_second_question(
    shipped_agent: Agent, language: str, text: str, guide: str, choices: tuple[str, ...]
) -> None:
    assert told(shipped_agent, language, text, *choices, guide=guide).status is Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "text", "guide", "choices"),
    [
        ("en", "pressed the switch and bingo its all come on", DARK, ("mains_ok", "looks_sound")),
        (
            "en",
            "it says headphones, how odd. changed it to tv speaker and there she goes, i can hear the news",
            SILENT,
            ("mute_still", "all_silent"),
        ),
        ("lt", "perjungiau i TV garsiakalbius ir jau sneka", SILENT, ("mute_still", "all_silent")),
        ("lt", "oi, ką tik prisiskambinau dukrai", LANDLINE, ("silence",)),
    ],
)
def test_news_beside_a_step_is_confirmed_once(
    shipped_agent: Agent, language: str, text: str, guide: str, choices: tuple[str, ...]
) -> None:
    reply = told(shipped_agent, language, text, *choices, guide=guide)
    assert (reply.status, reply.step) == (Status.OPEN, "closing")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I'll say bye when it works perfectly"),
        ("en", "it works perfectly for an hour then drops, please close it"),
        ("en", "everything works fine except the speed, bye"),
    ],
)
def test_no_goodbye_makes_news_of_what_is_none(shipped_agent: Agent, language: str, text: str) -> None:
    reply = told(shipped_agent, language, text, "everyone", "lights_same", guide=DROPS)
    assert reply.status is not Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "oh nothing else, thats the lot"),
        ("en", "nothing else"),
        ("en", "no no its working fine, i said thats all"),
        ("lt", "nieko daugiau"),
        ("lt", "tai viskas"),
        ("lt", "ne ne, viskas veikia, sakiau kad viskas"),
    ],
)
def test_that_is_all_stays_the_end(shipped_agent: Agent, language: str, text: str) -> None:
    begun = pressed(shipped_agent, language, *PLUGGED, "works")
    reply = shipped_agent.reply(begun, text=text)
    assert (reply.status, reply.kind) == (Status.RESOLVED, ReplyKind.COURTESY)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "nothing works again"),
        ("en", "that's all well and good but it's gone again"),
        ("lt", "nieko daugiau nėra, vėl dingo"),
    ],
)
def test_what_only_begins_like_it_is_a_relapse(shipped_agent: Agent, language: str, text: str) -> None:
    begun = pressed(shipped_agent, language, *PLUGGED, "works")
    assert shipped_agent.reply(begun, text=text).status is Status.OPEN


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "thanks, I only wanted to know the price, that's all"),
        ("lt", "ačiū, man tik kainos reikėjo, viskas"),
    ],
)
def test_a_guide_nobody_needs_is_left(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, guide=SLOW).kind is ReplyKind.COURTESY


def test_everything_is_an_answer_where_it_is_listed(shipped_agent: Agent) -> None:
    assert told(shipped_agent, "lt", "viskas", guide=SLOW).step == "background_load"


@pytest.mark.parametrize(
    ("language", "first", "then"),
    [
        ("lt", "noriu žmogaus", "ai žinai jau nebereikia, pats susitvarkiau, routerį perkroviau"),
        ("en", "get me a human", "actually sorted it myself, restarted the router"),
    ],
)
def test_who_mended_it_needs_no_call(shipped_agent: Agent, language: str, first: str, then: str) -> None:
    begun = pressed(shipped_agent, language)
    shipped_agent.reply(begun, text=first)
    assert shipped_agent.reply(begun, text=then).status is Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "first", "then"),
    [
        ("lt", "noriu žmogaus", "ne, palaukit, man nereikia kolegos, tik pasakykit ką daryt"),
        ("en", "get me a human", "I don't need anyone, what do I do next"),
    ],
)
def test_a_person_refused_after_all_gives_the_guide_back(
    shipped_agent: Agent, language: str, first: str, then: str
) -> None:
    begun = pressed(shipped_agent, language)
    shipped_agent.reply(begun, text=first)
    reply = shipped_agent.reply(begun, text=then)
    assert (reply.status, reply.step) == (Status.OPEN, "router_lights")


def test_what_was_complained_of_is_not_lost_with_the_call(shipped_agent: Agent) -> None:
    begun = shipped_agent.start(text="neveikia internetas, duokit žmogų").conversation_id
    reply = shipped_agent.reply(begun, text="ne, palaukit, man nereikia kolegos, tik pasakykit ką daryt")
    assert reply.scenario == INTERNET


def test_the_end_is_told_before_the_other_thing_is_asked(shipped_agent: Agent) -> None:
    reply = told(
        shipped_agent,
        "en",
        "yes it works, thanks. another question",
        "unknown_password",
        "label_fits",
        guide=PASSWORD,
    )
    success, asked = reply.text.find("the password"), reply.text.find("other thing")
    assert 0 <= success < asked


def test_a_no_that_complains_of_what_was_mended_is_a_relapse(shipped_agent: Agent) -> None:
    begun = shipped_agent.start(text="neveikia internetas ir laidinis telefonas tyli").conversation_id
    for choice in (*PLUGGED, "works"):
        offered = shipped_agent.reply(begun, choice=choice)
    assert [choice.id for choice in offered.choices] == ["yes", "no"]
    reply = shipped_agent.reply(begun, text="ne, jūs nesupratot, telefone interneto vis dar nėra")
    assert reply.status is Status.OPEN
    assert reply.scenario in (INTERNET, ONE)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "great, thanks! the router works perfectly, what next"),
        ("en", "Thanks! Everything works on my phone!"),
        ("en", "ok thanks! all the cables are fine!"),
        ("lt", "Ačiū! Routeris veikia puikiai"),
        ("lt", "Ačiū! Telefone viskas veikia puikiai"),
    ],
)
def test_thanks_for_what_else_works_closes_nothing(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text, guide=INTERNET).status is Status.OPEN
