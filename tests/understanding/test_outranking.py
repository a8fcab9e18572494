"""What outranks every guide, in words that no list has: heard by the encoder where no question is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest

from agent.conversation import Evidence
from agent.dialogue.listening import Understanding
from agent.understanding import SURE_ACT, Act, Option, Question
from agent.understanding.encoder import encoder
from agent.understanding.learned import Chances
from agent.understanding.outranking import ENOUGH, with_outranking

HEARD = [
    ("lt", "adapteris minkštas kaip plastilinas ir ruduoja", "danger"),
    ("lt", "palietus laidą kandžioja pirštus", "danger"),
    ("en", "touching the box makes my fingers tingle", "danger"),
    ("en", "the cat was sick all over the router and it's hissing", "danger"),
    ("lt", "perduokit mane kam nors, kas supranta", "person"),
    ("en", "isn't there anyone over there I could speak with?", "person"),
    ("lt", "jūs ten visi nevykėliai", "abuse"),
    ("en", "you lot couldn't find your backside with a map", "abuse"),
]

NOT_HEARD = [
    ("lt", "Po elektros dingimo priedėlis kraunasi be galo", "danger"),
    ("en", "the router is cold, just no lights", "danger"),
    ("lt", "dūmų nebėra", "danger"),
    pytest.param(
        "lt", "modemas karštas", "danger", marks=pytest.mark.xfail(strict=True, reason="known: decision 58")
    ),
    ("en", "I don't want to talk to anyone, just tell me the steps", "person"),
    ("lt", "nereikia man skambinti, parašykite čia", "person"),
    ("lt", "ar technikas atvažiuos rytoj", "person"),
    ("lt", "kai skambinu, ragelyje šnypščia ir traška", "danger"),
    ("lt", "technikas buvo vakar, viskas gerai", "person"),
    ("en", "the weather is rubbish and so is the picture", "abuse"),
]


@dataclass
class Sure:
    """An adviser that is so sure of each act, and counts how often it is asked."""

    of: Mapping[str, float]
    asked: list[str] = field(default_factory=list)

    def chances(self, question: str, labels: Sequence[str], reply: str) -> Chances:
        self.asked.append(reply)
        return Chances((0.0,) * len(labels), dict(self.of))


@pytest.fixture(scope="module")
def shipped() -> Understanding:
    return Understanding(encoder())


@pytest.mark.parametrize(("language", "said", "act"), HEARD)
def test_what_no_list_knows_is_heard(shipped: Understanding, language: str, said: str, act: str) -> None:
    assert act not in {found.name for found in Understanding().find_acts(said, language)}, "a list knows it"
    assert act in {found.name for found in shipped.find_acts(said, language)}


@pytest.mark.parametrize(("language", "said", "act"), NOT_HEARD)
def test_what_sounds_near_is_not(shipped: Understanding, language: str, said: str, act: str) -> None:
    assert act not in {found.name for found in shipped.find_acts(said, language)}


@pytest.mark.parametrize("name", sorted(ENOUGH))
def test_enough_is_enough_to_act_on(name: str) -> None:
    (found,) = with_outranking((), "kažkas", "lt", Sure({name: ENOUGH[name]}))
    assert (found.name, found.confidence) == (name, max(SURE_ACT, ENOUGH[name]))
    assert found.evidence.weight == ENOUGH[name], "how sure it was stands in the evidence"
    assert with_outranking((), "kažkas", "lt", Sure({name: ENOUGH[name] - 0.01})) == ()


def test_danger_is_heard_in_a_reply_that_answers_nothing() -> None:
    sure = Understanding(Sure({"danger": 0.9, "person": 0.9}))  # type: ignore[arg-type]
    assert [act.name for act in sure.with_danger((), "kažkas šilta", "lt")] == ["danger"]
    assert sure.with_danger((), "kažkas", "lt") == (), "nothing in it may be harm"
    assert Understanding().with_danger((), "kažkas šilta", "lt") == ()


def test_what_the_rules_heard_stays_as_it_is() -> None:
    danger = Act("danger", 0.92, Evidence("act", "danger: “dūmai”", 0.92), "dūmai")
    found = with_outranking((danger,), "dūmai, kvaily", "lt", Sure({"danger": 0.99, "abuse": 0.8}))
    assert found == (
        replace(danger, alike=0.99),  # and how much it sounds like danger, for the router
        Act("abuse", 0.8, Evidence("encoder", "sounds like abuse", 0.8), "dūmai, kvaily"),
    )


@pytest.mark.parametrize("said", ["", "  ", "\n"])
def test_silence_is_not_listened_to(said: str) -> None:
    adviser = Sure({"danger": 1.0})
    assert with_outranking((), said, "lt", adviser) == ()
    assert adviser.asked == []


def test_a_question_that_is_open_is_answered_instead() -> None:
    light = Question(
        "Kokia spalva šviečia?", (Option("red", {"lt": "Raudona"}), Option("off", {"lt": "Nešviečia"}))
    )
    heard = Understanding(Deaf(others=("danger",))).find_acts("kažkas", "lt", light)  # type: ignore[arg-type]
    assert heard == ()


@dataclass(frozen=True)
class Deaf:
    """An encoder that must not be asked."""

    others: tuple[str, ...]

    def chances(self, question: str, labels: Sequence[str], reply: str) -> Chances:
        raise AssertionError("a question is open: the reading asks the encoder itself")
