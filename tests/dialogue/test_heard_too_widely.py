"""What sounded like an answer, a guide or a page and is none: another's lamp, one device, any box, a lack told beside a page."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from tests.dialogue.talking import after, told

INTERNET, DEVICE, SCREEN = "internet_no_connection", "internet_single_device", "tv_no_signal"
LINE = "phone_no_dial_tone"


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "my wife says her mum's LOS is red, and we have no internet"),
        ("en", "my son says LOS is red at his school, our internet is down too"),
        ("en", "my wife says LOS is red, but i see green. no internet"),
        ("lt", "internetas neveikia, sūnus sako pažiūrėk ar LOS raudona"),
        ("lt", "internetas neveikia, žmona sako, kad pas mamą LOS raudona"),
        ("lt", "internetas neveikia, vyras sako, kad darbe LOS raudona"),
        ("lt", "vyras sakė, kad LOS raudona, kai neveikė, dabar vėl neveikia internetas"),
        ("lt", "internetas neveikia, žmona sako LOS raudona, o aš matau žalią"),
        ("en", "no internet. lights look fine except los"),
        ("en", "no internet, the light green one is off"),
        ("en", "no internet, los light is not red"),
    ],
)
def test_the_lights_are_asked_about(shipped_agent: Agent, language: str, message: str) -> None:
    assert after(shipped_agent, language, message).step == "router_lights"


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "my wife says LOS is red, no internet"),
        ("lt", "žmona sako kad namuose nera neto ir ant balto aparaciuko LOS raudonai mirksi"),
    ],
)
def test_a_lamp_seen_at_home_is_told(shipped_agent: Agent, language: str, message: str) -> None:
    assert after(shipped_agent, language, message).step == "fibre_cable"


@pytest.mark.parametrize(
    ("language", "message", "step"),
    [
        ("en", "i got a notice that it is suspended, when it is paid will it come back", "suspension_sign"),
        ("en", "suspended. paid last month bill, this one not", "suspension_sign"),
        ("en", "i got a notice of suspension but I paid yesterday", "how_paid"),
    ],
)
def test_only_what_is_paid_now_outweighs(
    shipped_agent: Agent, language: str, message: str, step: str
) -> None:
    assert after(shipped_agent, language, message).step == step


@pytest.mark.parametrize(
    ("language", "message", "guide"),
    [
        ("en", "my phone can't join the wifi, the pc on cable is fine", DEVICE),
        ("en", "wifi does not work on my laptop, the cable works on it", DEVICE),
        ("en", "new phone does not see wifi, computer by cable works", DEVICE),
        ("lt", "nešiojamas per wifi neveikia, per laidą veikia", DEVICE),
        ("lt", "spausdintuvas neprisijungia prie wifi, laidu veikia", DEVICE),
        ("lt", "planšetė nemato wifi, o pc per laidą gerai", DEVICE),
        ("lt", "dėžutė rašo nėra interneto, wifi irgi neveikia", INTERNET),
        ("en", "the ont box says no connection", INTERNET),
        ("en", "the white box says no internet on its screen", INTERNET),
        ("en", "the router box says no internet", INTERNET),
        ("en", "dialog box says no connection in windows", INTERNET),
        ("lt", "negaliu paskambinti nei į užsienį, nei Lietuvoje", LINE),
        ("lt", "interneto lemputė oranžinė, puslapiai neatsidaro", INTERNET),
        ("en", "router light orange, no pages open", INTERNET),
        ("en", "the internet light is orange and nothing works", INTERNET),
    ],
)
def test_it_goes_to_the_guide_of_the_fault(
    shipped_agent: Agent, language: str, message: str, guide: str
) -> None:
    assert after(shipped_agent, language, message).scenario == guide


@pytest.mark.parametrize(
    ("language", "message", "page"),
    [
        ("en", "the internet light is orange but everything works", "reading-the-lights"),
        ("lt", "interneto lemputė oranžinė, bet viskas veikia", "reading-the-lights"),
        ("en", "the WAN light of my own router is off, the others are on", "new-router"),
        ("lt", "neprisiskambinu į užsienį, Lietuvoje gerai", "landline-basics"),
        ("en", "what does a technician visit cost to install a second box", "technician-visit"),
        ("lt", "kiek kainuoja meistro vizitas, jei pultas neveikia", "technician-visit"),
        ("en", "I asked about the repeater's price, not the technician", "wifi-placement"),
        ("lt", "klausiau kiek kainuoja stiprintuvas, ne technikas", "wifi-placement"),
    ],
)
def test_it_goes_to_its_page(shipped_agent: Agent, language: str, message: str, page: str) -> None:
    assert [each.id for each in after(shipped_agent, language, message).sources] == [page]


def test_what_a_technician_costs_is_not_the_thing_looked_at(shipped_agent: Agent) -> None:
    reply = after(shipped_agent, "en", "how much for a technician to look at mesh")
    assert "wifi-placement" not in [each.id for each in reply.sources]


def test_a_fault_told_after_a_page_begins_its_guide(shipped_agent: Agent) -> None:
    reply = after(
        shipped_agent,
        "en",
        "only one website not opening, my bank",
        "yes but none of the sites open any more",
    )
    assert reply.scenario == INTERNET


@pytest.mark.parametrize(
    ("language", "guide", "message", "step"),
    [
        ("en", INTERNET, "lights look fine except los", "router_lights"),
        ("en", SCREEN, "tried three channels", "screen_message"),
        ("en", SCREEN, "two channels are missing", "channels_scope"),
        ("lt", LINE, "galiu paskambinti tik iš mobilaus", "line_sound"),
    ],
)
def test_what_only_sounds_like_an_answer_is_asked_again(
    shipped_agent: Agent, language: str, guide: str, message: str, step: str
) -> None:
    assert told(shipped_agent, language, message, guide=guide).step == step


@pytest.mark.parametrize(
    ("language", "message", "step"),
    [
        ("en", "router has no lights, only the power lamp is on", "mains_home"),
        ("en", "router has no lights, the lamp is on battery", "mains_home"),
        ("lt", "routeris nešviečia, lempa tam kambary dega, o rozetė neveikia", "mains_home"),
        ("en", "my tv shows no picture, i tried several channels", "screen_message"),
        ("en", "all channels are scrambled", "screen_message"),
    ],
)
def test_a_complaint_answers_no_more_than_it_says(
    shipped_agent: Agent, language: str, message: str, step: str
) -> None:
    assert after(shipped_agent, language, message).step == step


def test_a_tv_box_without_a_network_beside_a_dead_wifi_is_no_tv_fault(shipped_agent: Agent) -> None:
    """Asked about, or led to the internet: its guide for the TV would look for a signal."""
    assert after(shipped_agent, "en", "my tv box says no network, wifi is dead too").scenario in (
        None,
        INTERNET,
    )
