"""Patterns: words, not substrings; a denial never satisfies its opposite."""

import time

import pytest

from agent.scenarios import Pattern, PatternError
from agent.scenarios.samples import has_nested_repeat, samples

AFFIRMED = [
    # pattern, what the customer says
    ("veikia", "Veikia!"),
    ("veikia", "ne, veikia"),
    ("veikia", "tai veikia, bet lėtai"),
    ("šviečia", "viskas sviecia"),
    ("works", "it works now"),
    ("working", "it should be working"),
    ("green", "the light is green not red"),
    ("green", "not red but green"),
    ("visos žalios", "VISOS\n  ŽALIOS"),
    ("neveikia", "neveikia"),
    ("neveikia", "nebeveikia"),
    ("neveikia", "NE VEIKIA"),
    ("not working", "it isn’t really working"),
    ("doesn't work", "doesnt work"),
    ("doesn't work", "it does not work"),
    ("still not", "still not"),
    ("vis dar neveikia", "vis dar nebeveikia"),
    ("nėra neto", "neto nėra"),
    ("nėra neto", "nera neto"),
    ("netas|neto", "netas dingo"),
    ("prisijungti", "galiu prisijungti"),
    ("no lights", "no lights at all"),
    ("nė viena", "nei viena"),
    ("ne|no", "ne"),
    ("nežinau", "nezinau as"),
    ("I'm not home", "im not home"),
    (r"\d+ ?mb", "gaunu 3mb"),
    (r"lemput\w* dega", "lemputės dega"),
    (r"ŽALI(OS|A)", "žalia"),
]

NOT_AFFIRMED = [
    ("veikia", "neveikia"),
    ("veikia", "ne veikia"),
    ("veikia", "nebeveikia"),
    ("veikia", "niekas neveikia"),
    ("veikia", "niekas veikia"),
    ("šviečia", "nešviečia"),
    ("works", "not working"),
    ("works", "doesn't work"),
    ("works", "nothing works"),
    ("work", "it doesn't work"),
    ("working", "not working"),
    ("working", "not really working"),
    ("working", "it's no longer working"),
    ("working", "I don't think it is working"),
    ("green", "green isn't on"),
    ("green", "the green light is not on"),
    ("žalia", "žalia nedega"),
    ("žalios", "ne visos žalios"),
    ("raudona", "nematau raudona"),
    ("raudona|red", "raudonas"),
    ("red", "bored"),
    ("we can", "we can't"),
    ("tas", "netas"),
    ("on", "neon"),
    ("neveikia", "veikia"),
    ("not working", "working"),
    ("won't write", "nothing to write down"),
    ("nė viena", "viena nedega"),
    ("no lights", "there are lights"),
    (r"veik\w+", "neveikia"),
    (r"išsaugo\w+", "neleidžia išsaugoti"),
    ("prisijungti", "nepavyko prisijungti"),
    (r"(vis dar )?veikia", "neveikia"),
]


@pytest.mark.parametrize(("pattern", "reply"), AFFIRMED)
def test_affirmed(pattern: str, reply: str) -> None:
    assert Pattern(pattern).affirmed(reply)


@pytest.mark.parametrize(("pattern", "reply"), NOT_AFFIRMED)
def test_not_affirmed(pattern: str, reply: str) -> None:
    assert Pattern(pattern).affirmed(reply) is None


def test_a_match_tells_where_and_how() -> None:
    match = Pattern("veikia|works").matches("internetas neveikia")
    assert match is not None
    assert (match.start, match.end, match.text) == (11, 19, "neveikia")
    assert match.negated
    assert not match.agrees


def test_all_matches_stand_in_order() -> None:
    found = Pattern("žalia|raudona").all_matches("raudona nedega, žalia dega")
    assert [(match.alternative, match.agrees) for match in found] == [("raudona", False), ("žalia", True)]


REFUSED = [
    (r"(?<!ne)veikia", "pattern_lookaround"),
    (r"(?=veikia)", "pattern_lookaround"),
    (r"(veikia) \1", "pattern_backreference"),
    ("veikia||works", "pattern_empty"),
    ("x*", "pattern_empty"),
    ("(veikia", "pattern_syntax"),
    ("a++", "pattern_syntax"),
    ("((a{1,100}){1,100}){1,10}", "pattern_syntax"),
    ("x" * 2001, "pattern_too_long"),
]


@pytest.mark.parametrize(("pattern", "code"), REFUSED)
def test_refused_with_a_mend(pattern: str, code: str) -> None:
    with pytest.raises(PatternError) as caught:
        Pattern(pattern)
    assert caught.value.code == code
    assert caught.value.mend


def test_a_nested_repetition_stays_linear() -> None:
    started = time.perf_counter()
    assert Pattern("(a+)+b").affirmed("a" * 4000) is None
    assert time.perf_counter() - started < 0.5


@pytest.mark.parametrize(
    ("part", "nested"),
    [("(a+)+", True), ("(a+b)*", True), ("(a|b)+", False), ("a+b*", False), (r"(\+)+", False)],
)
def test_nested_repetitions_are_seen(part: str, nested: bool) -> None:
    assert has_nested_repeat(part) is nested


@pytest.mark.parametrize(
    "source", ["visos žalios", r"lemput\w* (dega|šviečia)", r"\d{2} mb", "(labai )?lėtai", "[abc]x"]
)
def test_samples_are_wholly_matches(source: str) -> None:
    pattern = Pattern(source)
    found = list(samples(pattern))
    assert found
    assert all(pattern.affirmed(text) for text in found)
