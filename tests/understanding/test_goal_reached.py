"""What a reply says in words of the goal itself: told, seen, praised, or nothing, where something speaks against it."""

from __future__ import annotations

import pytest

from agent.understanding.ear import ear
from agent.understanding.reached import Reach, reach

GOALS = {
    "picture": {"lt": "Ar televizorius dabar rodo kanalus?", "en": "Is the TV showing your channels now?"},
    "sound": {"lt": "Ar kanalai dabar rodo su garsu?", "en": "Do your channels have sound now?"},
    "speed": {"lt": "Ar dabar greitis Jums tinkamas?", "en": "Is the speed all right for you now?"},
    "steady": {
        "lt": "Ar dabar ryšys laikosi visą laiką?",
        "en": "Is the connection holding without drops now?",
    },
    "pages": {"lt": "Ar dabar internetas jame veikia?", "en": "Does the internet work on it now?"},
    "every": {
        "lt": "Ar dabar internetas veikia visuose Jūsų įrenginiuose?",
        "en": "Is the internet working on all your devices now?",
    },
}


def heard(goal: str, language: str, text: str) -> Reach:
    return reach(text, GOALS[goal][language], ear(language))


@pytest.mark.parametrize(
    ("goal", "language", "text"),
    [
        ("picture", "en", "I found it on the top, I pressed it and I can see the news lady now"),
        ("picture", "en", "the channels are all there"),
        ("picture", "lt", "Oi kaip gražu, Panorama rodo!"),
        ("picture", "lt", "matau zinias"),
        ("sound", "en", "they're talking again"),
        ("sound", "en", "changed it to tv speaker and i can hear the news"),
        ("sound", "lt", "perjungiau ir jau sneka"),
        ("sound", "lt", "garsas yra"),
        ("speed", "en", "a lot faster now, cheers"),
        ("speed", "lt", "daug greičiau"),
        ("steady", "en", "hasn't dropped once"),
        ("steady", "lt", "pusvalandį žiūriu, nenutrūko"),
        ("pages", "en", "just loading something.. yep google's come up"),
        ("pages", "en", "like i said google opened"),
        ("pages", "lt", "delfi atsidarė"),
    ],
)
def test_the_goal_is_told(goal: str, language: str, text: str) -> None:
    assert heard(goal, language, text).told


@pytest.mark.parametrize(
    ("goal", "language", "text"),
    [
        ("picture", "lt", "rodo rodo, sakau gi"),
        ("picture", "lt", "nu va, rodo"),
        ("picture", "en", "it's showing"),
        ("sound", "lt", "šneka"),
        ("every", "lt", "visuose"),
        ("every", "en", "on all of them"),
    ],
)
def test_a_mere_word_of_the_goal_is_seen(goal: str, language: str, text: str) -> None:
    assert heard(goal, language, text).seen


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Yes it is lovely now thank you dear"), ("en", "yes lovely now"), ("lt", "taip, labai gražu")],
)
def test_a_yes_with_kind_words_is_a_yes(language: str, text: str) -> None:
    assert heard("picture", language, text).praised


@pytest.mark.parametrize(
    ("goal", "language", "text"),
    [
        ("picture", "en", "I can't see the news"),
        ("picture", "en", "I want to see the news"),
        ("picture", "en", "I could see the news before"),
        ("picture", "en", "I'll tell you when I can see the news"),
        ("picture", "en", "my neighbour can see the news"),
        ("picture", "en", "it's showing a menu"),
        ("picture", "en", "picture's there but no sound"),
        ("picture", "en", "lovely, a blank screen"),
        ("picture", "en", "yes, brilliant, now it's all snow"),
        ("picture", "lt", "nerodo"),
        ("picture", "lt", "rodo klaidą"),
        ("picture", "lt", "rodo meniu"),
        ("picture", "lt", "lyg ir rodo"),
        ("picture", "lt", "ar rodo?"),
        ("picture", "lt", "kaimynei rodo"),
        ("sound", "lt", "rodo, bet tyli"),
        ("sound", "lt", "šneka tik per ausines"),
        ("sound", "en", "I can hear a buzz"),
        ("pages", "en", "google opened an error page"),
        ("pages", "en", "a login page has come up now"),
        ("every", "lt", "ne visuose"),
        ("every", "lt", "visuose, išskyrus televizorių"),
        ("every", "en", "all of them except the tv"),
        ("steady", "en", "hasn't dropped once, but it freezes"),
    ],
)
def test_what_something_speaks_against_is_nothing(goal: str, language: str, text: str) -> None:
    found = heard(goal, language, text)
    assert not (found.told or found.seen or found.praised)
