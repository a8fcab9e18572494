"""Nobody is accused of an insult by one reader alone; what is an insult in a word, or to both, is one."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from agent.conversation import Evidence
from agent.routing import Router
from tests.routing.test_routing_rules import LIBRARY, Act, Ears, Shelf, Told

WORD, LIKENESS = Evidence("act", "abuse: “idiot”", 0.92), Evidence("encoder", "sounds like abuse", 0.95)
COMMAND = Evidence("encoder", "sounds like injection", 0.9)


def kind(scores: Mapping[str, float], *acts: Act, page: float = 0.0, text: str = "words") -> str:
    router = Router(LIBRARY, Told(scores), searcher=Shelf(page), listener=Ears({}))  # type: ignore[arg-type]
    return router.route(text, language="lt", acts=acts).kind.value


def test_the_classifier_alone_accuses_nobody() -> None:
    assert kind({"abuse": 0.65, "out_of_scope": 0.2}) == "out_of_scope"


def test_a_question_it_takes_for_an_insult_is_answered() -> None:
    question = Act("question")
    assert kind({"abuse": 0.68, "article": 0.2, "out_of_scope": 0.1}, question, page=0.9) == "article"


def test_what_it_is_as_good_as_certain_of_is_an_insult() -> None:
    assert kind({"abuse": 0.93}) == "abuse"


@pytest.mark.parametrize("evidence", [WORD, LIKENESS])
def test_a_word_or_both_readers_accuse(evidence: Evidence) -> None:
    assert kind({"abuse": 0.6, "out_of_scope": 0.2}, Act("abuse", evidence=evidence)) == "abuse"


@pytest.mark.parametrize(
    ("act", "evidence", "scores"),
    [("abuse", LIKENESS, {"abuse": 0.02}), ("injection", COMMAND, {"injection": 0.001})],
)
def test_what_the_encoder_alone_takes_for_one_is_none(
    act: str, evidence: Evidence, scores: Mapping[str, float]
) -> None:
    assert kind({**scores, "out_of_scope": 0.8}, Act(act, evidence=evidence)) == "out_of_scope"


def test_an_insulting_word_needs_no_classifier() -> None:
    assert kind({"abuse": 0.0, "out_of_scope": 0.9}, Act("abuse", evidence=WORD)) == "abuse"


@pytest.mark.parametrize(
    ("text", "wished"),
    [
        ("blogai girdžiu kitą žmogų skambinant", False),
        ("skambinant zmogaus visai negirdziu", False),
        ("tik skambinant vos girdziu kita zmogu", False),
        ("noriu girdėti gyvą žmogų", True),
        ("negirdžiu žmogaus, duokit žmogų", True),
        ("duokit žmogų jūsų negirdžiu", True),
        ("negirdžiu, žmogų prašau", True),
    ],
)
def test_who_is_only_heard_badly_is_called_by_nobody(text: str, wished: bool) -> None:
    assert (kind({"person": 0.8}, text=text) == "person") is wished
