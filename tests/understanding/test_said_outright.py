"""What a reply says outright outweighs an answer that it only resembles: a colour, and that it will not be done."""

from __future__ import annotations

import pytest

from agent.scenarios import Pattern
from agent.understanding import Option, Question, find_acts, find_facts, read_answer

LAMP = Question(
    "Kokia lemputė dega? Which light is on?",
    (
        Option(
            "fine",
            {"lt": "Žalia, balta ar mėlyna", "en": "Green, white or blue"},
            {"lt": ("žalia, kaip visada šviečia",), "en": ("green, on as always",)},
        ),
        Option("red", {"lt": "Raudona", "en": "Red"}),
        Option("dark", {"lt": "Nedega jokia", "en": "None is lit"}),
    ),
    kind="step",
)
CABLES = Question(
    "Paspauskite abu kabelio galus. Push both ends of the cable in. Was one loose?",
    (
        Option("loose", {"lt": "Buvo atsilaisvinęs", "en": "One was loose"}),
        Option("tight", {"lt": "Laikėsi tvirtai arba tokio nėra", "en": "All tight, or there is none"}),
    ),
    kind="step",
)


@pytest.mark.parametrize(
    ("language", "reply"),
    [
        ("lt", "maža raudona lemputė šviečia, kaip visada vakare"),
        ("lt", "sviecia kaip visada, raudona lempute"),
        ("en", "a small red light is on as always"),
    ],
)
def test_a_colour_outweighs_the_rest_of_the_sentence(language: str, reply: str) -> None:
    assert read_answer(LAMP, reply, language).outcome in ("red", None)


@pytest.mark.parametrize(
    ("language", "reply", "outcome"),
    [("lt", "žalia lemputė kaip visada", "fine"), ("en", "green", "fine"), ("lt", "raudona", "red")],
)
def test_the_colour_of_the_answer_itself_changes_nothing(language: str, reply: str, outcome: str) -> None:
    assert read_answer(LAMP, reply, language).outcome == outcome


@pytest.mark.parametrize(
    ("language", "reply"),
    [
        ("lt", "Aš prie laidų nelįsiu, bijau, man 78 metai"),
        ("lt", "as prie ju neliesiu"),
        ("lt", "bijau liesti tuos laidus"),
        ("lt", "nelipsiu aš ten"),
        ("en", "I'm not touching those cables"),
        ("en", "im too scared to pull at wires"),
        ("en", "i won't touch anything electric"),
    ],
)
def test_who_will_not_or_dares_not_has_not_done_it(language: str, reply: str) -> None:
    reading = read_answer(CABLES, reply, language)
    assert (reading.outcome, reading.act) == (None, "cannot_do")


@pytest.mark.parametrize(
    ("language", "reply"),
    [
        ("lt", "bijau, kad sugedo"),
        ("lt", "neliečiau, laikosi tvirtai"),
        ("lt", "bijau, kad vėl dings internetas"),
        ("en", "I'm afraid it is broken"),
        ("en", "they are not touching each other"),
        ("en", "I touched them, all tight"),
    ],
)
def test_what_is_feared_or_was_not_touched_refuses_nothing(language: str, reply: str) -> None:
    assert "refuses" not in {act.name for act in find_acts(reply, language)}


@pytest.mark.parametrize(
    ("language", "text", "lights"),
    [
        ("lt", "dvi žalios lemputės dega, raudonos nėra", {"green"}),
        ("lt", "raudona nedega", set()),
        ("lt", "raudona nešviečia, žalia dega", set()),
        ("lt", "raudona lemputė dega", {"red"}),
        ("en", "two green lights, no red", {"green"}),
        ("en", "the red light is on, no green", {"red"}),
    ],
)
def test_a_colour_that_is_denied_is_no_fact(language: str, text: str, lights: set[str]) -> None:
    assert {fact.value for fact in find_facts(text, language) if fact.name == "lights"} == lights


BOXES = Question(
    "Ar viskas dega kaip įprasta, ar matote raudoną? Is all lit as usual, or do you see red?",
    (
        Option(
            "usual",
            {"lt": "Kaip įprasta", "en": "As usual"},
            {
                "lt": ("vakar buvo raudona, o šiandien viskas žalia",),
                "en": ("red yesterday, all green today",),
            },
            Pattern("kaip įprasta|kaip visada|as usual|looks normal"),
        ),
        Option("module", {"lt": "Raudona LOS (modulis)", "en": "Red LOS (module)"}),
        Option("router", {"lt": "Raudona „Internet“ (maršrutizatorius)", "en": "Red Internet (router)"}),
    ),
    kind="step",
)
STANDBY = Question(
    "Kas ekrane? What is on the screen?",
    (
        Option("picture", {"lt": "Atsirado vaizdas", "en": "A picture came up"}),
        Option("red", {"lt": "Priedėlis šviečia raudonai", "en": "The box is glowing red"}),
    ),
    kind="step",
)


@pytest.mark.parametrize(
    ("language", "reply"),
    [
        ("lt", "ta maža, prie LOS, raudona. maršrutizatorius kaip visada"),
        ("en", "the little one says LOS, it's red. the router is as usual"),
        ("en", "says LOS under it, red and blinking. router looks normal"),
    ],
)
def test_one_box_as_usual_is_not_all_as_usual(language: str, reply: str) -> None:
    assert read_answer(BOXES, reply, language).outcome != "usual"


@pytest.mark.parametrize(
    ("language", "reply"), [("lt", "priedėlis mėlynai dega"), ("en", "the box is glowing blue")]
)
def test_a_colour_that_nobody_listed_is_no_red(language: str, reply: str) -> None:
    assert read_answer(STANDBY, reply, language).outcome != "red"


@pytest.mark.parametrize(
    ("language", "text", "evening"),
    [
        ("lt", "vakarais ir dieną vienodai", False),
        ("lt", "ir ryte, ir vakare taip pat", False),
        ("en", "same by day and in the evening", False),
        ("lt", "tik vakarais", True),
        ("en", "only in the evening", True),
    ],
)
def test_the_evening_beside_the_day_is_no_trouble_of_the_evening(
    language: str, text: str, evening: bool
) -> None:
    told = [fact.value for fact in find_facts(text, language) if fact.name == "connection_pattern"]
    assert (told == ["evening"]) is evening
