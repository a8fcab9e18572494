"""What one turn costs: the router is asked for the same words once, however many rules want to know."""

from __future__ import annotations

from typing import Any

import pytest

from agent.agent import Agent
from agent.conversation import Route, RouteKind
from agent.dialogue.scene import Routed
from agent.routing import Router


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were routed."""
    texts: list[str] = []
    inner = Router.route

    def route(self: Router, text: str, **known: Any) -> Route:
        texts.append(text)
        return inner(self, text, **known)

    monkeypatch.setattr(Router, "route", route)
    return texts


@pytest.mark.parametrize(
    ("language", "before", "message"),
    [
        ("en", ["smoke is coming out of the router"], "also my mail does not work"),
        ("lt", ["iš maršrutizatoriaus rūksta dūmai"], "dar mano paštas neveikia"),
        ("en", ["it's broken"], "what do you mean by that?"),
        ("lt", ["neveikia"], "ką turite galvoje?"),
        ("en", ["my tv shows no picture"], "no no, you misunderstood, it's about something else"),
        ("lt", ["televizorius nerodo"], "ne, jūs nesuprantat, aš apie kitką"),
    ],
)
def test_the_same_words_are_routed_once_a_turn(
    shipped_agent: Agent, asked: list[str], language: str, before: list[str], message: str
) -> None:
    first, *more = before
    conversation = shipped_agent.start(language=language, text=first).conversation_id
    for text in more:
        shipped_agent.reply(conversation, text=text)
    asked.clear()
    shipped_agent.reply(conversation, text=message)
    assert asked, "nothing was routed: the case shows nothing"
    assert sorted(asked) == sorted(set(asked))


def test_other_acts_lead_the_same_words_elsewhere() -> None:
    """What was routed with an act heard is no answer for the same words without it."""
    routed, facts = Routed(), {"problem_type": "tv"}
    person, guide = Route(RouteKind.PERSON), Route(RouteKind.SCENARIO, "g")
    assert routed.once("words", facts, ["person"], lambda: person) is person
    assert routed.once("words", facts, [], lambda: guide) is guide
    assert routed.once("words", dict(facts), ["person"], lambda: guide) is person
