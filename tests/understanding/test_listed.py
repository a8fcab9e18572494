"""Signs of danger that one denial denies together, and those that it does not."""

from __future__ import annotations

import pytest

from agent.language import tokens
from agent.understanding import find_acts
from agent.understanding.ear import ear
from agent.understanding.harm import denied_signs


def dangerous(text: str, language: str) -> bool:
    return any(act.name == "danger" for act in find_acts(text, language))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "never any smoke, heat, sparks, water or smell"),
        ("en", "no smoke, sparks or smell"),
        ("en", "no no, no smoke or sparks, it's only the fan"),
        ("en", "there was no heat, smoke or fire"),
        ("lt", "jokių dūmų, kibirkščių ar kvapo"),
        ("en", "never any smoke or sparks"),
        ("en", "no smoke or sparks from the box at all"),
        ("lt", "niekada nebuvo dūmų, karščio, kibirkščių"),
        ("lt", "jokių dūmų nei karščio"),
        ("lt", "nei dūmų, nei karščio"),
        ("lt", "nėra dūmų ar kvapo"),
    ],
)
def test_a_denied_list_is_no_danger(language: str, text: str) -> None:
    assert not dangerous(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "no internet, smoke from the box"),
        ("en", "no lights, sparks from the plug"),
        ("en", "no smoke, but sparks"),
        ("en", "no smoke, sparks from the plug"),
        ("en", "no signal, no tone, and the socket is sparking"),
        ("lt", "nėra interneto, dūmai iš dėžutės"),
        ("lt", "nėra šviesos, kibirkščiuoja rozetė"),
        ("lt", "nėra ryšio, kibirkštys iš lizdo"),
    ],
)
def test_what_stands_beside_a_denial_is_not_denied(language: str, text: str) -> None:
    assert dangerous(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "can't see, smoke or fire is coming out of it"),
        ("en", "don't know, smoke or sparks from the box"),
        ("en", "no lights smoke or burning smell comes out of router"),
        ("en", "not just smoke or sparks, flames!"),
        ("en", "without touching, smoke or sparks fly"),
        ("en", "no, smoke or sparks from the plug"),
        ("en", "isn't working, smoke or sparks inside"),
        ("lt", "nežinau, dūmų ar kibirkščių pilna spinta"),
        ("lt", "nebegaliu dūmų ar kvapo pakęsti"),
        ("lt", "nematau nieko, dūmų ar garų pilna virtuvė"),
    ],
)
def test_no_denied_verb_denies_a_list(language: str, text: str) -> None:
    assert not denied_signs(tokens(text), ear(language))
    assert dangerous(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "no smoke or sparks come out"),
        ("lt", "nėra šviesos, dūmų ar kibirkščių pilna spinta"),
        ("lt", "be dūmų ar kibirkščių pilna"),
    ],
)
def test_nothing_is_a_list_with_a_verb_behind_it(language: str, text: str) -> None:
    assert not denied_signs(tokens(text), ear(language))
