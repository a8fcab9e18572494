"""The second opinion on where a message belongs: when it is asked, and what it changes."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from agent.dialogue.listening import Understanding
from agent.routing.advice import MOST_GUIDES, doubtful, pooled
from agent.understanding.encoder import encoder
from agent.understanding.opening import OTHER, WISH

TORN = {"scenario:slow": 0.5, "scenario:drops": 0.3, "article": 0.1, "out_of_scope": 0.05, "courtesy": 0.05}


@pytest.mark.parametrize(
    ("scores", "asked_of"),
    [
        (TORN, ("slow", "drops")),
        ({"scenario:slow": 0.95, "scenario:drops": 0.05}, ()),
        ({"article": 1.0}, ()),
        (
            {f"scenario:{n}": 0.01 * n for n in range(12)},
            tuple(str(n) for n in range(11, 11 - MOST_GUIDES, -1)),
        ),
    ],
)
def test_it_is_asked_of_the_likeliest_guides_where_nobody_is_sure(
    scores: Mapping[str, float], asked_of: tuple[str, ...]
) -> None:
    assert doubtful(scores) == asked_of


@pytest.mark.parametrize(
    ("opinion", "likeliest"),
    [
        ({"slow": 0.9, "drops": 0.05}, "scenario:slow"),
        ({"slow": 0.02, "drops": 0.9}, "scenario:drops"),
        ({WISH: 0.97}, "article"),
        ({"question": 0.97}, "article"),
        ({OTHER: 0.99}, "out_of_scope"),
    ],
)
def test_both_opinions_count(opinion: Mapping[str, float], likeliest: str) -> None:
    found = pooled(TORN, opinion)
    assert max(found, key=lambda name: found[name]) == likeliest
    assert sum(found.values()) == pytest.approx(1)


def test_kinds_it_does_not_tell_apart_keep_their_proportion() -> None:
    found = pooled(TORN, {OTHER: 0.9})
    assert found["out_of_scope"] == pytest.approx(found["courtesy"])


TITLES = {
    "drops": {"lt": "Internetas trūkinėja", "en": "Internet keeps dropping"},
    "mail": {"lt": "Neveikia el. paštas", "en": "Email not working"},
    "boiler": {"lt": "Katilas nekūrena", "en": "The boiler does not heat"},
}


@pytest.mark.parametrize(
    ("language", "said", "meant"),
    [
        ("lt", "negaunu laiškų nuo pirmadienio", "mail"),
        ("en", "every ten minutes it's off and then on again", "drops"),
        ("en", "radiators stone cold since morning", "boiler"),
        ("lt", "ar rytoj dirbate", WISH),
    ],
)
def test_a_guide_is_known_by_its_title_alone(language: str, said: str, meant: str) -> None:
    chances = Understanding(encoder()).guide_chances(said, language, TITLES)
    assert max((*TITLES, WISH, OTHER), key=lambda name: chances[name]) == meant


def test_without_the_encoder_there_is_no_second_opinion() -> None:
    assert Understanding().guide_chances("neveikia", "lt", TITLES) == {}
