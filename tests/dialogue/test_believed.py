"""Danger that only sounds so: dropped where the router doubts it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.conversation import Evidence
from agent.dialogue.believed import believed
from agent.dialogue.state import Hearing
from agent.routing import Router
from agent.understanding import Act, Reading

LIKENESS = Evidence("encoder", "sounds like danger", 0.9)
DANGER = Act("danger", 0.9, LIKENESS)
PERSON = Act("person", 0.9, Evidence("act", "person: “žmogų”", 0.9))
DOUBT = Evidence("classifier", "surely of a guide", 0.001)


@dataclass
class Doubting(Router):
    """A router that doubts danger, or not, and remembers what it was asked about."""

    doubt: Evidence | None
    half: bool = False
    asked: Sequence[str] = ()

    def doubts(self, danger: object, text: str, language: str) -> Evidence | None:
        self.asked = (*self.asked, text)
        return self.doubt

    def half_believes(self, danger: object, text: str, language: str) -> bool:
        return self.half


def test_danger_that_is_half_believed_is_to_be_asked_about() -> None:
    heard = Hearing("en", (DANGER,))
    assert believed(heard, "a hole in the wall", Doubting(None, half=True)) == replace(heard, unsure=True)


def test_danger_that_is_doubted_is_dropped_and_says_why() -> None:
    heard = Hearing("lt", (PERSON, DANGER))
    assert believed(heard, "stringa", Doubting(DOUBT)) == replace(heard, acts=(PERSON,), doubts=(DOUBT,))


def test_danger_that_nobody_doubts_stays() -> None:
    heard = Hearing("lt", (DANGER,))
    assert believed(heard, "minkštas", Doubting(None)) is heard


def test_nothing_is_asked_where_no_danger_was_heard() -> None:
    router = Doubting(DOUBT)
    assert believed(Hearing("lt", (PERSON,)), "žmogų", router).acts == (PERSON,)
    assert router.asked == ()


def test_with_the_danger_the_light_in_an_eye_is_dropped() -> None:
    heard = Hearing("en", (PERSON, Act("dazzled", 0.9, LIKENESS), DANGER))
    assert believed(heard, "laser", Doubting(DOUBT)).acts == (PERSON,)


def test_where_a_question_is_open_no_danger_is_doubted() -> None:
    router = Doubting(DOUBT)
    heard = Hearing("en", (DANGER,), reading=Reading("unclear"))
    assert believed(heard, "the adapter is bubbling", router) is heard
    assert router.asked == ()


def test_at_which_of_these_danger_is_doubted_as_in_a_first_message() -> None:
    router = Doubting(DOUBT)
    faint = Act("danger", 0.6, LIKENESS)
    heard = Hearing("en", (faint,), reading=Reading("act", None, "danger", 0.6, (LIKENESS,)))
    kept = believed(heard, "it disconnects when it rains", router, clarifying=True)
    assert (kept.acts, kept.doubts) == ((), (DOUBT,))
    assert kept.reading is not None and kept.reading.kind == "unclear"


def test_what_surely_sounds_like_danger_is_not_doubted_there() -> None:
    heard = Hearing("en", (DANGER,), reading=Reading("unclear"))
    assert believed(heard, "lightning struck", Doubting(DOUBT), clarifying=True) is heard
