"""Patterns: words, not substrings; a denial never satisfies its opposite."""

import contextlib
import itertools
import re
import time

import pytest
import re2
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.scenarios import Pattern, PatternError
from agent.scenarios.automata import common, holding, whole
from agent.scenarios.overlaps import has_nested_repeat, overlap

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
    ("(can't|don't) hear (him|her)", "i cant hear him"),
    ("(can't|don't) hear (him|her)", "I can't hear her"),
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
    ("(can't|don't) hear (him|her)", "I can hear him"),
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


def test_a_nested_repetition_ends() -> None:
    """A backtracking engine would try 2^4000 ways."""
    assert Pattern("(a+)+b").affirmed("a" * 4000) is None


@pytest.mark.parametrize(
    ("part", "nested"),
    [("(a+)+", True), ("(a+b)*", True), ("(a|b)+", False), ("a+b*", False), (r"(\+)+", False)],
)
def test_nested_repetitions_are_seen(part: str, nested: bool) -> None:
    assert has_nested_repeat(part) is nested


OVERLAPS = [
    # wholly the one, holds the other: the shortest text, None where none exists
    ("visos žalios", "žalios", "visos žalios"),
    ("žalios", "visos žalios", None),
    ("neveikia", "veikia", None),
    ("neveikia gerai", "gerai", "neveikia gerai"),
    (r"lemput\w* dega", "lempute dega", "lempute dega"),
    (r"lemput\w* dega", "dega", "lemput dega"),
    (r"lemput\w* dega", "nedega", None),
    (r"red|r\w+ light", "red light", "red light"),
    (r"[a-c]{2,3}d", "abcd", "abcd"),
    (r"[a-c]{2,3}d", "abcabcd", None),
    (r"(very )*slow", "very very very slow", "very very very slow"),
    (r"(very )*slow", "very fast", None),
    (r"\d+ mb", r"(5|7)\d mb", "53 mb"),
    (r"\d mb", r"\d{2} mb", None),
    (r"ne(t|i) lemput\w+", "lemputė", "net lempute"),
    (r"a.c", "a c", "a c"),
    (r"word", r"w.*d and more", None),
]


@pytest.mark.parametrize(("one", "other", "text"), OVERLAPS)
def test_overlaps_are_found_or_ruled_out(one: str, other: str, text: str | None) -> None:
    found = overlap(Pattern(one), Pattern(other))
    assert (found.text if found else None) == text


def test_a_rare_overlap_is_found_though_no_sample_would_meet_it() -> None:
    """One text in ten billion: nine given letters after a free one."""
    found = overlap(Pattern(r"\w{10}"), Pattern("x[b-d]zqjkvwpx"))
    assert found
    assert found.text == "xbzqjkvwpx"


@given(st.from_regex(r"\A[ab](\|?[ab ][ab])*(\+|\*|\?)?\Z"), st.from_regex(r"\A[ab]([ab ][ab]){0,2}\Z"))
@settings(max_examples=80, deadline=None)
def test_an_empty_cross_means_that_no_text_is_both(expression: str, words: str) -> None:
    """Whatever RE2 takes for wholly the one and holding the other, the automata accept too."""
    crossed = next(common(whole([expression]), holding([re.escape(words)])), None)
    if crossed is None:
        for size in range(1, 6):
            for text in map("".join, itertools.product("ab ", repeat=size)):
                assert not (
                    re2.fullmatch(expression, text) and re2.search(rf"(?:^| ){re.escape(words)}(?: |$)", text)
                )


@pytest.mark.parametrize("bomb", ["(a{40}){40}x", "(((a{30}){30}){30})", "(a|a)*b", "a{1000}"])
def test_no_pattern_holds_the_check_up(bomb: str) -> None:
    started = time.process_time()
    with contextlib.suppress(PatternError):
        overlap(Pattern(bomb), Pattern("a a"))
    assert time.process_time() - started < 3
