"""Good news that leaves nothing to ask ends the guide; one word more than that, and the goal is asked about as before."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Status
from tests.dialogue.talking import told


@pytest.mark.parametrize(
    ("language", "place", "text"),
    [
        ("en", ("internet_no_connection",), "everything works now, thanks"),
        ("en", ("internet_no_connection",), "it all works again, cheers, bye"),
        ("en", ("tv_no_signal", "tv_message"), "Found it! I pressed Source and the news is on"),
        ("en", ("email_not_working",), "look I'm done my mail works thanks goodbye"),
        ("en", ("tv_silent",), "optical was set to on, I changed it, everything works now"),
        ("en", ("internet_slow",), "turned out the vpn was on, I turned it off, everything works now"),
        ("en", ("internet_single_device",), "it was in airplane mode. everything works now!"),
        ("en", ("router_no_power",), "breaker was off, everything works now"),
        ("en", ("wifi_password",), "I typed it in again and now everything works, thank you"),
        ("lt", ("internet_no_connection",), "viskas jau veikia, ačiū"),
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
        ("en", ("internet_no_connection",), "everything works for now"),
        ("en", ("internet_no_connection",), "it works but slowly"),
        ("en", ("internet_no_connection",), "everything works but slowly"),
        ("en", ("internet_no_connection",), "everything works on my phone"),
        ("en", ("internet_no_connection",), "everything worked a minute"),
        ("en", ("internet_no_connection",), "everything worked a minute ago"),
        ("en", ("internet_no_connection",), "if everything works, great"),
        ("en", ("internet_no_connection",), "if everything works now I'm happy"),
        ("en", ("internet_no_connection",), "it says everything works"),
        ("en", ("internet_no_connection",), "the app says everything works now"),
        ("en", ("internet_no_connection",), "my neighbour's works"),
        ("en", ("internet_no_connection",), "at my neighbour's everything works now"),
        ("en", ("internet_no_connection",), "the light works now"),
        ("en", ("internet_no_connection",), "all the lights are working now"),
        ("en", ("internet_no_connection",), "yeah right, everything works now"),
        ("en", ("internet_no_connection",), "oh sure everything works, that's why I am writing to you"),
        ("en", ("internet_no_connection",), "everything works except the laptop"),
        ("en", ("internet_no_connection",), "everything works, only the tv doesn't"),
        ("en", ("internet_no_connection",), "everything works now and then"),
        ("en", ("internet_no_connection",), "does everything work now?"),
        ("en", ("internet_no_connection",), "everything works now?"),
        ("en", ("internet_no_connection",), "not everything works now"),
        ("en", ("internet_no_connection",), "everything works now, the tv not"),
        ("en", ("internet_no_connection",), "everything else works"),
        ("en", ("internet_no_connection",), "everything else works now, thanks"),
        ("en", ("internet_no_connection",), "I think everything works now"),
        ("en", ("internet_no_connection",), "everything works so far"),
        ("en", ("internet_no_connection",), "everything works now, let's see for how long"),
        ("en", ("internet_no_connection",), "everything should be working now"),
        ("en", ("internet_no_connection",), "I want everything working now"),
        ("en", ("internet_no_connection",), "get everything working now"),
        ("en", ("internet_no_connection",), "when everything works I will write"),
        ("en", ("internet_no_connection",), "everything works until I open youtube"),
        ("en", ("internet_no_connection",), "my son says everything works now but I can't tell"),
        ("en", ("internet_no_connection",), "everything works in the kitchen now"),
        ("en", ("internet_no_connection",), "everything works on mobile data now"),
        ("en", ("internet_no_connection",), "with the cable everything works now"),
        ("en", ("internet_no_connection",), "everything works upstairs, downstairs nothing"),
        ("en", ("internet_no_connection",), "everything works now, no wait, it's gone"),
        ("en", ("internet_no_connection",), "everything was working yesterday"),
        ("en", ("internet_no_connection",), "make sure all works now"),
        ("en", ("internet_no_connection",), "all working except wifi"),
        ("en", ("internet_no_connection",), "nothing works now"),
        ("en", ("internet_no_connection",), "now everything works worse"),
        ("en", ("internet_no_connection",), "everything works again for a second and dies"),
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
        ("lt", ("internet_no_connection",), "viskas veikia kol kas"),
        ("lt", ("internet_no_connection",), "viskas veikia, bet lėtai"),
        ("lt", ("internet_no_connection",), "viskas veikia telefone"),
        ("lt", ("internet_no_connection",), "dukra sako viskas veikia"),
        ("lt", ("internet_no_connection",), "kaimynui viskas veikia"),
        ("lt", ("internet_no_connection",), "pas kaimyną jau viskas veikia"),
        ("lt", ("internet_no_connection",), "jei viskas veikia, tai gerai"),
        ("lt", ("internet_no_connection",), "ar viskas veikia?"),
        ("lt", ("internet_no_connection",), "ar jau viskas veikia"),
        ("lt", ("internet_no_connection",), "ne viskas veikia"),
        ("lt", ("internet_no_connection",), "viskas veikė minutę"),
        ("lt", ("internet_no_connection",), "viskas veikia, tik kompiuteris ne"),
        ("lt", ("internet_no_connection",), "viskas veikia išskyrus televizorių"),
        ("lt", ("internet_no_connection",), "rašo kad viskas veikia"),
        ("lt", ("internet_no_connection",), "lemputė veikia"),
        ("lt", ("internet_no_connection",), "lyg viskas veikia"),
        ("lt", ("internet_no_connection",), "nu jo aišku, viskas veikia"),
        ("lt", ("internet_no_connection",), "gal jau viskas veikia"),
        ("lt", ("internet_no_connection",), "noriu kad viskas veiktų"),
        ("lt", ("internet_no_connection",), "viskas veikia per mobilius duomenis"),
        ("lt", ("internet_no_connection",), "viskas veikia tai neveikia"),
        ("lt", ("internet_no_connection",), "viskas kitas veikia"),
        ("lt", ("internet_no_connection",), "visa kita veikia"),
        ("lt", ("internet_intermittent",), "viskas jau veikia"),
        ("lt", ("tv_silent",), "televizorius veikia"),
        ("lt", ("email_not_working",), "žmonos paštas veikia"),
        ("lt", ("email_not_working",), "paštas veikia telefone"),
        ("lt", ("tv_no_signal",), "kaimynui žinios rodo"),
        ("lt", ("tv_no_signal",), "žinios rodo virtuvėje"),
        ("en", ("internet_no_connection",), "I switched to mobile data, everything works now"),
        ("en", ("internet_no_connection",), "I moved to the kitchen, everything works now"),
        ("en", ("wifi_weak",), "I restarted it near the router, everything works now"),
        ("en", ("internet_no_connection",), "turned out my phone has mobile data, everything works now"),
        ("en", ("internet_no_connection",), "I plugged the cable into the laptop, everything works now"),
        ("en", ("internet_no_connection",), "restarted it on the neighbour's wifi, everything works now"),
        (
            "en",
            ("internet_no_connection",),
            "the router was off for a week, everything works, but the bill is wrong",
        ),
        ("lt", ("internet_no_connection",), "perjungiau į mobilius duomenis, viskas veikia"),
        ("lt", ("internet_no_connection",), "prisijungiau prie kaimyno, viskas veikia"),
        ("lt", ("internet_no_connection",), "buvo išjungtas, įjungiau, viskas veikia minutę"),
    ],
)
def test_what_is_limited_doubted_or_of_another_closes_nothing(
    shipped_agent: Agent, language: str, place: tuple[str, ...], text: str
) -> None:
    guide, *choices = place
    assert told(shipped_agent, language, text, *choices, guide=guide).status is not Status.RESOLVED
