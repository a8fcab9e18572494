"""The internet is there by cable and only the Wi-Fi is without it; and what only sounds so."""

from __future__ import annotations

import pytest

from agent.understanding import find_acts, find_facts

LINK = "wired_link"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "my desktop on the cable is fine but nothing works on wifi"),
        ("en", "the wired laptop works perfectly. It's just the wifi"),
        ("en", "wifi is dead, by cable there is internet"),
        ("lt", "per kabelį kompiuteris veikia puikiai, o wifi nėra"),
        ("lt", "laidu viskas veikia, per wifi ne"),
        ("lt", "per laida kompas veikia, o wifi niekam neveikia"),
        ("lt", "kompas laidu eina, wifi dingo"),
    ],
)
def test_it_works_by_cable_and_the_wifi_fails(language: str, text: str) -> None:
    stated = {fact.name: fact.value for fact in find_facts(text, language)}
    assert stated[LINK] == "wire_works"
    assert stated.get("scope") != "single_device"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "wifi works but the cable doesn't"),
        ("en", "neither wifi nor the cable works"),
        ("en", "I changed the cable, the cable is fine, wifi still down"),
        ("en", "yesterday it worked by cable but the wifi didn't"),
        ("en", "my neighbour says it works by cable but the wifi doesn't"),
        ("en", "the TV plays by cable, no wifi"),
        ("lt", "per wifi veikia, o laidu ne"),
        ("lt", "nei laidu, nei per wifi neveikia"),
        ("lt", "vakar laidu veikė, o wifi ne"),
        ("lt", "televizorius per laidą rodo, o wifi nėra"),
        ("en", "phone rings on the cable fine, wifi is dead"),
        ("en", "the landline on the cable works fine, wifi is dead"),
        ("en", "the wired alarm works, wifi doesn't"),
        ("en", "the printer is plugged into the router and works, wifi is dead"),
        ("en", "laptop works wired to the charger, wifi is dead"),
        ("en", "the wired doorbell works, wifi doesn't"),
        ("lt", "stacionarus laidinis telefonas veikia laidu, wifi neveikia"),
        ("lt", "per laidą nieko nėra, wifi nedega"),
    ],
)
def test_what_says_nothing_of_the_internet_by_cable(language: str, text: str) -> None:
    assert LINK not in {fact.name for fact in find_facts(text, language)}


@pytest.mark.parametrize(
    ("language", "text", "scope"),
    [
        ("lt", "kompas laidu veikia, tik mano telefonas per wifi neveikia", "single_device"),
        ("en", "laptop works by cable, only my phone doesn't get on the wifi", "single_device"),
        ("lt", "planšetė tik wifi neranda interneto", "single_device"),
    ],
)
def test_one_device_that_alone_fails_stays_one(language: str, text: str, scope: str) -> None:
    assert {fact.name: fact.value for fact in find_facts(text, language)}["scope"] == scope


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("en", "the router has the wifi light off", "wifi_off"),
        ("lt", "ant routerio nedega wifi lemputė", "wifi_off"),
        ("lt", "nedega lemputės, nė viena", "none"),
        ("lt", "ant ONT PON lemputė nedega", "pon_off"),
        ("en", "internet is not working, the PON light is off", "pon_off"),
        ("lt", "interneto lemputė nedega, kitos dega", "internet_off"),
        ("en", "the router's internet light is off", "internet_off"),
        ("en", "no internet, all lights are off", "none"),
    ],
)
def test_a_dark_wifi_light_is_no_dark_box(language: str, text: str, value: str) -> None:
    assert {fact.name: fact.value for fact in find_facts(text, language)}["lights"] == value


@pytest.mark.parametrize("text", ["ar yra jūsų linija Kretingos g. 12", "gyvenu Kretingoje", "Mulkių kaime"])
def test_a_place_insults_nobody(text: str) -> None:
    assert "abuse" not in {act.name for act in find_acts(text, "lt", None)}


@pytest.mark.parametrize("text", ["kretinai jūs", "tu kretine", "mulkiai jūs visi"])
def test_an_insult_stays_one(text: str) -> None:
    assert "abuse" in {act.name for act in find_acts(text, "lt", None)}
