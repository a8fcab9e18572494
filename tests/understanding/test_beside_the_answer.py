"""What stands beside an answer: regret, a grievance, what came of it, what a box looks like. None of it changes the answer."""

from __future__ import annotations

from functools import cache

import pytest

from agent.material import read_material
from agent.settings import load_settings
from agent.understanding import Question, read_answer
from agent.understanding.encoder import encoder
from benchmarks.cases import question_of
from tests.shipped import ROOT

Case = tuple[str, str, str, str | None]


@cache
def question(step: str, language: str) -> Question:
    guide, _, ref = step.partition(".")
    folders = {"scenarios_dir": ROOT / "scenarios", "knowledge_dir": ROOT / "knowledge_base"}
    library = read_material(load_settings({}, **folders)).library
    return question_of(next(s for s in library[guide].steps if s.ref == ref), language, bare=False)


def meaning(step: str, language: str, reply: str) -> str | None:
    return read_answer(question(step, language), reply, language, encoder=encoder()).outcome


CHANNELS, BASE = "tv_silent.silent_scope", "phone_no_dial_tone.handset_power"
SOCKET, POWER = "tv_picture_breaking.other_lan_socket", "internet_no_connection.power_supply"
LIGHTS, NEAR, TIMES = (
    "internet_no_connection.router_lights",
    "internet_slow.wifi_near",
    "internet_slow.compare_times",
)
MAIL, STAIRS, HDMI = "email_not_working.mail_trouble", "wifi_weak.signal_drop", "tv_no_signal.hdmi_cable"
SCREEN = "internet_single_device.wifi_screen"


@pytest.mark.parametrize(
    ("step", "language", "answer"),
    [
        (CHANNELS, "en", "all of them"),
        (CHANNELS, "lt", "visi"),
        (POWER, "en", "still dark"),
        (POWER, "lt", "vis tiek tamsu"),
    ],
)
def test_a_tail_of_feeling_changes_no_answer(step: str, language: str, answer: str) -> None:
    tails = {
        "en": (
            "{} I'm afraid",
            "{}, unfortunately",
            "sadly {}",
            "{}. I'm fed up with this",
            "{}! And I pay good money",
        ),
        "lt": ("{}, deja", "deja {}", "{}. Kiek galima!", "{}. Už ką aš moku pinigus", "{}, apgailestauju"),
    }
    alone = meaning(step, language, answer)
    assert alone is not None
    assert {tail: meaning(step, language, tail.format(answer)) for tail in tails[language]} == dict.fromkeys(
        tails[language], alone
    )


@pytest.mark.parametrize(
    ("step", "language", "reply", "outcome"),
    [
        (SOCKET, "lt", "perkėliau, lemputė dega, bet nepasikeitė nieko", "moved_lan"),
        (SOCKET, "en", "moved it, light came on, but the picture still freezes", "moved_lan"),
        (
            HDMI,
            "en",
            "moved it to the next socket, a picture for a moment, then no signal again",
            "moved_port",
        ),
        (POWER, "lt", "užsidegė, bet interneto vis tiek nėra", "lit_now"),
        ("internet_slow.vpn", "en", "I use no VPN. the whole wifi goes off and comes back", "no_vpn"),
        (
            "internet_slow.background_load",
            "lt",
            "nieko nesiunčiam, aš vienas. tik žaidimai stringa",
            "nothing",
        ),
        (NEAR, "lt", "greičiau, bet vakarais vis tiek lagina", "fast_near"),
        (NEAR, "en", "yes, faster, but it still lags at times", "fast_near"),
        (MAIL, "lt", "gauti, sakiau gi. siuntimas veikia", "cannot_receive"),
        (MAIL, "en", "receiving. sending works", "cannot_receive"),
        (STAIRS, "en", "when I go up the stairs. it's a concrete house", "other_floor"),
        (TIMES, "lt", "vakare blogiau, dieną normaliai", "evening_drop"),
        (TIMES, "en", "worse in the evening, fine in the day", "evening_drop"),
    ],
)
def test_a_clause_that_answers_outweighs_what_came_of_it(
    step: str, language: str, reply: str, outcome: str
) -> None:
    assert meaning(step, language, reply) == outcome


@pytest.mark.parametrize(
    ("step", "language", "reply", "wrong"),
    [
        (SOCKET, "lt", "perkėliau, bet lemputė nedega", "moved_lan"),
        (NEAR, "en", "not any faster, still lags in the evening", "fast_near"),
        (NEAR, "lt", "ne greičiau, ir čia lėta", "fast_near"),
        (NEAR, "en", "I thought it would be faster, but it's just as slow", "fast_near"),
        (TIMES, "lt", "dieną lėta, naktį lėta, vakare irgi", "evening_drop"),
        (TIMES, "en", "bad in the morning, bad in the evening", "evening_drop"),
        (MAIL, "en", "I can't send, receiving works", "cannot_receive"),
        (STAIRS, "lt", "už mūrinės sienos", "other_floor"),
        (CHANNELS, "en", "all of them have sound now", "all_silent"),
        (POWER, "en", "I'm afraid not", "lit_now"),
    ],
)
def test_what_tells_of_the_thing_asked_about_is_heard(
    step: str, language: str, reply: str, wrong: str
) -> None:
    assert meaning(step, language, reply) != wrong


@pytest.mark.parametrize(
    ("step", "language", "reply", "wrong"),
    [
        (BASE, "en", "ITS CORDLESS. BASE HAS A GREEN LIGHT. I PAY GOOD MONEY FOR THIS", "corded"),
        (BASE, "en", "cordless, not corded!", "base_off"),
        (BASE, "lt", "belaidis, ne laidinis", "base_off"),
        (LIGHTS, "en", "there's a white box on the wall and a black one on the shelf", "dark"),
        (LIGHTS, "en", "one box is white, the other black", "dark"),
        (LIGHTS, "lt", "viena dėžutė balta, kita juoda", "dark"),
        (LIGHTS, "lt", "dega kažkokia raudona lempa", "los_red"),
        (LIGHTS, "en", "there's some red light", "los_red"),
        (LIGHTS, "en", "a red light", "internet_red"),
    ],
)
def test_what_fits_several_answers_or_none_is_asked_about(
    step: str, language: str, reply: str, wrong: str
) -> None:
    assert meaning(step, language, reply) != wrong


@pytest.mark.parametrize(
    ("step", "language", "reply", "outcome"),
    [
        (BASE, "en", "it's cordless and the base is dark", "base_off"),
        (BASE, "lt", "belaidis, stovelis nešviečia", "base_off"),
        (LIGHTS, "en", "the black box is dark", "dark"),
        (LIGHTS, "lt", "juodoji dėžutė visai nedega", "dark"),
        (LIGHTS, "lt", "viena dėžutė visai juoda", "dark"),
        (LIGHTS, "en", "red light on the module", "los_red"),
        (LIGHTS, "lt", "ant mažosios dėžutės raudona", "los_red"),
        (LIGHTS, "lt", "raudona ant maršrutizatoriaus", "internet_red"),
        (SCREEN, "en", "Wi-Fi won't switch on", "wont_switch_on"),
        (SCREEN, "lt", "prie mūsų tinklo", "own_network"),
    ],
)
def test_what_is_said_plainly_is_taken(step: str, language: str, reply: str, outcome: str) -> None:
    assert meaning(step, language, reply) == outcome
