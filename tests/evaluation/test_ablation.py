"""Ablation: taking one part away is felt where that part matters, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent import understanding
from agent.conversation import RouteKind
from agent.evaluation.ablation import emptied, emptied_in_turn, lists_of, of_reading, of_routing
from agent.evaluation.data import Complaint, LabelledReply
from agent.language import default_packs
from agent.routing import Router, learn
from agent.scenarios import inspect
from agent.understanding import Option, Question
from agent.understanding.trial import trying

PACKS = default_packs()
CONTENT = Path(__file__).parents[1] / "api" / "content" / "scenarios"
LIGHT = Question(
    "What colour is the light?", (Option("red", {"en": "Red"}), Option("green", {"en": "Green"}))
)


SMALL = {
    code: pack.model_copy(
        update={
            "acts": {act: pack.acts[act] for act in ("person", "goodbye")},
            "concepts": {name: pack.concepts[name] for name in ("red", "green", "works")},
        }
    )
    for code, pack in PACKS.items()
}


def reply(id_: str, text: str, outcome: str | None = None, act: str | None = None) -> LabelledReply:
    return LabelledReply(id_, LIGHT, "en", text, outcome, act, (), frozenset())


def test_every_list_of_words_has_a_name_and_figures_are_no_words() -> None:
    names = lists_of(PACKS, ("grammar", "yes", "no", "numerals", "concepts", "acts"))
    assert {"grammar.contrast", "yes", "no", "numerals.words", "concepts.works", "acts.person"} <= set(names)
    assert "grammar.reach" not in names
    assert len(names) == len(set(names))


def test_an_emptied_list_is_empty_and_all_others_are_as_they_were() -> None:
    for name, packs in emptied_in_turn(PACKS, ("grammar", "yes", "numerals", "concepts", "acts", "facts")):
        changed = {
            part
            for code, pack in packs.items()
            for part in type(pack).model_fields
            if getattr(pack, part) != getattr(PACKS[code], part)
        }
        assert changed == {name.partition(".")[0]}, name
    assert emptied(PACKS["lt"], "yes").yes == ()
    assert "person" not in emptied(PACKS["lt"], "acts.person").acts
    assert emptied(PACKS["lt"], "grammar.contrast").grammar.contrast == ()


def test_what_a_reply_hangs_on_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    # Rules alone: the learned reader would cover for a list that is lost.
    monkeypatch.setattr(
        "agent.understanding.answers.settled", lambda question, understood, heard, embed: heard.decided
    )
    labelled = [reply("a", "get me a human", act="person"), reply("b", "it is crimson, red", "red")]
    with trying(SMALL):
        ranked = of_reading(labelled, sections=("acts", "concepts"))
    found = {worth.part: worth for worth in ranked}
    assert found["reader: acts"].lines == 1
    assert found["words: acts.person"].lines == 1
    assert found["words: acts.person"].gain.mean == 0.5, "one of two lines"
    assert found["words: acts.goodbye"].lines == 0
    assert found["words: concepts.red"].lines == 1
    assert found["words: concepts.green"].lines == 0
    assert found["reader: hour"].gain.mean == 0.0
    assert [worth.lines for worth in ranked] == sorted((worth.lines for worth in ranked), reverse=True)


def test_what_a_route_hangs_on_is_found_out() -> None:
    library, _ = inspect(CONTENT)
    model = learn(library, backgrounds=(), folds=0)
    router = Router(library, model, listener=understanding)
    labelled = [
        Complaint(id="a", language="en", text="let me talk to a person", kind=RouteKind.PERSON),
        Complaint(
            id="b", language="lt", text="juodas ekranas", kind=RouteKind.SCENARIO, target="screen_black"
        ),
    ]
    with trying(SMALL):
        ranked = of_routing(labelled, router, lambda: model, sections=("acts",))
    found = {worth.part: worth.lines for worth in ranked}
    assert found["classifier"] == 1, "only the examples tell the guide"
    assert found["acts"] == found["rule: outranking"] == found["words: acts.person"] == 1
    assert found["classifier: background"] == found["words: acts.goodbye"] == 0
    assert {f"rule: {rule}" for rule in router.rules} <= set(found)
