"""Facts stated in passing, with the traps: the only one that works, not a single one, only this one, all but one."""

from __future__ import annotations

import pytest

from agent.understanding import find_facts

STATED = [
    ("lt", "vienintelis telefonas veikia, visa kita ne", {"scope": "all_devices"}),
    ("lt", "nė vienas įrenginys neprisijungia", {"scope": "all_devices"}),
    ("lt", "neveikia nei telefonas, nei kompiuteris", {"scope": "all_devices"}),
    ("lt", "internetas neveikia niekur namuose", {"scope": "all_devices", "problem_type": "internet"}),
    ("lt", "neveikia tik nešiojamas, kiti veikia gerai", {"scope": "single_device", "device": "laptop"}),
    ("lt", "visi prisijungia, išskyrus planšetę", {"scope": "single_device", "device": "tablet"}),
    ("lt", "vaifajus miegamajame neveikia, svetainėje puikiai", {"scope": "one_room", "medium": "wifi"}),
    (
        "lt",
        "trūkinėja internetas jau nuo vakar",
        {"connection_pattern": "intermittent", "problem_type": "internet"},
    ),
    ("lt", "internetas labai lėtas", {"connection_pattern": "slow", "problem_type": "internet"}),
    ("lt", "visai nėra interneto", {"connection_pattern": "none"}),
    ("lt", "per televizorių nėra signalo", {"problem_type": "tv"}),
    ("lt", "internetas veikia, o televizija ne", {"problem_type": "tv"}),
    ("lt", "laidinis telefonas tyli", {"problem_type": "phone", "device": "handset"}),
    ("lt", "negaunu laiškų į paštą", {"problem_type": "email"}),
    ("lt", "atjungėt už skolą, jau sumokėjau", {"problem_type": "account"}),
    ("lt", "ant routerio dega raudona lemputė", {"lights": "red", "device": "router"}),
    ("lt", "routeris nedega nė viena lemputė", {"lights": "none"}),
    ("lt", "perkroviau routerį du kartus", {"already_tried": ["restart"]}),
    ("lt", "vyras išjungė ir įjungė routerį", {"already_tried": ["restart"]}),
    ("lt", "išjungėt paslaugas už skolą, kada įjungsit?", {"problem_type": "account"}),
    ("lt", "turiu savo nusipirktą routerį, pirkau routerį pats", {"customer_equipment": "own_router"}),
    ("lt", "nuo pirmadienio neveikia", {"since": "nuo pirmadienio"}),
    ("lt", "neveikia ne tik kompe", {"scope": "all_devices"}),
    ("en", "not just my phone, everything is down", {"scope": "all_devices"}),
    ("en", "only the laptop is offline", {"scope": "single_device", "device": "laptop"}),
    ("en", "everything works except my tablet", {"scope": "single_device", "device": "tablet"}),
    ("en", "nothing connects except one phone", {"scope": "all_devices"}),
    ("en", "no internet on any device", {"scope": "all_devices", "connection_pattern": "none"}),
    ("en", "phones and laptops are all offline", {"scope": "all_devices"}),
    ("en", "wifi keeps dropping every few minutes", {"connection_pattern": "intermittent", "medium": "wifi"}),
    ("en", "the internet is awfully slow", {"connection_pattern": "slow", "problem_type": "internet"}),
    ("en", "no dial tone on the landline", {"problem_type": "phone", "device": "handset"}),
    ("en", "the picture freezes on every channel", {"problem_type": "tv"}),
    ("en", "you blocked me for an unpaid bill", {"problem_type": "account"}),
    ("en", "can't log in to my mailbox", {"problem_type": "email"}),
    ("en", "there's a red light on the router", {"lights": "red", "device": "router"}),
    ("en", "I restarted it and changed the cable", {"already_tried": ["cables", "restart"]}),
    ("en", "down since yesterday", {"since": "since yesterday"}),
    ("en", "every evening it fails on every device", {"scope": "all_devices"}),
    ("en", "all this stuff is offline", {"scope": "all_devices"}),
    ("lt", "kas vakarą stringa visuose įrenginiuose", {"scope": "all_devices"}),
    ("en", "I use my own router", {"customer_equipment": "own_router"}),
]

NOT_STATED = [
    ("lt", "ne lėtas jis, o visai nėra interneto", "connection_pattern", "slow"),
    ("en", "not slow, just no internet", "connection_pattern", "slow"),
    ("lt", "vienintelis telefonas veikia, visa kita ne", "scope", "single_device"),
    ("lt", "labas rytas", "problem_type", "internet"),
    ("en", "my internet keeps dropping every evening", "scope", "all_devices"),
    ("en", "it drops every ten minutes", "scope", "all_devices"),
    ("en", "wifi is slow all day", "scope", "all_devices"),
    ("en", "all of a sudden there is no internet", "scope", "all_devices"),
    ("en", "every channel freezes", "scope", "all_devices"),
    ("lt", "internetas dingsta kiekvieną vakarą", "scope", "all_devices"),
    ("lt", "po kiekvieno skambučio dingsta ryšys", "scope", "all_devices"),
    ("lt", "visus vakarus trūkinėja", "scope", "all_devices"),
]


@pytest.mark.parametrize(("language", "text", "facts"), STATED)
def test_stated(language: str, text: str, facts: dict[str, object]) -> None:
    found = {stated.name: stated.value for stated in find_facts(text, language)}
    assert {name: found.get(name) for name in facts} == facts


@pytest.mark.parametrize(("language", "text", "name", "value"), NOT_STATED)
def test_not_stated(language: str, text: str, name: str, value: str) -> None:
    assert (name, value) not in {
        (s.name, s.value) for s in find_facts(text, language) if isinstance(s.value, str)
    }


def test_facts_say_their_words() -> None:
    for stated in find_facts("nuo vakar trūkinėja internetas, perkroviau routerį", "lt"):
        assert "“" in stated.evidence.says or stated.name == "scope"


@pytest.mark.parametrize(
    ("language", "text", "lights"),
    [
        ("lt", "LOS nedega", "los_off"),
        ("en", "the LOS light is off", "los_off"),
        ("lt", "los lemputė nedega raudonai, o žaliai", None),
        ("lt", "los nedega, internet raudona", "red"),
        ("en", "the router is not on, no los light", None),
        ("lt", "nedega nė viena lemputė", "none"),
        ("en", "no lights at all", "none"),
        ("lt", "kaimynas sakė, kad LOS raudona", None),
        ("lt", "jei ką, LOS raudona", "red"),
        ("en", "if the LOS light is red what do I do", None),
    ],
)
def test_a_dark_los_is_said_in_one_clause_and_of_no_colour(
    language: str, text: str, lights: str | None
) -> None:
    stated = {fact.name: fact.value for fact in find_facts(text, language)}
    assert stated.get("lights") == lights
