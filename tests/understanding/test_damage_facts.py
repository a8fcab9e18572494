"""Damage that the customer sees is a fact: of the lead to the mains, or of the fibre; what is denied, asked or told by others is none."""

from __future__ import annotations

import pytest

from agent.understanding.facts import DAMAGE, find_facts


def damage(text: str, language: str) -> dict[str, object]:
    return {each.name: each.value for each in find_facts(text, language) if each.name in DAMAGE}


@pytest.mark.parametrize(
    ("language", "text", "fact"),
    [
        (
            "en",
            "our hamster gnawed through the adapter lead",
            "power_lead",
        ),
        ("en", "the power cable got cut with the mower", "power_lead"),
        ("lt", "triušis nugraužė laidą nuo maitinimo", "power_lead"),
        ("lt", "adapterio laidas perkastas", "power_lead"),
        ("en", "the gardener cut through the fibre", "fibre_line"),
        ("en", "no internet and a severed cable in the garden", "fibre_line"),
        ("en", "I cut the cable outside with a spade", "fibre_line"),
        ("lt", "kastuvu perkirtau kabeli sode", "fibre_line"),
        ("en", "the dog chewed through the router's power lead", "power_lead"),
        ("en", "the cable in the garden is cut through", "fibre_line"),
        ("lt", "routerio maitinimo laidas perkąstas", "power_lead"),
        ("lt", "sode perkirtau kabelį", "fibre_line"),
        ("lt", "katinas perkando ploną baltą laidą, šviesolaidis nutrūkęs", "fibre_line"),
    ],
)
def test_damage_that_is_seen_is_known(language: str, text: str, fact: str) -> None:
    assert damage(text, language) == {fact: "damaged"}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the adapter isn't chewed"),
        ("en", "could the fibre be cut?"),
        ("en", "maybe the power lead is severed"),
        ("en", "you cut off my fibre over a bill"),
        ("en", "I cut the power to the adapter"),
        ("en", "the fibre price was cut in half"),
        ("en", "the cable isn't cut in the garden"),
        ("en", "the neighbour says the digger cut through the fibre"),
        ("en", "the dog chewed the toy, the power lead is fine"),
        ("lt", "adapteris nėra perkąstas"),
        ("lt", "ar gali būti, kad šviesolaidis perkirstas?"),
        ("lt", "gal adapterio laidas nutrūkęs"),
        ("lt", "nutrūko šviesolaidinis internetas"),
        ("lt", "internetas vis nutrūksta, adapterį patikrinau"),
        ("lt", "jei šuo perkąstų adapterio laidą, ką daryti?"),
        ("lt", "laidas perkąstas kieme, kaimynas sako"),
        ("en", "the internet is cut even with the new adapter"),
        ("en", "the electricity got cut and now the power supply of the router won't start"),
        ("en", "power is cut to the adapter"),
        ("en", "the router got cut off when I moved the power cable"),
        ("lt", "internetas nutrūko perjungus adapterį"),
        ("lt", "perkrovus maitinimo bloką nutrūko ryšys"),
        ("lt", "perjungiau maitinimo laidą ir nutrūko internetas"),
        ("en", "the power supply snapped back on"),
        ("en", "the dog bit the postman near the power supply"),
        ("lt", "šuo apgraužė routerio kampą prie adapterio"),
        ("lt", "televizoriaus maitinimo laidas perkąstas"),
        ("lt", "šuo nugraužė telefono pakrovėjo adapterį, neveikia internetas"),
        ("lt", "televizorius rodo, bet nutrūko maitinimo laidas nuo lempos"),
        ("lt", "lempos maitinimo laidas perkąstas"),
        ("en", "the kettle's power lead is chewed"),
        ("en", "the dog chewed the power lead of the lamp"),
        ("lt", "vis nutrūksta internetas per šviesolaidį"),
        ("lt", "nutrūko ryšys per šviesolaidį"),
        ("lt", "nupjoviau žolę kieme prie laido ir dingo internetas"),
        ("en", "the line gets cut when it rains outside"),
        ("lt", "nutrūko ryšys kieme stovi kabelis"),
        ("en", "I snapped the fibre into the box and it is still slow"),
        ("lt", "ryšys nutrūksta kai kabelis prie modulio pajudinamas"),
        ("lt", "noriu nutraukti sutartį ir laidą lauke išimti"),
        ("lt", "norėčiau kad nutrauktumėt kabelį lauke"),
        ("lt", "perkasiau darže bulves prie kabelio"),
        ("lt", "vyras nutraukė laidą lauke, bet jau sutaisė"),
        ("en", "I cut the grass outside and the line is fine"),
        ("en", "the line keeps getting cut off outside working hours"),
        ("en", "the wire snapped into place outside"),
        ("en", "the dog chewed through the thin cable from the socket to the box, router is dead"),
        ("lt", "šuo perkando ploną kabelį nuo rozetės, routeris nedega"),
    ],
)
def test_what_is_not_seen_is_no_damage(language: str, text: str) -> None:
    assert damage(text, language) == {}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the chewed power lead was replaced, still no lights"),
        ("lt", "perkąstą maitinimo laidą pakeitėt, vis tiek nedega"),
    ],
)
def test_what_was_replaced_is_no_damage_now(language: str, text: str) -> None:
    assert damage(text, language).get("power_lead") != "damaged"
