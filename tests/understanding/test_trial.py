"""What a list of words or a reader is worth can be measured: it can be gone for a while, and comes back."""

from __future__ import annotations

from agent.language import default_packs
from agent.understanding import Option, Question, read_answer
from agent.understanding.trial import trying

WORKS = Question("Does it work?", (Option("works", {"en": "Works"}), Option("not", {"en": "Does not work"})))
DANGER = "there is smoke coming from the router"


def test_other_packs_are_listened_with_only_inside_the_block() -> None:
    deaf = {code: pack.model_copy(update={"acts": {}}) for code, pack in default_packs().items()}
    before = read_answer(WORKS, DANGER, "en")
    with trying(deaf):
        assert read_answer(WORKS, DANGER, "en", without={"learned"}).act is None
    assert read_answer(WORKS, DANGER, "en") == before
    assert before.act == "danger"


def test_a_mechanism_left_out_says_nothing() -> None:
    assert read_answer(WORKS, DANGER, "en", without={"acts", "learned"}).act is None
    full = read_answer(WORKS, "works", "en")
    assert full.outcome == "works"
    assert {each.source for each in full.evidence} & {"words", "example"}
    bare = read_answer(WORKS, "works", "en", without={"words", "example"})
    assert not {each.source for each in bare.evidence} & {"words", "example"}
