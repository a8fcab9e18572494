"""What the encoder is nearly certain of is followed against rules and pieces; what ends a walk, or is gainsaid, is not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agent.understanding import Option, Question, read_answer
from agent.understanding.convinced import CONVINCED, MOST_OPTIONS
from agent.understanding.encoder import encoder
from agent.understanding.learned import Chances
from benchmarks.cases import OTHERS

LIGHT = Question(
    "What colour is the light?",
    (Option("red", {"en": "Red"}), Option("green", {"en": "Green"}), Option("dark", {"en": "Off"})),
)
MANAGED = Question(
    "Update the app. Did you manage?",
    (Option("done", {"en": "Done, updated"}), Option("could_not", {"en": "Could not"})),
)


class Certain:
    """An adviser that gives one answer or act a probability, and shares the rest."""

    def __init__(self, meant: str | int, chance: float) -> None:
        self.meant, self.chance, self.asked = meant, chance, 0

    def chances(self, question: str, labels: Sequence[str], reply: str) -> Chances:
        self.asked += 1
        rest = (1 - self.chance) / (len(labels) + len(OTHERS) - 1)
        options = [self.chance if place == self.meant else rest for place in range(len(labels))]
        return Chances(tuple(options), {name: self.chance if name == self.meant else rest for name in OTHERS})


def test_a_certain_encoder_outvotes_a_word() -> None:
    sure, less = Certain(1, CONVINCED), Certain(1, 0.9)
    assert read_answer(LIGHT, "it is unlit", "en", encoder=None).outcome == "dark"
    reading = read_answer(LIGHT, "it is unlit", "en", encoder=sure)
    assert (reading.outcome, reading.evidence[0].source) == ("green", "encoder")
    assert read_answer(LIGHT, "it is unlit", "en", encoder=less).outcome == "dark"


@pytest.mark.parametrize("act", ["danger", "injection", "person", "stop"])
def test_what_ends_a_walk_is_weighed_by_all(act: str) -> None:
    assert read_answer(LIGHT, "it is unlit", "en", encoder=Certain(act, 0.999)).outcome == "dark"


def test_a_colour_said_outright_is_not_outvoted() -> None:
    assert read_answer(LIGHT, "it is red", "en", encoder=Certain(1, 0.999)).outcome == "red"


def test_certainty_that_it_answers_nothing_asks_again() -> None:
    reading = read_answer(LIGHT, "it is unlit", "en", encoder=Certain("unclear", 0.999))
    assert reading.kind == "unclear"
    assert any(each.source == "encoder" for each in reading.evidence)


def test_good_news_beside_a_complaint_stays_unheard() -> None:
    reading = read_answer(
        LIGHT, "it is unlit, and the internet still doesn't work", "en", encoder=Certain("solved", 0.999)
    )
    assert reading.act != "solved"


def test_news_of_the_whole_is_no_answer_about_lamps() -> None:
    reading = read_answer(LIGHT, "everything works now", "en", encoder=Certain(1, 0.999))
    assert reading.act == "solved"


def test_more_answers_than_it_ever_saw_are_not_put_to_it() -> None:
    many = Question("Which?", tuple(Option(f"o{n}", {"en": f"Box {n}"}) for n in range(MOST_OPTIONS + 1)))
    never = Certain(0, 0.999)
    read_answer(many, "the third", "en", encoder=never)
    assert never.asked == 0


@pytest.mark.parametrize("kind", ["closing", "confirm"])
def test_consent_and_the_end_stay_with_the_rules(kind: str) -> None:
    asked = Question(
        "Does it work now?", (Option("yes", {"en": "Yes"}), Option("no", {"en": "No"})), kind=kind
    )
    assert read_answer(asked, "no", "en", encoder=Certain(0, 0.999)).outcome == "no"


@pytest.mark.parametrize(
    ("question", "reply", "meant"),
    [(MANAGED, "updated, thanks", "done"), (MANAGED, "thanks, that's updated", "done")],
)
def test_thanks_beside_an_answer_leave_the_answer(question: Question, reply: str, meant: str) -> None:
    assert read_answer(question, reply, "en", encoder=encoder()).outcome == meant


def test_mere_thanks_answer_nothing() -> None:
    assert read_answer(MANAGED, "thank you", "en", encoder=Certain(0, 0.999)).act == "digression"
