"""What is said in the breath of a deed: that nothing has come of it, and what only sounds like that."""

from __future__ import annotations

import pytest

from agent.understanding.facts import find_facts
from agent.understanding.unchanged import unchanged


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "perkroviau, tas pats"),
        ("lt", "perkroviau, vis tiek neveikia"),
        ("lt", "isjungiau ir ijungiau, nepadejo"),
        ("lt", "padariau, jokio skirtumo, ką dabar?"),
        ("en", "restarted it, still the same"),
        ("en", "did all that and it didn't help"),
        ("en", "ok done. no change. what now?"),
    ],
)
def test_that_nothing_came_of_it(language: str, text: str) -> None:
    assert unchanged(text, language) is not None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "tas pats"),
        ("lt", "perkroviau, televizorius tas pats"),
        ("lt", "perkroviau, tas pats slaptažodis"),
        ("lt", "perkroviau, mygtukas neveikia"),
        ("lt", "perjungiau, tas pats, oi atsirado"),
        ("lt", "įkišau, anksčiau buvo tas pats"),
        ("lt", "perkroviau, kaimynui tas pats"),
        ("lt", "padariau, tikiuosi nebus tas pats"),
        ("en", "before that it didn't work, I pushed it in"),
        ("en", "pushed it in, if it doesn't work I'll cancel"),
        ("en", "done, no change but the light is on"),
        ("en", "moved it, the tv still doesn't work"),
        ("en", "done, I typed the same"),
        ("en", "done, my neighbour says no change"),
        ("en", "I compared them, they are the same"),
        ("en", "I did that yesterday, still the same"),
        ("lt", "palyginau, tas pats"),
        ("lt", "kiek suprantu, tas pats"),
    ],
)
def test_what_only_sounds_like_it(language: str, text: str) -> None:
    assert unchanged(text, language) is None


@pytest.mark.parametrize(
    ("language", "text", "fact", "told"),
    [
        ("lt", "vakarais neina žiūrėti", "connection_pattern", "evening"),
        ("lt", "vakarais ir dieną neina žiūrėti", "connection_pattern", None),
        ("en", "in the evenings it is unusable", "connection_pattern", "evening"),
        ("en", "in the evenings and during the day it is unusable", "connection_pattern", None),
        ("en", "I turned the router off and on", "already_tried", ["restart"]),
        ("en", "I have not turned the router off and on", "already_tried", None),
        ("en", "I switched the hub off and on", "already_tried", ["restart"]),
        ("en", "turned the heating off and on", "already_tried", None),
        ("en", "turned the lamp off and on", "already_tried", None),
        ("en", "I switched the TV off and on", "already_tried", None),
        ("en", "broadband is down since noon", "connection_pattern", "none"),
        ("en", "my broadband has gone up in price", "connection_pattern", None),
        ("en", "broadband gone up by 5 euros", "connection_pattern", None),
        ("en", "is the broadband down?", "connection_pattern", None),
        ("en", "the wifi light is off", "lights", "wifi_off"),
        ("en", "the wifi light is not off", "lights", None),
        ("en", "the wifi light is on and the power light is out of my sight", "lights", None),
        ("lt", "wifi nedega telefone", "lights", None),
        ("lt", "wifi nešviečia jokia piktograma telefone", "lights", None),
    ],
)
def test_facts_told_beforehand(language: str, text: str, fact: str, told: object) -> None:
    found = {each.name: each.value for each in find_facts(text, language)}
    assert found.get(fact) == told
