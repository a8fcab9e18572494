"""Signs of danger that one denial denies together, and those that it does not."""

from __future__ import annotations

import pytest

from agent.understanding import find_acts


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
        ("lt", "niekada nebuvo dūmų, karščio, kibirkščių"),
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
