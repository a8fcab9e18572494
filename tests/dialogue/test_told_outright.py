"""Good news that leaves nothing to ask ends the guide; one word more than that, and the goal is asked about as before."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Status
from tests.dialogue.talking import told


@pytest.mark.parametrize(
    ("language", "place", "text"),
    [
        ("en", ("internet_no_connection", "all_green"), "everything works now, thanks"),
        ("en", ("internet_no_connection", "all_green"), "it all works again, cheers, bye"),
        ("en", ("tv_no_signal", "tv_message"), "Found it! I pressed Source and the news is on"),
        ("en", ("email_not_working",), "look I'm done my mail works thanks goodbye"),
        ("en", ("tv_silent",), "optical was set to on, I changed it, everything works now"),
        ("en", ("internet_slow",), "turned out the vpn was on, I turned it off, everything works now"),
        ("en", ("internet_single_device",), "it was in airplane mode. everything works now!"),
        ("en", ("router_no_power",), "breaker was off, everything works now"),
        ("en", ("wifi_password",), "I typed it in again and now everything works, thank you"),
        ("lt", ("internet_no_connection", "all_green"), "viskas jau veikia, ačiū"),
        ("lt", ("internet_slow",), "dabar viskas veikia puikiai, dėkui"),
        (
            "lt",
            ("tv_no_signal",),
            "Oi, radau! Ant didžiojo pultelio Source paspaudžiau, HDMI 2, ir žinios rodo!",
        ),
        ("lt", ("email_not_working",), "paštas jau veikia, ačiū"),
        ("lt", ("router_no_power",), "kištukas buvo ištrauktas, įkišau, viskas veikia"),
        (
            "lt",
            ("internet_single_device",),
            "lėktuvo režimas buvo įjungtas, o aš išjungiau, dabar jau prisijungė ir viskas veikia",
        ),
        (
            "en",
            ("tv_no_signal", "tv_message"),
            "I pressed Source till it said HDMI 1, bingo, and the news is on",
        ),
        ("lt", ("router_no_power", "mains_ok"), "viskas vėl veikia"),
    ],
)
def test_who_says_outright_that_all_works_is_not_asked_whether_it_does(
    shipped_agent: Agent, language: str, place: tuple[str, ...], text: str
) -> None:
    guide, *choices = place
    assert told(shipped_agent, language, text, *choices, guide=guide).status is Status.RESOLVED


@pytest.mark.parametrize(
    ("language", "place", "text"),
    [
        ("en", ("internet_no_connection",), "yes all working thanks"),
        ("lt", ("internet_no_connection",), "viskas veikia ačiū"),
        ("en", ("internet_no_connection",), "everything works now, thanks"),
        ("en", ("internet_no_connection", "all_green"), "everything works for now"),
        ("en", ("internet_no_connection", "all_green"), "it works but slowly"),
        ("en", ("internet_no_connection", "all_green"), "everything works but slowly"),
        ("en", ("internet_no_connection", "all_green"), "everything works on my phone"),
        ("en", ("internet_no_connection", "all_green"), "everything worked a minute"),
        ("en", ("internet_no_connection", "all_green"), "everything worked a minute ago"),
        ("en", ("internet_no_connection", "all_green"), "if everything works, great"),
        ("en", ("internet_no_connection", "all_green"), "if everything works now I'm happy"),
        ("en", ("internet_no_connection", "all_green"), "it says everything works"),
        ("en", ("internet_no_connection", "all_green"), "the app says everything works now"),
        ("en", ("internet_no_connection", "all_green"), "my neighbour's works"),
        ("en", ("internet_no_connection", "all_green"), "at my neighbour's everything works now"),
        ("en", ("internet_no_connection", "all_green"), "the light works now"),
        ("en", ("internet_no_connection", "all_green"), "all the lights are working now"),
        ("en", ("internet_no_connection", "all_green"), "yeah right, everything works now"),
        (
            "en",
            ("internet_no_connection", "all_green"),
            "oh sure everything works, that's why I am writing to you",
        ),
        ("en", ("internet_no_connection", "all_green"), "everything works except the laptop"),
        ("en", ("internet_no_connection", "all_green"), "everything works, only the tv doesn't"),
        ("en", ("internet_no_connection", "all_green"), "everything works now and then"),
        ("en", ("internet_no_connection", "all_green"), "does everything work now?"),
        ("en", ("internet_no_connection", "all_green"), "everything works now?"),
        ("en", ("internet_no_connection", "all_green"), "not everything works now"),
        ("en", ("internet_no_connection", "all_green"), "everything works now, the tv not"),
        ("en", ("internet_no_connection", "all_green"), "everything else works"),
        ("en", ("internet_no_connection", "all_green"), "everything else works now, thanks"),
        ("en", ("internet_no_connection", "all_green"), "I think everything works now"),
        ("en", ("internet_no_connection", "all_green"), "everything works so far"),
        ("en", ("internet_no_connection", "all_green"), "everything works now, let's see for how long"),
        ("en", ("internet_no_connection", "all_green"), "everything should be working now"),
        ("en", ("internet_no_connection", "all_green"), "I want everything working now"),
        ("en", ("internet_no_connection", "all_green"), "get everything working now"),
        ("en", ("internet_no_connection", "all_green"), "when everything works I will write"),
        ("en", ("internet_no_connection", "all_green"), "everything works until I open youtube"),
        ("en", ("internet_no_connection", "all_green"), "my son says everything works now but I can't tell"),
        ("en", ("internet_no_connection", "all_green"), "everything works in the kitchen now"),
        ("en", ("internet_no_connection", "all_green"), "everything works on mobile data now"),
        ("en", ("internet_no_connection", "all_green"), "with the cable everything works now"),
        ("en", ("internet_no_connection", "all_green"), "everything works upstairs, downstairs nothing"),
        ("en", ("internet_no_connection", "all_green"), "everything works now, no wait, it's gone"),
        ("en", ("internet_no_connection", "all_green"), "everything was working yesterday"),
        ("en", ("internet_no_connection", "all_green"), "make sure all works now"),
        ("en", ("internet_no_connection", "all_green"), "all working except wifi"),
        ("en", ("internet_no_connection", "all_green"), "nothing works now"),
        ("en", ("internet_no_connection", "all_green"), "now everything works worse"),
        ("en", ("internet_no_connection", "all_green"), "everything works again for a second and dies"),
        ("en", ("internet_intermittent",), "everything works now, thanks"),
        ("en", ("internet_intermittent",), "it all works again"),
        ("en", ("tv_picture_breaking",), "everything works now thanks"),
        ("en", ("tv_silent",), "the tv works now"),
        ("en", ("tv_silent",), "the tv is working now, thanks"),
        ("en", ("phone_call_quality",), "the phone works now"),
        ("en", ("phone_call_quality",), "I hear everybody well"),
        ("en", ("internet_single_device",), "the internet works now"),
        ("en", ("email_not_working",), "my wife's mail works now"),
        ("en", ("email_not_working",), "my mail works in the browser now"),
        ("en", ("email_not_working",), "my mail works on the phone now thanks"),
        ("en", ("email_not_working",), "my mail works half the time"),
        ("en", ("tv_no_signal", "tv_message"), "the news is on in the kitchen"),
        ("en", ("tv_no_signal", "tv_message"), "pressed Source and the news is on"),
        ("lt", ("phone_no_dial_tone", "silence"), "oi, ką tik prisiskambinau dukrai"),
        ("en", ("tv_no_signal", "tv_message"), "the news is on youtube"),
        ("en", ("tv_no_signal", "tv_message"), "the channels are back for a second"),
        ("en", ("tv_no_signal", "tv_message"), "the radio works now"),
        ("en", ("tv_no_signal",), "I pressed Source, HDMI 2, only the news is on"),
        ("lt", ("internet_no_connection", "all_green"), "viskas veikia kol kas"),
        ("lt", ("internet_no_connection", "all_green"), "viskas veikia, bet lėtai"),
        ("lt", ("internet_no_connection", "all_green"), "viskas veikia telefone"),
        ("lt", ("internet_no_connection", "all_green"), "dukra sako viskas veikia"),
        ("lt", ("internet_no_connection", "all_green"), "kaimynui viskas veikia"),
        ("lt", ("internet_no_connection", "all_green"), "pas kaimyną jau viskas veikia"),
        ("lt", ("internet_no_connection", "all_green"), "jei viskas veikia, tai gerai"),
        ("lt", ("internet_no_connection", "all_green"), "ar viskas veikia?"),
        ("lt", ("internet_no_connection", "all_green"), "ar jau viskas veikia"),
        ("lt", ("internet_no_connection", "all_green"), "ne viskas veikia"),
        ("lt", ("internet_no_connection", "all_green"), "viskas veikė minutę"),
        ("lt", ("internet_no_connection", "all_green"), "viskas veikia, tik kompiuteris ne"),
        ("lt", ("internet_no_connection", "all_green"), "viskas veikia išskyrus televizorių"),
        ("lt", ("internet_no_connection", "all_green"), "rašo kad viskas veikia"),
        ("lt", ("internet_no_connection", "all_green"), "lemputė veikia"),
        ("lt", ("internet_no_connection", "all_green"), "lyg viskas veikia"),
        ("lt", ("internet_no_connection", "all_green"), "nu jo aišku, viskas veikia"),
        ("lt", ("internet_no_connection", "all_green"), "gal jau viskas veikia"),
        ("lt", ("internet_no_connection", "all_green"), "noriu kad viskas veiktų"),
        ("lt", ("internet_no_connection", "all_green"), "viskas veikia per mobilius duomenis"),
        ("lt", ("internet_no_connection", "all_green"), "viskas veikia tai neveikia"),
        ("lt", ("internet_no_connection", "all_green"), "viskas kitas veikia"),
        ("lt", ("internet_no_connection", "all_green"), "visa kita veikia"),
        ("lt", ("internet_intermittent",), "viskas jau veikia"),
        ("lt", ("tv_silent",), "televizorius veikia"),
        ("lt", ("email_not_working",), "žmonos paštas veikia"),
        ("lt", ("email_not_working",), "paštas veikia telefone"),
        ("lt", ("tv_no_signal",), "kaimynui žinios rodo"),
        ("lt", ("tv_no_signal",), "žinios rodo virtuvėje"),
        ("en", ("internet_no_connection", "all_green"), "I switched to mobile data, everything works now"),
        ("en", ("internet_no_connection", "all_green"), "I moved to the kitchen, everything works now"),
        ("en", ("wifi_weak",), "I restarted it near the router, everything works now"),
        (
            "en",
            ("internet_no_connection", "all_green"),
            "turned out my phone has mobile data, everything works now",
        ),
        (
            "en",
            ("internet_no_connection", "all_green"),
            "I plugged the cable into the laptop, everything works now",
        ),
        (
            "en",
            ("internet_no_connection", "all_green"),
            "restarted it on the neighbour's wifi, everything works now",
        ),
        (
            "en",
            ("internet_no_connection", "all_green"),
            "the router was off for a week, everything works, but the bill is wrong",
        ),
        ("lt", ("internet_no_connection", "all_green"), "perjungiau į mobilius duomenis, viskas veikia"),
        ("lt", ("internet_no_connection", "all_green"), "prisijungiau prie kaimyno, viskas veikia"),
        ("lt", ("internet_no_connection", "all_green"), "buvo išjungtas, įjungiau, viskas veikia minutę"),
    ],
)
def test_what_is_limited_doubted_or_of_another_closes_nothing(
    shipped_agent: Agent, language: str, place: tuple[str, ...], text: str
) -> None:
    guide, *choices = place
    assert told(shipped_agent, language, text, *choices, guide=guide).status is not Status.RESOLVED
